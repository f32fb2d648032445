import type { Dashboard } from '@our-print/contract/dashboard.ts'
import { orderStatuses } from '@our-print/contract/orderMoves.ts'
import { orderTypes } from '@our-print/contract/orders.ts'
import type { Db } from '../lib/db.ts'
import { invalid } from '../lib/problem.ts'

type Wanted = { from_date?: string; to_date?: string }

/** Orders, whole pages and paise. */
type Sums = { orders: number; pages: number; paise: number }
type Found = {
  as_of: string
  from_date: string
  to_date: string
  days: number
  by_status: { order_type: string; status: string; orders: number }[] | null
  per_day: ({ day: string } & Sums)[] | null
  delivered: { day: string; orders: number }[] | null
  before: Sums
  before_delivered: number
  new_customers: number
  before_new_customers: number
  leads_waiting: number
  ageing: number[]
  staff: Dashboard['staff'] | null
}

/**
 * Everything the dashboard shows, from counters only: its cost does not grow with the orders. One statement sees one
 * moment, so its figures agree with one another; each counter is read with what is not folded into it yet.
 */
export async function get(db: Db, wanted: Wanted): Promise<Dashboard> {
  const [found] = await db<[Found]>`
    with ${ranges(db, wanted)}, ${orderDays(db)}, ${deliveries(db)}, ${staffLoad(db)}, ${openDays(db)}
    select r.from_date, r.to_date, r.days, now() as as_of,
      (select json_agg(s) from (
        select order_type, status, sum(orders) as orders from order_days where day >= r.from_date group by 1, 2) s
      ) as by_status,
      (select json_agg(d) from (
        select day, ${sums(db)} from order_days where day >= r.from_date group by day) d) as per_day,
      (select to_json(b) from (select ${sums(db)} from order_days where day < r.from_date) b) as before,
      (select json_agg(d) from (
        select day, sum(orders) as orders from deliveries where day >= r.from_date group by day) d) as delivered,
      (select coalesce(sum(orders), 0)::int from deliveries where day < r.from_date) as before_delivered,
      (select coalesce(sum(users), 0)::int from user_day_counts
        where day between r.from_date and r.to_date) as new_customers,
      (select coalesce(sum(users), 0)::int from user_day_counts
        where day between r.before_from and r.from_date - 1) as before_new_customers,
      (select count(*)::int from leads where status = 'new') as leads_waiting,
      ${ageing(db)} as ageing,
      ${staff(db)} as staff
    from range r`
  refuseRange(found, wanted)
  const { from_date, to_date, as_of, leads_waiting, new_customers } = found
  const rows = perDay(found)
  const add = (key: 'pages' | 'revenue') => rows.reduce((total, row) => total + row[key], 0)
  return {
    as_of,
    from_date,
    to_date,
    orders: { print: byStatus(found, 'print'), subscription: byStatus(found, 'subscription') },
    revenue: Math.round(add('revenue') * 100) / 100,
    pages: add('pages'),
    new_customers,
    leads_waiting,
    per_day: rows,
    ageing: ages.map((age, index) => ({ ...age, orders: found.ageing[index] ?? 0 })),
    staff: found.staff ?? [],
    coupons: [],
    voucher_stock: [],
    previous: {
      orders: found.before.orders,
      pages: found.before.pages,
      revenue: found.before.paise / 100,
      new_customers: found.before_new_customers,
      delivered: found.before_delivered,
    },
  }
}

/**
 * The last 30 days of the shop, today included, where the caller names none; the period of equal length before; and
 * the whole months within, from which long ranges are added up: from `months_from` up to (not including) `months_to`.
 */
const ranges = (
  db: Db,
  { from_date = null, to_date = null }: { [K in keyof Wanted]: Wanted[K] | null },
) => db`
  today as (select shop_day(now()) as day),
  chosen as (
    select coalesce(${from_date}::date, coalesce(${to_date}::date, day) - 29) as from_date,
      coalesce(${to_date}::date, day) as to_date, day as today from today),
  range as materialized (
    select from_date, to_date, today, to_date - from_date + 1 as days,
      from_date - (to_date - from_date + 1) as before_from,
      (date_trunc('month', from_date - 1) + interval '1 month')::date as months_from,
      date_trunc('month', to_date + 1)::date as months_to
    from chosen)`

const longestRange = 731

function refuseRange({ days }: Found, { to_date }: Wanted): void {
  if (days < 1) throw invalid(to_date ? 'to_date' : 'from_date', 'The end is before the start')
  if (days > longestRange) throw invalid('from_date', 'At most two years at once')
}

/** Orders, pages and money by day, type and status, in both periods. */
const orderDays = (db: Db) => db`
  order_days as materialized (
    select c.order_type, c.status, c.starts as day, c.orders, c.pages, c.payable from range r, order_counts c
      where c.order_type = any(${[...orderTypes]}) and c.status = any(${[...orderStatuses]}) and c.period = 'day'
        and c.starts between r.before_from and r.to_date
    union all
    select d.order_type, d.status, d.day, d.delta, d.pages, d.payable from range r, order_count_deltas d
      where d.day between r.before_from and r.to_date)`

/** A cancelled order is an order, but no pages and no revenue. */
const sums = (db: Db) => db`
  coalesce(sum(orders), 0) as orders, coalesce(sum(pages) filter (where status <> 'cancelled'), 0) as pages,
  coalesce(sum(payable) filter (where status <> 'cancelled'), 0) as paise`

/** Deliveries by the day they were made, in both periods. */
const deliveries = (db: Db) => db`
  deliveries as materialized (
    select c.day, c.orders from range r, delivery_counts c where c.day between r.before_from and r.to_date
    union all
    select d.delivered_on, d.delta from range r, order_count_deltas d
      where d.delivered_on between r.before_from and r.to_date)`

/** Open orders by staff user now, and what each delivered in the range: whole months, and the days around them. */
const staffLoad = (db: Db) => db`
  staff_open as (
    select staff_user, sum(orders) as orders from (
      select staff_user, orders from staff_counts
      union all
      select staff_user, delta from order_count_deltas
        where staff_user is not null and status in ('assigned', 'out-for-delivery')
    ) o group by staff_user),
  staff_delivered as (
    select staff_user, sum(orders) as orders from (
      select c.staff_user, c.orders from range r, staff_delivery_counts c
        where c.period = 'month' and c.starts >= r.months_from and c.starts < r.months_to
      union all
      select c.staff_user, c.orders from range r, staff_delivery_counts c
        where c.period = 'day' and c.starts between r.from_date and least(r.to_date, r.months_from - 1)
      union all
      select c.staff_user, c.orders from range r, staff_delivery_counts c
        where c.period = 'day' and c.starts between greatest(r.months_from, r.months_to) and r.to_date
      union all
      select d.staff_user, d.delta from range r, order_count_deltas d
        where d.delivered_on between r.from_date and r.to_date
    ) d group by staff_user)`

const staff = (db: Db) => db`
  (select json_agg(l) from (
    select s.id, s.full_name, coalesce(o.orders, 0) as open, coalesce(d.orders, 0) as delivered
    from staff_users s left join staff_open o on o.staff_user = s.id
    left join staff_delivered d on d.staff_user = s.id
    where not s.is_superuser and (s.is_active or o.orders > 0 or d.orders > 0)
    order by open desc, delivered desc, s.full_name, s.id limit 50) l)`

/** Days that still have open orders. */
const openDays = (db: Db) => db`
  open_days as (
    select starts as day, orders from order_counts
      where period = 'day' and status in ('confirmed', 'assigned', 'out-for-delivery') and orders <> 0
    union all
    select day, delta from order_count_deltas where status in ('confirmed', 'assigned', 'out-for-delivery'))`

const ages = [
  { label: 'Today', min_days: 0, max_days: 0 },
  { label: '1 day', min_days: 1, max_days: 1 },
  { label: '2 to 3 days', min_days: 2, max_days: 3 },
  { label: '4 to 7 days', min_days: 4, max_days: 7 },
  { label: 'Over a week', min_days: 8, max_days: null },
]

/** Open orders by how many whole days of the shop they have waited, in the sequence of `ages`: one walk for all. */
const ageing = (db: Db) => db`
  (select array[
      coalesce(sum(orders) filter (where day = r.today), 0), coalesce(sum(orders) filter (where day = r.today - 1), 0),
      coalesce(sum(orders) filter (where day between r.today - 3 and r.today - 2), 0),
      coalesce(sum(orders) filter (where day between r.today - 7 and r.today - 4), 0),
      coalesce(sum(orders) filter (where day < r.today - 7), 0)]::int[]
    from open_days)`

function byStatus({ by_status }: Found, type: keyof Dashboard['orders']): Dashboard['orders']['print'] {
  const ofType = (by_status ?? []).filter(({ order_type }) => order_type === type)
  const count = (status: string) => ofType.find((row) => row.status === status)?.orders ?? 0
  return {
    confirmed: count('confirmed'),
    assigned: count('assigned'),
    'out-for-delivery': count('out-for-delivery'),
    delivered: count('delivered'),
    cancelled: count('cancelled'),
    total: ofType.reduce((total, { orders }) => total + orders, 0),
  }
}

/** A row for every day of the range, also the quiet ones. */
function perDay({ from_date, days, per_day, delivered }: Found): Dashboard['per_day'] {
  const sumsOf = new Map((per_day ?? []).map((row) => [row.day, row]))
  const deliveredOn = new Map((delivered ?? []).map(({ day, orders }) => [day, orders]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(from_date) + index * 86_400_000).toISOString().slice(0, 10)
    const { orders = 0, pages = 0, paise = 0 } = sumsOf.get(day) ?? {}
    return { day, orders, delivered: deliveredOn.get(day) ?? 0, pages, revenue: paise / 100, scans: 0 }
  })
}
