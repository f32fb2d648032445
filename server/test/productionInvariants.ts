import type { Db, Fragment } from '../src/base/database/db.ts'

type Check = (db: Db) => Fragment

/** The balance of a stock item is the sum of its ledger, whose entries have no gaps. */
const stock: Check = (db) => db`
  select i.id, i.amount, i.entries, c.amount as counted, c.entries as lines
  from stock_items i cross join lateral (
    select coalesce(sum(quantity), 0) as amount, count(*) as entries, coalesce(max(place), 0) as last
    from stock_entries e where e.item_id = i.id) c
  where (i.amount, i.entries, i.entries) is distinct from (c.amount, c.entries, c.last)
  union all
  select item_id, balance, place, before + quantity, null from (
    select item_id, balance, place, quantity, lag(balance, 1, 0::bigint) over (partition by item_id order by place) as before
    from stock_entries) e
  where balance <> before + quantity`

/**
 * What jobs printed and used, counted from their columns side by side: these checks judge the functions of the database, so
 * they call none of them. A side lies in a copy, and on a sheet of it.
 */
const jobs = (db: Db) => db`
  select j.*, done.sheets + cover.sides as sheets, impressions_done + cover.sides as counted, case j.color
      when 'bw' then 0 when 'color' then impressions_done
      else round(impressions_done * color_impressions::numeric / impressions) end as in_color
  from print_jobs j
  cross join lateral (
    select greatest(least(sheets_done, copies * (impressions - first_impression + 1)), count(distinct (side / per_copy, side % per_copy / case when duplex then 2 else 1 end))) as sheets
    from (select impressions - first_impression + 1 as per_copy) c, generate_series(0, impressions_done - 1) side) done
  cross join lateral (select case when j.cover and impressions_done > 0 then 1 else 0 end as sides) cover`

/** An open job of a cancelled order is on its way to its end: its printer is told. */
const jobsOfCancelled: Check = (db) => db`
  select j.id, j.state from print_jobs j join orders o on o.id = j.order_id
  where o.status = 'cancelled' and j.finished_at is null and j.cancel_asked_at is null`

/** A finished job has used its sheets of at most one paper. */
const paperOfJobs: Check = (db) => db`
  select j.id, j.sheets, -sum(e.quantity) as used from (${jobs(db)}) j
  join stock_entries e on e.print_job = j.id join stock_items i on i.id = e.item_id and i.kind = 'paper'
  group by j.id, j.sheets, j.finished_at
  having -sum(e.quantity) <> j.sheets or count(distinct e.item_id) > 1 or j.finished_at is null`

/** A finished job has used its sides of the toner that it used at all. */
const tonerOfJobs: Check = (db) => db`
  select j.id, i.color_only, -sum(e.quantity) as used from (${jobs(db)}) j
  join stock_entries e on e.print_job = j.id join stock_items i on i.id = e.item_id and i.kind = 'toner'
  group by j.id, i.id, j.counted, j.in_color
  having -sum(e.quantity) <> case when i.color_only then j.in_color else j.counted end`

/** Every finished job has exactly one row of costs, which adds up to what it printed and to the sums of its order. */
const wasteOf = (db: Db) => db`
  case when exists (select from complaints m where m.reprint_order_id = j.order_id) then j.impressions_done
    else j.impressions_wasted end`

/** All that prints an order again because of a complaint is waste. */
const costsOfJobs: Check = (db) => db`
  select j.id, c.counted, c.printed, c.wasted, c.paper + c.click + c.waste as cost
  from (${jobs(db)}) j full join print_job_costs c on c.job_id = j.id
  where (j.finished_at is not null) <> (c.job_id is not null)
    or (c.counted, c.printed, c.wasted, c.sheets, c.paper + c.click + c.waste) is distinct from (
      j.counted, j.impressions_done - ${wasteOf(db)}, ${wasteOf(db)}, j.sheets,
      round(j.sheets * c.paper_unit) + (j.counted - j.in_color) * c.click_bw + j.in_color * c.click_color)
      and j.finished_at is not null`

/**
 * The costs of an order are those of its jobs, and its revenue is its payable without added tax. It is bound if the finished jobs of each of
 * its documents printed all copies, and not if some were never printed.
 */
const costsOfOrders: Check = (db) => db`
  select o.id, o.status, c.revenue, c.jobs, s.jobs as counted, c.printed, s.printed as of_jobs, c.bound_at
  from orders o join order_costs c on c.order_id = o.id cross join lateral (
    select count(*) filter (where k.counted > 0) as jobs, coalesce(sum(k.printed), 0) as printed,
      coalesce(sum(k.wasted), 0) as wasted, coalesce(sum(k.paper), 0) as paper, coalesce(sum(k.click), 0) as click,
      coalesce(sum(k.waste), 0) as waste
    from print_job_costs k join print_jobs j on j.id = k.job_id where j.order_id = o.id) s
  cross join lateral (
    select coalesce(sum(least(good, needed)), 0) as good, coalesce(sum(least(done, needed)), 0) as done from (
      select sum(impressions_done - impressions_wasted) filter (where finished_at is not null) as good,
        sum(impressions_done) as done, o.copies * max(impressions) as needed
      from print_jobs where order_id = o.id group by coalesce(file_id, o.id)) d) printed
  where (c.jobs, c.printed, c.wasted, c.paper, c.click, c.waste, c.revenue, c.user_id, c.created_at) is distinct from
      (s.jobs, s.printed, s.wasted, s.paper, s.click, s.waste, case when o.status = 'cancelled' then 0 else o.payable - coalesce(o.tax, 0) end,
        o.user_id, o.created_at)
    or (c.bound_at is null and c.binding <> 0)
    or (c.bound_at is null and c.jobs > 0 and o.status <> 'cancelled' and printed.good >= ${needed(db)})
    or (c.bound_at is not null and printed.done < ${needed(db)})
  union all
  select j.order_id, null, null, null, null, null, null, null from print_jobs j
  where not exists (select from order_costs c where c.order_id = j.order_id)`

/** What an order says of its printing is what its jobs printed, each document at most as often as it is needed. */
const printedOrders: Check = (db) => db`
  select o.id, o.printed, d.good, ${needed(db)} as needed from orders o cross join lateral (
    select coalesce(sum(least(good, o.copies * sides)), 0) as good, coalesce(bool_and(is_over), true) as is_over from (
      select sum(impressions_done - impressions_wasted) as good, max(impressions) as sides,
        bool_and(finished_at is not null) as is_over
      from print_jobs where order_id = o.id group by coalesce(file_id, o.id)) f) d
  where d.is_over and o.printed <> case when d.good >= ${needed(db)} then 'all' when d.good > 0 then 'part' else 'none' end`

/** Sides of all copies of an order. */
const needed = (db: Db) => db`o.copies * coalesce(o.impressions, o.pdf_page_count)`

/** The figures of each day and printer: counters plus deltas. */
const production: Check = (db) => db`
  with counted as (
    select shop_day(created_at) as day, null::uuid as printer_id, ${needed(db)} as ordered, 0 as delivered,
      0 as counted, 0 as printed, 0 as wasted, 0 as sheets, 0::bigint as orders, 0::bigint as cost
    from orders o where status <> 'cancelled'
    union all
    select shop_day(delivered_at), null, 0, ${needed(db)}, 0, 0, 0, 0, 0, 0 from orders o
    where status = 'delivered' and delivered_at is not null
    union all
    select shop_day(j.finished_at), j.printer_id, 0, 0, c.counted, c.printed, c.wasted, c.sheets, 0, 0
    from print_job_costs c join print_jobs j on j.id = c.job_id
    union all
    select shop_day(created_at), null, 0, 0, 0, 0, 0, 0, 1, revenue + 3 * printed + 5 * wasted + 7 * cost
    from order_costs where jobs > 0
  ), kept as (
    select day, printer_id, ordered, delivered, counted, printed, wasted, sheets, orders,
      revenue + 3 * of_orders + 5 * of_orders_wasted + 7 * (paper + click + waste + binding) as cost
    from production_figures
  ), sums as (
    select day, printer_id, sum(ordered) as ordered, sum(delivered) as delivered, sum(counted) as counted,
      sum(printed) as printed, sum(wasted) as wasted, sum(sheets) as sheets, sum(orders) as orders, sum(cost) as cost
    from (
      select * from counted
      union all
      select day, printer_id, -ordered, -delivered, -counted, -printed, -wasted, -sheets, -orders, -cost from kept) d
    group by 1, 2
  )
  select * from sums
  where (ordered, delivered, counted, printed, wasted, sheets, orders, cost) <> (0, 0, 0, 0, 0, 0, 0, 0)`

/** What must hold for stock, costs and the figures of production. */
export const productionChecks: Record<string, Check> = {
  stock,
  'jobs of cancelled orders': jobsOfCancelled,
  'paper of jobs': paperOfJobs,
  'toner of jobs': tonerOfJobs,
  'costs of jobs': costsOfJobs,
  'costs of orders': costsOfOrders,
  'what is printed of orders': printedOrders,
  production,
}
