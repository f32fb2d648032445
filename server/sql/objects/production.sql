-- What was ordered, printed and delivered, what it cost and earned. See docs/decisions/042-counted-truly.md.

-- Counters and deltas, as readers want them.
create or replace view production_figures as
  select * from production_counts union all select * from production_deltas;

create or replace function order_revenue(o orders) returns bigint language sql immutable as $$
  select case when o.status = 'cancelled' then 0 else o.payable end
$$;

-- Ordered and delivered impressions of an order, and what it earns. Moves that change none of it do not run this.
create or replace function count_production() returns trigger language plpgsql as $$
begin
  insert into production_deltas (day, ordered, delivered)
  select day, sum(ordered), sum(delivered) from (
    select shop_day(new.created_at) as day, order_impressions(new) as ordered, 0 as delivered
      where tg_op <> 'DELETE' and new.status <> 'cancelled'
    union all
    select shop_day(new.delivered_at), 0, order_impressions(new) where tg_op <> 'DELETE' and new.status = 'delivered'
    union all
    select shop_day(old.created_at), -order_impressions(old), 0 where tg_op <> 'INSERT' and old.status <> 'cancelled'
    union all
    select shop_day(old.delivered_at), 0, -order_impressions(old) where tg_op <> 'INSERT' and old.status = 'delivered'
  ) d where day is not null group by day having sum(ordered) <> 0 or sum(delivered) <> 0;
  if tg_op = 'UPDATE' then
    update order_costs set revenue = order_revenue(new), user_id = new.user_id, created_at = new.created_at
    where order_id = new.id
      and (revenue, user_id, created_at) is distinct from (order_revenue(new), new.user_id, new.created_at);
  end if;
  return null;
end
$$;

-- The order is locked against changes while its row is made, or a change at the same moment would miss the row. When jobs
-- end their order is not locked: whoever cancels an order and its jobs would wait for them, and they for the order.
create or replace function begin_costs(job print_jobs) returns void language plpgsql as $$
begin
  if not exists (select from order_costs where order_id = job.order_id) then
    insert into order_costs (order_id, user_id, created_at, revenue)
    select o.id, o.user_id, o.created_at, order_revenue(o) from orders o where o.id = job.order_id for share
    on conflict (order_id) do nothing;
  end if;
end
$$;

-- What a sheet of a size costs now: as it was bought, else as the shop says.
create or replace function paper_cost(size text) returns numeric language sql stable as $$
  select coalesce(
    (select unit_cost from stock_items where id = paper_of_size(size)),
    case size when 'A4' then paper_a4 when 'A3' then paper_a3 else paper_letter end)
  from production_costs
$$;

create or replace function binding_cost(binding text) returns int language sql stable as $$
  select case binding when 'staple' then binding_staple when 'spiral' then binding_spiral when 'hard' then binding_hard
    else binding_none end from production_costs
$$;

-- The cost of a job: at the prices of its end, which `was` keeps, or else at those of now.
create or replace function job_cost(j print_jobs, was print_job_costs) returns print_job_costs language plpgsql stable as $$
declare
  cost       print_job_costs := was;
  in_color   int := job_color_impressions(j);
  all_paper  bigint;
  all_click  bigint;
  waste_part numeric := coalesce(j.impressions_wasted::numeric / nullif(j.impressions_done, 0), 0);
begin
  if was.job_id is null then
    select j.id, paper_cost(j.paper_size), coalesce(p.click_bw, 0), coalesce(p.click_color, 0)
      into cost.job_id, cost.paper_unit, cost.click_bw, cost.click_color
    from (select) one left join printers p on p.id = j.printer_id;
  end if;
  cost.counted := job_impressions(j);
  cost.wasted := j.impressions_wasted;
  cost.printed := j.impressions_done - j.impressions_wasted;
  cost.sheets := job_sheets(j);
  all_paper := round(cost.sheets * cost.paper_unit);
  all_click := (cost.counted - in_color)::bigint * cost.click_bw + in_color::bigint * cost.click_color;
  cost.paper := all_paper - round(all_paper * waste_part);
  cost.click := all_click - round(all_click * waste_part);
  cost.waste := all_paper + all_click - cost.paper - cost.click;
  return cost;
end
$$;

-- The cost of a job at its end, and again when its waste or a late count of its printer becomes known. Jobs of one order
-- are counted one after another, so that the last one sees that the order is fully printed.
create or replace function count_costs(job print_jobs) returns void language plpgsql as $$
declare
  sums order_costs;
  was  print_job_costs;
  cost print_job_costs;
begin
  select * into sums from order_costs where order_id = job.order_id for no key update;
  select * into was from print_job_costs where job_id = job.id;
  cost := job_cost(job, was);
  if was is not distinct from cost then return; end if;

  insert into print_job_costs select cost.*
  on conflict (job_id) do update set
    (counted, printed, wasted, sheets, paper, click, waste)
      = (cost.counted, cost.printed, cost.wasted, cost.sheets, cost.paper, cost.click, cost.waste);
  sums.jobs := sums.jobs + (cost.counted > 0)::int - coalesce(was.counted > 0, false)::int;
  sums.printed := sums.printed + cost.printed - coalesce(was.printed, 0);
  sums.wasted := sums.wasted + cost.wasted - coalesce(was.wasted, 0);
  sums.paper := sums.paper + cost.paper - coalesce(was.paper, 0);
  sums.click := sums.click + cost.click - coalesce(was.click, 0);
  sums.waste := sums.waste + cost.waste - coalesce(was.waste, 0);
  if sums.bound_at is null and sums.jobs > 0 then
    select o.copies::bigint * binding_cost(o.binding), now() into sums.binding, sums.bound_at
    from orders o where o.id = job.order_id and o.status <> 'cancelled' and is_fully_printed(o);
    sums.binding := coalesce(sums.binding, 0);
  end if;
  update order_costs set
    (jobs, printed, wasted, paper, click, waste, binding, bound_at)
      = (sums.jobs, sums.printed, sums.wasted, sums.paper, sums.click, sums.waste, sums.binding, sums.bound_at)
  where order_id = job.order_id;
  insert into production_deltas (day, printer_id, counted, printed, wasted, sheets)
  select shop_day(job.finished_at), job.printer_id, cost.counted - coalesce(was.counted, 0),
    cost.printed - coalesce(was.printed, 0), cost.wasted - coalesce(was.wasted, 0), cost.sheets - coalesce(was.sheets, 0)
  where cost.counted > 0 or was.counted > 0;
end
$$;

-- Costs of jobs and orders again, from the jobs: at the prices of their end where they are known, else at those of now.
create or replace function recount_costs() returns void language plpgsql as $$
begin
  lock table orders, print_jobs, order_costs, print_job_costs in share row exclusive mode;
  delete from print_job_costs c using print_jobs j where j.id = c.job_id and j.finished_at is null;
  insert into print_job_costs as c
  select k.* from print_jobs j left join print_job_costs was on was.job_id = j.id cross join lateral job_cost(j, was) k
  where j.finished_at is not null and was is distinct from k
  on conflict (job_id) do update set
    (counted, printed, wasted, sheets, paper, click, waste) = (excluded.counted, excluded.printed, excluded.wasted,
      excluded.sheets, excluded.paper, excluded.click, excluded.waste);
  insert into order_costs as c (order_id, user_id, created_at, revenue, jobs, printed, wasted, paper, click, waste)
  select o.id, o.user_id, o.created_at, order_revenue(o), k.*
  from orders o join lateral (
    select count(*) filter (where j.counted > 0), coalesce(sum(j.printed), 0), coalesce(sum(j.wasted), 0),
      coalesce(sum(j.paper), 0), coalesce(sum(j.click), 0), coalesce(sum(j.waste), 0)
    from print_jobs p left join print_job_costs j on j.job_id = p.id where p.order_id = o.id
    having count(*) > 0) k on true
  on conflict (order_id) do update set
    (user_id, created_at, revenue, jobs, printed, wasted, paper, click, waste) = (excluded.user_id, excluded.created_at,
      excluded.revenue, excluded.jobs, excluded.printed, excluded.wasted, excluded.paper, excluded.click, excluded.waste)
  where (c.user_id, c.created_at, c.revenue, c.jobs, c.printed, c.wasted, c.paper, c.click, c.waste) is distinct from
    (excluded.user_id, excluded.created_at, excluded.revenue, excluded.jobs, excluded.printed, excluded.wasted,
      excluded.paper, excluded.click, excluded.waste);
  update order_costs c set binding = o.copies::bigint * binding_cost(o.binding), bound_at = now()
  from orders o
  where o.id = c.order_id and c.bound_at is null and c.jobs > 0 and o.status <> 'cancelled' and is_fully_printed(o);
end
$$;

-- An order's costs and revenue, in the figures of the day it was created. Without a finished job it has none.
create or replace function count_order_costs() returns trigger language plpgsql as $$
begin
  insert into production_deltas (day, orders, of_orders, of_orders_wasted, revenue, paper, click, waste, binding)
  select * from (
    select day, sum(n), sum(n * printed), sum(n * wasted), sum(n * revenue), sum(n * paper), sum(n * click),
      sum(n * waste), sum(n * binding)
    from (
      select shop_day(new.created_at) as day, 1 as n, new.printed, new.wasted, new.revenue, new.paper, new.click,
        new.waste, new.binding where tg_op <> 'DELETE' and new.jobs > 0
      union all
      select shop_day(old.created_at), -1, old.printed, old.wasted, old.revenue, old.paper, old.click, old.waste,
        old.binding where tg_op <> 'INSERT' and old.jobs > 0
    ) d group by day
  ) s (day, orders, printed, wasted, revenue, paper, click, waste, binding)
  where (orders, printed, wasted, revenue, paper, click, waste, binding) <> (0, 0, 0, 0, 0, 0, 0, 0);
  return null;
end
$$;

-- Adds the deltas to the counters and deletes them; returns how many. A second process returns 0 at once.
create or replace function fold_production_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_production_counts')) then return 0; end if;
  with gone as (
    delete from production_deltas returning *
  ), counted as (
    insert into production_counts as c
    select day, printer_id, sum(ordered), sum(delivered), sum(counted), sum(printed), sum(wasted), sum(sheets),
      sum(orders), sum(of_orders), sum(of_orders_wasted), sum(revenue), sum(paper), sum(click), sum(waste), sum(binding)
    from gone group by day, printer_id
    on conflict (day, printer_id) do update set
      ordered = c.ordered + excluded.ordered, delivered = c.delivered + excluded.delivered,
      counted = c.counted + excluded.counted, printed = c.printed + excluded.printed,
      wasted = c.wasted + excluded.wasted, sheets = c.sheets + excluded.sheets, orders = c.orders + excluded.orders,
      of_orders = c.of_orders + excluded.of_orders, of_orders_wasted = c.of_orders_wasted + excluded.of_orders_wasted,
      revenue = c.revenue + excluded.revenue, paper = c.paper + excluded.paper, click = c.click + excluded.click,
      waste = c.waste + excluded.waste, binding = c.binding + excluded.binding
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

-- The figures of production by day again, as recount_orders() does it: in a repeatable read transaction without locks. Its
-- snapshot has the rows and the deltas that are in them, which go; what is written meanwhile stays as deltas of its own. The
-- days of use, which writers change in place, are counted apart: see recount_stock_use().
create or replace function recount_production_days() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    perform pg_advisory_xact_lock(hashtext('fold_production_counts'));
  else
    lock table orders, print_jobs, order_costs, print_job_costs, production_deltas in share row exclusive mode;
  end if;
  delete from production_deltas;
  delete from production_counts;
  insert into production_deltas (day, ordered)
  select shop_day(created_at), sum(order_impressions(o)) from orders o where status <> 'cancelled' group by 1;
  insert into production_deltas (day, delivered)
  select shop_day(delivered_at), sum(order_impressions(o)) from orders o
  where status = 'delivered' and delivered_at is not null group by 1;
  insert into production_deltas (day, printer_id, counted, printed, wasted, sheets)
  select shop_day(j.finished_at), j.printer_id, sum(c.counted), sum(c.printed), sum(c.wasted), sum(c.sheets)
  from print_job_costs c join print_jobs j on j.id = c.job_id group by 1, 2;
  insert into production_deltas (day, orders, of_orders, of_orders_wasted, revenue, paper, click, waste, binding)
  select shop_day(created_at), count(*), sum(printed), sum(wasted), sum(revenue), sum(paper), sum(click), sum(waste), sum(binding)
  from order_costs where jobs > 0 group by 1;
  perform fold_production_counts();
end
$$;

-- Everything that is counted of print jobs again: after a bulk load without triggers, and when a rule of it changed.
create or replace function recount_production() returns void language plpgsql as $$
begin
  perform recount_costs();
  perform recount_stock();
  perform recount_production_days();
end
$$;

select record_changes('production_costs');

create or replace trigger count_order_costs after insert or update or delete on order_costs
  for each row execute function count_order_costs();

create or replace trigger count_production_new after insert or delete on orders
  for each row execute function count_production();
create or replace trigger count_production_changed
  after update of status, amount, discount, user_id, created_at, delivered_at, copies, impressions, pdf_page_count on orders
  for each row when (
    (old.status in ('cancelled', 'delivered') or new.status in ('cancelled', 'delivered')
      or (old.payable, old.user_id, old.created_at, old.copies, old.impressions, old.pdf_page_count)
        is distinct from (new.payable, new.user_id, new.created_at, new.copies, new.impressions, new.pdf_page_count)))
  execute function count_production();
