import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { StatusChip } from '../../base/feedback/StatusChip.tsx'
import { plural, rupees } from '../../base/format/format.ts'
import { RouteLink } from '../../base/page/Page.tsx'
import { ContactButtons, CustomerContact } from '../orderMoves/CustomerContact.tsx'
import { OrderMoves } from '../orderMoves/OrderMoves.tsx'
import type { Area } from './stops.ts'

type Props = { areas: readonly Area[]; isDone: (order: Order) => boolean }

/** The stops with their areas, each with its next step. */
export function RoundStops({ areas, isDone }: Props) {
  let number = 0
  return areas.map(({ key, title, stops }) => (
    // No landmark: an area may come twice.
    <Box key={key} sx={{ mb: 2.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1, mb: 1 }}>
        <Typography variant="h2">{title}</Typography>
        <Box component="span" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {plural(stops.length, 'stop')}
        </Box>
      </Box>
      <Box
        component="ol"
        aria-label={title}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'minmax(0, 1fr)',
        }}
      >
        {stops.map((stop) => (
          <Stop key={stop.id} order={stop} number={++number} isDone={isDone(stop)} />
        ))}
      </Box>
    </Box>
  ))
}

function Stop({ order, number, isDone }: { order: Order; number: number; isDone: boolean }) {
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ p: 1.5, overflowWrap: 'anywhere', ...(isDone && { bgcolor: 'transparent' }) }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box component="span" aria-hidden sx={badge}>
          {number}
        </Box>
        {/* Both lines are the link, for a thumb. */}
        <RouteLink to={`/order/${order.id}`} color="inherit" sx={{ flex: 1, minWidth: 0, minHeight: 44 }}>
          <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
            {order.number} {order.title}
          </Box>
          <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
            {rupees(order.payable)}
            {order.shelf_place && `, on shelf ${order.shelf_place}`}
          </Box>
        </RouteLink>
        <StatusChip status={order.status} />
      </Box>
      <Box sx={{ mb: 1.5, color: 'text.secondary' }}>
        <CustomerContact order={order} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1 }}>
        <ContactButtons order={order} />
        <OrderMoves order={order} />
      </Box>
    </Paper>
  )
}

export const badge = {
  flex: 'none',
  minWidth: 26,
  height: 26,
  px: 0.5,
  borderRadius: '13px',
  display: 'grid',
  placeItems: 'center',
  typography: 'body2',
  fontWeight: 650,
  color: 'background.paper',
  bgcolor: 'text.primary',
} as const
