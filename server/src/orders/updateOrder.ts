import type { updateOrder as contract, Order, OrderUpdate } from '@our-print/contract/orders.ts'
import {
  allowedTransitions,
  findMove,
  type OrderStatus,
  orderStatusLabels,
} from '@our-print/contract/rules/orderMoves.ts'
import { required } from '@our-print/contract/values.ts'
import * as coins from '../coins/coins.queries.ts'
import * as couponUses from '../coupons/couponUses.queries.ts'
import type { Db, Pool } from '../database/db.ts'
import { checkVersion, refuseChangedFields } from '../database/versions.ts'
import { conflict, forbidden, invalid, notFound } from '../http/problem.ts'
import { type Actor, type Call, inActorTransaction } from '../http/route.ts'
import * as soldPlans from '../plans/soldPlans.queries.ts'
import * as referrals from '../referrals/referrals.queries.ts'
import * as staff from '../staff/staff.queries.ts'
import { cancelPrinting } from './cancelPrinting.queries.ts'
import { refuseWithoutProof } from './deliveryProofs.queries.ts'
import {
  asGuardedMove,
  type createOrderMover,
  type GuardedMove,
  moveOrders,
  type OrderMove,
} from './moveOrders.queries.ts'
import * as orders from './orders.queries.ts'

type Current = {
  status: OrderStatus
  assigned_user: string | null
  assignee_is_active: boolean
  delivered_at: string | null
  version: number
}

/**
 * Applies a PATCH and returns the order. An ordinary move is one statement, shared with others that arrive at the same
 * time; anything else is a transaction.
 */
export async function patchOrder(
  pool: Pool,
  moveOrder: ReturnType<typeof createOrderMover>,
  { request, session, actor, params, body }: Call<typeof contract>,
) {
  const id = params.id.toLowerCase()
  const move = asMoveAlone(actor, id, body)
  if (move && !hasEffects(move)) {
    const { tokenHash } = session
    const moved = await moveOrder({ id, actor, move, tokenHash, requestId: request.id })
    if (moved) return moved
  }
  const confirmed = await session.confirm()
  return inActorTransaction(pool, request, async (tx) => {
    const again = asMoveAlone(confirmed, id, body)
    const hasMoved = again && (await moveAndSettle(tx, confirmed, [{ id, move: again }])).length > 0
    if (!hasMoved) await updateOrder(tx, confirmed, id, body)
    return orders.get(tx, confirmed, id)
  })
}

const moveFields = new Set(['status', 'assigned_user', 'note', 'version'])

function asMoveAlone(actor: Actor, id: string, patch: OrderUpdate): GuardedMove | undefined {
  const isAlone = Object.entries(patch).every(
    ([key, value]) => moveFields.has(key) || (key === 'id' && value === id),
  )
  return isAlone ? asGuardedMove(actor, patch) : undefined
}

/** Makes the guarded moves of those orders that can make theirs, with what follows from them; returns their ids. */
export async function moveAndSettle(db: Db, actor: Actor, moves: OrderMove[]): Promise<string[]> {
  const moved = await moveOrders(db, actor, moves)
  const targets = new Map(moves.map(({ id, move }) => [id, move.to]))
  for (const [to, ids] of Map.groupBy(moved, (id) => targets.get(id))) {
    if (to) await settle(db, actor, ids, { to })
  }
  return moved
}

const hasEffects = ({ to }: Pick<GuardedMove, 'to'>) => to === 'cancelled' || to === 'delivered'

/** What follows from a delivery or a cancellation. Sent at once; all moves lock in this sequence. */
async function settle(db: Db, actor: Actor, ids: string[], { to }: Pick<GuardedMove, 'to'>): Promise<void> {
  if (to === 'cancelled') {
    await Promise.all([
      soldPlans.giveBackPages(db, ids),
      couponUses.lockCoupons(db, ids),
      couponUses.giveBack(db, ids),
      referrals.cancel(db, ids),
    ])
    await cancelPrinting(db, ids)
  }
  if (to === 'delivered') {
    await Promise.all([coins.earn(db, ids, actor.id), referrals.earnClaims(db, ids, actor.id)])
  }
}

/**
 * Applies a change of any kind: a move, an assignment, fields; or explains why not. Locks the row first, so that what is
 * checked stays true.
 */
export async function updateOrder(db: Db, actor: Actor, id: string, patch: OrderUpdate): Promise<void> {
  const current = await lock(db, actor, id)
  if (!actor.is_superuser) refuseOtherFields(patch)
  await checkVersion('This order', patch.version, current, () => orders.get(db, actor, id))
  await refuseReadOnly(db, actor, id, patch)

  const to = targetStatus(current, patch)
  const corrections = actor.is_superuser ? pickFieldUpdates(patch) : {}
  const isMove = to !== current.status || changesAssignee(current, patch)
  if (isMove) await move(db, actor, id, current, to, patch)
  if (Object.keys(corrections).length > 0) await updateFields(db, id, current, corrections)
}

/** Locks an order; 404 also if the actor may not change it. */
async function lock(db: Db, actor: Actor, id: string): Promise<Current> {
  const [current] = await db<Current[]>`
    select o.status, o.assigned_user, coalesce(s.is_active, false) as assignee_is_active, o.delivered_at, o.version
    from orders o left join staff_users s on s.id = o.assigned_user
    where o.id = ${id} and (${actor.is_superuser} or o.assigned_user = ${actor.id}) for no key update of o`
  if (!current) throw notFound('Order')
  return current
}

const staffFields = new Set(['id', 'version', 'status', 'note'])

function refuseOtherFields(patch: OrderUpdate): void {
  const other = Object.keys(patch).filter((key) => !staffFields.has(key))
  if (other.length > 0) throw forbidden(`Only a super admin can change ${other.join(', ')}`)
}

/** The whole record may be sent back, but read-only fields must be unchanged. File links are ignored: they expire. */
async function refuseReadOnly(db: Db, actor: Actor, id: string, patch: OrderUpdate): Promise<void> {
  const { status, assigned_user, title, notes, note, address, version, ...readOnly } = patch
  if (Object.keys(readOnly).length === 0) return
  const order = (await orders.get(db, actor, id)).toJSON() as Order
  refuseChangedFields(withoutLinks(readOnly), withoutLinks(order))
}

const withoutUrl = <T extends { url: string }>({ url, ...file }: T) => file

const withoutLinks = <T extends Partial<Order>>(order: T) => ({
  ...order,
  ...(order.order_files && { order_files: order.order_files.map(withoutUrl) }),
  ...(order.delivery_proof && {
    delivery_proof: { ...order.delivery_proof, pictures: order.delivery_proof.pictures.map(withoutUrl) },
  }),
})

const changesAssignee = (current: Current, { assigned_user }: OrderUpdate) =>
  assigned_user !== undefined && assigned_user !== current.assigned_user

/** The requested status. Without one, a staff user means `assigned`, and null means `confirmed`. */
function targetStatus(current: Current, patch: OrderUpdate): OrderStatus {
  if (patch.status === 'assigned' && patch.assigned_user === null) throw invalid('assigned_user', required)
  if (patch.status && patch.status !== current.status) return patch.status
  if (current.status === 'confirmed' && changesAssignee(current, patch)) return 'assigned'
  if (current.status === 'assigned' && patch.assigned_user === null) return 'confirmed'
  return current.status
}

async function move(db: Db, actor: Actor, id: string, current: Current, to: OrderStatus, patch: OrderUpdate) {
  const allowed = findMove(actor, current, to)
  if (!allowed) throw notAllowed(actor, current, to)
  if (allowed.needsNote && !patch.note) throw invalid('note', required)
  if (to === 'delivered') await refuseWithoutProof(db, id)
  const assignee = await assigneeAfter(db, current, to, patch)
  const note = patch.note || null
  await db`
    with moved as (
      update orders set status = ${to}, assigned_user = ${assignee}, ${timestampsFor(db, current.status, to)}
      where id = ${id} returning id)
    insert into order_history (order_id, by, from_status, to_status, note)
    select id, ${actor.id}, ${current.status}, ${to}, ${note} from moved`
  await settle(db, actor, [id], { to })
  if (current.status === 'delivered') {
    await coins.reverse(db, id, actor.id)
    await referrals.reverseClaims(db, id, actor.id)
  }
}

function notAllowed(actor: Actor, current: Current, to: OrderStatus) {
  const open = allowedTransitions(actor, current).map((status) => orderStatusLabels[status])
  const now = `This order is ${orderStatusLabels[current.status]}`
  if (to === current.status) return conflict(`${now} and cannot be given to someone else.`, 'not_allowed')
  const next = open.length > 0 ? `it can become ${open.join(' or ')}` : 'it can no longer be changed'
  return conflict(`${now} and cannot become ${orderStatusLabels[to]}; ${next}.`, 'not_allowed')
}

/** The assigned user after the move; a new one must be active. */
async function assigneeAfter(
  db: Db,
  current: Current,
  to: OrderStatus,
  patch: OrderUpdate,
): Promise<string | null> {
  const isAssignment = to === 'assigned' && current.status !== 'out-for-delivery'
  if (!isAssignment) {
    const removesAssignee = to === 'confirmed' && patch.assigned_user === null
    if (changesAssignee(current, patch) && !removesAssignee) {
      throw invalid('assigned_user', 'This move does not give the order to someone else')
    }
    if (to === 'confirmed') return null
    if (isOpen(to)) await refuseInactiveAssignee(db, current)
    return current.assigned_user
  }
  const named = patch.assigned_user
  if (!named) throw invalid('assigned_user', required)
  if (!(await staff.lockStaffUser(db, named)))
    throw invalid('assigned_user', 'This is not an active staff user')
  return named
}

const isOpen = (status: OrderStatus) => status === 'assigned' || status === 'out-for-delivery'

/** An open order needs an active staff user; the one of a delivered order may be deactivated. */
async function refuseInactiveAssignee(db: Db, { status, assigned_user, assignee_is_active }: Current) {
  // Nobody who holds an open order can be deactivated, so only a reopened order needs the lock.
  const isActive = isOpen(status)
    ? assignee_is_active
    : assigned_user !== null && (await staff.lockStaffUser(db, assigned_user)) !== undefined
  if (isActive) return
  throw conflict(
    'The staff user who has this order is deactivated. Activate them first: an open order needs an active staff user.',
    'inactive_assignee',
  )
}

/** The columns that a move updates besides the status. */
function timestampsFor(db: Db, from: OrderStatus, to: OrderStatus) {
  if (to === 'confirmed') return db`assigned_at = null`
  if (to === 'cancelled') return db`cancelled_at = now()`
  if (to === 'delivered') return db`delivered_at = now()`
  if (to === 'out-for-delivery') {
    return from === 'delivered'
      ? db`delivered_at = null`
      : db`out_for_delivery_at = now(), shelf_place = null`
  }
  return from === 'out-for-delivery'
    ? db`out_for_delivery_at = null, attempts = attempts + 1`
    : db`assigned_at = now()`
}

type FieldUpdates = Pick<OrderUpdate, 'title' | 'notes' | 'address'>

function pickFieldUpdates({ title, notes, address }: OrderUpdate): FieldUpdates {
  return {
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    ...(address !== undefined && { address }),
  }
}

/** Updates texts only: what is printed and its price never change. */
async function updateFields(
  db: Db,
  id: string,
  current: Current,
  { title, notes, address }: FieldUpdates,
): Promise<void> {
  const [before] = await db<[{ title: string; notes: string; address: object | null; pickup: boolean }]>`
    select title, notes, address, pickup from orders where id = ${id}`
  if (address === null && !before.pickup) throw invalid('address', required)
  const after = {
    title: title ?? before.title,
    notes: notes ?? before.notes,
    address: address ?? before.address,
  }
  const same =
    JSON.stringify([before.title, before.notes, sorted(before.address)]) ===
    JSON.stringify([after.title, after.notes, sorted(after.address)])
  if (same) return
  if (current.status === 'cancelled')
    throw conflict('A cancelled order can no longer be changed.', 'not_allowed')
  await db`
    update orders set title = ${after.title}, notes = ${after.notes},
      address = ${after.address === null ? null : db.json(after.address as never)}
    where id = ${id}`
}

const sorted = (address: object | null) =>
  address ? Object.entries(address).toSorted(([a], [b]) => (a < b ? -1 : 1)) : null
