import type { OrderPayment } from '@our-print/contract/money/payments.ts'
import {
  allowedTransitions,
  findMove,
  type OrderStatus,
  orderStatusLabels,
} from '@our-print/contract/orders/orderMoves.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import { required } from '@our-print/contract/values.ts'
import type { Db } from '../base/database/db.ts'
import type { Done } from '../base/database/doneTimes.ts'
import { conflict, forbidden, invalid, Problem } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import { tellOfMoves } from '../customer/messages/tellFacts.queries.ts'
import { creditOrders } from '../money/invoices/creditInvoices.queries.ts'
import { queue as queueInvoices } from '../money/invoices/invoicedOrders.queries.ts'
import type { PaidOrder } from '../money/payments/payments.queries.ts'
import { reverseOfDelivery } from '../money/payments/reversals.queries.ts'
import { cancelOfOrders } from '../printing/printJobs/changeJobs.queries.ts'
import { printedBeforeText } from '../printing/printJobs/jobSentences.ts'
import * as coins from '../rewards/coins/coins.queries.ts'
import * as couponUses from '../rewards/coupons/couponUses.queries.ts'
import * as soldPlans from '../rewards/plans/soldPlans.queries.ts'
import * as referrals from '../rewards/referrals/referrals.queries.ts'
import { answerCancels, askCancelAgain } from './answerCancels.queries.ts'
import { findUnproven, readUnpaidRule } from './deliveryRules.queries.ts'
import { whenDoneTo } from './orderHistory.queries.ts'
import { type OrderDue, refuseUnpaid } from './orderPayments.ts'
import { placeKept } from './shelfPlaces.queries.ts'
import { tellCouriers } from './tellCouriers.ts'

/** What is asked for an order: only what deciding on its move needs. */
export type Asked = {
  id: string
  status?: OrderStatus | undefined
  assigned_user?: string | null | undefined
}

/** A locked order, with all that a decision on its change depends on. */
export type LockedOrder = LockedRow & {
  /** Whether the actor is who has it. */
  is_own: boolean
  /** Whether the staff user who has it may have an open order. */
  holder_is_active: boolean
  /** Whether the staff user who is to get it may have one. */
  named_is_active: boolean
  /** Whether it may be delivered: it has a proof, or needs none. */
  has_needed_proof: boolean
  /** When what is asked for was done. */
  done: Done
  /** What the shop says of unpaid deliveries. */
  unpaid_delivery: OrderDue['unpaid_delivery']
}

type LockedRow = Omit<PaidOrder, 'id' | 'status'> & {
  id: string
  status: OrderStatus
  assigned_user: string | null
  delivered_at: string | null
  version: number
  title: string
  notes: string
  address: object | null
  pickup: boolean
  promised_at: string | null
  window_from: string | null
  is_ready: boolean
  pay_by: string
}

/** A move that was decided on. */
export type Move = {
  id: string
  from: OrderStatus
  to: OrderStatus
  /** Who had the order before it. */
  before: string | null
  /** Who has the order after it. */
  assigned_user: string | null
  note: string | null
  done: Done
}

/**
 * Locks those of the orders that the actor may change, in the sequence of their ids as all changes of many do, and the
 * people on whose being active a decision depends. Each order at most once. What few changes ask for is read only for them.
 */
export async function lockOrders(db: Db, actor: Actor, asked: readonly Asked[], happened_at?: string) {
  const orders = await db<LockedRow[]>`
    select id, status, assigned_user, delivered_at, version, title, notes, address, pickup, promised_at, window_from, is_ready,
      user_id, client_id, pay_by, (paid + settled_before)::float8 as paid, due::float8 as due
    from orders
    where id = any(${asked.map(({ id }) => id)}::uuid[]) and (${seesAllOrders(actor)} or assigned_user = ${actor.id})
    order by id for no key update`
  const askedOf = new Map(asked.map((one) => [one.id, one]))
  const namedFor = (id: string) => askedOf.get(id)?.assigned_user
  // Nobody who has an open order can be deactivated: only who gets one, or one back, must be locked.
  const people = orders
    .flatMap(({ id, status, assigned_user }) => [namedFor(id), status === 'delivered' ? assigned_user : null])
    .filter((person) => typeof person === 'string')
  const delivering = orders.filter(({ id }) => askedOf.get(id)?.status === 'delivered').map(({ id }) => id)
  const [active, unproven, unpaid_delivery, doneTo] = await Promise.all([
    lockActive(db, people),
    findUnproven(db, delivering),
    readUnpaidRule(db, delivering),
    whenDoneTo(
      db,
      orders.map(({ id }) => id),
      happened_at,
    ),
  ])
  return new Map(
    orders.map((order): [string, LockedOrder] => [
      order.id,
      {
        ...order,
        is_own: order.assigned_user === actor.id,
        holder_is_active: order.status !== 'delivered' || active.has(order.assigned_user),
        named_is_active: active.has(namedFor(order.id)),
        has_needed_proof: !unproven.has(order.id),
        done: doneTo(order.id),
        unpaid_delivery,
      },
    ]),
  )
}

/** Locks those of the people who may have an open order. */
async function lockActive(db: Db, people: string[]): Promise<Set<string | null | undefined>> {
  if (people.length === 0) return new Set()
  const active = await db<{ id: string }[]>`
    select id from staff_users where is_active and not is_superuser and id = any(${people}::uuid[]) order by id for share`
  return new Set(active.map(({ id }) => id))
}

/** What a change may say of an order's move. */
export type MoveRequest = {
  status?: OrderStatus | undefined
  assigned_user?: string | null | undefined
  note?: string | undefined
  payment?: OrderPayment | undefined
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
  if (to === 'delivered') refuseUnpaid(order, wanted)
  const assigned_user = assigneeAfter(order, to, wanted)
  if (assigned_user !== order.assigned_user) refuseTaking(actor, assigned_user)
  return {
    id: order.id,
    from: order.status,
    to,
    before: order.assigned_user,
    assigned_user,
    note: wanted.note || null,
    done: order.done,
  }
}

/** One's own orders show everything: nobody who does not see that of all orders gives themselves one. */
export const mayTake = (actor: Actor) => can(actor, 'prices') && can(actor, 'customers')

/** Refuses to give an order to oneself where one may not take it. */
export function refuseTaking(actor: Actor, assigned_user: string | null): void {
  if (assigned_user !== actor.id || mayTake(actor)) return
  throw forbidden('You cannot give an order to yourself. Ask somebody to give it to you.')
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
  await Promise.all([applyMoves(db, actor.id, moves), tellCouriers(db, moves)])
  for (const [to, some] of Map.groupBy(moves, (move) => move.to)) await settle(db, actor, idsOf(some), to)
  for (const { id } of moves.filter(({ from }) => from === 'delivered')) {
    await creditOrders(db, actor.id, [id], 'Delivery undone')
    await coins.reverse(db, id, actor.id)
    await referrals.reverseClaims(db, id, actor.id)
    // After the coins, as a delivery does: both lock in one sequence.
    await reverseOfDelivery(db, actor, id)
    await askCancelAgain(db, id)
  }
  await tellOfMoves(db, moves)
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
      shelf_place = case when m.to_status <> 'out-for-delivery' then coalesce(o.shelf_place, ${placeKept(db, moves)}) end,
      is_ready = o.is_ready and m.to_status in ('confirmed', 'assigned'),
      attempts = o.attempts + (m.from_status = 'out-for-delivery' and m.to_status = 'assigned')::int,
      delivered_at = case m.to_status when 'delivered' then now() when 'out-for-delivery' then null
        else o.delivered_at end,
      cancelled_at = case when m.to_status = 'cancelled' then now() else o.cancelled_at end
    from unnest(${moves.map(({ id }) => id)}::uuid[], ${moves.map(({ from }) => from)}::text[],
      ${moves.map(({ to }) => to)}::text[], ${moves.map((move) => move.assigned_user)}::uuid[],
      ${moves.map(({ note }) => note)}::text[], ${moves.map(({ done }) => done.happened_at)}::timestamptz[],
      ${moves.map(({ done }) => done.said_at)}::timestamptz[])
      m (id, from_status, to_status, assigned_user, note, happened_at, said_at)
    where o.id = m.id
    returning o.id, m.from_status, m.to_status, m.note, m.happened_at, m.said_at)
  insert into order_history (order_id, by, from_status, to_status, note, happened_at, said_at)
  select id, ${by}, from_status, to_status, note, happened_at, said_at from moved`

const idsOf = (moves: readonly Move[]) => moves.map(({ id }) => id)

/** What follows from a delivery or a cancellation. Sent at once; all moves lock in this sequence. */
async function settle(db: Db, actor: Actor, ids: string[], to: OrderStatus): Promise<void> {
  if (to === 'cancelled') {
    await Promise.all([
      soldPlans.giveBackPages(db, ids),
      couponUses.lockCoupons(db, ids),
      couponUses.giveBack(db, ids),
      referrals.cancel(db, ids),
      answerCancels(db, actor.id, ids, to),
    ])
    await cancelPrinting(db, ids)
    await creditOrders(db, actor.id, ids, 'Order cancelled')
  }
  if (to === 'delivered') {
    await Promise.all([
      coins.earn(db, ids, actor.id),
      referrals.earnClaims(db, ids, actor.id),
      queueInvoices(db, ids),
      answerCancels(db, actor.id, ids, to),
    ])
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
