import Box from '@mui/material/Box'
import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import {
  AssignmentIndOutlined as AssignmentInd,
  CancelOutlined as Cancel,
  CheckCircle,
  LocalShippingOutlined as LocalShipping,
  Schedule,
} from '../icons/frame.tsx'
import type { IconType } from '../icons/Icon.tsx'

type Tone = { Icon: IconType; light: [string, string]; dark: [string, string] }

/** Text and background colour of each status; icon and label tell them apart without colour. */
const tones: Record<OrderStatus, Tone> = {
  confirmed: { Icon: Schedule, light: ['#7a4700', '#fdf1dc'], dark: ['#f0bd6c', '#3a2b10'] },
  assigned: { Icon: AssignmentInd, light: ['#1e4fa8', '#e7effc'], dark: ['#9cc0ff', '#1b2b47'] },
  'out-for-delivery': { Icon: LocalShipping, light: ['#6a359c', '#f3eafb'], dark: ['#d0aef2', '#33224a'] },
  delivered: { Icon: CheckCircle, light: ['#126331', '#e3f4e9'], dark: ['#7ad59c', '#14321f'] },
  cancelled: { Icon: Cancel, light: ['#59625d', '#eceeed'], dark: ['#a9b3ae', '#262b29'] },
}

/** On a card: takes as much space as the widest status, so that nothing moves when the status changes. */
export const CardStatus = ({ status, list }: { status: OrderStatus; list?: true }) => (
  <Box
    component="span"
    // In a table it stands below its heading, in a column of its own width.
    sx={{
      display: 'inline-block',
      minWidth: { xs: 128, md: list ? 0 : 128 },
      textAlign: { xs: 'right', md: list ? 'left' : 'right' },
    }}
  >
    <StatusChip status={status} />
  </Box>
)

/** The status of an order. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const { Icon, light, dark } = tones[status]
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.5,
        height: 22,
        px: 0.75,
        pr: 1,
        borderRadius: 1,
        fontSize: '0.75rem',
        fontWeight: 550,
        whiteSpace: 'nowrap',
        color: light[0],
        backgroundColor: light[1],
        ...theme.applyStyles('dark', { color: dark[0], backgroundColor: dark[1] }),
      })}
    >
      <Icon size={14} />
      {orderStatusLabels[status]}
    </Box>
  )
}
