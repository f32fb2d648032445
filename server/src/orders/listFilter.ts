import { type listOrders, orderTypes } from '@our-print/contract/orders.ts'
import type { z } from 'zod'

/** What a request's query parameters mean for the list of all orders. */
export function filterOf<
  Query extends Pick<z.output<typeof listOrders.schema.querystring>, 'order_type' | 'exclude_order_type'>,
>({ order_type, exclude_order_type, ...rest }: Query) {
  const order_types = orderTypes.filter(
    (type) => type !== exclude_order_type && (order_type === undefined || type === order_type),
  )
  return { ...rest, order_types }
}
