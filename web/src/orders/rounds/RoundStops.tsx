import type { Order } from '@our-print/contract/orders/orders.ts'
import { StatusChip } from '../../base/feedback/StatusChip.tsx'
import { useIsDrawn } from '../../base/feedback/useIsDrawn.ts'
import { plural, rupees } from '../../base/format/format.ts'
import { Card } from '../../base/ui/Card.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Heading, Text } from '../../base/ui/Text.tsx'
import { ContactButtons, CustomerContact } from '../orderMoves/CustomerContact.tsx'
import { OrderMoves } from '../orderMoves/OrderMoves.tsx'
import { OrderTags } from '../promises/OrderTags.tsx'
import styles from './RoundStops.module.css'
import type { Area } from './stops.ts'

type Props = { areas: readonly Area[]; isDone: (order: Order) => boolean }

/** What a phone shows of a round before it is scrolled. */
const stopsInView = 3

/** The stops with their areas, each with its next step. */
export function RoundStops({ areas, isDone }: Props) {
  const most = useIsDrawn() ? Number.POSITIVE_INFINITY : stopsInView
  const before = (area: number) => areas.slice(0, area).reduce((sum, { stops }) => sum + stops.length, 0)
  return areas.map(({ key, title, stops }, area) => (
    // No landmark: an area may come twice.
    <Stack key={key} gap={2}>
      <Row gap={2} align="baseline">
        <Heading level="h2">{title}</Heading>
        <Text size="small" tone="muted">
          {plural(stops.length, 'stop')}
        </Text>
      </Row>
      <ol aria-label={title} className={styles.stops}>
        {stops.slice(0, Math.max(0, most - before(area))).map((stop, at) => (
          <Stop key={stop.id} order={stop} number={before(area) + at + 1} isDone={isDone(stop)} />
        ))}
      </ol>
    </Stack>
  ))
}

function Stop({ order, number, isDone }: { order: Order; number: number; isDone: boolean }) {
  return (
    <Card as="li" pad={3} quiet={isDone}>
      <Stack gap={3}>
        <div>
          <Row gap={2} align="start">
            <StopNumber number={number} />
            <span className={styles.name}>
              <Link to={`/order/${order.id}`} tone="inherit">
                <Text as="div" strong>
                  {order.number} {order.title}
                </Text>
                <Text as="div" size="small" tone="muted">
                  {order.payable !== null && rupees(order.payable)}
                  {order.shelf_place && `, on shelf ${order.shelf_place}`}
                </Text>
              </Link>
            </span>
            <StatusChip status={order.status} />
          </Row>
          <OrderTags order={order} />
          <Text as="div" tone="muted">
            <CustomerContact order={order} />
          </Text>
        </div>
        <Stack gap={2}>
          <ContactButtons order={order} />
          <OrderMoves order={order} />
        </Stack>
      </Stack>
    </Card>
  )
}

/** Where the stop stands in the round; the list says so to screen readers. */
export const StopNumber = ({ number }: { number: number }) => (
  <span aria-hidden className={styles.number}>
    {number}
  </span>
)
