import {
  getMessageChannel,
  listMessageChannels,
  type MessageChannelSetup,
  updateMessageChannel,
} from '@our-print/contract/customer/messageChannels.ts'
import { usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { ChoiceInput } from '../../base/form/ChoiceInput.tsx'
import { PasswordInput, TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { bodyFormats, channelChanges, quietOf, sentOf } from './channelForm.ts'
import { providerSchema } from './channelSchema.ts'
import { channelLabels } from './messageTexts.tsx'
import { QuietHours } from './QuietHours.tsx'

const empty = {
  url: '',
  headers: [{ name: 'Authorization', value: 'Bearer {secret}' }],
  body_type: 'json' as const,
  body: '{"to": "{to}", "text": "{text}"}',
  accepted: '',
  repeats_safely: false,
}

function valuesOf(setup: MessageChannelSetup) {
  const { headers, repeats_safely, ...provider } = setup.provider ?? empty
  return {
    provider: {
      ...provider,
      headers: headers.map(({ name, value }) => `${name}: ${value}`).join('\n'),
      repeats_safely: repeats_safely ? 'yes' : 'no',
    },
    secret: '',
    sender_field: setup.sender_field,
    text_field: setup.text_field,
    ...quietOf(setup),
  }
}

type Props = { setup: MessageChannelSetup; onClose: () => void }

/** Says by which request a provider is told of a message. */
export default function ProviderDialog({ setup, onClose }: Props) {
  const changing = usePatch(updateMessageChannel, [listMessageChannels, getMessageChannel], {
    record: setup,
    describe: channelChanges,
  })
  const form = useContractForm(providerSchema, { defaultValues: valuesOf(setup) })
  const label = channelLabels[setup.channel]
  return (
    <EditDialog
      title={label}
      what="This channel"
      wide
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={(values) => ({ ...sentOf(values), provider: values.provider })}
      savedMessage={({ is_active }) =>
        is_active ? `${label} saved` : `${label} saved. Send a test, then switch it on.`
      }
      onClose={onClose}
    >
      <Text as="div" size="small" tone="muted" flow="wrap">
        Your provider’s description says which request it takes. These are filled in: {'{to}'} the number,{' '}
        {'{text}'} the message, {'{id}'} an id that stays the same when it is tried again, {'{secret}'} the
        secret below.
      </Text>
      <TextInput
        name="provider.url"
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoFocus
      />
      <PasswordInput
        name="secret"
        label="Secret"
        hint={setup.has_secret ? 'Empty: it stays as it is' : 'Kept encrypted'}
      />
      <TextInput name="provider.headers" label="Headers" optional rows={3} hint="One a line" />
      <ChoiceInput name="provider.body_type" label="Body" options={bodyFormats} />
      <TextInput name="provider.body" label="Text of the body" rows={5} />
      <TextInput
        name="provider.accepted"
        label="An accepted message’s answer has"
        optional
        placeholder="queued"
        hint="Leave it empty if every status from 200 to 299 means accepted."
      />
      <ChoiceInput
        name="provider.repeats_safely"
        label="The provider drops a second message with one id"
        options={[
          { value: 'no', label: 'No' },
          { value: 'yes', label: 'Yes' },
        ]}
        hint="Yes: a message whose answer was lost is tried again. No: it is not, and its log says so."
      />
      <TextInput
        name="sender_field"
        label="Answers: the field with the number"
        hint="As your provider names it. Inside of JSON with dots: messages.0.from"
      />
      <TextInput name="text_field" label="Answers: the field with the text" />
      <QuietHours />
    </EditDialog>
  )
}
