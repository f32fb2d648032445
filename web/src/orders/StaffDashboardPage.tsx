import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { getStaffDashboard } from '@our-print/contract/dashboard.ts'
import type { Output } from '@our-print/contract/endpoint.ts'
import type { Order } from '@our-print/contract/orders.ts'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { query } from '../api/api.ts'
import { Loading } from '../feedback/Loading.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { CardStatus } from '../feedback/StatusChip.tsx'
import { waitingTime } from '../format/dates.ts'
import { count, rupees } from '../format/format.ts'
import { useKeptRows } from '../list/useKeptRows.ts'
import { useSteady } from '../list/useSteady.ts'
import { ContactButtons, CustomerContact } from '../orderMoves/CustomerContact.tsx'
import { useFinishedOrders } from '../orderMoves/finishedOrders.ts'
import { OrderMoves } from '../orderMoves/OrderMoves.tsx'
import { RoundLink } from '../orderMoves/RoundLink.tsx'
import { Page } from '../page/Page.tsx'

const refetchMs = 30_000

type Counts = Output<typeof getStaffDashboard>
type Tile = { label: string; number: (counts: Counts) => number; to: string }

const tiles: readonly Tile[] = [
  // The list of assigned orders contains those out for delivery, too.
  {
    label: 'To deliver',
    number: ({ assigned, out_for_delivery }) => assigned + out_for_delivery,
    to: '/assigned_orders',
  },
  { label: 'Out for delivery', number: (counts) => counts.out_for_delivery, to: '/out_for_delivery_orders' },
  {
    label: 'Delivered today',
    number: (counts) => counts.delivered_today,
    to: '/completed_orders?delivered=today',
  },
  {
    label: 'Delivered in 7 days',
    number: (counts) => counts.delivered_week,
    to: '/completed_orders?delivered=7d',
  },
]

const none: never[] = []

const tile = {
  display: 'block',
  p: 2,
  textAlign: 'left',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'text.disabled' },
} as const

/** A staff user's dashboard: counts, and the orders that have waited longest. */
export function StaffDashboardPage() {
  const { data, error, isFetching, refetch } = useQuery({
    ...query(getStaffDashboard, {}),
    refetchInterval: refetchMs,
  })
  const waiting = useKeptRows(data?.oldest_waiting ?? none, useFinishedOrders(), '')
  if (!data && error) {
    return (
      <Notice title="Your dashboard could not be loaded">
        <p role="alert">{error.message}</p>
        <Button variant="contained" loading={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </Notice>
    )
  }
  if (!data) return <Loading />
  return (
    <Page title="Dashboard" actions={<RoundLink />}>
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
          mb: 3,
        }}
      >
        {tiles.map(({ label, number, to }) => (
          <ButtonBase key={label} component={RouterLink} to={to} sx={tile}>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{label}</Box>
            <Box sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 650 }}>{count(number(data))}</Box>
          </ButtonBase>
        ))}
      </Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Waiting longest
      </Typography>
      {waiting.length === 0 ? (
        <Paper variant="outlined" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
          <Box sx={{ typography: 'subtitle1', color: 'text.primary' }}>No Records found</Box>
          Nothing is waiting for you. New orders appear here as soon as they are assigned to you.
        </Paper>
      ) : (
        <Box
          component="ul"
          aria-label="Waiting longest"
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          {waiting.map((order) => (
            <WaitingOrder key={order.id} order={order} />
          ))}
        </Box>
      )}
    </Page>
  )
}

function WaitingOrder({ order }: { order: Order }) {
  const { id, number, title, status, payable, created_at } = order
  return (
    <Paper
      component="li"
      {...useSteady()}
      variant="outlined"
      sx={{ p: 1.5, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Link component={RouterLink} to={`/order/${id}`} color="inherit" sx={{ fontWeight: 600 }}>
            {number} {title}
          </Link>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
            Waiting {waitingTime(created_at)} · {rupees(payable)}
          </Box>
        </Box>
        <CardStatus status={status} />
      </Box>
      <Box sx={{ flex: 1, mb: 1.5, color: 'text.secondary' }}>
        <CustomerContact order={order} />
      </Box>
      <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: 'row' }, gap: 1 }}>
        <Box sx={{ flex: 1 }}>
          <ContactButtons order={order} />
        </Box>
        <OrderMoves order={order} />
      </Box>
    </Paper>
  )
}
