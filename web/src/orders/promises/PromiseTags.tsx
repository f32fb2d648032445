import { openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { dueState } from '@our-print/contract/orders/promises.ts'
import { useMinute } from '../../base/feedback/useMinute.ts'
import { capitalized, justNow, waitingTime } from '../../base/format/format.ts'
import { CheckCircle, ErrorOutlined, Schedule } from '../../base/icons/frame.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { fullPromiseText, promiseText } from './promiseText.ts'
import type { Tagged } from './promiseTexts.ts'

/** Until when an open order is promised, and that it waits to be fetched. */
export default function PromiseTags({
  order: { promised_at, window_from, is_ready, status },
}: {
  order: Tagged
}) {
  return (
    <Row as="span" gap={1} wrap>
      {promised_at && openStatuses.includes(status) && (
        <PromiseTag time={promised_at} window_from={window_from} status={status} />
      )}
      {is_ready && <Tag label="Ready for pick-up" Icon={CheckCircle} tone="good" />}
    </Row>
  )
}

const dueIn = (time: string) => `Due in ${Math.ceil((Date.parse(time) - Date.now()) / 60_000)} min`

type Props = Pick<Tagged, 'status' | 'window_from'> & { time: string }

function PromiseTag({ time, window_from, status }: Props) {
  useMinute()
  const promise = { promised_at: time, window_from }
  const state = dueState({ promised_at: time, status })
  const late = waitingTime(time)
  const text = promiseText(promise)
  // What is late or soon late says its window, too.
  const window = window_from ? `, ${text}` : ''
  return (
    <span title={`Promised: ${fullPromiseText(promise)}`}>
      {state === 'late' ? (
        <Tag label={`Late${late === justNow ? '' : ` ${late}`}${window}`} Icon={ErrorOutlined} tone="bad" />
      ) : state === 'soon' ? (
        <Tag label={dueIn(time) + window} Icon={Schedule} tone="warning" />
      ) : (
        <Tag label={window ? capitalized(text) : `By ${text}`} Icon={Schedule} tone="off" />
      )}
    </span>
  )
}
