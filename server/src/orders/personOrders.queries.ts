import { type OrderStatus, openStatuses, orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Slice } from '@our-print/contract/paging.ts'
import { withinDays } from '../base/database/days.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import { orderBy } from '../base/database/pages.ts'
import { JsonText, type TextRows } from '../base/http/jsonText.ts'
import type { Actor } from '../base/http/route.ts'
import { type Filter, type Options, ofFilter, ofOptions, sequenceIn } from './orderFilter.queries.ts'
import { joinPeople, orderJson } from './orderJson.queries.ts'
import { readText, textOf } from './orders.queries.ts'
import { orderMatches, type Sought } from './orderText.queries.ts'

// The orders of one staff user or of one customer.

/** What is promised, printed, ready and paid of them. */
type StaffOptions = Pick<Options, (typeof staffOptions)[number]>
const staffOptions = [
  'promised_from',
  'promised_to',
  'due',
  'printed',
  'is_ready',
  'payment_status',
  'paid_from',
  'paid_to',
  'due_from',
  'due_to',
] as const satisfies (keyof Options)[]

export type StaffFilter = StaffOptions &
  Pick<Filter, 'from_date' | 'to_date' | 'ordering'> & {
    assigned_user: string
    status?: OrderStatus
    exclude_status?: OrderStatus
    delivered_from?: string
    delivered_to?: string
    query?: Sought
  }
export type UserFilter = Filter & { user: string; query?: Sought }

/** The orders of one staff user, of every type. Cancelled ones only if the status asks for them. */
export function listForStaff(db: Db, actor: Actor, filter: StaffFilter & Slice): Promise<TextRows> {
  const { assigned_user, limit, offset, from_date, to_date } = filter
  const statuses = orderStatuses.filter(
    (status) =>
      (filter.status ?? status) === status &&
      status !== filter.exclude_status &&
      (filter.status !== undefined || status !== 'cancelled') &&
      (filter.due === undefined || openStatuses.includes(status)) &&
      (status === 'delivered' || !byDelivery(filter)),
  )
  const whose = db`assigned_user = ${assigned_user}`
  const delivered = withinDays(db, db`delivered_at`, deliveredWithin(filter))
  const isNarrowed = staffOptions.some((option) => filter[option] !== undefined)
  const isCountedByReading = isNarrowed || from_date !== undefined || to_date !== undefined
  const options = ofOptions(db, filter)
  const ofStatuses = db`status = any(${statuses})`
  const count = isCountedByReading
    ? db`(select count(*)::int from orders o where ${whose} and ${ofStatuses}
        ${withinDays(db, db`created_at`, filter)} ${delivered} ${options})`
    : byDelivery(filter)
      ? countDelivered(db, filter)
      : db`(
      (select count(*) from orders where ${whose} and status = any(${statuses.filter((status) => status !== 'delivered')}))
      + ${statuses.includes('delivered') ? countDelivered(db, filter) : db`0`})::int`
  // No index has the time of delivery, or what is paid: the scan ends when as many orders are found as there are.
  const most =
    byDelivery(filter) || isNarrowed ? db`least(${limit + offset}, ${count})` : db`${limit + offset}`
  const sequence = (table: Fragment) => orderBy(db, sequenceIn(db, table, filter))
  // By time from each status in index order, so that they are merged without sorting; amounts are sorted.
  const found = statuses.map(
    (status, index) => db`
    ${index > 0 ? db`union all` : db``}
    (select id, created_at, payable, due, promised_at from orders o where ${whose} and status = ${status}
      ${withinDays(db, db`created_at`, filter)} ${delivered} ${options} ${sequence(db`o`)} limit ${most})`,
  )
  if (statuses.length === 0) return Promise.resolve({ count: 0, results: new JsonText('[]') })
  const ids = db`select id from (${found}) b ${sequence(db`b`)} limit ${limit} offset ${offset}`
  return readText(db, actor, ids, count, { sequence: sequence(db`o`) })
}

/** From counters: a staff user may have delivered tens of thousands. */
const countDelivered = (db: Db, filter: StaffFilter) => db`(
  select coalesce(sum(orders), 0)::int from delivery_figures
  where staff_user = ${filter.assigned_user} and period = ${byDelivery(filter) ? 'day' : 'ever'}
    ${filter.delivered_from ? db`and starts >= ${filter.delivered_from}` : db``}
    ${filter.delivered_to ? db`and starts <= ${filter.delivered_to}` : db``})`

const byDelivery = ({ delivered_from, delivered_to }: StaffFilter) =>
  delivered_from !== undefined || delivered_to !== undefined

const deliveredWithin = ({ delivered_from, delivered_to }: StaffFilter) => ({
  from_date: delivered_from,
  to_date: delivered_to,
})

/** The whole list of a staff user, each order as `json`. */
export const selectForStaff = (db: Db, actor: Actor, filter: StaffFilter) => db`
  select ${orderJson(db, actor)}::text as json
  from orders o ${joinPeople(db)} where ${filterByStaff(db, filter)}
    ${filter.query ? db`and ${orderMatches(db, filter.query)}` : db``}
  ${orderBy(db, sequenceIn(db, db`o`, filter))}`

/** Condition: an order `o` is in the list of a staff user. */
export function filterByStaff(db: Db, filter: StaffFilter) {
  const { assigned_user, status, exclude_status } = filter
  return db`
  o.assigned_user = ${assigned_user}
    ${status ? db`and o.status = ${status}` : db`and o.status <> 'cancelled'`}
    ${exclude_status ? db`and o.status <> ${exclude_status}` : db``}
    ${byDelivery(filter) ? db`and o.status = 'delivered'` : db``}
    ${filter.due ? db`and o.status = any(${openStatuses})` : db``} ${ofOptions(db, filter)}
    ${withinDays(db, db`o.delivered_at`, deliveredWithin(filter))}
    ${withinDays(db, db`o.created_at`, filter)}`
}

/** The orders of one customer, which are few enough to be counted and sorted. */
export function listForCustomer(db: Db, actor: Actor, filter: UserFilter & Slice): Promise<TextRows> {
  const { order_types, query, limit, offset } = filter
  const where = db`
    where o.order_type = any(${order_types}) ${ofFilter(db, filter)}
      ${query ? db`and ${orderMatches(db, query)}` : db``}`
  const sequence = orderBy(db, sequenceIn(db, db`o`, filter))
  return readText(
    db,
    actor,
    db`select o.id from orders o ${where} ${sequence} limit ${limit} offset ${offset}`,
    db`(select count(*)::int from orders o ${where})`,
    { sequence },
  )
}

/** Counts of a staff user's open orders and deliveries, and the five orders that have waited longest. */
export async function staffDashboard(db: Db, actor: Actor) {
  const staffUser = actor.id
  type Counts = {
    assigned: number
    out_for_delivery: number
    delivered_today: number
    delivered_week: number
  }
  const open = db`assigned_user = ${staffUser} and status in ('assigned', 'out-for-delivery')`
  const oldest = db`select id from orders where ${open} order by created_at, id limit 5`
  const [{ oldest_waiting, ...counts }] = await db<[Counts & { oldest_waiting: string }]>`
    with today as (select shop_day(now()) as day),
    delivered as (
      select starts as day, orders from delivery_figures
      where staff_user = ${staffUser} and period = 'day' and starts >= (select day - 6 from today))
    select
      count(*) filter (where status = 'assigned')::int as assigned,
      count(*) filter (where status = 'out-for-delivery')::int as out_for_delivery,
      (select coalesce(sum(orders) filter (where day = (select day from today)), 0)::int from delivered) as delivered_today,
      (select coalesce(sum(orders), 0)::int from delivered) as delivered_week,
      (${textOf(db, actor, db`o.id = any(array(${oldest}))`, db`order by o.created_at, o.id`)}) as oldest_waiting
    from orders where ${open}`
  return { ...counts, oldest_waiting: new JsonText(oldest_waiting) }
}
