import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { Order, OrderHistoryEntry } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { formatDateTime } from '../base/format/dates.ts'
import { Section } from '../base/page/Section.tsx'
import { proofSentence } from './proofTexts.ts'

/** What happened to an order, newest first: its history and its proof of delivery. The history may still load. */
export const OrderTimeline = ({ order, aside }: { order: Order; aside?: ReactNode }) => (
  <Section title="Timeline" aside={aside}>
    {!order.history && <Skeleton width="60%" />}
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {eventsOf(order).map((entry, at, { length }) => (
        <Box
          component="li"
          key={`${entry.at} ${at}`}
          sx={{
            position: 'relative',
            pl: 2.5,
            pb: at === length - 1 ? 0 : 2,
            '&::before': {
              content: '""',
              position: 'absolute',
              left: 0,
              top: 6,
              width: 8,
              height: 8,
              borderRadius: '50%',
              bgcolor: at === 0 ? 'primary.main' : 'text.disabled',
            },
            '&:not(:last-of-type)::after': {
              content: '""',
              position: 'absolute',
              left: 3.5,
              top: 18,
              bottom: -2,
              borderLeft: 1,
              borderColor: 'divider',
            },
          }}
        >
          <Box sx={{ fontWeight: at === 0 ? 600 : 400 }}>{entry.title}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {entry.by ?? 'The shop'} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </Box>
          {entry.text && (
            <Box sx={{ mt: 0.5, typography: 'body2', whiteSpace: 'pre-wrap' }}>{entry.text}</Box>
          )}
        </Box>
      ))}
    </Box>
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
