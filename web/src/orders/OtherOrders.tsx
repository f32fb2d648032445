import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { useRead } from '../base/api/api.ts'
import { StatusChip } from '../base/feedback/StatusChip.tsx'
import { formatDateTime, formatRecentDate, plural, rupees } from '../base/format/format.ts'
import { RouteLink, SecondaryButton, Section } from '../base/page/Page.tsx'

// What the customer of an order ordered besides. For super admins only: staff users see no orders of others.

const shown = 3

/** One request for both parts: the newest orders, one more in case this one is among them, and the number of all. */
const useOrders = ({ user }: Order) =>
  useRead(listOrders, { querystring: { user, limit: String(shown + 1) } })

/** One line on the customer's card: how many orders they have. Its height is the same in every state. */
export function OrderCount({ order }: { order: Order }) {
  const { data, error } = useOrders(order)
  const text = !data ? (
    error ? null : (
      <Skeleton width={72} />
    )
  ) : data.count > 1 ? (
    <RouteLink to={`/user/${order.user}`}>{plural(data.count, 'order')}</RouteLink>
  ) : (
    'First order'
  )
  return <Box sx={{ minHeight: 24, typography: 'body2', color: 'text.secondary' }}>{text}</Box>
}

/** The customer's last orders. The last part of the page: nothing below moves when they arrive. */
export function OtherOrders({ order }: { order: Order }) {
  const { data, error, isFetching, refetch } = useOrders(order)
  if (!data && error) {
    return (
      <OrdersSection>
        <Box role="alert" sx={quiet}>
          They could not be loaded. {error.message}
        </Box>
        <SecondaryButton
          size="small"
          loading={isFetching}
          onClick={() => void refetch()}
          sx={{ mt: 1, minHeight: { xs: 44, sm: 30 } }}
        >
          Retry
        </SecondaryButton>
      </OrdersSection>
    )
  }
  if (!data) {
    return (
      <OrdersSection>
        <Box component="output" aria-label="Loading other orders" sx={{ display: 'block' }}>
          {Array.from({ length: shown }, (_, at) => (
            <Box key={at} sx={row} aria-hidden>
              <Skeleton width="70%" />
              <Skeleton width="45%" />
            </Box>
          ))}
        </Box>
      </OrdersSection>
    )
  }
  const others = data.results.filter(({ id }) => id !== order.id).slice(0, shown)
  if (others.length === 0) {
    return (
      <OrdersSection>
        <Box sx={quiet}>This is the first order of this customer.</Box>
      </OrdersSection>
    )
  }
  return (
    <OrdersSection
      aside={
        <RouteLink
          to={`/user/${order.user}`}
          aria-label={`All ${plural(data.count, 'order')} of this customer`}
          sx={{ typography: 'body2', whiteSpace: 'nowrap' }}
        >
          All {plural(data.count, 'order')}
        </RouteLink>
      }
    >
      <Box component="ul" aria-label="Other orders of this customer" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {others.map((other) => (
          <OtherOrder key={other.id} order={other} />
        ))}
      </Box>
    </OrdersSection>
  )
}

const OtherOrder = ({ order: { id, number, title, payable, status, created_at } }: { order: Order }) => (
  <Box component="li" sx={row}>
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1.5 }}>
      <RouteLink
        to={`/order/${id}`}
        title={`Order ${number}`}
        sx={{
          flex: 1,
          minWidth: 0,
          py: { xs: 1.25, sm: 0 },
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        }}
      >
        {title}
      </RouteLink>
      <span>{rupees(payable)}</span>
    </Box>
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, mt: 0.25 }}>
      <Box component="span" title={formatDateTime(created_at)} sx={{ color: 'text.secondary' }}>
        {formatRecentDate(created_at)}
      </Box>
      <StatusChip status={status} />
    </Box>
  </Box>
)

const OrdersSection = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <Section title="Other orders" aside={aside}>
    {children}
  </Section>
)

const quiet = { typography: 'body2', color: 'text.secondary' } as const

const row = {
  py: 1,
  typography: 'body2',
  '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
} as const
