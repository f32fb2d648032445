import type { OrderUpdate } from '@our-print/contract/orders.ts'
import { type OrderStatus, sourcesOf } from '@our-print/contract/rules/orderMoves.ts'
import { inBatches } from '../database/batches.ts'
import type { Db, Fragment, Pool } from '../database/db.ts'
import { JsonText } from '../database/jsonText.ts'
import type { Actor } from '../http/route.ts'
import { asHex, joinValidTokens } from '../session/session.queries.ts'
import { hasNeededProof } from './deliveryProofs.queries.ts'
import { joinPeople, orderJsonWithHistory } from './orderJson.queries.ts'

/** A move whose conditions all fit into the statement that makes it. */
export type GuardedMove = {
  to: OrderStatus
  from: OrderStatus[]
  /** The staff user who gets the order; null where it stays with whoever has it. */
  assigned_user: string | null
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
  return {
    to,
    from,
    assigned_user: assigned_user ?? null,
    note: change.note || null,
    version: change.version ?? null,
  }
}

type Role = Pick<Actor, 'is_superuser'>

/** One order of a statement that moves many. */
type Item = OrderMove & { actor: Actor }
/** An order that is moved by a request of its own, whose token the statement checks. */
type RequestedItem = Item & { tokenHash: Buffer; requestId: string }

/** A move of one order. */
export type OrderMove = { id: string; move: GuardedMove }

/** Moves those of the orders that can make their move, each with a history entry, and returns their ids. */
export async function moveOrders(db: Db, actor: Actor, moves: OrderMove[]): Promise<string[]> {
  const items = moves.map((move) => ({ ...move, actor }))
  const moved = await db<{ id: string }[]>`
    with ${moving(db, items, { wait: true })}
    select order_id as id from told`
  return moved.map(({ id }) => id)
}

/**
 * Moves single orders for requests: all that arrive while a statement runs share the next one and its commit. The result
 * is the order as a GET returns it, or undefined if nothing was written, for whatever reason.
 */
export function createOrderMover(pool: Pool) {
  // The responses of the two roles differ, so each has its own statements.
  const [asAdmin, asStaff] = [
    createMover(pool, { is_superuser: true }),
    createMover(pool, { is_superuser: false }),
  ]
  return (item: RequestedItem) => (item.actor.is_superuser ? asAdmin : asStaff)(item)
}

const createMover = (pool: Pool, role: Role) =>
  inBatches(async (items: RequestedItem[]): Promise<(JsonText | undefined)[]> => {
    const first = new Map(items.map((item) => [item.id, item]).toReversed() as [string, RequestedItem][])
    try {
      const moved = await moveRequested(pool, role, [...first.values()])
      return items.map((item) => (first.get(item.id) === item ? moved.get(item.id) : undefined))
    } catch (error) {
      if (items.length === 1) throw error
      // Nothing was written. Each of them is tried again alone, so that one cannot fail the others.
      return items.map(() => undefined)
    }
  })

/** One statement, which is also its transaction. Skips orders that another transaction has locked. */
async function moveRequested(db: Db, role: Role, items: RequestedItem[]): Promise<Map<string, JsonText>> {
  const authors = Object.fromEntries(
    items.map(({ id, actor, requestId }) => [id, { actor: actor.id, request_id: requestId }]),
  )
  const hashes = items.map(({ tokenHash }) => asHex(tokenHash))
  const tokens = db`join unnest(${items.map(({ id }) => id)}::uuid[], ${hashes}::bytea[]) t (id, token_hash) on t.id = a.id
    ${joinValidTokens(db, db`a.actor`, role)}`
  const rows = await db<{ id: string; order: string }[]>`
    with named as materialized (select set_config('our_print.authors', ${JSON.stringify(authors)}, true)),
    ${moving(db, items, { wait: false, tokens: db`cross join named ${tokens}` })},
    -- Takes the place of the table below: the statement does not see the rows that it has inserted.
    order_history as not materialized (
      select id, order_id, at, by, from_status, to_status, note from order_history
      union all select id, order_id, at, by, from_status, to_status, note from told)
    select o.id, ${orderJsonWithHistory(db, role)} as order from moved o ${joinPeople(db)}`
  return new Map(rows.map(({ id, order }) => [id, new JsonText(order)]))
}

/**
 * `current`: the orders, locked by id, so that what is checked stays true and bulk changes cannot deadlock. `moved`: those
 * that were moved, as they are now. `told`: their new history entries.
 */
const moving = (db: Db, items: Item[], { wait, tokens = db`` }: { wait: boolean; tokens?: Fragment }) => db`
  current as materialized (
    select o.id, o.status, o.assigned_user, o.version, a.actor, a.status as to_status, a.sources,
      a.assigned_user as assignee, a.note, a.version as wanted_version
    from unnest(
      ${items.map(({ id }) => id)}::uuid[], ${items.map(({ actor }) => actor.id)}::uuid[],
      ${items.map(({ actor }) => (actor.is_superuser ? 'admin' : 'staff'))}::text[], ${items.map(({ move }) => move.to)}::text[],
      ${items.map(({ move }) => move.from.join())}::text[], ${items.map(({ move }) => move.assigned_user)}::uuid[],
      ${items.map(({ move }) => move.note)}::text[], ${items.map(({ move }) => move.version)}::int[]
    ) a (id, actor, role, status, sources, assigned_user, note, version)
    ${tokens}
    join orders o on o.id = a.id and (a.role = 'admin' or o.assigned_user = a.actor)
    order by o.id for no key update of o ${wait ? db`` : db`skip locked`}
  ), assignee as materialized (
    select id from staff_users where id in (select assignee from current) and is_active and not is_superuser
    order by id for share
  ), moved as (
    update orders o set status = c.to_status,
      assigned_user = case when c.to_status = 'confirmed' then null else coalesce(c.assignee, o.assigned_user) end,
      assigned_at = case when c.to_status = 'confirmed' then null when c.assignee is not null then now()
        else o.assigned_at end,
      out_for_delivery_at = case when c.to_status = 'out-for-delivery' then now()
        when c.to_status = 'assigned' and c.assignee is null then null else o.out_for_delivery_at end,
      shelf_place = case when c.to_status <> 'out-for-delivery' then o.shelf_place end,
      attempts = o.attempts + (c.to_status = 'assigned' and c.assignee is null)::int,
      delivered_at = case when c.to_status = 'delivered' then now() else o.delivered_at end,
      cancelled_at = case when c.to_status = 'cancelled' then now() else o.cancelled_at end
    from current c
    where o.id = c.id and c.status = any(string_to_array(c.sources, ','))
      and (c.wanted_version is null or c.wanted_version = c.version)
      and (c.to_status <> 'delivered' or ${hasNeededProof(db)})
      -- An open order needs an active staff user; giving it to whoever has it already is no move.
      and case when c.assignee is not null
          then c.assignee is distinct from c.assigned_user and c.assignee in (select id from assignee)
        when c.to_status in ('assigned', 'out-for-delivery')
          then exists (select from staff_users s where s.id = c.assigned_user and s.is_active)
        else true end
    returning o.*, c.status as from_status, c.actor, c.note as move_note
  ), told as (
    insert into order_history (order_id, by, from_status, to_status, note)
    select id, actor, from_status, status, move_note from moved
    returning id, order_id, at, by, from_status, to_status, note)`
