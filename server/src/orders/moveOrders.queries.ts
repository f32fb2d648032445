import type { OrderUpdate } from '@our-print/contract/orders.ts'
import { type OrderStatus, sourcesOf } from '@our-print/contract/rules/orderMoves.ts'
import type { Db } from '../database/db.ts'
import type { Actor, Session } from '../http/route.ts'
import * as staff from '../staff/staff.queries.ts'
import { joinPeople, type OrderRow, orderWithHistory } from './orders.queries.ts'

/** A move whose conditions all fit into the statement that makes it. */
export type GuardedMove = {
  to: OrderStatus
  from: OrderStatus[]
  /** The staff user who gets the order; undefined where it stays with whoever has it. */
  assigned_user: string | undefined
  note: string | null
  version: number | null
}

type Change = Pick<OrderUpdate, 'status' | 'assigned_user' | 'note' | 'version'>

/**
 * The ordinary move that a change means, if it is one. Anything else (reopening, unassigning by null, moves that are
 * refused) takes the longer way of updateOrder.ts, which also explains refusals.
 */
export function asGuardedMove(actor: Actor, change: Change): GuardedMove | undefined {
  const { assigned_user } = change
  const to = change.status ?? (assigned_user ? 'assigned' : undefined)
  if (!to || assigned_user === null || (assigned_user && to !== 'assigned')) return undefined
  const from = sourcesOf(actor, to, Boolean(change.note)).filter((status) => {
    // A reopened order takes back what its delivery earned.
    if (status === 'delivered') return false
    return to !== 'assigned' || (status === 'out-for-delivery') === (assigned_user === undefined)
  })
  if (from.length === 0) return undefined
  return { to, from, assigned_user, note: change.note || null, version: change.version ?? null }
}

/** Moves those of the orders that can make the move, each with a history entry, and returns their ids. */
export async function moveOrders(db: Db, actor: Actor, ids: string[], move: GuardedMove): Promise<string[]> {
  const moved = await db<{ id: string }[]>`
    with ${moving(db, actor, ids, move)}
    select order_id as id from told`
  return moved.map(({ id }) => id)
}

/**
 * Moves one order in a single statement, which is also its transaction: checks the token, names the actor to the audit
 * trigger, and returns the order as a GET would. Undefined if nothing was written, for whatever reason.
 */
export async function moveOrder(
  db: Db,
  { actor, tokenHash, requestId }: Session & { actor: Actor; requestId: string },
  id: string,
  move: GuardedMove,
): Promise<OrderRow | undefined> {
  const [order] = await db<OrderRow[]>`
    with actor as materialized (
      select u.id, set_config('our_print.actor', u.id::text, true), set_config('our_print.request_id', ${requestId}, true)
      from sessions s join staff_users u on u.id = s.staff_user
      where s.token_hash = ${tokenHash} and u.id = ${actor.id} and u.is_superuser = ${actor.is_superuser}
        and u.is_active and s.used_at > now() - interval '30 days'
    ), ${moving(db, actor, [id], move, db`and exists (select id from actor)`)},
    -- Takes the place of the table below: the statement does not see the rows that it has inserted.
    order_history as (
      select id, order_id, at, by, from_status, to_status, note from order_history
      union all select id, order_id, at, by, from_status, to_status, note from told)
    select ${orderWithHistory(db)} from moved o ${joinPeople(db)}`
  return order
}

/**
 * `current`: the orders, locked by id, so that what is checked stays true and bulk changes cannot deadlock. `moved`: those
 * that were moved, as they are now. `told`: their new history entries.
 */
const moving = (db: Db, actor: Actor, ids: string[], move: GuardedMove, only = db``) => db`
  current as materialized (
    select o.id, o.status, o.assigned_user, o.version from orders o
    where o.id = any(${ids}::uuid[]) and (${actor.is_superuser} or o.assigned_user = ${actor.id}) ${only}
    order by o.id for no key update
  ), ${move.assigned_user ? db`assignee as materialized (${staff.lockedStaffUser(db, move.assigned_user)}),` : db``}
  moved as (
    update orders o set status = ${move.to}, ${columnsOf(db, move)}
    from current c ${move.assigned_user ? db`, assignee a` : db``}
    where o.id = c.id and c.status = any(${move.from})
      and (${move.version}::int is null or c.version = ${move.version}) ${assigneeAllows(db, move)}
    returning o.*, c.status as from_status
  ), told as (
    insert into order_history (order_id, by, from_status, to_status, note)
    select id, ${actor.id}, from_status, status, ${move.note} from moved order by id
    returning id, order_id, at, by, from_status, to_status, note)`

/** The columns that a move sets besides the status. */
function columnsOf(db: Db, { to, assigned_user }: GuardedMove) {
  if (assigned_user) return db`assigned_user = a.id, assigned_at = now()`
  return {
    confirmed: db`assigned_user = null, assigned_at = null`,
    assigned: db`out_for_delivery_at = null, attempts = o.attempts + 1`,
    'out-for-delivery': db`out_for_delivery_at = now()`,
    delivered: db`delivered_at = now()`,
    cancelled: db`cancelled_at = now()`,
  }[to]
}

/** An open order needs an active staff user; giving it to whoever has it already is no move. */
function assigneeAllows(db: Db, { to, assigned_user }: GuardedMove) {
  if (assigned_user) return db`and c.assigned_user is distinct from a.id`
  if (to !== 'assigned' && to !== 'out-for-delivery') return db``
  return db`and exists (select from staff_users s where s.id = c.assigned_user and s.is_active)`
}
