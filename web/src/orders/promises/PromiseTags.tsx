import { type OrderStatus, openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { dueState } from '@our-print/contract/orders/promises.ts'
import { useMinute } from '../../base/feedback/useMinute.ts'
import { formatDateTime, formatSoon, waitingTime } from '../../base/format/format.ts'
import { CheckCircle, ErrorOutlined, Schedule } from '../../base/icons/frame.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import type { Tagged } from './promiseTexts.ts'

/** Until when an open order is promised, and that it waits to be fetched. */
export default function PromiseTags({ order: { promised_at, is_ready, status } }: { order: Tagged }) {
  return (
    <Row as="span" gap={1} wrap>
      {promised_at && openStatuses.includes(status) && <PromiseTag time={promised_at} status={status} />}
      {is_ready && <Tag label="Ready for pick-up" Icon={CheckCircle} tone="good" />}
    </Row>
  )
}

const dueIn = (time: string) => `Due in ${Math.ceil((Date.parse(time) - Date.now()) / 60_000)} min`

function PromiseTag({ time, status }: { time: string; status: OrderStatus }) {
  useMinute()
  const state = dueState({ promised_at: time, status })
  const late = waitingTime(time)
  return (
    <span title={`Promised for ${formatDateTime(time)}`}>
      {state === 'late' ? (
        <Tag label={late === 'just now' ? 'Late' : `Late ${late}`} Icon={ErrorOutlined} tone="bad" />
      ) : state === 'soon' ? (
        <Tag label={dueIn(time)} Icon={Schedule} tone="warning" />
      ) : (
        <Tag label={`By ${formatSoon(time)}`} Icon={Schedule} tone="off" />
      )}
    </span>
  )
}
