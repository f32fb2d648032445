import type { Order } from '@our-print/contract/orders/orders.ts'
import type { ReactNode } from 'react'
import { PartFailure } from '../base/feedback/PartFailure.tsx'
import { StatusChip } from '../base/feedback/StatusChip.tsx'
import { formatDateTime, formatRecent, plural, rupees } from '../base/format/format.ts'
import { Section } from '../base/page/Page.tsx'
import { Row, Stack } from '../base/ui/Layout.tsx'
import { Link } from '../base/ui/Link.tsx'
import { Skeleton } from '../base/ui/Skeleton.tsx'
import { Text } from '../base/ui/Text.tsx'
import { shown, useOrders } from './OrderCount.tsx'
import styles from './OtherOrders.module.css'

/** The customer's last orders. The last part of the page: nothing below moves when they arrive. */
export default function OtherOrders({ order }: { order: Order }) {
  const reply = useOrders(order)
  const { data, error } = reply
  if (!data && error)
    return (
      <OrdersSection>
        <PartFailure reply={reply} />
      </OrdersSection>
    )
  if (!data) {
    return (
      <OrdersSection>
        <Stack as="output" aria-label="Loading other orders">
          {Array.from({ length: shown }, (_, at) => (
            <div key={at} className={styles.order} aria-hidden>
              <Skeleton width="70%" />
              <Skeleton width="45%" />
            </div>
          ))}
        </Stack>
      </OrdersSection>
    )
  }
  const others = data.results.filter(({ id }) => id !== order.id).slice(0, shown)
  if (others.length === 0) {
    return (
      <OrdersSection>
        <Text as="div" size="small" tone="muted">
          This is the first order of this customer.
        </Text>
      </OrdersSection>
    )
  }
  return (
    <OrdersSection
      aside={
        <Text size="small" flow="keep">
          <Link to={`/user/${order.user}`} aria-label={`All ${plural(data.count, 'order')} of this customer`}>
            All {plural(data.count, 'order')}
          </Link>
        </Text>
      }
    >
      <ul aria-label="Other orders of this customer" className={styles.orders}>
        {others.map((other) => (
          <OtherOrder key={other.id} order={other} />
        ))}
      </ul>
    </OrdersSection>
  )
}

const OtherOrder = ({ order: { id, number, title, payable, status, created_at } }: { order: Order }) => (
  <li className={styles.order}>
    <Row align="baseline" gap={3}>
      <span className={styles.title}>
        <Link to={`/order/${id}`} title={`Order ${number}`}>
          {title}
        </Link>
      </span>
      {payable !== null && <span>{rupees(payable)}</span>}
    </Row>
    <Row justify="between" gap={2}>
      <Text tone="muted" title={formatDateTime(created_at)}>
        {formatRecent(created_at)}
      </Text>
      <StatusChip status={status} />
    </Row>
  </li>
)

const OrdersSection = ({ aside, children }: { aside?: ReactNode; children: ReactNode }) => (
  <Section title="Other orders" aside={aside}>
    {children}
  </Section>
)
