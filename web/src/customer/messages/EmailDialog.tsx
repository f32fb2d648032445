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
import { Columns } from '../../base/ui/Layout.tsx'
import { channelChanges, quietOf, securities, sentOf } from './channelForm.ts'
import { emailSchema } from './channelSchema.ts'
import { QuietHours } from './QuietHours.tsx'

const empty = {
  host: '',
  port: 587,
  security: 'starttls' as const,
  username: '',
  from_name: '',
  from_email: '',
  reply_to: '',
  dkim_domain: '',
  dkim_selector: '',
}

const valuesOf = (setup: MessageChannelSetup) => ({
  email: setup.email ?? empty,
  secret: '',
  dkim_key: '',
  ...quietOf(setup),
})

type Props = { setup: MessageChannelSetup; onClose: () => void }

/** Says by which server emails are sent, and from whom. */
export default function EmailDialog({ setup, onClose }: Props) {
  const changing = usePatch(updateMessageChannel, [listMessageChannels, getMessageChannel], {
    record: setup,
    describe: channelChanges,
  })
  const form = useContractForm(emailSchema, { defaultValues: valuesOf(setup) })
  return (
    <EditDialog
      title="Email"
      what="This channel"
      wide
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={({ dkim_key, ...values }) => ({
        ...sentOf(values),
        email: values.email,
        ...(dkim_key && { dkim_key }),
      })}
      savedMessage={({ is_active }) =>
        is_active ? 'Email saved' : 'Email saved. Send a test, then switch it on.'
      }
      onClose={onClose}
    >
      <Columns>
        <TextInput name="email.host" label="Mail server" placeholder="smtp.example.com" autoFocus />
        <TextInput name="email.port" label="Port" number />
      </Columns>
      <ChoiceInput name="email.security" label="Security" options={securities} />
      <Columns>
        <TextInput name="email.username" label="User name" optional />
        <PasswordInput
          name="secret"
          label="Password"
          hint={setup.has_secret ? 'Empty: it stays as it is' : 'Kept encrypted'}
        />
      </Columns>
      <Columns>
        <TextInput name="email.from_name" label="Sender" placeholder="Our Print" />
        <TextInput name="email.from_email" label="Address of the sender" type="email" />
      </Columns>
      <TextInput name="email.reply_to" label="Answers go to" type="email" optional />
      <Columns>
        <TextInput name="email.dkim_domain" label="Domain of the signature (DKIM)" optional />
        <TextInput name="email.dkim_selector" label="Selector" optional />
      </Columns>
      <TextInput
        name="dkim_key"
        label="Private key of the signature"
        optional
        rows={3}
        placeholder="-----BEGIN PRIVATE KEY-----"
        hint={
          setup.has_dkim_key ? 'Empty: it stays as it is' : 'Only if your mail server does not sign itself'
        }
      />
      <QuietHours />
    </EditDialog>
  )
}
