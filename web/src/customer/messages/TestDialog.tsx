import { type MessageChannelSetup, testMessageChannel } from '@our-print/contract/customer/messageChannels.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { channelLabels } from './messageTexts.tsx'

type Props = { setup: MessageChannelSetup; onClose: () => void }

/** Sends a test and shows what the server or provider answered. */
export default function TestDialog({ setup: { id, channel }, onClose }: Props) {
  const send = useWrite(testMessageChannel, [])
  const form = useContractForm(testMessageChannel.schema.body, { defaultValues: { to: '' } })
  return (
    <FormDialog
      title={`Test ${channelLabels[channel]}`}
      submitLabel="Send"
      form={form}
      save={send}
      onClose={onClose}
      onSubmit={(body) =>
        send
          .mutateAsync({ params: { id }, body })
          .then(() => form.reset(form.getValues()))
          .catch(() => undefined)
      }
    >
      <TextInput
        name="to"
        label={channel === 'email' ? 'Email address' : 'Phone number'}
        type={channel === 'email' ? 'email' : 'tel'}
        autoFocus
      />
      {send.data && (
        <Alert severity={send.data.is_accepted ? 'success' : 'error'}>
          {send.data.is_accepted ? 'Accepted. ' : 'Not accepted. '}
          The answer: {send.data.said}
        </Alert>
      )}
    </FormDialog>
  )
}
