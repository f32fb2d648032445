import { type Able, can } from '../people/abilities.ts'

/** The statuses of an order. */
export const orderStatuses = ['confirmed', 'assigned', 'out-for-delivery', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The statuses of orders that wait for something. */
export const openStatuses: readonly OrderStatus[] = ['confirmed', 'assigned', 'out-for-delivery']

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
  /** Who has this ability may make it; super admins may make every move. */
  ability: 'orders' | 'assign'
  /** The order's own staff user may make it, too. */
  staff?: true
  /** How many minutes after the delivery the staff user may still make this move. */
  staffMinutes?: number
  needsNote?: true
}

/** How many minutes a mistaken tap that delivers can be undone by who made it. */
export const undoMinutes = 10

/** Every allowed move; buttons and server both follow this table. */
export const orderMoves: readonly Move[] = [
  { from: 'confirmed', to: 'assigned', ability: 'assign' },
  { from: 'assigned', to: 'assigned', ability: 'assign' },
  { from: 'assigned', to: 'confirmed', ability: 'assign' },
  { from: 'assigned', to: 'out-for-delivery', ability: 'orders', staff: true },
  { from: 'out-for-delivery', to: 'delivered', ability: 'orders', staff: true },
  { from: 'out-for-delivery', to: 'assigned', ability: 'orders', staff: true, needsNote: true },
  {
    from: 'delivered',
    to: 'out-for-delivery',
    ability: 'orders',
    staff: true,
    staffMinutes: undoMinutes,
    needsNote: true,
  },
  { from: 'confirmed', to: 'cancelled', ability: 'orders', needsNote: true },
  { from: 'assigned', to: 'cancelled', ability: 'orders', needsNote: true },
  { from: 'out-for-delivery', to: 'cancelled', ability: 'orders', needsNote: true },
]

type CurrentStatus = {
  status: OrderStatus
  delivered_at: string | null
  /** False for the order of somebody else, which the actor sees by an ability. */
  is_own?: boolean
}

/** The move to a status, if the actor may make it now. The caller checks that who has no ability sees the order. */
export function findMove(
  actor: Able,
  order: CurrentStatus,
  to: OrderStatus,
  now = Date.now(),
): Move | undefined {
  return orderMoves.find((move) => {
    if (move.from !== order.status || move.to !== to) return false
    if (can(actor, move.ability)) return true
    if (!move.staff || order.is_own === false) return false
    if (!move.staffMinutes) return true
    return order.delivered_at !== null && now - Date.parse(order.delivered_at) <= move.staffMinutes * 60_000
  })
}

/** The statuses to which the actor can move the order now. */
export const allowedTransitions = (actor: Able, order: CurrentStatus, now = Date.now()): OrderStatus[] =>
  orderStatuses.filter((to) => findMove(actor, order, to, now))

type Undo = { status: OrderStatus; assigned_user?: string; note?: string }

/**
 * The change that undoes a move of an order, if there is one; `note` is for moves that need one. Undone, an order out
 * for delivery has one more failed attempt.
 */
export function undoOf(
  { status, assigned_user }: { status: OrderStatus; assigned_user: string | null },
  to: OrderStatus,
  note: string,
): Undo | undefined {
  if (status === 'confirmed' && to === 'assigned') return { status }
  if (status === 'assigned' && (to === 'assigned' || to === 'confirmed'))
    return assigned_user === null ? undefined : { status, assigned_user }
  const isBackWithNote =
    (status === 'assigned' && to === 'out-for-delivery') ||
    (status === 'out-for-delivery' && to === 'delivered')
  return isBackWithNote ? { status, note } : undefined
}

/** Whether the actor may add a proof of delivery: on the way, and as long as they may reopen the delivered order. */
export const mayAddProof = (actor: Able, order: CurrentStatus, now = Date.now()): boolean =>
  order.status === 'out-for-delivery' ||
  (order.status === 'delivered' && findMove(actor, order, 'out-for-delivery', now) !== undefined)
