import {
  type CounterGap,
  mostWaiting,
  type ProductionSummary,
} from '@our-print/contract/printing/production.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { listWarnings } from '../stock/stockWarnings.queries.ts'
import { rangeOf } from './ranges.queries.ts'

/** The figures of a range from the counters, and the tasks of now. */
export async function get(db: Db, range: DayRange): Promise<ProductionSummary> {
  const [[figures], gaps, low_stock, waiting] = await Promise.all([
    readFigures(db, range),
    listGaps(db),
    listWarnings(db, {}),
    listWaiting(db),
  ])
  const { count = 0, oldest = [] } = waiting[0] ?? {}
  return { ...figures, tasks: { gaps: [...gaps], low_stock, not_printed: count, oldest } }
}

const readFigures = (db: Db, range: DayRange) => db<[Omit<ProductionSummary, 'tasks'>]>`
  with ${rangeOf(db, range)}
  select from_date, to_date, ordered, printed, wasted, delivered, sheets, orders, revenue / 100.0::float8 as revenue,
    paper / 100.0::float8 as paper, click / 100.0::float8 as click, binding / 100.0::float8 as binding,
    waste / 100.0::float8 as waste, (paper + click + waste + binding) / 100.0::float8 as cost,
    (revenue - paper - click - waste - binding) / 100.0::float8 as margin
  from range cross join lateral (
    select coalesce(sum(ordered), 0)::bigint as ordered, coalesce(sum(printed), 0)::bigint as printed,
      coalesce(sum(wasted), 0)::bigint as wasted, coalesce(sum(delivered), 0)::bigint as delivered,
      coalesce(sum(sheets), 0)::bigint as sheets, coalesce(sum(orders), 0)::bigint as orders,
      coalesce(sum(revenue), 0)::float8 as revenue, coalesce(sum(paper), 0)::float8 as paper,
      coalesce(sum(click), 0)::float8 as click, coalesce(sum(waste), 0)::float8 as waste,
      coalesce(sum(binding), 0)::float8 as binding
    from production_figures where day between from_date and to_date) f`

const daysOfGaps = 30

/**
 * Printers whose counter and jobs differ by more than the limit, without an explanation, the largest gap first. The reading that
 * is to be explained is the newest one that differs itself: its row shows why.
 */
const listGaps = (db: Db) => db<CounterGap[]>`
  select g.reading, g.printer_id as printer, p.name as printer_name, g.counter, g.by_jobs, g.counter - g.by_jobs as gap,
    g.since
  from (
    select printer_id, (array_agg(id order by gap = 0, at desc, id desc))[1] as reading, sum(since_printer)::bigint as counter,
      sum(since_jobs)::bigint as by_jobs, min(day) as since
    from compared_readings
    where day > (select shop_day(now())) - ${daysOfGaps}::int and explanation = '' and since_printer is not null
    group by printer_id) g
  join printers p on p.id = g.printer_id cross join production_costs c
  where abs(g.counter - g.by_jobs) > greatest(c.gap_least, g.counter * c.gap_percent / 100)
  order by abs(g.counter - g.by_jobs) desc, p.id limit 20`

type Waiting = { count: number; oldest: ProductionSummary['tasks']['oldest'] }

/** Open orders from before today whose sides are not all printed. Each status is read from its oldest order on. */
const listWaiting = (db: Db) => db<Waiting[]>`
  with waiting as (
    select w.id, w.number, w.title, w.created_at
    from unnest(array['print', 'subscription']) t, unnest(array['confirmed', 'assigned', 'out-for-delivery']) s
    cross join lateral (
      select o.id, o.number, o.title, o.created_at from orders o
      where o.order_type = t and o.status = s and o.created_at < (select day_start(shop_day(now())))
        and not is_fully_printed(o)
      order by o.created_at, o.id limit ${mostWaiting}) w
  )
  select least(count(*), ${mostWaiting})::int as count, coalesce((
    select json_agg(json_build_object('id', o.id, 'number', o.number, 'title', o.title, 'created_at',
      to_char(o.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')) order by o.created_at, o.id)
    from (select * from waiting order by created_at, id limit 3) o), '[]') as oldest
  from waiting`
