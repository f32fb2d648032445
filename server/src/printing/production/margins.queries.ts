import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { MarginGroup, MarginRow, marginOrderings } from '@our-print/contract/printing/margins.ts'
import type { DayRange } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { orderBy, readRows, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { canUseTrigramIndex, findByIndex, matches } from '../../orders/orderText.queries.ts'
import { rangeOf } from './ranges.queries.ts'

type Filter = DayRange & {
  by?: MarginGroup
  query?: string
  ordering?: Ordering<(typeof marginOrderings)[number]>
}

/** How orders are added up: `found` has a row for each group, `join` gives it a name. */
type Group = {
  found: (db: Db) => Fragment
  join: (db: Db) => Fragment
  label: (db: Db) => Fragment
  usual: Ordering<(typeof marginOrderings)[number]>
}

// Only orders whose costs are known; all columns are in the index order_costs_counted.
const isCounted = (db: Db) => db`
  c.jobs > 0 and c.created_at >= (select day_start(from_date) from range)
    and c.created_at < (select day_start(to_date + 1) from range)`
const counted = (db: Db) => db`order_costs c where ${isCounted(db)}`

const ofOrder = (db: Db) => db`
  c.order_id as id, c.user_id, c.created_at as at, 1 as orders, c.printed, c.wasted, c.revenue, c.paper, c.click,
  c.binding, c.waste, c.paper + c.click + c.waste + c.binding as cost,
  c.revenue - c.paper - c.click - c.waste - c.binding as margin`

const sums = (db: Db) => db`
  max(c.created_at) as at, count(*)::int as orders, sum(c.printed)::bigint as printed, sum(c.wasted)::bigint as wasted,
  sum(c.revenue)::bigint as revenue, sum(c.paper)::bigint as paper, sum(c.click)::bigint as click,
  sum(c.binding)::bigint as binding, sum(c.waste)::bigint as waste,
  sum(c.paper + c.click + c.waste + c.binding)::bigint as cost,
  sum(c.revenue - c.paper - c.click - c.waste - c.binding)::bigint as margin`

const fullName = (db: Db) => db`trim(u.first_name || ' ' || u.last_name)`

const groups: Record<MarginGroup, Group> = {
  order: {
    found: (db) => db`select ${ofOrder(db)} from ${counted(db)}`,
    join: (db) => db`join orders o on o.id = f.id join users u on u.id = f.user_id`,
    label: (db) => db`o.title`,
    usual: '-day',
  },
  customer: {
    found: (db) => db`select c.user_id as id, ${sums(db)} from ${counted(db)} group by c.user_id`,
    join: (db) => db`join users u on u.id = f.id`,
    label: fullName,
    usual: '-revenue',
  },
  company: {
    // The customers of a company own a voucher of it.
    found: (db) => db`
      select o.client_id as id, max(s.at) as at, sum(s.orders)::int as orders, sum(s.printed)::bigint as printed,
        sum(s.wasted)::bigint as wasted, sum(s.revenue)::bigint as revenue, sum(s.paper)::bigint as paper,
        sum(s.click)::bigint as click, sum(s.binding)::bigint as binding, sum(s.waste)::bigint as waste,
        sum(s.cost)::bigint as cost, sum(s.margin)::bigint as margin
      from (select c.user_id, ${sums(db)} from ${counted(db)} group by c.user_id) s
      cross join lateral (
        select distinct v.client_id from purchased_vouchers v join live_clients l on l.id = v.client_id
        where v.user_id = s.user_id and v.voided_at is null) o
      group by o.client_id`,
    join: (db) => db`join live_clients l on l.id = f.id`,
    label: (db) => db`l.name`,
    usual: '-revenue',
  },
  month: {
    found: (db) => db`
      select to_char(m.month, 'YYYY-MM') as id, day_start(m.month::date) as at, m.orders::int as orders,
        m.printed::bigint as printed, m.wasted::bigint as wasted, m.revenue::bigint as revenue, m.paper::bigint as paper, m.click::bigint as click,
        m.binding::bigint as binding, m.waste::bigint as waste,
        (m.paper + m.click + m.waste + m.binding)::bigint as cost,
        (m.revenue - m.paper - m.click - m.waste - m.binding)::bigint as margin
      from (
        select date_trunc('month', day) as month, sum(orders) as orders, sum(of_orders) as printed,
          sum(of_orders_wasted) as wasted, sum(revenue) as revenue, sum(paper) as paper, sum(click) as click, sum(waste) as waste, sum(binding) as binding
        from production_figures where day between (select from_date from range) and (select to_date from range)
        group by 1 having sum(orders) <> 0) m`,
    join: (db) => db``,
    label: (db) => db`f.id`,
    usual: '-day',
  },
}

const sequence = (db: Db, group: Group, ordering: Filter['ordering']) =>
  sequenceOf(
    ordering,
    { day: db`f.at`, revenue: db`f.revenue`, cost: db`f.cost`, margin: db`f.margin` },
    db`f.id`,
    group.usual,
  )

/** The words of so many orders are read faster than an index is asked for a common word. */
const fewOrders = 5_000

/**
 * `chosen`: the rows that the search finds. Without one, names are joined to the rows of the page only. Orders are found in
 * the words of the range where it has few; else by the indexes of the words, unless these find too many.
 */
function chosen(db: Db, filter: Filter): Fragment {
  const group = groupOf(filter)
  const { query } = filter
  if (!query) return db`chosen as (${group.found(db)})`
  if (!isByOrder(filter)) {
    const hits = contains(db, db`search_text(${group.label(db)})`, query)
    return db`chosen as materialized (select f.* from (${group.found(db)}) f ${group.join(db)} where ${hits})`
  }
  const read = db`
    select ${ofOrder(db)} from order_search w join order_costs c on c.order_id = w.order_id
    where ${matches(db, query)} and ${isCounted(db)}`
  if (!canUseTrigramIndex(query)) return db`chosen as materialized (${read})`
  const isShort = db`(select orders <= ${fewOrders} from size_of_range)`
  return db`
    size_of_range as materialized (
      select coalesce(sum(orders), 0) as orders from production_figures
      where day between (select from_date from range) and (select to_date from range)
    ), ${findByIndex(db, query, isShort)},
    chosen as materialized (
      select c.* from found f cross join lateral (
        select ${ofOrder(db)} from order_costs c where c.order_id = f.order_id and ${isCounted(db)} offset 0) c
      where not ${isShort} and (select is_whole from size)
      union all
      select c.* from (${read}) c where ${isShort} or not (select is_whole from size))`
}

const groupOf = ({ by }: Filter) => groups[by ?? 'order']
const isByOrder = ({ by }: Filter) => by === undefined || by === 'order'

/** The rows of the list, or of its page; with `count` the length of the whole list stands in each of them. */
function statement(
  db: Db,
  filter: Filter,
  { slice, count = db`` }: { slice?: Slice; count?: Fragment } = {},
) {
  const group = groupOf(filter)
  const order = orderBy(db, sequence(db, group, filter.ordering))
  const limit = slice ? db`limit ${slice.limit} offset ${slice.offset}` : db``
  const rupees = (paise: Fragment) => db`(${paise} / 100.0)::float8`
  return db`
    with ${rangeOf(db, filter)}, ${chosen(db, filter)}, page as (select f.* from chosen f ${order} ${limit})
    select ${count} f.id::text as id, ${group.label(db)} as label,
      ${isByOrder(filter) ? db`o.number` : db`null::bigint`} as number,
      ${isByOrder(filter) ? fullName(db) : db`null::text`} as customer, shop_day(f.at) as day, f.orders, f.printed, f.wasted,
      ${rupees(db`f.revenue`)} as revenue, ${rupees(db`f.paper`)} as paper, ${rupees(db`f.click`)} as click,
      ${rupees(db`f.binding`)} as binding, ${rupees(db`f.waste`)} as waste, ${rupees(db`f.cost`)} as cost,
      ${rupees(db`f.margin`)} as margin,
      case when f.revenue > 0 then round(100.0 * f.margin / f.revenue, 1)::float8 end as margin_percent
    from page f ${group.join(db)} ${order}`
}

export const select = (db: Db, filter: Filter) => statement(db, filter)

export async function list(db: Db, filter: Filter & Slice): Promise<Rows<MarginRow>> {
  const counted = db`
    with ${rangeOf(db, filter)}, ${chosen(db, filter)} select count(*)::int as count from chosen`
  // The page of all orders is read from the index, and their number, too.
  if (isByOrder(filter) && !filter.query)
    return readRows(db, statement(db, filter, { slice: filter }), counted)
  // Groups and hits are found once, for the page and for their number.
  const count = db`(select count(*)::int from chosen) as count,`
  const rows = await db<(MarginRow & { count: number })[]>`${statement(db, filter, { slice: filter, count })}`
  const [first] = rows.length > 0 || filter.offset === 0 ? rows : await db<[{ count: number }]>`${counted}`
  return { count: first?.count ?? 0, results: rows.map(({ count: _, ...row }) => row) }
}
