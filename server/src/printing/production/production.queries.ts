import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type {
  OrderProduction,
  ProductionRow,
  productionGroups,
} from '@our-print/contract/printing/production.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { orderBy, readRows, type Sequence } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import { rangeOf } from './ranges.queries.ts'

type Filter = DayRange & {
  by?: (typeof productionGroups)[number]
  query?: string
  ordering?: Ordering
}

/** Each day of the range, newest first, days without anything too. */
const byDay = (db: Db) => db`
  select d.day::text as id, d.day::text as label, coalesce(f.ordered, 0)::bigint as ordered,
    coalesce(f.printed, 0)::bigint as printed, coalesce(f.wasted, 0)::bigint as wasted,
    coalesce(f.delivered, 0)::bigint as delivered, coalesce(f.sheets, 0)::bigint as sheets,
    r.counter::bigint as counter, r.by_jobs::bigint as by_jobs, (r.counter - r.by_jobs)::bigint as gap, to_date - d.day as place
  from range cross join lateral (
    select (from_date + n) as day from generate_series(0, to_date - from_date) n) d
  left join (
    select day, sum(ordered) as ordered, sum(printed) as printed, sum(wasted) as wasted, sum(delivered) as delivered,
      sum(sheets) as sheets
    from production_figures where day between (select from_date from range) and (select to_date from range)
    group by day) f on f.day = d.day
  left join (
    select day, sum(since_printer) as counter, sum(since_jobs) as by_jobs from compared_readings
    where day between (select from_date from range) and (select to_date from range) and since_printer is not null
    group by day) r on r.day = d.day`

/** Each printer that is in use or printed, by name; what was printed by hand comes last. */
const byPrinter = (db: Db) => db`
  select coalesce(p.id::text, 'by-hand') as id, coalesce(p.name, 'By hand') as label, null::bigint as ordered,
    coalesce(f.printed, 0)::bigint as printed, coalesce(f.wasted, 0)::bigint as wasted, null::bigint as delivered,
    coalesce(f.sheets, 0)::bigint as sheets, r.counter::bigint as counter, r.by_jobs::bigint as by_jobs,
    (r.counter - r.by_jobs)::bigint as gap,
    row_number() over (order by p.id is null, fold_text(p.name) collate "C", p.id)::int as place
  from printers p
  full join (
    select printer_id, sum(printed) as printed, sum(wasted) as wasted, sum(sheets) as sheets
    from production_figures where day between (select from_date from range) and (select to_date from range)
    group by printer_id) f on f.printer_id = p.id
  left join (
    select printer_id, sum(since_printer) as counter, sum(since_jobs) as by_jobs from compared_readings
    where day between (select from_date from range) and (select to_date from range) and since_printer is not null
    group by printer_id) r on r.printer_id = p.id
  where p.is_active or r.counter is not null or f.printed <> 0 or f.wasted <> 0 or f.sheets <> 0`

const found = (db: Db, filter: Filter) => db`
  with ${rangeOf(db, filter)}, found as (${filter.by === 'printer' ? byPrinter(db) : byDay(db)})
  select id, label, ordered, printed, wasted, delivered, sheets, counter, by_jobs, gap, place from found
  ${filter.query ? db`where ${contains(db, db`search_text(label)`, filter.query)}` : db``}`

const sequence = (db: Db, { ordering }: Filter): Sequence => ({
  by: [ordering ? db`id` : db`place`],
  descending: ordering === '-id',
})

export const select = (db: Db, filter: Filter) =>
  db`${found(db, filter)} ${orderBy(db, sequence(db, filter))}`

export const list = (db: Db, filter: Filter & Slice): Promise<Rows<ProductionRow>> =>
  readRows<ProductionRow>(
    db,
    db`select id, label, ordered, printed, wasted, delivered, sheets, counter, by_jobs, gap from (${found(db, filter)}) f
      ${orderBy(db, sequence(db, filter))} limit ${filter.limit} offset ${filter.offset}`,
    db`select count(*)::int as count from (${found(db, filter)}) f`,
  )

/** What was printed of an order so far, running jobs included, and what its finished jobs cost. */
export async function getOfOrder(db: Db, id: string): Promise<OrderProduction> {
  const [found] = await db<OrderProduction[]>`
    select o.id as "order", n.ordered, j.printed, j.wasted,
      case when o.status = 'delivered' then n.ordered else 0 end as delivered,
      is_fully_printed(o), coalesce(c.jobs, 0) as jobs,
      order_revenue(o) / 100.0::float8 as revenue, coalesce(c.paper, 0) / 100.0::float8 as paper,
      coalesce(c.click, 0) / 100.0::float8 as click, coalesce(c.binding, 0) / 100.0::float8 as binding,
      coalesce(c.waste, 0) / 100.0::float8 as waste, coalesce(c.cost, 0) / 100.0::float8 as cost,
      (order_revenue(o) - coalesce(c.cost, 0)) / 100.0::float8 as margin
    from orders o left join order_costs c on c.order_id = o.id
    cross join lateral (select order_impressions(o) as ordered) n
    cross join lateral (
      select coalesce(sum(impressions_done - impressions_wasted), 0)::bigint as printed,
        coalesce(sum(impressions_wasted), 0)::bigint as wasted
      from print_jobs where order_id = o.id) j
    where o.id = ${id}`
  if (!found) throw notFound('Order')
  return found
}
