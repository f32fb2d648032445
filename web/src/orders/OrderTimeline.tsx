import type { Order, OrderHistoryEntry } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '../base/format/format.ts'
import { Section } from '../base/page/Page.tsx'
import { Skeleton } from '../base/ui/Skeleton.tsx'
import { Text } from '../base/ui/Text.tsx'
import styles from './OrderTimeline.module.css'
import { proofSentence } from './proofTexts.ts'

/** What happened to an order, newest first: its history and its proof of delivery. The history may still load. */
export const OrderTimeline = ({ order, aside }: { order: Order; aside?: ReactNode }) => (
  <Section title="Timeline" aside={aside}>
    {!order.history && <Skeleton width="60%" />}
    <ol className={styles.timeline}>
      {eventsOf(order).map((entry, at) => (
        <li key={`${entry.at} ${at}`} className={styles.event}>
          <Text as="div" strong={at === 0}>
            {entry.title}
          </Text>
          <Text as="div" size="small" tone="muted">
            {entry.by ?? 'The shop'} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
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

type Event = { at: string; by: string | null; title: string; text: string | null }

function eventsOf({ history = [], delivery_proof }: Order): Event[] {
  const moves = history.toReversed().map((entry) => ({
    at: entry.at,
    by: entry.by,
    title: historyText(entry),
    text: entry.note && `“${entry.note}”`,
  }))
  if (!delivery_proof) return moves
  const { at, by } = delivery_proof
  const added = { at, by, title: 'Proof of delivery', text: proofSentence(delivery_proof) }
  return [...moves, added].toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

function historyText({ from, to }: OrderHistoryEntry): string {
  if (from === null) return 'Order taken in'
  if (to === 'assigned') {
    return from === 'assigned' ? 'Reassigned' : from === 'out-for-delivery' ? 'Failed attempt' : 'Assigned'
  }
  if (to === 'out-for-delivery') return from === 'delivered' ? 'Reopened' : 'Out for delivery'
  if (to === 'confirmed') return 'Taken back from staff'
  return to === 'delivered' ? 'Delivered' : 'Cancelled'
}
