import type { DoneTimes } from '@our-print/contract/doneTimes.ts'
import type { OrderHistoryEntry } from '@our-print/contract/orders/orderHistory.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { DoneAt } from '../base/format/DoneAt.tsx'
import { Section } from '../base/page/Page.tsx'
import { Skeleton } from '../base/ui/Skeleton.tsx'
import { Text } from '../base/ui/Text.tsx'
import styles from './OrderTimeline.module.css'
import { changeText } from './orderMoves/changeTexts.ts'
import { proofSentence } from './proofTexts.ts'

/** What happened to an order, newest first: its history and its proof of delivery. The history may still load. */
const OrderTimeline = ({ order, aside }: { order: Order; aside?: ReactNode }) => (
  <Section title="Timeline" aside={aside}>
    {!order.history && <Skeleton width="60%" />}
    <ol className={styles.timeline}>
      {eventsOf(order).map((entry, at) => (
        <li key={`${entry.at} ${at}`} className={styles.event}>
          <Text as="div" strong={at === 0}>
            {entry.title}
          </Text>
          <Text as="div" size="small" tone="muted">
            {entry.by ?? 'The shop'} · <DoneAt times={entry} />
          </Text>
          {entry.text && (
            <div className={styles.text}>
              <Text as="div" size="small" flow="lines">
                {entry.text}
              </Text>
            </div>
          )}
        </li>
      ))}
    </ol>
  </Section>
)

export default OrderTimeline

type Event = DoneTimes & { at: string; by: string | null; title: string; text: string | null }

function eventsOf({ history = [], delivery_proof }: Order): Event[] {
  const moves = history.toReversed().map((entry) => ({
    at: entry.at,
    happened_at: entry.happened_at,
    said_at: entry.said_at,
    by: entry.by,
    title: historyText(entry),
    text: entry.changes
      ? entry.changes.map(changeText).join('\n')
      : entry.auto_printed === null && entry.courier_task === null && entry.noted === null
        ? entry.note && `“${entry.note}”`
        : entry.note,
  }))
  if (!delivery_proof) return moves
  const { at, happened_at, said_at, by } = delivery_proof
  const added = {
    at,
    happened_at,
    said_at,
    by,
    title: 'Proof of delivery',
    text: proofSentence(delivery_proof),
  }
  return [...moves, added].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

function historyText(entry: OrderHistoryEntry): string {
  const { from, to, changes, is_ready, auto_printed, courier_task, noted } = entry
  if (auto_printed !== null) return auto_printed ? 'Sent to print by itself' : 'Not printed by itself'
  if (courier_task !== null) return courier_task === 'sent' ? 'Refused on the road' : 'Refused act settled'
  if (noted !== null) return noted === 'note' ? 'Note' : 'Complaint'
  if (changes) return 'Changed'
  if (is_ready !== null) return is_ready ? 'Ready for pick-up' : 'Not ready for pick-up any more'
  if (from === null) return 'Order taken in'
  // Open orders that change hands: a parcel that is out stays so.
  if (from === to) return 'Reassigned'
  if (to === 'assigned') return from === 'out-for-delivery' ? 'Failed attempt' : 'Assigned'
  if (to === 'out-for-delivery') return from === 'delivered' ? 'Reopened' : 'Out for delivery'
  if (to === 'confirmed') return 'Taken back from staff'
  return to === 'delivered' ? 'Delivered' : 'Cancelled'
}
