import type { MessageChannel } from '@our-print/contract/customer/messageFacts.ts'
import type { Message, MessageState } from '@our-print/contract/customer/messages.ts'
import { formatDateTime } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  ErrorOutlined,
  RemoveCircleOutlined as RemoveCircle,
  Schedule,
} from '../../base/icons/frame.tsx'
import { Tag } from '../../base/ui/Tag.tsx'

export const channelLabels: Record<MessageChannel, string> = {
  email: 'Email',
  sms: 'SMS',
  whatsapp: 'WhatsApp',
}

export const stateLabels: Record<MessageState, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Not sent',
}

const looks = {
  queued: { Icon: Schedule, tone: 'neutral' },
  sending: { Icon: Schedule, tone: 'neutral' },
  sent: { Icon: CheckCircle, tone: 'good' },
  failed: { Icon: ErrorOutlined, tone: 'bad' },
  dropped: { Icon: RemoveCircle, tone: 'off' },
} as const

export const MessageTag = ({ state }: { state: MessageState }) => (
  <Tag label={stateLabels[state]} {...looks[state]} />
)

/** What became of a message, in a few words: what the provider said, or when it is tried. */
export function outcomeText({ said, next_try_at, state }: Message): string {
  if (state === 'queued' && next_try_at)
    return said
      ? `${said} Next try: ${formatDateTime(next_try_at)}`
      : `Next try: ${formatDateTime(next_try_at)}`
  return said ?? ''
}

export const isDone = ({ state }: Message) => state !== 'queued' && state !== 'sending'
