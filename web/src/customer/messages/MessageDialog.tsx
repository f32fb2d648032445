import { factRow } from '@our-print/contract/customer/messageFacts.ts'
import { getMessage, type Message } from '@our-print/contract/customer/messages.ts'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { formatDateTime } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { ScrollArea } from '../../base/ui/ScrollArea.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { channelLabels, isDone, MessageTag, outcomeText } from './messageTexts.tsx'
import { useSendAgain } from './useSendAgain.ts'

type Props = { id: string; onClose: () => void }

/** One message: what was sent to whom, and what came of it. */
export default function MessageDialog({ id, onClose }: Props) {
  const reply = useRead(getMessage, { params: { id } })
  if (reply.data) return <Shown message={reply.data} onClose={onClose} />
  return (
    <Dialog
      title="Message"
      size="sm"
      full
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {reply.error ? (
        <LoadFailure title="This message could not be loaded" reply={reply} />
      ) : (
        <Loading of="part" />
      )}
    </Dialog>
  )
}

function Shown({ message, onClose }: { message: Message; onClose: () => void }) {
  const sendAgain = useSendAgain()
  const { fact, channel, state, user, user_name, address, order, order_number, sent_at, created_at } = message
  const outcome = outcomeText(message)
  return (
    <Dialog
      title={factRow(fact).label}
      size="sm"
      full
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isDone(message) && fact !== 'order_code' && (
            <Button look="primary" onClick={() => void sendAgain(message).then((done) => done && onClose())}>
              Send again
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <Facts
          facts={[
            { name: 'Status', value: <MessageTag state={state} /> },
            { name: 'Customer', value: user ? <Link to={`/user/${user}`}>{user_name}</Link> : user_name },
            { name: channelLabels[channel], value: address ?? 'Not sent yet' },
            ...(order ? [{ name: 'Order', value: <Link to={`/order/${order}`}>#{order_number}</Link> }] : []),
            { name: 'Happened', value: formatDateTime(created_at) },
            ...(sent_at ? [{ name: 'Sent', value: formatDateTime(sent_at) }] : []),
            { name: 'Tries', value: message.attempts },
          ]}
        />
        {outcome && (
          <Stack gap={1}>
            <Heading level="h3" like="h4">
              {state === 'sent' ? 'The answer' : 'Why'}
            </Heading>
            <Text flow="wrap">{outcome}</Text>
          </Stack>
        )}
        {message.text && (
          <Stack gap={1}>
            <Heading level="h3" like="h4">
              {message.subject ?? 'Text'}
            </Heading>
            <ScrollArea as="pre" height={260}>
              {message.text}
            </ScrollArea>
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}
