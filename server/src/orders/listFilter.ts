import { openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { type listOrders, orderTypes } from '@our-print/contract/orders/orders.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { z } from 'zod'
import type { Actor } from '../base/http/route.ts'
import { lacking } from '../people/session/access.ts'

type Query = Pick<
  z.output<typeof listOrders.schema.querystring>,
  'order_type' | 'exclude_order_type' | 'status' | 'waiting_days' | 'due'
>

/** What a request's query parameters mean for the list of all orders. */
export function filterOf<Sent extends Query>({ order_type, exclude_order_type, status, ...rest }: Sent) {
  const order_types = orderTypes.filter(
    (type) => type !== exclude_order_type && (order_type === undefined || type === order_type),
  )
  const statuses =
    rest.waiting_days === undefined && rest.due === undefined
      ? status
      : openStatuses.filter((open) => status === undefined || status.includes(open))
  return { ...rest, order_types, statuses }
}

type Hidden = {
  client?: unknown
  ordering?: string | undefined
  payable_from?: unknown
  payable_to?: unknown
  payment_status?: unknown
  paid_from?: unknown
  paid_to?: unknown
  due_from?: unknown
  due_to?: unknown
  price_by_hand?: unknown
  lines?: unknown
}

const pricedOrderings = ['payable', 'due', 'paid', 'payment_status', 'lines', 'price_by_hand']

/** Refuses a list that is sorted or filtered by what the actor does not see: its sequence or its count would say it. */
export function refuseHidden(actor: Actor, { client, ordering, ...filters }: Hidden): void {
  if (client !== undefined && !can(actor, 'vouchers')) throw lacking('vouchers')
  const { payable_from, payable_to, payment_status, price_by_hand, lines } = filters
  const { paid_from, paid_to, due_from, due_to } = filters
  const isSorted = pricedOrderings.includes(ordering?.replace('-', '') ?? '')
  const shown = [
    payable_from,
    payable_to,
    payment_status,
    price_by_hand,
    lines,
    paid_from,
    paid_to,
    due_from,
    due_to,
  ]
  const isByPrice = isSorted || shown.some((one) => one !== undefined)
  if (isByPrice && !can(actor, 'prices')) throw lacking('prices')
}
