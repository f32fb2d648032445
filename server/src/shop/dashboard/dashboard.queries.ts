import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { orderTypes } from '@our-print/contract/orders/orders.ts'
import { dueStates, lateDays, soonLateMinutes } from '@our-print/contract/orders/promises.ts'
import { scanDevices } from '@our-print/contract/rewards/qrCodes.ts'
import { monthUntil } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { asTemplate } from '../../base/database/statements.ts'
import { JsonText } from '../../base/http/jsonText.ts'
import { invalid } from '../../base/http/problem.ts'
import { owedByAge } from '../../money/accounts/accountList.queries.ts'

type RequestedRange = { from_date?: string; to_date?: string }

/**
 * Reads counters instead of orders, so that the cost does not grow with their number; only the hours of one day are counted
 * from its orders. One statement has one snapshot,
 * so all figures agree; each counter is added to the deltas that are not folded yet. PostgreSQL writes the whole
 * response, see docs/decisions/026-postgresql-writes-the-json.md.
 */
export async function get(db: Db, requested: RequestedRange): Promise<JsonText> {
  const [found] = await db<[{ days: number; dashboard: string }]>`
    with ${ranges(db, requested)}, ${staffWork(db)}
    select r.days, json_build_object(
      'as_of', replace(replace(now()::text, ' ', 'T'), '+00', 'Z'), 'from_date', r.from_date, 'to_date', r.to_date,
      'orders', s.json, 'revenue', t.payable / 100.0::float8, 'pages', t.pages, 'new_customers', u.customers,
      'leads_waiting', (select count(*) from live_leads where status = 'new'),
      'per_day', t.per_day, 'per_hour', case when r.days = 1 then (${hours(db)}) end, 'ageing', a.json, 'due', (${db(due)}), 'owed', (${owedByAge(db)}), 'staff', (${staff(db)}), 'coupons', (${coupons(db)}),
      'voucher_stock', coalesce(v.json, '[]'),
      'previous', json_build_object(
        'orders', t.orders_before, 'pages', t.pages_before, 'revenue', t.payable_before / 100.0::float8,
        'new_customers', u.customers_before, 'delivered', t.delivered_before, 'scans', t.scans_before))::text as dashboard
    from range r, (${totals(db)}) t, (${customers(db)}) u, (${statuses(db)}) s, (${ageing(db)}) a,
      (select ${listVoucherStock(db)} as json) v`
  refuseRange(found.days, requested)
  return new JsonText(found.dashboard)
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
    select coalesce(${from_date}::date, ${monthUntil(db, db`coalesce(${to_date}::date, day)`)}) as from_date,
      coalesce(${to_date}::date, day) as to_date, day as today from today),
  range as materialized (
    select from_date, to_date, today, to_date - from_date + 1 as days,
      from_date - (to_date - from_date + 1) as before_from,
      date_trunc('week', from_date - 1)::date + 7 as weeks_from, date_trunc('week', to_date + 1)::date as weeks_to
    from chosen)`

const longestRange = 731

function refuseRange(days: number, { to_date }: RequestedRange): void {
  if (days < 1) throw invalid(to_date ? 'to_date' : 'from_date', 'The end is before the start')
  if (days > longestRange) throw invalid('from_date', 'At most two years at once')
}

/**
 * The days of the range as JSON, days without counts too, and the sums of the range and of the period before it, whose
 * counts are all added to the day before the range. A cancelled order counts as an order, but adds no pages and no
 * revenue; only scans by people are counted.
 */
const totals = (db: Db) => db`
  select json_agg(
      json_build_object('day', day, 'orders', orders, 'cancelled', cancelled, 'delivered', delivered, 'pages', pages,
        'revenue', payable / 100.0::float8, 'scans', scans)
      order by day) filter (where day >= from_date) as per_day,
    sum(pages) filter (where day >= from_date) as pages, sum(payable) filter (where day >= from_date) as payable,
    sum(orders) filter (where day < from_date) as orders_before, sum(pages) filter (where day < from_date) as pages_before,
    sum(payable) filter (where day < from_date) as payable_before,
    sum(delivered) filter (where day < from_date) as delivered_before,
    sum(scans) filter (where day < from_date) as scans_before
  from range, (
    select greatest(c.day, r.from_date - 1) as day, sum(orders) as orders, sum(pages)::bigint as pages,
      sum(payable)::bigint as payable, sum(delivered) as delivered, sum(scans) as scans,
      sum(cancelled) as cancelled
    from range r, (
      select from_date + n as day, 0 as orders, 0 as pages, 0 as payable, 0 as delivered, 0 as scans, 0 as cancelled
        from range, generate_series(-1, least(days, ${longestRange}) - 1) n
      union all
      select f.starts, f.confirmed + f.assigned + f.out_for_delivery + f.delivered + f.cancelled, f.pages, f.payable, 0, 0,
          f.cancelled from range r, order_figures f
        where f.period = 'day' and f.starts between r.before_from and r.to_date
      union all
      select f.starts, 0, 0, 0, f.orders, 0, 0 from range r, delivery_figures f
        where f.period = 'all' and f.starts between r.before_from and r.to_date
      union all
      select f.starts, 0, 0, 0, 0, f.scans, 0 from range r, scan_figures f
        where f.period = 'all' and f.starts between r.before_from and r.to_date and f.kind = any(${[...scanDevices]})
    ) c group by 1) d`

/** The hours of the range's first day as JSON, each with the orders taken in. They follow each other also where a clock is changed. */
const hours = (db: Db) => db`
  select json_agg(json_build_object('hour', hour, 'orders', orders, 'cancelled', cancelled, 'pages', pages,
    'revenue', payable / 100.0::float8) order by hour)
  from (
    select n as hour, count(o.hour) as orders, count(o.hour) filter (where o.status = 'cancelled') as cancelled,
      coalesce(sum(o.pages) filter (where o.status <> 'cancelled'), 0) as pages,
      coalesce(sum(o.payable) filter (where o.status <> 'cancelled'), 0) as payable
    from generate_series(0, 23) n left join (
      select extract(hour from created_at at time zone (select time_zone from shop_clock))::int as hour, status, payable,
        pdf_page_count * copies as pages
      from orders
      where order_type = any(${[...orderTypes]}) and created_at >= (select day_start(r.from_date))
        and created_at < (select day_start(r.from_date + 1))) o on o.hour = n
    group by n) h`

/** When a day of `range` begins: worked out once, not for each row. */
const start = (db: Db, day: string) => db`(select day_start(${db(asTemplate(day))}) from range)`

/** New customers of the range and of the period before it. */
const customers = (db: Db) => db`
  select count(*) filter (where created_at >= ${start(db, 'from_date')}) as customers,
    count(*) filter (where created_at < ${start(db, 'from_date')}) as customers_before
  from users where created_at >= ${start(db, 'before_from')} and created_at < ${start(db, 'to_date + 1')}`

/** `json_build_object` of values that are SQL, by name. */
const object = (fields: readonly (readonly [string, string])[]) =>
  `json_build_object(${fields.map(([name, value]) => `'${name}', ${value}`).join(', ')})`

const ordersOf = (type: string) => {
  const count = (more = '') => `coalesce(sum(orders) filter (where order_type = '${type}' ${more}), 0)`
  const byStatus = orderStatuses.map((status) => [status, count(`and status = '${status}'`)] as const)
  return object([...byStatus, ['total', count()]])
}
const statusesJson = asTemplate(object(orderTypes.map((type) => [type, ordersOf(type)])))

/** Orders of the range by type and status. */
const statuses = (db: Db) => db`
  select ${db(statusesJson)} as json from (
    select order_type, status, sum(orders) as orders from range r, order_counts
    where period = 'day' and starts between r.from_date and r.to_date group by order_type, status) o`

const deliveriesOf = (period: string, first: string, last: string) =>
  asTemplate(`select staff_user, 0 as open, orders as delivered from delivery_figures
    where period = '${period}' and starts between (select ${first} from range) and (select ${last} from range)`)
const deliveries = {
  before: deliveriesOf('day', 'from_date', 'least(to_date, weeks_from - 1)'),
  weeks: deliveriesOf('week', 'weeks_from', 'weeks_to - 1'),
  after: deliveriesOf('day', 'greatest(weeks_from, weeks_to)', 'to_date'),
}

/** Open orders and deliveries per staff user. Deliveries are counted by whole weeks and by the days around them. */
const staffWork = (db: Db) => db`
  staff_work as (
    select staff_user, sum(open) as open, sum(delivered) as delivered from (
      select assigned_user as staff_user, count(*) as open, 0 as delivered from orders
        where order_type = any(${[...orderTypes]}) and status in ('assigned', 'out-for-delivery') group by 1
      union all ${db(deliveries.before)} union all ${db(deliveries.weeks)} union all ${db(deliveries.after)}
    ) w group by staff_user)`

/** The staff users with the most open orders now. */
const staff = (db: Db) => db`
  select coalesce(json_agg(s), '[]') from (
    select s.id, s.full_name, coalesce(w.open, 0) as open, coalesce(w.delivered, 0) as delivered
    from staff_users s left join staff_work w on w.staff_user = s.id
    where not s.is_superuser and (s.is_active or w.open > 0 or w.delivered > 0)
    order by open desc, delivered desc, s.full_name, s.id limit 50) s`

/** Coupons that are valid today, the most used first. */
const coupons = (db: Db) => db`
  select coalesce(json_agg(c), '[]') from (
    select id, code, usage_count from live_coupons, range where today between valid_from and valid_to
    order by usage_count desc, code, id limit 10) c`

const ages = [
  { label: 'Today', min_days: 0, max_days: 0 },
  { label: '1 day', min_days: 1, max_days: 1 },
  { label: '2 to 3 days', min_days: 2, max_days: 3 },
  { label: '4 to 7 days', min_days: 4, max_days: 7 },
  { label: 'Over a week', min_days: lateDays, max_days: null },
]

const ageingJson = asTemplate(
  `json_build_array(${ages
    .map(({ label, min_days, max_days }) => {
      const sum = (more = '') => `coalesce(sum(orders) filter (where day <= today - ${min_days}
        ${max_days === null ? '' : `and day >= today - ${max_days}`} ${more}), 0)`
      return object([
        ['label', `'${label}'`],
        ['min_days', `${min_days}`],
        ['max_days', `${max_days}`],
        ['orders', sum()],
        ...orderTypes.map((type) => [type, sum(`and order_type = '${type}'`)] as const),
      ])
    })
    .join(', ')})`,
)

const open = 'confirmed + assigned + out_for_delivery'
const lately = `from range, order_figures where period = 'day' and starts > today - 8`

/** Open orders by age in days of the shop; those over a week old are all but the others. */
const ageing = (db: Db) => db`
  select ${db(ageingJson)} as json from range, (${db(
    asTemplate(`
    select order_type, starts as day, ${open} as orders ${lately}
    union all select order_type, today - 8, -(${open}) ${lately}
    union all select order_type, today - 8, ${open} from range, order_figures where period = 'ever'`),
  )}) o`

const oldest = ages.length - 1
const dueOf = (
  state: string,
  type: string,
) => `coalesce(sum(${state}) filter (where order_type = '${type}'), 0)
  ${state === 'late' ? `+ (a.json -> ${oldest} ->> '${type}')::int` : ''}`
const dueJson = object(
  dueStates.map((state) => [state, object(orderTypes.map((type) => [type, dueOf(state, type)] as const))]),
)

/**
 * Late and soon late orders, as lists are filtered by `due`. Those that are old are counted by age; of them the promised ones
 * are taken out again, which their promise makes late or not.
 */
const due = asTemplate(`
  select ${dueJson} from (
    select order_type, (promised_at < now())::int
        - (created_at < (select day_start(today - ${lateDays - 1}) from range))::int as late,
      (promised_at >= now() and promised_at < now() + interval '${soonLateMinutes} minutes')::int as soon
    from orders
    where promised_at is not null and status in ('confirmed', 'assigned', 'out-for-delivery')) d`)

/** JSON of the ten companies with the fewest available codes, from the counters; companies without codes are left out. */
const listVoucherStock = (db: Db) => db`
  (select json_agg(json_build_object('id', c.id, 'client', c.name, 'available', s.available,
      'low_stock', s.available < c.low_stock_below) order by s.available, c.name) from (
    select client_id, (coalesce(sum(available) filter (where expiry_date >= (select shop_day(now()))), 0))::int as available
    from voucher_stock group by client_id having sum(codes) > 0
    order by available, client_id limit 10) s
  join live_clients c on c.id = s.client_id)`
