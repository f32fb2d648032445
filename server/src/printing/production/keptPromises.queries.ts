import { openStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { orderTypes } from '@our-print/contract/orders/orders.ts'
import type { KeptGroup, KeptPromises } from '@our-print/contract/printing/keptPromises.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { endingOf } from '../../orders/promises/measure.queries.ts'
import { rangeOf } from './ranges.queries.ts'

type Row = KeptPromises & { is_total: boolean; from_date: string; to_date: string }

/** What orders `o` are grouped by, and its name by `key`, where it is another one. */
type Group = { key: (db: Db) => Fragment; name?: (db: Db) => Fragment; none: { id: string; label: string } }

const noGroup = { id: '', label: '' }
const kindLabels: Record<string, string> = {
  'bw-pickup': 'Black and white, picked up',
  'bw-delivery': 'Black and white, delivered',
  'color-pickup': 'Colour, picked up',
  'color-delivery': 'Colour, delivered',
}

const groups: Record<KeptGroup, Group> = {
  week: { key: (db) => db`date_trunc('week', shop_day(o.promised_at)::timestamp)::date`, none: noGroup },
  // As the model tells them apart.
  kind: {
    key: (db) => db`
      case when o.color = 'bw' then 'bw' else 'color' end || case when o.pickup then '-pickup' else '-delivery' end`,
    none: noGroup,
  },
  printer: {
    key: (db) => db`(
      select j.printer_id from print_jobs j where j.order_id = o.id and j.state = 'done'
      order by j.finished_at desc, j.id desc limit 1)`,
    name: (db) => db`(select p.name from printers p where p.id = c.key)`,
    none: { id: 'by-hand', label: 'By hand' },
  },
  courier: {
    key: (db) => db`o.assigned_user`,
    name: (db) => db`(select s.full_name from staff_users s where s.id = c.key)`,
    none: { id: 'nobody', label: 'Nobody' },
  },
}

/** An order belongs to the day that it was promised for, so that no figure of an earlier week changes with later deliveries. */
export async function get(db: Db, { by = 'week', ...range }: DayRange & { by?: KeptGroup }) {
  const { key, name, none } = groups[by]
  const found = await db<Row[]>`
    with ${rangeOf(db, range)},
    promised as materialized (
      select o.promised_at, o.proposed_at, ${key(db)} as key,
        case when o.status = 'delivered' or o.is_ready then e.done end as done
      from orders o cross join lateral (${endingOf(db)}) e
      where o.order_type = any(${[...orderTypes]}) and o.status = any(${[...openStatuses, 'delivered']})
        and o.promised_at >= (select day_start(from_date) from range)
        and o.promised_at < (select day_start(to_date + 1) from range)),
    judged as (
      select key, done is null as is_overdue, extract(epoch from done - promised_at) / 60 as late,
        extract(epoch from done - proposed_at) / 60 as error
      from promised where done is not null or promised_at < now()),
    counted as (
      select key, grouping(key) = 1 as is_total,
        count(*) filter (where not is_overdue)::int as orders, count(*) filter (where late <= 0)::int as kept,
        count(*) filter (where late > 0)::int as missed, count(*) filter (where is_overdue)::int as overdue,
        round(percentile_cont(0.5) within group (order by late) filter (where late > 0))::int as late_median,
        round(percentile_cont(0.9) within group (order by late) filter (where late > 0))::int as late_p90,
        count(error)::int as proposed,
        round(percentile_cont(0.5) within group (order by error))::int as error_median,
        round(percentile_cont(0.9) within group (order by error))::int as error_p90
      from judged group by grouping sets ((key), ()))
    select c.*, coalesce(c.key::text, ${none.id}) as id, r.from_date, r.to_date,
      coalesce(${name ? name(db) : db`c.key::text`}, ${none.label}) as label
    from counted c cross join range r
    order by is_total desc, ${by === 'week' ? db`c.key desc` : db`orders desc, label, id`}`
  const [total, ...rows] = found
  if (!total) throw new Error('There is always a total')
  const { from_date, to_date } = total
  return {
    from_date,
    to_date,
    total: { ...figuresOf(total), id: 'all', label: 'All' },
    rows: rows.map((row) => ({ ...figuresOf(row), label: kindLabels[row.id] ?? row.label })),
  }
}

const figuresOf = ({ id, label, orders, kept, missed, overdue, proposed, ...row }: Row): KeptPromises => ({
  id,
  label,
  orders,
  kept,
  missed,
  overdue,
  late_median: row.late_median,
  late_p90: row.late_p90,
  proposed,
  error_median: row.error_median,
  error_p90: row.error_p90,
})
