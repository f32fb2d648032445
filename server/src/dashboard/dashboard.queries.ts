import type { Dashboard } from '@our-print/contract/dashboard.ts'
import { orderTypes } from '@our-print/contract/orders.ts'
import { scanDevices } from '@our-print/contract/qrCodes.ts'
import { orderStatuses } from '@our-print/contract/rules/orderMoves.ts'
import type { Db } from '../database/db.ts'
import { invalid } from '../http/problem.ts'
import { listLowStock } from '../vouchers/voucherStock.queries.ts'

type RequestedRange = { from_date?: string; to_date?: string }

type Sums = { orders: number; pages: number; paise: number; delivered: number; scans: number }
type DashboardRow = {
  as_of: string
  from_date: string
  to_date: string
  days: number
  by_status: { order_type: string; status: string; orders: number }[] | null
  per_day: ({ day: string } & Sums)[] | null
  before: Sums
  new_customers: number
  before_new_customers: number
  leads_waiting: number
  ageing: number[]
  staff: Dashboard['staff'] | null
  coupons: Dashboard['coupons'] | null
  voucher_stock: Dashboard['voucher_stock'] | null
}

/**
 * Reads counters instead of orders, so that the cost does not grow with their number. One statement has one snapshot,
 * so all figures agree; each counter is added to the deltas that are not folded yet.
 */
export async function get(db: Db, requested: RequestedRange): Promise<Dashboard> {
  const [found] = await db<[DashboardRow]>`
    with ${ranges(db, requested)}, ${dayCounts(db)}, ${staffWork(db)}, ${openDays(db)}
    select r.from_date, r.to_date, r.days, now() as as_of,
      ${statuses(db)} as by_status,
      (select json_agg(d) from (
        select day, ${sums(db)} from days where day >= r.from_date group by day) d) as per_day,
      (select to_json(b) from (select ${sums(db)} from days where day < r.from_date) b) as before,
      (select coalesce(sum(users), 0)::int from user_day_counts
        where day between r.from_date and r.to_date) as new_customers,
      (select coalesce(sum(users), 0)::int from user_day_counts
        where day between r.before_from and r.from_date - 1) as before_new_customers,
      (select count(*)::int from live_leads where status = 'new') as leads_waiting,
      ${ageing(db)} as ageing,
      ${staff(db)} as staff,
      ${coupons(db)} as coupons,
      ${listLowStock(db)} as voucher_stock
    from range r`
  refuseRange(found, requested)
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
    coupons: found.coupons ?? [],
    voucher_stock: found.voucher_stock ?? [],
    previous: {
      orders: found.before.orders,
      pages: found.before.pages,
      revenue: found.before.paise / 100,
      new_customers: found.before_new_customers,
      delivered: found.before.delivered,
      scans: found.before.scans,
    },
  }
}

/**
 * The requested range, by default the last 30 days including today; the period of equal length before it; and the
 * whole weeks in it, from `weeks_from` to the day before `weeks_to`.
 */
const ranges = (
  db: Db,
  { from_date = null, to_date = null }: { [K in keyof RequestedRange]: RequestedRange[K] | null },
) => db`
  today as (select shop_day(now()) as day),
  chosen as (
    select coalesce(${from_date}::date, coalesce(${to_date}::date, day) - 29) as from_date,
      coalesce(${to_date}::date, day) as to_date, day as today from today),
  range as materialized (
    select from_date, to_date, today, to_date - from_date + 1 as days,
      from_date - (to_date - from_date + 1) as before_from,
      date_trunc('week', from_date - 1)::date + 7 as weeks_from, date_trunc('week', to_date + 1)::date as weeks_to
    from chosen)`

const longestRange = 731

function refuseRange({ days }: DashboardRow, { to_date }: RequestedRange): void {
  if (days < 1) throw invalid(to_date ? 'to_date' : 'from_date', 'The end is before the start')
  if (days > longestRange) throw invalid('from_date', 'At most two years at once')
}

/** Orders of the range by type and status. */
const statuses = (db: Db) => db`
  (select json_agg(s) from (
    select order_type, status, sum(orders) as orders from (
      select order_type, status, orders from order_counts
        where order_type = any(${[...orderTypes]}) and status = any(${[...orderStatuses]}) and period = 'day'
          and starts between r.from_date and r.to_date
      union all
      select order_type, status, delta from order_count_deltas where day between r.from_date and r.to_date
    ) o group by order_type, status) s)`

/**
 * Counts for each day of both periods, with counted scans only. A cancelled order counts as an order, but adds no pages
 * and no revenue.
 */
const dayCounts = (db: Db) => db`
  days as materialized (
    select c.day, c.orders, c.pages, c.payable, c.delivered, 0 as scans from range r, day_counts c
      where c.day between r.before_from and r.to_date
    union all
    select d.day, d.delta, case when d.status <> 'cancelled' then d.pages else 0 end,
      case when d.status <> 'cancelled' then d.payable else 0 end, 0, 0 from range r, order_count_deltas d
      where d.day between r.before_from and r.to_date
    union all
    select d.delivered_on, 0, 0, 0, d.delta, 0 from range r, order_count_deltas d
      where d.delivered_on between r.before_from and r.to_date
    union all
    select s.day, 0, 0, 0, 0, s.mobile + s.tablet + s.desktop + s.other from range r, scan_day_counts s
      where s.day between r.before_from and r.to_date
    union all
    select d.day, 0, 0, 0, 0, d.scans from range r, scan_count_deltas d
      where d.day between r.before_from and r.to_date and d.kind = any(${[...scanDevices]}))`

const sums = (db: Db) => db`
  coalesce(sum(orders), 0) as orders, coalesce(sum(pages), 0) as pages, coalesce(sum(payable), 0) as paise,
  coalesce(sum(delivered), 0) as delivered, coalesce(sum(scans), 0) as scans`

/**
 * Open orders and deliveries per staff user. Deliveries are counted by whole weeks and by the days around them; deltas
 * that are not folded yet are added.
 */
const staffWork = (db: Db) => db`
  pieces as materialized (
    select p.period, p.first, p.last from range r cross join lateral (values
      ('day', r.from_date, least(r.to_date, r.weeks_from - 1)), ('week', r.weeks_from, r.weeks_to - 1),
      ('day', greatest(r.weeks_from, r.weeks_to), r.to_date)) p (period, first, last)),
  staff_work as (
    select staff_user, sum(open) as open, sum(delivered) as delivered from (
      select staff_user, orders as open, 0 as delivered from staff_counts
        where status in ('assigned', 'out-for-delivery')
      union all
      select c.staff_user, 0, c.orders from pieces p join staff_delivery_counts c
        on c.period = p.period and c.starts between p.first and p.last
      union all
      select d.staff_user, case when d.status in ('assigned', 'out-for-delivery') then d.delta else 0 end,
        case when d.delivered_on between r.from_date and r.to_date then d.delta else 0 end
        from range r, order_count_deltas d where d.staff_user is not null
    ) w group by staff_user)`

/** The staff users with the most open orders now. */
const staff = (db: Db) => db`
  (select json_agg(l) from (
    select s.id, s.full_name, coalesce(w.open, 0) as open, coalesce(w.delivered, 0) as delivered
    from staff_users s left join staff_work w on w.staff_user = s.id
    where not s.is_superuser and (s.is_active or w.open > 0 or w.delivered > 0)
    order by open desc, delivered desc, s.full_name, s.id limit 50) l)`

/** Coupons that are valid today, the most used first. */
const coupons = (db: Db) => db`
  (select json_agg(l) from (
    select id, code, usage_count from live_coupons where r.today between valid_from and valid_to
    order by usage_count desc, code, id limit 10) l)`

/** Open orders by the day of their creation. */
const openDays = (db: Db) => db`
  open_days as (
    select day, open as orders from day_counts where open <> 0
    union all
    select day, delta from order_count_deltas where status in ('confirmed', 'assigned', 'out-for-delivery'))`

const ages = [
  { label: 'Today', min_days: 0, max_days: 0 },
  { label: '1 day', min_days: 1, max_days: 1 },
  { label: '2 to 3 days', min_days: 2, max_days: 3 },
  { label: '4 to 7 days', min_days: 4, max_days: 7 },
  { label: 'Over a week', min_days: 8, max_days: null },
]

/** Open orders by age in days of the shop, in the sequence of `ages`. */
const ageing = (db: Db) => db`
  (select array[
      coalesce(sum(orders) filter (where day = r.today), 0), coalesce(sum(orders) filter (where day = r.today - 1), 0),
      coalesce(sum(orders) filter (where day between r.today - 3 and r.today - 2), 0),
      coalesce(sum(orders) filter (where day between r.today - 7 and r.today - 4), 0),
      coalesce(sum(orders) filter (where day < r.today - 7), 0)]::int[]
    from open_days)`

function byStatus(
  { by_status }: DashboardRow,
  type: keyof Dashboard['orders'],
): Dashboard['orders']['print'] {
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

/** A row for every day of the range, including days without counts. */
function perDay({ from_date, days, per_day }: DashboardRow): Dashboard['per_day'] {
  const sumsOf = new Map((per_day ?? []).map((row) => [row.day, row]))
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(Date.parse(from_date) + index * 86_400_000).toISOString().slice(0, 10)
    const { orders = 0, pages = 0, paise = 0, delivered = 0, scans = 0 } = sumsOf.get(day) ?? {}
    return { day, orders, delivered, pages, revenue: paise / 100, scans }
  })
}
