import type { Dashboard } from '@our-print/contract/dashboard.ts'
import { orderStatuses } from '@our-print/contract/orderMoves.ts'
import type { Db } from '../lib/db.ts'

type Range = { from_date: string; to_date: string }

/** The last 30 days of the shop, today included, where the caller names none; and the period of equal length before. */
export async function ranges(
  db: Db,
  wanted: Partial<Range>,
): Promise<{ range: Range; previous: Range; as_of: string }> {
  const [row] = await db<
    [{ from_date: string; to_date: string; before_from: string; before_to: string; as_of: string }]
  >`
    with today as (select shop_day(now()) as day),
    chosen as (
      select coalesce(${wanted.from_date ?? null}::date, coalesce(${wanted.to_date ?? null}::date, day) - 29) as from_date,
        coalesce(${wanted.to_date ?? null}::date, day) as to_date from today)
    select from_date, to_date, from_date - (to_date - from_date + 1) as before_from, from_date - 1 as before_to,
      now() as as_of
    from chosen`
  const { before_from, before_to, as_of, ...range } = row
  return { range, previous: { from_date: before_from, to_date: before_to }, as_of }
}

type DayCount = {
  order_type: 'print' | 'subscription'
  status: string
  day: string
  orders: number
  pages: number
  payable: number
}

/** Orders, pages and rupees by day, type and status: counters and what is not folded into them yet. */
const days = (db: Db, { from_date, to_date }: Range) => db<DayCount[]>`
  select order_type, status, day, sum(orders)::int as orders, sum(pages)::int as pages,
    sum(payable) / 100.0::float8 as payable
  from (
    select order_type, status, starts as day, orders, pages, payable from order_counts
      where period = 'day' and starts between ${from_date} and ${to_date}
    union all
    select order_type, status, day, delta, pages, payable from order_count_deltas
      where day between ${from_date} and ${to_date}
  ) c group by order_type, status, day having sum(orders) <> 0 order by day`

type PerDay = { day: string; count: number }

/** Deliveries by the day they were made. */
const deliveries = (db: Db, { from_date, to_date }: Range) => db<PerDay[]>`
  select day, sum(orders)::int as count from (
    select day, orders from delivery_counts where day between ${from_date} and ${to_date}
    union all
    select delivered_on, delta from order_count_deltas
      where status = 'delivered' and staff_user is not null and delivered_on between ${from_date} and ${to_date}
  ) d group by day`

const newCustomers = async (db: Db, { from_date, to_date }: Range): Promise<number> => {
  const [row] = await db<[{ count: number }]>`
    select count(*)::int as count from users
    where created_at >= day_start(${from_date}) and created_at < day_start(${to_date}::date + 1)`
  return row.count
}

const leadsWaiting = async (db: Db): Promise<number> => {
  const [row] = await db<[{ count: number }]>`select count(*)::int as count from leads where status = 'new'`
  return row.count
}

/** Open orders by staff user now, and what each delivered in the range. */
const staffLoad = (db: Db, { from_date, to_date }: Range) => db<Dashboard['staff']>`
  with open as (
    select staff_user, sum(orders) as orders from (
      select staff_user, orders from staff_counts
      union all
      select staff_user, delta from order_count_deltas
        where staff_user is not null and status in ('assigned', 'out-for-delivery')
    ) o group by staff_user
  ), delivered as (
    select staff_user, sum(orders) as orders from (
      select staff_user, orders from delivery_counts where day between ${from_date} and ${to_date}
      union all
      select staff_user, delta from order_count_deltas
        where status = 'delivered' and staff_user is not null and delivered_on between ${from_date} and ${to_date}
    ) d group by staff_user
  )
  select s.id, s.full_name, coalesce(o.orders, 0)::int as open, coalesce(d.orders, 0)::int as delivered
  from staff_users s left join open o on o.staff_user = s.id left join delivered d on d.staff_user = s.id
  where not s.is_superuser and (s.is_active or o.orders > 0 or d.orders > 0)
  order by open desc, delivered desc, s.full_name limit 50`

/** Open orders by how many whole days of the shop they have waited. */
const ageing = (db: Db) => db<Dashboard['ageing']>`
  with open as (
    select shop_day(now()) - day as days, sum(orders) as orders from (
      select starts as day, orders from order_counts
        where period = 'day' and status in ('confirmed', 'assigned', 'out-for-delivery')
      union all
      select day, delta from order_count_deltas where status in ('confirmed', 'assigned', 'out-for-delivery')
    ) o group by day having sum(orders) <> 0
  )
  select a.label, a.min_days, a.max_days, coalesce(sum(o.orders), 0)::int as orders
  from (values ('Today', 0, 0), ('1 day', 1, 1), ('2 to 3 days', 2, 3), ('4 to 7 days', 4, 7), ('Over a week', 8, null))
    as a (label, min_days, max_days)
  left join open o on o.days >= a.min_days and (a.max_days is null or o.days <= a.max_days)
  group by a.label, a.min_days, a.max_days order by a.min_days`

/** Everything the dashboard shows, of two ranges, from counters only: its cost does not grow with the orders. */
export async function get(db: Db, wanted: Partial<Range>): Promise<Dashboard> {
  const { range, previous, as_of } = await ranges(db, wanted)
  const [now, before, delivered, deliveredBefore, customers, customersBefore, leads_waiting, staff, waiting] =
    await Promise.all([
      days(db, range),
      days(db, previous),
      deliveries(db, range),
      deliveries(db, previous),
      newCustomers(db, range),
      newCustomers(db, previous),
      leadsWaiting(db),
      staffLoad(db, range),
      ageing(db),
    ])
  const totals = sum(now)
  return {
    as_of,
    ...range,
    orders: { print: byStatus(now, 'print'), subscription: byStatus(now, 'subscription') },
    revenue: totals.revenue,
    pages: totals.pages,
    new_customers: customers,
    leads_waiting,
    per_day: perDay(range, now, delivered),
    ageing: waiting,
    staff,
    coupons: [],
    voucher_stock: [],
    previous: { ...sum(before), new_customers: customersBefore, delivered: sumDays(deliveredBefore) },
  }
}

const sumDays = (counts: PerDay[]) => counts.reduce((total, { count }) => total + count, 0)

/** A cancelled order is an order, but no revenue and no pages. */
const earning = (counts: DayCount[]) => counts.filter(({ status }) => status !== 'cancelled')

const rupees = (amount: number) => Math.round(amount * 100) / 100

function sum(counts: DayCount[]) {
  return {
    orders: counts.reduce((total, { orders }) => total + orders, 0),
    pages: earning(counts).reduce((total, { pages }) => total + pages, 0),
    revenue: rupees(earning(counts).reduce((total, { payable }) => total + payable, 0)),
  }
}

function byStatus(counts: DayCount[], type: DayCount['order_type']): Dashboard['orders']['print'] {
  const of = (status: string) =>
    counts
      .filter((c) => c.order_type === type && c.status === status)
      .reduce((total, c) => total + c.orders, 0)
  const each = orderStatuses.map((status) => [status, of(status)] as const)
  const total = each.reduce((all, [, orders]) => all + orders, 0)
  return { ...Object.fromEntries(each), total } as Dashboard['orders']['print']
}

/** A row for every day of the range, also the quiet ones. */
function perDay(
  { from_date, to_date }: Range,
  counts: DayCount[],
  delivered: PerDay[],
): Dashboard['per_day'] {
  const byDay = Map.groupBy(counts, ({ day }) => day)
  const deliveredOn = new Map(delivered.map(({ day, count }) => [day, count]))
  const rows: Dashboard['per_day'] = []
  for (let time = Date.parse(from_date); time <= Date.parse(to_date); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10)
    rows.push({ day, ...sum(byDay.get(day) ?? []), delivered: deliveredOn.get(day) ?? 0, scans: 0 })
  }
  return rows
}
