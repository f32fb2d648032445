import {
  allowedTransitions,
  findMove,
  type OrderStatus,
  orderStatusLabels,
} from '@our-print/contract/orders/orderMoves.ts'
import { required } from '@our-print/contract/values.ts'
import { conflict, invalid, Problem } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import type { LockedOrder, Move } from './moveOrders.queries.ts'

/** What a change may say of an order's move. */
export type MoveRequest = {
  status?: OrderStatus | undefined
  assigned_user?: string | null | undefined
  note?: string | undefined
}

/** The move that a change means for a locked order; undefined if it is as wanted already. Throws why it cannot be made. */
export function decideMove(actor: Actor, order: LockedOrder, wanted: MoveRequest): Move | undefined {
  const to = targetStatus(order, wanted)
  if (to === order.status && !changesAssignee(order, wanted)) return undefined
  const allowed = findMove(actor, order, to)
  if (!allowed) throw notAllowed(actor, order, to)
  if (allowed.needsNote && !wanted.note) throw invalid('note', required)
  if (to === 'delivered' && !order.has_needed_proof) {
    const message = 'This delivery needs a proof first: who received it, a photo or a signature'
    throw new Problem(422, 'proof_required', message)
  }
  const assigned_user = assigneeAfter(order, to, wanted)
  return { id: order.id, from: order.status, to, assigned_user, note: wanted.note || null }
}

const changesAssignee = (order: LockedOrder, { assigned_user }: MoveRequest) =>
  assigned_user !== undefined && assigned_user !== order.assigned_user

/** The requested status. Without one, a staff user means `assigned`, and null means `confirmed`. */
function targetStatus(order: LockedOrder, wanted: MoveRequest): OrderStatus {
  if (wanted.status === 'assigned' && wanted.assigned_user === null) throw invalid('assigned_user', required)
  if (wanted.status && wanted.status !== order.status) return wanted.status
  if (order.status === 'confirmed' && changesAssignee(order, wanted)) return 'assigned'
  if (order.status === 'assigned' && wanted.assigned_user === null) return 'confirmed'
  return order.status
}

function notAllowed(actor: Actor, order: LockedOrder, to: OrderStatus) {
  const open = allowedTransitions(actor, order).map((status) => orderStatusLabels[status])
  const now = `This order is ${orderStatusLabels[order.status]}`
  if (to === order.status) return conflict(`${now} and cannot be given to someone else.`, 'not_allowed')
  const next = open.length > 0 ? `it can become ${open.join(' or ')}` : 'it can no longer be changed'
  return conflict(`${now} and cannot become ${orderStatusLabels[to]}; ${next}.`, 'not_allowed')
}

/** The assigned user after the move; an open order needs an active one. */
function assigneeAfter(order: LockedOrder, to: OrderStatus, wanted: MoveRequest): string | null {
  const isAssignment = to === 'assigned' && order.status !== 'out-for-delivery'
  if (isAssignment) {
    if (!wanted.assigned_user) throw invalid('assigned_user', required)
    if (!order.named_is_active) throw invalid('assigned_user', 'This is not an active staff user')
    return wanted.assigned_user
  }
  const removesAssignee = to === 'confirmed' && wanted.assigned_user === null
  if (changesAssignee(order, wanted) && !removesAssignee) {
    throw invalid('assigned_user', 'This move does not give the order to someone else')
  }
  if (to === 'confirmed') return null
  if ((to === 'assigned' || to === 'out-for-delivery') && !order.holder_is_active) {
    throw conflict(
      'The staff user who has this order is deactivated. Activate them first: an open order needs an active staff user.',
      'inactive_assignee',
    )
  }
  return order.assigned_user
}
