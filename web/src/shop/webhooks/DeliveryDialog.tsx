import { testEvent } from '@our-print/contract/shop/messages.ts'
import { getDelivery, type WebhookAttempt } from '@our-print/contract/shop/webhooks.ts'
import { useRead } from '../../base/api/api.ts'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { formatDateTime } from '../../base/format/format.ts'
import { Facts } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { ScrollArea } from '../../base/ui/ScrollArea.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { eventLabel, stateLabels } from './webhookTexts.tsx'

type Props = {
  webhook: string
  delivery: string
  onReplay: (delivery: string) => Promise<unknown>
  onClose: () => void
}

/** One delivery: what was sent, and what came back to each try. */
export default function DeliveryDialog({ webhook, delivery, onReplay, onClose }: Props) {
  const reply = useRead(getDelivery, { params: { id: webhook, delivery } })
  const { data, error } = reply
  return (
    <Dialog
      title={data ? eventLabel(data.event_type) : 'Delivery'}
      size="sm"
      full
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {data && data.state !== 'pending' && data.event_type !== testEvent && (
            <Button look="primary" onClick={() => void onReplay(delivery).then(onClose)}>
              Replay
            </Button>
          )}
        </>
      }
    >
      {!data &&
        (error ? (
          <LoadFailure title="This delivery could not be loaded" reply={reply} />
        ) : (
          <Loading of="part" />
        ))}
      {data && (
        <Stack gap={4}>
          <Facts
            facts={[
              { name: 'Status', value: stateLabels[data.state] },
              { name: 'Happened', value: formatDateTime(data.happened_at) },
              { name: 'Message id', value: data.message_id },
              ...(data.next_try_at ? [{ name: 'Next try', value: formatDateTime(data.next_try_at) }] : []),
            ]}
          />
          <Stack gap={1}>
            <Heading level="h3" like="h4">
              Request
            </Heading>
            <Written>{JSON.stringify(data.request, null, 2)}</Written>
          </Stack>
          <Stack gap={2}>
            <Heading level="h3" like="h4">
              {data.tries.length === 0 ? 'Not tried yet' : 'Answers, newest first'}
            </Heading>
            {data.tries.map((attempt) => (
              <Attempt key={attempt.id} attempt={attempt} />
            ))}
          </Stack>
        </Stack>
      )}
    </Dialog>
  )
}

const Attempt = ({ attempt: { at, duration_ms, status, error, answer } }: { attempt: WebhookAttempt }) => (
  <Stack gap={1}>
    <Text size="small" tone={error ? 'danger' : undefined}>
      {formatDateTime(at)}, {duration_ms} ms: {error ?? `Answered ${status}`}
    </Text>
    {answer && <Written>{answer}</Written>}
  </Stack>
)

const Written = ({ children }: { children: string }) => (
  <ScrollArea as="pre" height={220}>
    {children}
  </ScrollArea>
)
