import { openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { type listOrders, orderTypes } from '@our-print/contract/orders/orders.ts'
import type { z } from 'zod'

type Query = Pick<
  z.output<typeof listOrders.schema.querystring>,
  'order_type' | 'exclude_order_type' | 'status' | 'waiting_days'
>

/** What a request's query parameters mean for the list of all orders. */
export function filterOf<Sent extends Query>({ order_type, exclude_order_type, status, ...rest }: Sent) {
  const order_types = orderTypes.filter(
    (type) => type !== exclude_order_type && (order_type === undefined || type === order_type),
  )
  const statuses =
    rest.waiting_days === undefined
      ? status
      : openStatuses.filter((open) => status === undefined || status.includes(open))
  return { ...rest, order_types, statuses }
}
