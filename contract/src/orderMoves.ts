/** The states of an order and who may change them: the one table that buttons and server both follow. */
export const orderStatuses = ['confirmed', 'assigned', 'out-for-delivery', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const orderStatusLabels: Record<OrderStatus, string> = {
  confirmed: 'Pending',
  assigned: 'Assigned',
  'out-for-delivery': 'Out for delivery',
  delivered: 'Completed',
  cancelled: 'Cancelled',
}

type Move = {
  from: OrderStatus
  to: OrderStatus
  /** Super admins may make every move; this one is open to the order's own staff user too. */
  staff?: true
  /** Minutes after the last move in which the staff user may still make this one. */
  staffMinutes?: number
  needsNote?: true
}

export const orderMoves: readonly Move[] = [
  { from: 'confirmed', to: 'assigned' },
  { from: 'assigned', to: 'assigned' },
  { from: 'assigned', to: 'confirmed' },
  { from: 'assigned', to: 'out-for-delivery', staff: true },
  { from: 'out-for-delivery', to: 'delivered', staff: true },
  { from: 'out-for-delivery', to: 'assigned', staff: true, needsNote: true },
  { from: 'delivered', to: 'out-for-delivery', staff: true, staffMinutes: 10, needsNote: true },
  { from: 'confirmed', to: 'cancelled', needsNote: true },
  { from: 'assigned', to: 'cancelled', needsNote: true },
  { from: 'out-for-delivery', to: 'cancelled', needsNote: true },
]

type Asker = { is_superuser: boolean }
type Placed = { status: OrderStatus; delivered_at: string | null }

/** The move between two states, if this person may make it now; who owns the order is the caller's check. */
export function findMove(asker: Asker, order: Placed, to: OrderStatus, now = Date.now()): Move | undefined {
  return orderMoves.find((move) => {
    if (move.from !== order.status || move.to !== to) return false
    if (asker.is_superuser) return true
    if (!move.staff) return false
    if (!move.staffMinutes) return true
    return order.delivered_at !== null && now - Date.parse(order.delivered_at) <= move.staffMinutes * 60_000
  })
}

/** The states that this person can bring the order to now. */
export const allowedTransitions = (asker: Asker, order: Placed, now = Date.now()): OrderStatus[] =>
  orderStatuses.filter((to) => findMove(asker, order, to, now))
