import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { OrderHistoryEntry } from '@our-print/contract/orders.ts'
import { formatDateTime } from '../format/dates.ts'
import { Section } from '../page/Section.tsx'

/** The history of an order, newest first; undefined while it loads. */
export const OrderTimeline = ({ history }: { history: readonly OrderHistoryEntry[] | undefined }) => (
  <Section title="Timeline">
    {!history && <Skeleton width="60%" />}
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {(history ?? []).toReversed().map((entry, at) => (
        <Box
          component="li"
          key={`${entry.at} ${at}`}
          sx={{
            position: 'relative',
            pl: 2.5,
            pb: at === (history ?? []).length - 1 ? 0 : 2,
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
          <Box sx={{ fontWeight: at === 0 ? 600 : 400 }}>{historyText(entry)}</Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            {entry.by ?? 'The shop'} · <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
          </Box>
          {entry.note && (
            <Box sx={{ mt: 0.5, typography: 'body2', whiteSpace: 'pre-wrap' }}>“{entry.note}”</Box>
          )}
        </Box>
      ))}
    </Box>
  </Section>
)

function historyText({ from, to }: OrderHistoryEntry): string {
  if (from === null) return 'Order taken in'
  if (to === 'assigned') {
    return from === 'assigned' ? 'Reassigned' : from === 'out-for-delivery' ? 'Failed attempt' : 'Assigned'
  }
  if (to === 'out-for-delivery') return from === 'delivered' ? 'Reopened' : 'Out for delivery'
  if (to === 'confirmed') return 'Taken back from staff'
  return to === 'delivered' ? 'Delivered' : 'Cancelled'
}
