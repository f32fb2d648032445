import type { Order } from '@our-print/contract/orders.ts'
import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { OrderStatus } from '@our-print/contract/rules/orderMoves.ts'
import { timeInJson, withinDays } from '../database/days.ts'
import type { Db, Fragment } from '../database/db.ts'
import { notFound } from '../http/problem.ts'
import type { Actor } from '../http/route.ts'
import { canUseTrigramIndex, matchesByIndex, orderMatches } from './orderText.queries.ts'

/** An order from the database, without the fields that depend on the actor and the time. */
export type OrderRow = Omit<Order, 'allowed_transitions' | 'order_files'> & {
  order_files: Omit<Order['order_files'][number], 'url'>[]
}

/** Which orders of the whole shop are listed; the dates are days of the shop, inclusive. */
export type Filter = {
  order_types: Order['order_type'][]
  status?: OrderStatus
  from_date?: string
  to_date?: string
}

/** The fields of a response: money in rupees, files without their links. */
const orderColumns = (db: Db) => db`
  o.id, o.number, o.title, o.status, o.order_type, o.user_subscription_plan, o.plan_pages,
  o.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name,
    'email', u.email, 'mobile', u.mobile) as user_data,
  o.assigned_user,
  case when s.id is not null then json_build_object('id', s.id, 'full_name', s.full_name) end as assigned_user_data,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'content_type', f.content_type,
      'size', f.size, 'page_count', f.page_count) order by f.position), '[]')
    from order_files f where f.order_id = o.id) as order_files,
  o.pdf_page_count, o.copies, o.color, o.sides, o.paper_size, o.binding, o.notes, o.pickup, o.address,
  o.amount / 100.0::float8 as amount, o.discount / 100.0::float8 as discount, o.coupon_code,
  o.payable / 100.0::float8 as payable,
  o.created_at, o.assigned_at, o.out_for_delivery_at, o.delivered_at, o.cancelled_at, o.attempts, o.version`

/** The fields of a single order. */
export const orderWithHistory = (db: Db) => db`
  ${orderColumns(db)},
  (select json_agg(json_build_object(
      'at', ${timeInJson(db, db`h.at`)}, 'by', p.full_name,
      'from', h.from_status, 'to', h.to_status, 'note', h.note) order by h.at, h.id)
    from order_history h left join staff_users p on p.id = h.by where h.order_id = o.id) as history`

export const joinPeople = (db: Db) => db`
  join users u on u.id = o.user_id left join staff_users s on s.id = o.assigned_user`

type CountedOrder = OrderRow & { count?: number }

export async function list(db: Db, filter: Filter & Slice): Promise<Rows<OrderRow>> {
  const rows = await listPage(db, filter)
  // A page after the end has no row that carries the count.
  const count = rows[0]?.count ?? (await countOrders(db, filter))
  for (const row of rows) delete row.count
  return { count, results: rows }
}

async function countOrders(db: Db, filter: Filter): Promise<number> {
  const [row] = await db<[{ count: number }]>`select ${countOf(db, filter)} as count`
  return row.count
}

/** The exact number of orders in a list, from counters instead of rows. */
function countOf(db: Db, { order_types, status, from_date, to_date }: Filter) {
  const ranged = from_date !== undefined || to_date !== undefined
  const ofKind = db`order_type = any(${order_types}) ${status ? db`and status = ${status}` : db``}`
  const within = (day: ReturnType<Db>) => db`
    ${from_date ? db`and ${day} >= ${from_date}` : db``} ${to_date ? db`and ${day} <= ${to_date}` : db``}`
  return db`(
    (select coalesce(sum(orders), 0) from order_counts
      where ${ofKind} and period = ${ranged ? 'day' : 'ever'} ${within(db`starts`)})
    + (select coalesce(sum(delta), 0) from order_count_deltas where ${ofKind} ${within(db`day`)}))::int`
}

// For a smaller offset, skipping index entries is faster than finding the day by counters.
const deepOffset = 200

/**
 * One page: finds the ids by index first, then reads the rows of these ids. Each row carries the count of the whole
 * list, which saves a statement. PostgreSQL plans an array of ids as a few rows, whatever the limit is.
 */
async function listPage(db: Db, filter: Filter & Slice): Promise<CountedOrder[]> {
  const { limit, offset } = filter
  const start = offset >= deepOffset ? await findDay(db, filter) : undefined
  if (offset >= deepOffset && !start) return []
  const skip = offset - (start?.before ?? 0)
  if (filter.order_types.length === 0) return []
  const found = newestFirst(db, { ...filter, to_date: start?.day ?? filter.to_date })
  return db<CountedOrder[]>`
    select ${countOf(db, filter)} as count, ${orderColumns(db)} from orders o ${joinPeople(db)}
    where o.id = any(array(
      select id from (${found}) b order by created_at desc, id desc limit ${limit} offset ${skip}))
    order by o.created_at desc, o.id desc`
}

/** One subquery for each type in index order, so that they are merged without sorting. */
const newestFirst = (db: Db, { order_types, status, ...range }: Filter, more: Fragment = db``) =>
  db`${order_types.map(
    (type, index) => db`
    ${index > 0 ? db`union all` : db``}
    (select id, created_at from orders o where order_type = ${type} ${status ? db`and status = ${status}` : db``}
      ${withinDays(db, db`created_at`, range)} ${more}
      order by created_at desc, id desc)`,
  )}`

/** The whole list, of which `list`, `search` and `listForCustomer` return a page. */
export function select(db: Db, { user, query, ...filter }: Filter & { user?: string; query?: string }) {
  const more = db`
    ${user ? db`and user_id = ${user}` : db``}
    ${query ? matchesQuery(db, query) : db``}`
  const found =
    filter.order_types.length > 0
      ? newestFirst(db, filter, more)
      : db`select id, created_at from orders where false`
  return db`
    select ${orderColumns(db)} from (${found}) b join orders o on o.id = b.id ${joinPeople(db)}
    order by b.created_at desc, b.id desc`
}

/** Without the trigram index the search text is read order by order. */
const matchesQuery = (db: Db, query: string) =>
  canUseTrigramIndex(query)
    ? db`and id in (select w.order_id from order_search w where ${matchesByIndex(db, query)})`
    : db`and ${orderMatches(db, query)}`

/**
 * The day of the row at this offset, and the number of rows before that day. Found by adding up counters of months and
 * then of days, so that page 2,000 is as fast as page 1.
 */
async function findDay(db: Db, { order_types, status, to_date, offset }: Filter & Slice) {
  const ofKind = db`order_type = any(${order_types}) ${status ? db`and status = ${status}` : db``}`
  const upTo = (day: ReturnType<Db>) => (to_date ? db`and ${day} <= ${to_date}` : db``)
  const [found] = await db<{ day: string; before: number }[]>`
    with months as (
      select starts, sum(orders) as orders from (
        select starts, orders from order_counts where ${ofKind} and period = 'month' ${upTo(db`starts`)}
          ${to_date ? db`and starts < date_trunc('month', ${to_date}::date)` : db``}
        union all
        select date_trunc('month', starts)::date, orders from order_counts
          where ${ofKind} and period = 'day' ${to_date ? db`and starts between date_trunc('month', ${to_date}::date) and ${to_date}` : db`and false`}
        union all
        select date_trunc('month', day)::date, delta from order_count_deltas where ${ofKind} ${upTo(db`day`)}
      ) m group by starts
    ), month as (
      select starts, before from (
        select starts, orders, sum(orders) over (order by starts desc) - orders as before from months) m
      where before <= ${offset} and before + orders > ${offset}
    ), days as (
      select day, sum(orders) as orders from (
        select c.starts as day, c.orders from order_counts c, month
          where ${ofKind} and period = 'day' ${upTo(db`c.starts`)}
            and c.starts >= month.starts and c.starts < month.starts + interval '1 month'
        union all
        select d.day, d.delta from order_count_deltas d, month
          where ${ofKind} ${upTo(db`d.day`)}
            and d.day >= month.starts and d.day < month.starts + interval '1 month'
      ) d group by day
    )
    select day, before::int from (
      select day, orders, (select before from month) + sum(orders) over (order by day desc) - orders as before from days) d
    where before <= ${offset} and before + orders > ${offset}`
  return found
}

export const getByIds = (db: Db, ids: string[]) => db<OrderRow[]>`
  select ${orderColumns(db)} from orders o ${joinPeople(db)}
  where o.id = any(${ids}::uuid[]) order by o.created_at desc, o.id desc`

type PersonFilter = Omit<Filter, 'order_types'> & { query?: string }
export type StaffFilter = PersonFilter & { assigned_user: string; exclude_status?: OrderStatus }
export type UserFilter = PersonFilter & Pick<Filter, 'order_types'> & { user: string }

/** The orders of one staff user, of every type, newest first. Cancelled ones only if the status asks for them. */
export const listForStaff = (db: Db, filter: StaffFilter & Slice): Promise<Rows<OrderRow>> =>
  listOfPerson(db, filterByStaff(db, filter), filter)

/** The whole list of a staff user. */
export const selectForStaff = (db: Db, filter: StaffFilter) => db`
  select ${orderColumns(db)} from orders o ${joinPeople(db)} ${whereOfPerson(db, filterByStaff(db, filter), filter)}
  order by o.created_at desc, o.id desc`

/** Condition: an order `o` is in the list of a staff user. */
export const filterByStaff = (db: Db, { assigned_user, status, exclude_status }: StaffFilter) => db`
  o.assigned_user = ${assigned_user}
    ${status ? db`` : db`and o.status <> 'cancelled'`}
    ${exclude_status ? db`and o.status <> ${exclude_status}` : db``}`

export const listForCustomer = (db: Db, filter: UserFilter & Slice): Promise<Rows<OrderRow>> =>
  listOfPerson(db, db`o.user_id = ${filter.user} and o.order_type = any(${filter.order_types})`, filter)

const whereOfPerson = (db: Db, whose: Fragment, { status, query, ...range }: PersonFilter) => db`
  where ${whose}
    ${status ? db`and o.status = ${status}` : db``}
    ${withinDays(db, db`o.created_at`, range)}
    ${query ? db`and ${orderMatches(db, query)}` : db``}`

/** The orders of one person are few enough to be counted by the index. */
async function listOfPerson(db: Db, whose: Fragment, filter: PersonFilter & Slice): Promise<Rows<OrderRow>> {
  const where = whereOfPerson(db, whose, filter)
  const { limit, offset } = filter
  const [[total], ids] = await Promise.all([
    db<[{ count: number }]>`select count(*)::int as count from orders o ${where}`,
    db<{ id: string }[]>`
      select o.id from orders o ${where} order by o.created_at desc, o.id desc limit ${limit} offset ${offset}`,
  ])
  return {
    count: total.count,
    results: await getByIds(
      db,
      ids.map(({ id }) => id),
    ),
  }
}

/** One order with its history; 404 also if the actor may not see it. */
export async function get(db: Db, actor: Actor, id: string): Promise<OrderRow> {
  const [order] = await db<OrderRow[]>`
    select ${orderWithHistory(db)} from orders o ${joinPeople(db)}
    where o.id = ${id} and (${actor.is_superuser} or o.assigned_user = ${actor.id})`
  if (!order) throw notFound('Order')
  return order
}

/**
 * Locks orders by id and returns the ids sorted by customer and sold plan, missing ones last. All bulk changes lock
 * orders, coins and plan pages in this sequence, so they cannot deadlock.
 */
export async function lockInOrder(db: Db, ids: string[]): Promise<string[]> {
  const locked = await db<{ id: string; owner: string }[]>`
    select id, user_id || coalesce(user_subscription_plan::text, '') as owner from orders
    where id = any(${ids}::uuid[]) order by id for no key update`
  const sequence = locked.toSorted((a, b) => (a.owner < b.owner ? -1 : a.owner > b.owner ? 1 : 0))
  return [...new Set([...sequence.map(({ id }) => id), ...ids.map((id) => id.toLowerCase())])]
}

export async function getPrint(db: Db, id: string) {
  const [print] = await db<{ user_data: { first_name: string }; title: string; pdf_page_count: number }[]>`
    select json_build_object('first_name', u.first_name) as user_data, o.title, o.pdf_page_count
    from orders o join users u on u.id = o.user_id where o.id = ${id}`
  if (!print) throw notFound('Order')
  return print
}

/** Counts of a staff user's open orders and deliveries, and the five orders that have waited longest. */
export async function staffDashboard(db: Db, staffUser: string) {
  const [counts] = await db<
    [
      {
        assigned: number
        out_for_delivery: number
        delivered_today: number
        delivered_week: number
        oldest: string[]
      },
    ]
  >`
    with today as (select shop_day(now()) as day),
    delivered as (
      select starts as day, orders from staff_delivery_counts
        where staff_user = ${staffUser} and period = 'day' and starts >= (select day - 6 from today)
      union all
      select delivered_on, delta from order_count_deltas
        where staff_user = ${staffUser} and delivered_on >= (select day - 6 from today))
    select
      count(*) filter (where status = 'assigned')::int as assigned,
      count(*) filter (where status = 'out-for-delivery')::int as out_for_delivery,
      (select coalesce(sum(orders) filter (where day = (select day from today)), 0)::int from delivered) as delivered_today,
      (select coalesce(sum(orders), 0)::int from delivered) as delivered_week,
      array(select id::text from orders
        where assigned_user = ${staffUser} and status in ('assigned', 'out-for-delivery')
        order by created_at, id limit 5) as oldest
    from orders where assigned_user = ${staffUser} and status in ('assigned', 'out-for-delivery')`
  const { oldest, ...rest } = counts
  const rows = await getByIds(db, oldest)
  return { ...rest, oldest_waiting: rows.toReversed() }
}
