import { allowedTransitions, type OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Act } from './actQueue.ts'

/** The status that an act leads to; undefined where it leads to none. */
export const statusAfter = ({ deed }: Pick<Act, 'deed'>): OrderStatus | undefined =>
  deed.kind === 'move' ? deed.change.status : deed.kind === 'scan' ? 'out-for-delivery' : undefined

/** The order as it will be when what waits is done: only for the next step, never shown as what is. */
export function predict(order: Order, acts: readonly Pick<Act, 'deed'>[]): Order {
  const status = acts.map(statusAfter).findLast((one) => one !== undefined)
  if (status === undefined || status === order.status) return order
  const courier = { is_superuser: false, abilities: [] }
  const allowed = allowedTransitions(courier, { status, delivered_at: null, is_own: true })
  return { ...order, status, allowed_transitions: allowed }
}
