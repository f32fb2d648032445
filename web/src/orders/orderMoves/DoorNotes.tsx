import Box from '@mui/material/Box'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { formatRecentDate, formatTime } from '../../base/format/format.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'

type Props = {
  order: Order
  /** On a card, where long notes are cut. */
  short?: boolean
}

/** What whoever goes to the door must know before the address: the last failed attempt and the notes. */
export function DoorNotes({ order, short = false }: Props) {
  const { notes, attempts, last_failed_attempt } = order
  const failed = isAtTheDoor(order) && last_failed_attempt
  if (!failed && !notes) return null
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.5, my: 0.75, color: 'text.primary' }}>
      {failed && (
        <Box component="span" sx={{ display: 'flex', gap: 0.75, color: 'warning.main', fontWeight: 600 }}>
          <Warning size={18} />
          <Box component="span" sx={{ minWidth: 0 }}>
            {failed.note ?? 'Failed attempt'}
            <Box component="span" sx={{ display: 'block', fontWeight: 400, typography: 'body2' }}>
              {attempts > 1 ? `${attempts} failed attempts, the last one on ` : 'Failed attempt on '}
              {formatRecentDate(failed.at)}, {formatTime(failed.at)}
            </Box>
          </Box>
        </Box>
      )}
      {notes && (
        <Box
          component="span"
          sx={{ display: 'block', whiteSpace: 'pre-wrap', pl: 1, borderLeft: 3, borderColor: 'divider' }}
        >
          <Box component="span" sx={short ? cut : {}}>
            {notes}
          </Box>
        </Box>
      )}
    </Box>
  )
}

/** Open, or delivered so recently that it may be taken back: a card must not shrink under the thumb that delivers. */
const isAtTheDoor = ({ status, allowed_transitions }: Order) =>
  (status !== 'delivered' && status !== 'cancelled') || allowed_transitions.includes('out-for-delivery')

const cut = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 5,
  overflow: 'hidden',
} as const
