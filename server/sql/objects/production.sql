-- What was ordered, printed and delivered, what it cost and earned. See docs/decisions/042-counted-truly.md.

-- The figures of each day and printer: orders on the day they were created (ordered, and what they earned and cost) and on
-- which they were delivered, print jobs on the day they ended. No printer: what orders did, and what was printed by hand.
create or replace view production_figures as
  select starts as day, null::uuid as printer_id, impressions as ordered, 0 as delivered, 0 as counted, 0 as printed, 0 as wasted,
    0 as sheets, 0 as orders, 0 as of_orders, 0 as of_orders_wasted, 0 as revenue, 0 as paper, 0 as click, 0 as waste, 0 as binding
  from order_figures where period = 'day'
  union all
  select starts, null, 0, impressions, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 from delivery_figures where period = 'all'
  union all
  select starts, printer_id, 0, 0, counted, printed, wasted, sheets, 0, 0, 0, 0, 0, 0, 0, 0 from printed_figures where period = 'day'
  union all
  select starts, null, 0, 0, 0, 0, 0, 0, orders, of_orders, of_orders_wasted, revenue, paper, click, waste, binding
  from margin_figures where period = 'day';

-- What an order earns: added tax is collected for the state.
create or replace function order_revenue(o orders) returns bigint language sql immutable as $$
  select case when o.status = 'cancelled' then 0 else o.amount - o.discount end
$$;

-- What an order earns, in its costs. Most moves change none of it.
create or replace function keep_revenue() returns trigger language plpgsql as $$
begin
  if (order_revenue(old), old.user_id, old.created_at) is distinct from (order_revenue(new), new.user_id, new.created_at)
  then
    update order_costs set revenue = order_revenue(new), user_id = new.user_id, created_at = new.created_at
    where order_id = new.id;
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
  wasted     int := j.impressions_wasted;
  waste_part numeric := coalesce(j.impressions_wasted::numeric / nullif(j.impressions_done, 0), 0);
begin
  if was.job_id is null then
    select j.id, paper_cost(j.paper_size), coalesce(p.click_bw, 0), coalesce(p.click_color, 0)
      into cost.job_id, cost.paper_unit, cost.click_bw, cost.click_color
    from (select) one left join printers p on p.id = j.printer_id;
  end if;
  cost.counted := job_impressions(j);
  -- What prints an order again because of a complaint is at the cost of the shop.
  if j.impressions_done > 0 and exists (select from complaints where reprint_order_id = j.order_id) then
    wasted := j.impressions_done;
    waste_part := 1;
  end if;
  cost.wasted := wasted;
  cost.printed := j.impressions_done - wasted;
  cost.sheets := job_sheets(j);
  all_paper := round(cost.sheets * cost.paper_unit);
  all_click := (cost.counted - in_color)::bigint * cost.click_bw + in_color::bigint * cost.click_color;
  cost.paper := all_paper - round(all_paper * waste_part);
  cost.click := all_click - round(all_click * waste_part);
  cost.waste := all_paper + all_click - cost.paper - cost.click;
  return cost;
end
$$;

-- The sums of orders from their jobs. The copies are bound once, when the order is fully printed for the first time.
create or replace function sum_costs(of_orders uuid[]) returns void language plpgsql as $$
begin
  update order_costs c set (jobs, printed, wasted, paper, click, waste) = (s.jobs, s.printed, s.wasted, s.paper, s.click, s.waste)
  from (
    select p.order_id, count(*) filter (where j.counted > 0) as jobs, coalesce(sum(j.printed), 0) as printed,
      coalesce(sum(j.wasted), 0) as wasted, coalesce(sum(j.paper), 0) as paper, coalesce(sum(j.click), 0) as click,
      coalesce(sum(j.waste), 0) as waste
    from print_jobs p left join print_job_costs j on j.job_id = p.id where p.order_id = any(of_orders) group by p.order_id) s
  where s.order_id = c.order_id and (c.jobs, c.printed, c.wasted, c.paper, c.click, c.waste)
    is distinct from (s.jobs, s.printed, s.wasted, s.paper, s.click, s.waste);
  update order_costs c set binding = o.copies::bigint * binding_cost(o.binding), bound_at = now()
  from orders o
  where o.id = c.order_id and c.order_id = any(of_orders) and c.bound_at is null and c.jobs > 0 and o.status <> 'cancelled'
    and is_fully_printed(o);
  perform keep_printed(of_orders);
end
$$;

-- The cost of a job at its end, and again when its waste or a late count of its printer becomes known. Jobs of one order
-- are counted one after another, so that the last one sees that the order is fully printed.
create or replace function count_costs(job print_jobs) returns void language plpgsql as $$
declare
  was  print_job_costs;
  cost print_job_costs;
begin
  -- In the sequence of a change of the order itself, or the two could wait for each other.
  perform from orders where id = job.order_id for no key update;
  perform from order_costs where order_id = job.order_id for no key update;
  select * into was from print_job_costs where job_id = job.id;
  cost := job_cost(job, was);
  if was is not distinct from cost then return; end if;
  insert into print_job_costs select cost.*
  on conflict (job_id) do update set
    (counted, printed, wasted, sheets, paper, click, waste)
      = (cost.counted, cost.printed, cost.wasted, cost.sheets, cost.paper, cost.click, cost.waste);
  perform sum_costs(array[job.order_id]);
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
  insert into order_costs as c (order_id, user_id, created_at, revenue)
  select id, user_id, created_at, order_revenue(o) from orders o where id in (select order_id from print_jobs)
  on conflict (order_id) do update set
    (user_id, created_at, revenue) = (excluded.user_id, excluded.created_at, excluded.revenue)
  where (c.user_id, c.created_at, c.revenue) is distinct from (excluded.user_id, excluded.created_at, excluded.revenue);
  perform sum_costs(array(select order_id from order_costs));
end
$$;

-- Everything that is counted of print jobs again: after a bulk load without triggers, and when a rule of it changed.
create or replace function recount_production() returns void language plpgsql as $$
begin
  perform recount_costs();
  perform recount_stock();
  perform recount_figures();
end
$$;

create or replace trigger keep_revenue after update of status, amount, discount, user_id, created_at on orders
  for each row execute function keep_revenue();
