import {
  allowedTransitions,
  findMove,
  type OrderStatus,
  orderStatusLabels,
} from '@our-print/contract/orders/orderMoves.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db } from '../base/database/db.ts'
import { conflict, invalid, Problem } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import { cancelOfOrders } from '../printing/printJobs/changeJobs.queries.ts'
import { printedBeforeText } from '../printing/printJobs/jobSentences.ts'
import * as coins from '../rewards/coins/coins.queries.ts'
import * as couponUses from '../rewards/coupons/couponUses.queries.ts'
import * as soldPlans from '../rewards/plans/soldPlans.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'

/** What is asked for an order: only what deciding on its move needs. */
export type Asked = {
  id: string
  status?: OrderStatus | undefined
  assigned_user?: string | null | undefined
}

/** A locked order, with all that a decision on its change depends on. */
export type LockedOrder = {
  id: string
  status: OrderStatus
  assigned_user: string | null
  delivered_at: string | null
  version: number
  title: string
  notes: string
  address: object | null
  pickup: boolean
  /** Whether the staff user who has it may have an open order. */
  holder_is_active: boolean
  /** Whether the staff user who is to get it may have one. */
  named_is_active: boolean
  /** Whether it may be delivered: it has a proof, or needs none. */
  has_needed_proof: boolean
}

/** A move that was decided on. */
export type Move = {
  id: string
  from: OrderStatus
  to: OrderStatus
  /** Who has the order after it. */
  assigned_user: string | null
  note: string | null
}

/**
 * Locks those of the orders that the actor may change, in the sequence of their ids as all changes of many do, and the
 * people on whose being active a decision depends. Each order at most once.
 */
export async function lockOrders(db: Db, { id, is_superuser }: Actor, asked: readonly Asked[]) {
  const locked = await db<LockedOrder[]>`
    with asked as (
      select * from unnest(${asked.map((one) => one.id)}::uuid[], ${asked.map(({ status }) => status ?? null)}::text[],
        ${asked.map((one) => one.assigned_user ?? null)}::uuid[]) a (id, status, named)
    ), current as materialized (
      select o.id, o.status, o.assigned_user, o.delivered_at, o.out_for_delivery_at, o.version, o.title, o.notes,
        o.address, o.pickup, a.named, a.status as wanted
      from asked a join orders o on o.id = a.id and (${is_superuser} or o.assigned_user = ${id})
      order by o.id for no key update of o
    ), people as materialized (
      -- Nobody who has an open order can be deactivated: only who gets one, or one back, must be locked.
      select id from staff_users where is_active and not is_superuser and id in (
        select named from current union all select assigned_user from current where status = 'delivered')
      order by id for share
    )
    select o.id, o.status, o.assigned_user, o.delivered_at, o.version, o.title, o.notes, o.address, o.pickup,
      o.assigned_user in (select id from people) or o.status <> 'delivered' as holder_is_active,
      coalesce(o.named in (select id from people), false) as named_is_active,
      o.wanted is distinct from 'delivered' or ${hasNeededProof(db)} as has_needed_proof
    from current o`
  return new Map(locked.map((order) => [order.id, order]))
}

/** Condition: the order `o` has a proof of its present delivery, or the shop does not require one. */
const hasNeededProof = (db: Db) => db`(
  not exists (select from configurations where proof_of_delivery = 'required')
  or exists (select from delivery_proofs p
    where p.order_id = o.id and p.created_at >= coalesce(o.out_for_delivery_at, '-infinity')))`

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

/** Makes decided moves of locked orders, with all that follows from them. At most one of them reopens an order. */
export async function makeMoves(db: Db, actor: Actor, moves: readonly Move[]): Promise<void> {
  if (moves.length === 0) return
  await applyMoves(db, actor.id, moves)
  for (const [to, some] of Map.groupBy(moves, (move) => move.to)) {
    const ids = some.map(({ id }) => id)
    await settle(db, actor, ids, to)
  }
  for (const { id } of moves.filter(({ from }) => from === 'delivered')) {
    await coins.reverse(db, id, actor.id)
    await referrals.reverseClaims(db, id, actor.id)
  }
}

/** Whether more follows from a move than its history entry. */
export const hasEffects = ({ from, to }: Move) =>
  from === 'delivered' || to === 'delivered' || to === 'cancelled'

/** The moves themselves, each with a history entry. */
const applyMoves = (db: Db, by: string, moves: readonly Move[]) => db`
  with moved as (
    update orders o set version = o.version + 1, status = m.to_status, assigned_user = m.assigned_user,
      assigned_at = case when m.to_status = 'confirmed' then null
        when m.to_status = 'assigned' and m.from_status <> 'out-for-delivery' then now() else o.assigned_at end,
      out_for_delivery_at = case when m.to_status = 'out-for-delivery' and m.from_status <> 'delivered' then now()
        when m.to_status = 'assigned' then null else o.out_for_delivery_at end,
      shelf_place = case when m.to_status <> 'out-for-delivery' then o.shelf_place end,
      attempts = o.attempts + (m.from_status = 'out-for-delivery' and m.to_status = 'assigned')::int,
      delivered_at = case m.to_status when 'delivered' then now() when 'out-for-delivery' then null
        else o.delivered_at end,
      cancelled_at = case when m.to_status = 'cancelled' then now() else o.cancelled_at end
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ from }) => from)}::text[],
      ${moves.map(({ to }) => to)}::text[], ${moves.map((move) => move.assigned_user)}::uuid[],
      ${moves.map(({ note }) => note)}::text[]) m (id, from_status, to_status, assigned_user, note)
    where o.id = m.id
    returning o.id, m.from_status, m.to_status, m.note)
  insert into order_history (order_id, by, from_status, to_status, note)
  select id, ${by}, from_status, to_status, note from moved`

/** What follows from a delivery or a cancellation. Sent at once; all moves lock in this sequence. */
async function settle(db: Db, actor: Actor, ids: string[], to: OrderStatus): Promise<void> {
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

/** Stops what is printed of orders that were just cancelled; their history says what was printed by then. */
export async function cancelPrinting(db: Db, ids: string[]): Promise<void> {
  const printed = await cancelOfOrders(db, ids)
  if (printed.length === 0) return
  await db`
    update order_history h set note = concat_ws(' · ', nullif(h.note, ''), p.note)
    from unnest(${printed.map(({ order }) => order)}::uuid[], ${printed.map(printedBeforeText)}::text[]) p (id, note)
    where h.order_id = p.id and h.to_status = 'cancelled'`
}
