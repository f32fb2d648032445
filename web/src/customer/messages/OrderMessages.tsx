import { factRow } from '@our-print/contract/customer/messageFacts.ts'
import { createMessage, listMessages, type Message } from '@our-print/contract/customer/messages.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { formatDateTime } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { channelLabels, MessageTag, outcomeText } from './messageTexts.tsx'

const MessageDialog = lazyPart(() => import('./MessageDialog.tsx'))

type Props = {
  order: string
  /** Whether what the check of its files found can be asked on the customer's page. */
  canAsk: boolean
}

/** What the customer of an order was told; nothing where nothing was: then the shop tells nobody. */
export default function OrderMessages({ order, canAsk }: Props) {
  const reply = useRead(listMessages, { querystring: { order, limit: '100' } })
  const [shown, setShown] = useState<string>()
  const messages = reply.data?.results ?? []
  if (reply.data && messages.length === 0) return null
  return (
    <Section title="Messages">
      <Stack gap={3}>
        <PartFailure reply={reply} />
        {canAsk && messages.length > 0 && <AskButton order={order} />}
        {messages.map((message) => (
          <One key={message.id} message={message} onShow={() => setShown(message.id)} />
        ))}
      </Stack>
      {shown && <MessageDialog id={shown} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

/** Asks the customer what the check of the files found. */
function AskButton({ order }: { order: string }) {
  const write = useWrite(createMessage, [listMessages])
  const act = useAct()
  const ask = () =>
    act({
      question: {
        title: 'Ask the customer about the files?',
        body: 'They get a message with the link to their page, where they agree to what the check found, or send another file.',
        action: 'Ask',
      },
      send: () => write.mutateAsync({ body: { fact: 'needs_answer', order } }),
      done: ({ channel }) => toast.success(`The customer is asked by ${channelLabels[channel]}`),
    })
  return (
    <div>
      <Button size="small" loading={write.isPending} onClick={() => void ask()}>
        Ask about the files
      </Button>
    </div>
  )
}

function One({ message, onShow }: { message: Message; onShow: () => void }) {
  const { fact, channel, state, created_at, sent_at } = message
  const { label } = factRow(fact)
  return (
    <Row gap={2} align="start" justify="between">
      <Stack gap={1} fill>
        <Row gap={2} wrap>
          <Text strong>{label}</Text>
          <MessageTag state={state} />
        </Row>
        <Text as="div" size="small" tone="muted" flow="wrap">
          {channelLabels[channel]}, {formatDateTime(sent_at ?? created_at)}
        </Text>
        {state !== 'sent' && outcomeText(message) && (
          <Text as="div" size="small" flow="wrap">
            {outcomeText(message)}
          </Text>
        )}
      </Stack>
      <Button look="plain" size="small" aria-label={`Show message ${label}`} onClick={onShow}>
        Show
      </Button>
    </Row>
  )
}
