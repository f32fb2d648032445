import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { Output } from '@our-print/contract/endpoint.ts'
import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { useRead } from '../base/api/api.ts'
import { Notice } from '../base/feedback/Loading.tsx'
import { CardStatus } from '../base/feedback/StatusChip.tsx'
import { count, rupees, today, waitingTime } from '../base/format/format.ts'
import { useRetainedRows } from '../base/list/useSelection.ts'
import { useTapGuard } from '../base/list/useTapGuard.ts'
import { usePolling } from '../base/live/live.ts'
import { Page, RouteLink } from '../base/page/Page.tsx'
import { ContactButtons, CustomerContact } from './orderMoves/CustomerContact.tsx'
import { useFinishedOrders } from './orderMoves/finishedOrders.ts'
import { OrderMoves } from './orderMoves/OrderMoves.tsx'
import { RoundLink, ScanLink } from './orderMoves/RoundLink.tsx'

const refetchMs = 30_000

type Tile = { label: string; number: (known: PartialDashboard) => number | undefined; to: string }

const tiles: readonly Tile[] = [
  // The list of assigned orders contains those out for delivery, too.
  {
    label: 'To deliver',
    number: ({ open }) => open,
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
  const { data, error, isFetching, refetch } = useRead(
    getStaffDashboard,
    {},
    { refetchInterval: usePolling(refetchMs) },
  )
  const readLists = useCachedStaffDashboard()
  const known = data ? { ...data, open: data.assigned + data.out_for_delivery } : readLists()
  const waiting = useRetainedRows(known.oldest_waiting ?? none, useFinishedOrders(), '')
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
  return (
    <Page
      title="Dashboard"
      actions={
        <>
          <ScanLink />
          <RoundLink />
        </>
      }
    >
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
            <Box sx={{ fontSize: '1.75rem', lineHeight: 1.3, fontWeight: 650 }}>
              <Figure number={number(known)} />
            </Box>
          </ButtonBase>
        ))}
      </Box>
      <Typography variant="h2" sx={{ mb: 1 }}>
        Waiting longest
      </Typography>
      {!known.oldest_waiting ? (
        <WaitingSkeleton />
      ) : waiting.length === 0 ? (
        <Paper variant="outlined" sx={{ p: 4, textAlign: 'center', color: 'text.secondary' }}>
          <Box sx={{ typography: 'subtitle1', color: 'text.primary' }}>No Records found</Box>
          Nothing is waiting for you. New orders appear here as soon as they are assigned to you.
        </Paper>
      ) : (
        <Box component="ul" aria-label="Waiting longest" sx={cards}>
          {waiting.map((order) => (
            <WaitingOrder key={order.id} order={order} />
          ))}
        </Box>
      )}
    </Page>
  )
}

const cards = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
} as const

const Figure = ({ number }: { number: number | undefined }) =>
  number === undefined ? <Skeleton width={40} aria-hidden /> : count(number)

const WaitingSkeleton = () => (
  <Box component="output" aria-label="Loading the orders that wait longest" sx={{ display: 'block' }}>
    <Box aria-hidden sx={cards}>
      {[1, 2].map((at) => (
        <Paper key={at} variant="outlined" sx={{ p: 1.5, height: { xs: 236, sm: 176 } }}>
          <Skeleton width="60%" />
          <Skeleton width="35%" />
          <Skeleton width="80%" />
        </Paper>
      ))}
    </Box>
  </Box>
)

function WaitingOrder({ order }: { order: Order }) {
  const { id, number, title, status, payable, created_at } = order
  return (
    <Paper
      component="li"
      {...useTapGuard()}
      variant="outlined"
      sx={{ p: 1.5, display: 'flex', flexDirection: 'column', overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <RouteLink to={`/order/${id}`} color="inherit" sx={{ fontWeight: 600 }}>
            {number} {title}
          </RouteLink>
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

type Dashboard = Output<typeof getStaffDashboard>
type OrdersRead = { count: number; results: Order[] }

/** What the dashboard shows, as far as it is known. `open` are all that a staff user has to deliver. */
export type PartialDashboard = Partial<Omit<Dashboard, 'assigned'>> & { open?: number }

const mostWaiting = 5

/** What the lists of a staff user's orders that are loaded know of the dashboard, to draw it before its own answer. */
export function useCachedStaffDashboard(): () => PartialDashboard {
  const client = useQueryClient()
  return () => {
    const known: PartialDashboard = {}
    for (const [key, page] of client.getQueriesData<OrdersRead>({ queryKey: [listMyOrders.url] })) {
      const { querystring } = (key[1] ?? {}) as { querystring?: Record<string, string | undefined> }
      if (page && querystring) Object.assign(known, factsOf(querystring, page))
    }
    return known
  }
}

const paging = new Set(['limit', 'offset', 'assigned_user'])

/** What one page of one list knows; nothing if it is searched or filtered by anything else. */
function factsOf(querystring: Record<string, string | undefined>, page: OrdersRead): PartialDashboard {
  const filters = Object.entries(querystring)
    .filter(([name, value]) => value !== undefined && !paging.has(name))
    .map((entry) => entry.join('='))
    .toSorted()
    .join('&')
  const { count, results } = page
  if (filters === 'exclude_status=delivered') {
    if (results.length < count) return { open: count }
    const out = results.filter(({ status }) => status === 'out-for-delivery')
    return { open: count, out_for_delivery: out.length, oldest_waiting: oldestOf(results) }
  }
  if (filters === 'status=out-for-delivery') return { out_for_delivery: count }
  const delivered = /^delivered_from=(.+)&delivered_to=(.+)&status=delivered$/.exec(filters)
  if (delivered?.[2] !== today()) return {}
  return delivered[1] === today() ? { delivered_today: count } : { delivered_week: count }
}

const oldestOf = (orders: readonly Order[]) =>
  orders
    .toSorted((one, other) => (`${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1))
    .slice(0, mostWaiting)
