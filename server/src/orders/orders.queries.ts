import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Slice } from '@our-print/contract/paging.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import { fromNearerEnd, orderBy, refuseDeepPage } from '../base/database/pages.ts'
import { JsonText, type TextRows } from '../base/http/jsonText.ts'
import { notFound } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import {
  branches,
  branchesOf,
  type Filter,
  indexedField,
  isCounted,
  isOldestFirst,
  isSortedByReading,
  ofFilter,
  sequenceIn,
} from './orderFilter.queries.ts'
import { joinPeople, orderJson } from './orderJson.queries.ts'
import { isFound, type Sought } from './orderText.queries.ts'

/**
 * One page by time: finds the ids by index first, then presents these orders. The count comes in the same statement.
 * PostgreSQL plans an array of ids as a few rows, whatever the limit is.
 */
export async function list(db: Db, actor: Actor, filter: Filter & Slice): Promise<TextRows> {
  if (isEmpty(filter)) return noOrders
  const { limit, offset } = filter
  const isDeep = offset >= deepOffset
  const found = isDeep ? afterStart(db, filter) : branches(db, filter)
  const skip = isDeep ? db`${offset} - (select before from start)` : db`${offset}`
  return readText(
    db,
    actor,
    db`select id from (${found}) b ${orderBy(db, sequenceIn(db, db`b`, filter))} limit ${limit} offset ${skip}`,
    countOf(db, filter),
    {
      before: isDeep ? db`with ${startOf(db, filter)}` : db``,
      sequence: orderBy(db, sequenceIn(db, db`o`, filter)),
    },
  )
}

/**
 * One page by amount or promised time, or with filters that no counter counts: read from an index, from the nearer end of the list. For
 * a pool that plans each statement anew.
 */
export async function listByIndex(db: Db, actor: Actor, filter: Filter & Slice): Promise<TextRows> {
  if (isEmpty(filter)) return noOrders
  const [{ count }] = await db<[{ count: number }]>`select ${countOfAny(db, filter)} as count`
  if (filter.offset >= count) return { ...noOrders, count }
  const { limit, offset, reversed } = fromNearerEnd(filter, count)
  refuseDeepPage({ limit, offset })
  const sequence = orderBy(db, sequenceIn(db, db`b`, filter), reversed)
  const ids = db`
    select id from (${branchesOf(db, count, filter, reversed)}) b ${sequence} limit ${limit} offset ${offset}`
  const [{ orders }] = await db<[{ orders: string }]>`
    select (${textOf(db, actor, db`o.id = any(array(${ids}))`, orderBy(db, sequenceIn(db, db`o`, filter)))}) as orders`
  return { count, results: new JsonText(orders) }
}

/** Whether `list` reads this list fast. */
export const isListedByTime = (filter: Filter) =>
  isCounted(filter) && indexedField(filter) === undefined && !isSortedByReading(filter)

const isEmpty = ({ order_types, statuses }: Filter) => order_types.length === 0 || statuses?.length === 0
const noOrders: TextRows = { count: 0, results: new JsonText('[]') }

/** What few orders have: an index knows these. */
const rare = ['price_by_hand', 'lines'] as const

/** Orders without what is rare are nearly all: all but those that have it. */
function countOfAny(db: Db, filter: Filter): Fragment {
  const absent = rare.find((name) => filter[name] === false)
  if (!absent) return isCounted(filter) ? countOf(db, filter) : countByIndex(db, filter)
  const { [absent]: _, ...rest } = filter
  return db`${countOfAny(db, rest)} - ${countByIndex(db, { ...rest, [absent]: true })}`
}

const countByIndex = (db: Db, filter: Filter) => db`(
  select count(*)::int from orders o
  where order_type = any(${filter.order_types}) ${ofFilter(db, filter)})`

/** The orders of these ids as one JSON array, and a count, in one statement. */
export async function readText(
  db: Db,
  actor: Actor,
  ids: Fragment,
  count: Fragment,
  { before = db``, sequence }: { before?: Fragment; sequence?: Fragment } = {},
): Promise<TextRows> {
  const [page] = await db<[{ count: number; orders: string }]>`
    ${before}
    select ${count} as count, (${textOf(db, actor, db`o.id = any(array(${ids}))`, sequence)}) as orders`
  return { count: page.count, results: new JsonText(page.orders) }
}

/** The orders `o` that meet a condition, as the text of one JSON array. */
export const textOf = (
  db: Db,
  actor: Actor,
  where: Fragment,
  sequence = db`order by o.created_at desc, o.id desc`,
) => db`
  select coalesce(json_agg(${orderJson(db, actor)} ${sequence}), '[]')::text
  from orders o ${joinPeople(db)} where ${where}`

/** `and …`: the rows of counters that belong to a list. */
const ofKind = (db: Db, { order_types, statuses }: Filter) => db`
  order_type = any(${order_types}) ${statuses ? db`and status = any(${statuses})` : db``}`

/** The exact number of orders in a list, from counters instead of rows. */
function countOf(db: Db, filter: Filter) {
  const { from_date, to_date } = filter
  const ranged = from_date !== undefined || to_date !== undefined
  const within = (day: Fragment) => db`
    ${from_date ? db`and ${day} >= ${from_date}` : db``} ${to_date ? db`and ${day} <= ${to_date}` : db``}`
  return db`(
    select coalesce(sum(orders), 0) from order_counts
    where ${ofKind(db, filter)} and period = ${ranged ? 'day' : 'ever'} ${within(db`starts`)})::int`
}

// For a smaller offset, skipping index entries is faster than finding the day by counters.
const deepOffset = 200

/** The orders from the day `start` on. */
const afterStart = (db: Db, filter: Filter) =>
  isOldestFirst(filter)
    ? branches(
        db,
        { ...filter, from_date: undefined },
        db`and created_at >= (select day_start(day) from start)`,
      )
    : branches(
        db,
        { ...filter, to_date: undefined },
        db`and created_at < (select day_start(day + 1) from start)`,
      )

/** The whole list, of which `list`, `search` and `listForCustomer` return a page, each order as `json`. */
export function select(db: Db, actor: Actor, { query, ...filter }: Filter & { query?: Sought }) {
  const found = isEmpty(filter)
    ? db`select id, created_at, payable, due, promised_at from orders where false`
    : branches(db, filter, query ? db`and ${isFound(db, query)}` : db``)
  return db`
    select ${orderJson(db, actor)}::text as json from (${found}) b join orders o on o.id = b.id ${joinPeople(db)}
    ${orderBy(db, sequenceIn(db, db`b`, filter))}`
}

/**
 * `start`: the day of the row at this offset, and the number of rows before that day. Found by adding up counters of
 * months and then of days, from the end of the list where it begins, so that page 2,000 is as fast as page 1.
 */
function startOf(db: Db, filter: Filter & Slice) {
  const { offset } = filter
  const kind = ofKind(db, filter)
  const oldest = isOldestFirst(filter)
  const direction = oldest ? db`` : db`desc`
  const end = oldest ? filter.from_date : filter.to_date
  const upTo = (day: Fragment) =>
    end ? (oldest ? db`and ${day} >= ${end}` : db`and ${day} <= ${end}`) : db``
  const otherMonths = oldest
    ? db`and starts > date_trunc('month', ${end ?? ''}::date)`
    : db`and starts < date_trunc('month', ${end ?? ''}::date)`
  const ofItsMonth = oldest
    ? db`starts between ${end ?? ''} and date_trunc('month', ${end ?? ''}::date) + interval '1 month - 1 day'`
    : db`starts between date_trunc('month', ${end ?? ''}::date) and ${end ?? ''}`
  return db`
    months as (
      select starts, sum(orders) as orders from (
        select starts, orders from order_counts where ${kind} and period = 'month' ${end ? otherMonths : db``}
        union all
        select date_trunc('month', starts)::date, orders from order_counts
          where ${kind} and period = 'day' and ${end ? ofItsMonth : db`false`}
      ) m group by starts
    ), month as (
      select starts, before from (
        select starts, orders, sum(orders) over (order by starts ${direction}) - orders as before from months) m
      where before <= ${offset} and before + orders > ${offset}
    ), days as (
      select c.starts as day, sum(c.orders) as orders from order_counts c, month
      where ${kind} and period = 'day' ${upTo(db`c.starts`)}
        and c.starts >= month.starts and c.starts < month.starts + interval '1 month'
      group by c.starts
    ), start as materialized (
      select day, before::int from (
        select day, orders, (select before from month) + sum(orders) over (order by day ${direction}) - orders as before
        from days) d
      where before <= ${offset} and before + orders > ${offset})`
}

/** The orders of these ids in this sequence, as one JSON array. */
export async function getByIds(db: Db, actor: Actor, ids: string[]): Promise<JsonText> {
  const asGiven = db`order by array_position(${ids}::uuid[], o.id)`
  const [row] = await db<[{ orders: string }]>`
    select (${textOf(db, actor, db`o.id = any(${ids}::uuid[])`, asGiven)}) as orders`
  return new JsonText(row.orders)
}

export type OrderState = Pick<
  Order,
  'status' | 'assigned_user' | 'version' | 'promised_at' | 'window_from' | 'is_ready'
> & {
  /** The name of the staff user who has it. */
  assigned_name: string | null
}

/** How orders are, by id; locked by id, as by all bulk changes, and read once they are locked. */
export async function lockStates(db: Db, ids: string[]): Promise<Map<string, OrderState>> {
  const [, rows] = await Promise.all([
    db`select from orders where id = any(${ids}::uuid[]) order by id for no key update`,
    db<(OrderState & { id: string })[]>`
      select o.id, o.status, o.assigned_user, o.version, o.promised_at, o.window_from, o.is_ready, s.full_name as assigned_name
      from orders o left join staff_users s on s.id = o.assigned_user
      where o.id = any(${ids}::uuid[]) order by o.id`,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** The ids and numbers of these orders, as `selectNames` has those of a list. */
export const selectNamesOf = (db: Db, ids: string[]) => db`
  select id, number::text as name from orders where id = any(${ids}::uuid[]) order by created_at desc, id desc`

/** Those of the orders that somebody else has given to a staff user since then. */
export async function givenByOthers(
  db: Db,
  ids: string[],
  actor: string,
  since: string,
): Promise<Set<string>> {
  const rows = await db<{ order_id: string }[]>`
    select distinct order_id from order_history
    where order_id = any(${ids}::uuid[]) and to_status = 'assigned' and from_status in ('confirmed', 'assigned')
      and changes is null and is_ready is null and auto_printed is null and courier_task is null
      and noted is null
      and by is distinct from ${actor} and at > ${since}::timestamptz`
  return new Set(rows.map(({ order_id }) => order_id))
}

export async function getPrint(db: Db, id: string) {
  const [print] = await db<{ user_data: { first_name: string }; title: string; pdf_page_count: number }[]>`
    select json_build_object('first_name', u.first_name) as user_data, o.title, o.pdf_page_count
    from orders o join users u on u.id = o.user_id where o.id = ${id}`
  if (!print) throw notFound('Order')
  return print
}
