import type { Output } from '@our-print/contract/endpoint.ts'
import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRead } from '../base/api/api.ts'
import { Notice } from '../base/feedback/Loading.tsx'
import { lazyPart } from '../base/feedback/lazyPart.tsx'
import { CardStatus } from '../base/feedback/StatusChip.tsx'
import { count, rupees, today, waitingTime } from '../base/format/format.ts'
import { useRetainedRows } from '../base/list/useSelection.ts'
import { useTapGuard } from '../base/list/useTapGuard.ts'
import { usePolling } from '../base/live/live.ts'
import { Page } from '../base/page/Page.tsx'
import { Button } from '../base/ui/Button.tsx'
import { Card } from '../base/ui/Card.tsx'
import { Row } from '../base/ui/Layout.tsx'
import { Link } from '../base/ui/Link.tsx'
import { PressableCard } from '../base/ui/PressableCard.tsx'
import { Skeleton } from '../base/ui/Skeleton.tsx'
import { Heading, Text } from '../base/ui/Text.tsx'
import { ContactButtons, CustomerContact } from './orderMoves/CustomerContact.tsx'
import { useFinishedOrders } from './orderMoves/finishedOrders.ts'
import { OrderMoves } from './orderMoves/OrderMoves.tsx'
import { RoundLink, ScanLink } from './orderMoves/RoundLink.tsx'
import { OrderTags } from './promises/OrderTags.tsx'
import { unsentCash } from './roundActs/actText.ts'
import { useActs } from './roundActs/roundActs.ts'
import styles from './StaffDashboardPage.module.css'

const OwnCash = lazyPart(() => import('../money/cash/OwnCash.tsx'))

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

/** A staff user's dashboard: counts, and the orders that have waited longest. */
export function StaffDashboardPage() {
  const { data, error, isFetching, refetch } = useRead(
    getStaffDashboard,
    {},
    { refetchInterval: usePolling(refetchMs) },
  )
  const readLists = useCachedStaffDashboard()
  const unsent = unsentCash(useActs())
  const known = data ? { ...data, open: data.assigned + data.out_for_delivery } : readLists()
  const waiting = useRetainedRows(known.oldest_waiting ?? none, useFinishedOrders(), '')
  if (!data && error) {
    return (
      <Notice title="Your dashboard could not be loaded">
        <p role="alert">{error.message}</p>
        <Button look="primary" loading={isFetching} onClick={() => void refetch()}>
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
      <OwnCash unsent={unsent} waiting={<Card pad={3} className={styles.cash} />} />
      <div className={styles.tiles}>
        {tiles.map(({ label, number, to }) => (
          <PressableCard key={label} to={to}>
            <Text as="div" size="small" tone="muted">
              {label}
            </Text>
            <div className={styles.number}>
              <Figure number={number(known)} />
            </div>
          </PressableCard>
        ))}
      </div>
      <Heading level="h2">Waiting longest</Heading>
      {!known.oldest_waiting ? (
        <WaitingSkeleton />
      ) : waiting.length === 0 ? (
        <Card pad={8} className={styles.empty}>
          <div className={styles.nothing}>No Records found</div>
          Nothing is waiting for you. New orders appear here as soon as they are assigned to you.
        </Card>
      ) : (
        <ul aria-label="Waiting longest" className={styles.cards}>
          {waiting.map((order) => (
            <WaitingOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Page>
  )
}

const Figure = ({ number }: { number: number | undefined }) =>
  number === undefined ? <Skeleton width={40} /> : count(number)

const WaitingSkeleton = () => (
  <output aria-label="Loading the orders that wait longest" className={styles.loading}>
    <div aria-hidden className={styles.cards}>
      {[1, 2].map((at) => (
        <Card key={at} pad={3} className={styles.waiting}>
          <Skeleton width="60%" />
          <Skeleton width="35%" />
          <Skeleton width="80%" />
        </Card>
      ))}
    </div>
  </output>
)

function WaitingOrder({ order }: { order: Order }) {
  const { id, number, title, status, payable, created_at } = order
  return (
    <Card as="li" pad={3} className={styles.order} {...useTapGuard()}>
      <Row align="start" gap={2}>
        <div className={styles.title}>
          <Link to={`/order/${id}`} tone="inherit" strong>
            {number} {title}
          </Link>
          <Text as="div" size="small" tone="muted">
            Waiting {waitingTime(created_at)}
            {payable !== null && ` · ${rupees(payable)}`}
          </Text>
          <OrderTags order={order} />
        </div>
        <CardStatus status={status} />
      </Row>
      <div className={styles.contact}>
        <CustomerContact order={order} />
      </div>
      <div className={styles.buttons}>
        <ContactButtons order={order} />
        <OrderMoves order={order} />
      </div>
    </Card>
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

const paging = new Set(['limit', 'offset', 'assigned_user', 'ordering'])

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
