-- What is printed counts by document, sheets by copy, and a reading of a counter can be corrected.
-- See docs/decisions/042-counted-truly.md.

-- Good sides that count for an order: of each document at most what the order needs of it, so that more copies of one file
-- do not hide that another one is missing. A document is a file of the order, or null for its bundle.
drop function good_impressions(uuid);
create function good_impressions(o orders) returns bigint language sql stable as $$
  select coalesce(sum(least(good, o.copies::bigint * sides)), 0)::bigint from (
    select sum(impressions_done - impressions_wasted) as good, max(impressions) as sides
    from print_jobs where order_id = o.id group by file_id) d
$$;
create function is_fully_printed(o orders) returns boolean language sql stable as $$
  select good_impressions(o) >= order_impressions(o)
$$;

-- Sheets that a job used, its cover included. Each copy begins on a sheet of its own; a printer may count more, and one
-- that does not count sheets says 0.
create or replace function job_sheets(j print_jobs) returns int language sql immutable as $$
  select greatest(j.sheets_done, case when j.duplex
      then j.impressions_done / s.sides * ((s.sides + 1) / 2) + (j.impressions_done % s.sides + 1) / 2
      else j.impressions_done end)
    + (j.cover and j.impressions_done > 0)::int
  from (select j.impressions - j.first_impression + 1 as sides) s
$$;

-- Sheets or impressions of an item that a job used.
create function job_use(j print_jobs, i stock_items) returns int language sql immutable as $$
  select case when i.kind = 'paper' then job_sheets(j) when i.color_only then job_color_impressions(j)
    else job_impressions(j) end
$$;

-- Takes what a finished job used out of stock. A job that ended half-way has used paper, too; one that the printer counts
-- again after its end is corrected.
create or replace function use_stock() returns trigger language plpgsql as $$
declare
  was  print_jobs;
  used record;
begin
  if tg_op = 'UPDATE' and old.finished_at is not null then was := old; end if;
  for used in
    select i.id, job_use(new, i) - coalesce(job_use(was, i), 0) as uses from stock_items i
    where job_use(new, i) <> coalesce(job_use(was, i), 0) and (
      i.id = coalesce(
        (select e.item_id from stock_entries e join stock_items p on p.id = e.item_id and p.kind = 'paper'
          where e.print_job = new.id and e.kind = 'use'),
        paper_of_size(new.paper_size))
      or (i.kind = 'toner' and i.is_active and i.printer_id = new.printer_id))
    -- In one sequence, so that jobs that finish at once do not deadlock.
    order by i.id
  loop
    if used.uses > 0 and not exists (
      select from stock_entries where print_job = new.id and item_id = used.id and kind = 'use')
    then
      insert into stock_entries (item_id, kind, quantity, print_job, at)
      values (used.id, 'use', -used.uses, new.id, new.finished_at);
    else
      insert into stock_entries (item_id, kind, quantity, print_job, reason)
      values (used.id, 'correction', -used.uses, new.id, 'Counted again after its end');
    end if;
  end loop;
  return null;
end
$$;

-- Balances and days of use again, from the ledger; and what jobs used, where the ledger has another number. A job without
-- an entry stays without: when it ended, nobody kept stock of its paper.
create function recount_stock() returns void language plpgsql as $$
begin
  lock table stock_items, stock_entries in share row exclusive mode;
  update stock_items i set amount = coalesce(e.amount, 0), entries = coalesce(e.entries, 0), unit_cost = e.unit_cost
  from stock_items k left join (
    select item_id, sum(quantity)::bigint as amount, max(place) as entries,
      (array_agg(unit_cost order by place desc))[1] as unit_cost
    from stock_entries group by item_id) e on e.item_id = k.id
  where k.id = i.id
    and (i.amount, i.entries, i.unit_cost) is distinct from (coalesce(e.amount, 0), coalesce(e.entries, 0), e.unit_cost);
  insert into stock_entries (item_id, kind, quantity, print_job, reason)
  select i.id, 'correction', e.used - job_use(j, i), j.id, 'Counted again after its end'
  from (select item_id, print_job, -sum(quantity) as used from stock_entries where print_job is not null group by 1, 2) e
  join print_jobs j on j.id = e.print_job join stock_items i on i.id = e.item_id
  where e.used <> job_use(j, i) order by i.id, j.id;
  perform recount_stock_use();
end
$$;

-- The cost of a job: at the prices of its end, which `was` keeps, or else at those of now.
create function job_cost(j print_jobs, was print_job_costs) returns print_job_costs language plpgsql stable as $$
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
create or replace function count_costs() returns trigger language plpgsql as $$
declare
  sums order_costs;
  was  print_job_costs;
  cost print_job_costs;
begin
  select * into sums from order_costs where order_id = new.order_id for no key update;
  select * into was from print_job_costs where job_id = new.id;
  cost := job_cost(new, was);
  if was is not distinct from cost then return null; end if;

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
    from orders o where o.id = new.order_id and o.status <> 'cancelled' and is_fully_printed(o);
    sums.binding := coalesce(sums.binding, 0);
  end if;
  update order_costs set
    (jobs, printed, wasted, paper, click, waste, binding, bound_at)
      = (sums.jobs, sums.printed, sums.wasted, sums.paper, sums.click, sums.waste, sums.binding, sums.bound_at)
  where order_id = new.order_id;
  insert into production_deltas (day, printer_id, counted, printed, wasted, sheets)
  select shop_day(new.finished_at), new.printer_id, cost.counted - coalesce(was.counted, 0),
    cost.printed - coalesce(was.printed, 0), cost.wasted - coalesce(was.wasted, 0), cost.sheets - coalesce(was.sheets, 0)
  where cost.counted > 0 or was.counted > 0;
  return null;
end
$$;

-- Costs of jobs and orders again, from the jobs: at the prices of their end where they are known, else at those of now.
create function recount_costs() returns void language plpgsql as $$
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

-- The figures by day again: after TIME_ZONE changed.
create function recount_production_days() returns void language plpgsql as $$
begin
  lock table orders, print_jobs, order_costs, print_job_costs, production_deltas in share row exclusive mode;
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
  perform recount_stock_use();
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

-- Bound although a document was never printed in all its copies, waste included.
update order_costs c set binding = 0, bound_at = null
from orders o
where o.id = c.order_id and c.bound_at is not null and order_impressions(o) > (
  select coalesce(sum(least(done, o.copies::bigint * sides)), 0) from (
    select sum(impressions_done) as done, max(impressions) as sides from print_jobs
    where order_id = o.id group by file_id) d);
select recount_production();

-- A reading is corrected by a newer one of the same moment; the one that it replaces counts no more. What lies between two
-- readings is not kept but compared when it is read, so that a correction changes both sides of it.
alter table printer_readings
  drop column gap, drop column since_printer, drop column since_jobs,
  add column replaces uuid unique references printer_readings (id) on delete cascade;
drop trigger compare on printer_readings;
drop function compare_reading();
drop index printer_readings_of_printer;
create index printer_readings_of_printer on printer_readings (printer_id, at desc, id desc);
create index printer_readings_newest on printer_readings (at, id);

create view current_readings as
  select * from printer_readings r where not exists (select from printer_readings n where n.replaces = r.id);

-- With what counter and jobs did since the reading before: null for the first one and where the counter went back.
create view compared_readings as
  select r.*, case when r.impressions >= b.impressions then r.impressions - b.impressions end as since_printer,
    case when r.impressions >= b.impressions then r.jobs - b.jobs end as since_jobs,
    case when r.impressions >= b.impressions then r.impressions - b.impressions - r.jobs + b.jobs end as gap
  from current_readings r left join lateral (
    select impressions, jobs from current_readings b
    where b.printer_id = r.printer_id and (b.at, b.id) < (r.at, r.id)
    order by b.at desc, b.id desc limit 1) b on true;
