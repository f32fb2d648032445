-- What was ordered, printed and delivered, what it cost and earned. See docs/decisions/042-counted-truly.md.

-- One row: what the shop pays besides clicks and paper that was bought, in paise, and when a gap is worth a look.
create table production_costs (
  id             uuid primary key default uuid_v7(),
  only_row       boolean not null default true unique check (only_row),
  -- Of one copy.
  binding_none   int not null default 0,
  binding_staple int not null default 0,
  binding_spiral int not null default 0,
  binding_hard   int not null default 0,
  -- Of one sheet, until a delivery of its size is entered.
  paper_a4       int not null default 0,
  paper_a3       int not null default 0,
  paper_letter   int not null default 0,
  -- A printer's counter may differ from its jobs by this much, the larger of both.
  gap_percent    float8 not null default 2,
  gap_least      int not null default 20,
  version        int not null default 1,
  constraint production_costs_not_negative check (
    least(binding_none, binding_staple, binding_spiral, binding_hard, paper_a4, paper_a3, paper_letter, gap_least) >= 0),
  constraint production_costs_percent check (gap_percent between 0 and 100)
);
insert into production_costs (binding_staple, binding_spiral, binding_hard, paper_a4, paper_a3, paper_letter)
values (100, 1200, 8000, 60, 130, 65);
create trigger version before update on production_costs for each row execute function next_version();
create trigger audit after insert or update or delete on production_costs for each row execute function audit();

-- The cost of each finished print job. Its prices are fixed at its end; later deliveries and prices do not change them.
create table print_job_costs (
  job_id      uuid primary key references print_jobs (id),
  -- Paise of a sheet, and of an impression by kind.
  paper_unit  numeric(16, 6) not null,
  click_bw    int not null,
  click_color int not null,
  -- What the printer's counter saw, the cover included.
  counted     int not null,
  -- Sides that are good, and sides that a reprint replaced.
  printed     int not null,
  wasted      int not null,
  sheets      int not null,
  -- Of the good part and of the wasted part, in paise.
  paper       bigint not null,
  click       bigint not null,
  waste       bigint not null,
  constraint print_job_costs_not_negative check (least(paper, click, waste, printed, wasted, sheets) >= 0)
);

-- The sums of each order that has print jobs, and what it earns. A row is made with the first job.
create table order_costs (
  order_id   uuid primary key references orders (id),
  -- As in the order; revenue is its payable, 0 once it is cancelled.
  user_id    uuid not null references users (id),
  created_at timestamptz not null,
  revenue    bigint not null,
  -- Finished jobs that printed something: without them an order has no cost that is known.
  jobs       int not null default 0,
  printed    bigint not null default 0,
  wasted     bigint not null default 0,
  paper      bigint not null default 0,
  click      bigint not null default 0,
  waste      bigint not null default 0,
  binding    bigint not null default 0,
  -- When it was fully printed for the first time: then its copies were bound.
  bound_at   timestamptz,
  cost       bigint not null generated always as (paper + click + waste + binding) stored,
  margin     bigint not null generated always as (revenue - paper - click - waste - binding) stored
);
-- Margins of a range of days, from the index alone.
create index order_costs_counted on order_costs (created_at, order_id)
  include (user_id, revenue, printed, wasted, paper, click, waste, binding) where jobs > 0;

-- Figures by day, and by printer: null for what orders did and for what was printed by hand. Orders count on the day they
-- were created (ordered, and what they cost and earned) and on which they were delivered, print jobs on the day they
-- ended. Writers append a delta; the server folds the deltas. Counters and deltas together are exact.
-- of_orders: what was printed of the orders that were created on the day, and how much of it was waste.
create table production_counts (
  day        date not null,
  printer_id uuid,
  ordered    bigint not null,
  delivered  bigint not null,
  counted    bigint not null,
  printed    bigint not null,
  wasted     bigint not null,
  sheets     bigint not null,
  orders     bigint not null,
  of_orders  bigint not null,
  of_orders_wasted bigint not null,
  revenue    bigint not null,
  paper      bigint not null,
  click      bigint not null,
  waste      bigint not null,
  binding    bigint not null
);
create unique index production_counts_once on production_counts (day, printer_id) nulls not distinct;
create index production_counts_of_printer on production_counts (printer_id, day) where printer_id is not null;

create table production_deltas (
  day        date not null,
  printer_id uuid,
  ordered    bigint not null default 0,
  delivered  bigint not null default 0,
  counted    bigint not null default 0,
  printed    bigint not null default 0,
  wasted     bigint not null default 0,
  sheets     bigint not null default 0,
  orders     bigint not null default 0,
  of_orders  bigint not null default 0,
  of_orders_wasted bigint not null default 0,
  revenue    bigint not null default 0,
  paper      bigint not null default 0,
  click      bigint not null default 0,
  waste      bigint not null default 0,
  binding    bigint not null default 0
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Counters and deltas, as readers want them.
create view production_figures as
  select * from production_counts union all select * from production_deltas;

-- Adds the deltas to the counters and deletes them; returns how many. A second process returns 0 at once.
create function fold_production_counts() returns bigint language plpgsql as $$
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

create function order_revenue(o orders) returns bigint language sql immutable as $$
  select case when o.status = 'cancelled' then 0 else o.payable end
$$;

-- Ordered and delivered impressions of an order, and what it earns. Moves that change none of it do not run this.
create function count_production() returns trigger language plpgsql as $$
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
create trigger count_production_new after insert or delete on orders for each row execute function count_production();
create trigger count_production_changed
  after update of status, amount, discount, user_id, created_at, delivered_at, copies, impressions, pdf_page_count on orders
  for each row when (
    (old.status in ('cancelled', 'delivered') or new.status in ('cancelled', 'delivered')
      or (old.payable, old.user_id, old.created_at, old.copies, old.impressions, old.pdf_page_count)
        is distinct from (new.payable, new.user_id, new.created_at, new.copies, new.impressions, new.pdf_page_count)))
  execute function count_production();

-- The order is locked against changes while its row is made, or a change at the same moment would miss the row. When jobs
-- end their order is not locked: whoever cancels an order and its jobs would wait for them, and they for the order.
create function begin_costs() returns trigger language plpgsql as $$
begin
  if not exists (select from order_costs where order_id = new.order_id) then
    insert into order_costs (order_id, user_id, created_at, revenue)
    select o.id, o.user_id, o.created_at, order_revenue(o) from orders o where o.id = new.order_id for share
    on conflict (order_id) do nothing;
  end if;
  return null;
end
$$;
create trigger begin_costs after insert on print_jobs for each row execute function begin_costs();

-- What a sheet of a size costs now: as it was bought, else as the shop says.
create function paper_cost(size text) returns numeric language sql stable as $$
  select coalesce(
    (select unit_cost from stock_items where id = paper_of_size(size)),
    case size when 'A4' then paper_a4 when 'A3' then paper_a3 else paper_letter end)
  from production_costs
$$;
create function binding_cost(binding text) returns int language sql stable as $$
  select case binding when 'staple' then binding_staple when 'spiral' then binding_spiral when 'hard' then binding_hard
    else binding_none end from production_costs
$$;

-- The cost of a job at its end, and again when its waste or a late count of its printer becomes known; at the prices of
-- its end. Jobs of one order are counted one after another, so that the last one sees that the order is fully printed.
create function count_costs() returns trigger language plpgsql as $$
declare
  sums       order_costs;
  was        print_job_costs;
  cost       print_job_costs;
  in_color   int := job_color_impressions(new);
  all_paper  bigint;
  all_click  bigint;
  waste_part numeric := coalesce(new.impressions_wasted::numeric / nullif(new.impressions_done, 0), 0);
begin
  select * into sums from order_costs where order_id = new.order_id for no key update;
  select * into was from print_job_costs where job_id = new.id;
  cost := was;
  if was.job_id is null then
    select new.id, paper_cost(new.paper_size), coalesce(p.click_bw, 0), coalesce(p.click_color, 0)
      into cost.job_id, cost.paper_unit, cost.click_bw, cost.click_color
    from (select) one left join printers p on p.id = new.printer_id;
  end if;
  cost.counted := job_impressions(new);
  cost.wasted := new.impressions_wasted;
  cost.printed := new.impressions_done - new.impressions_wasted;
  cost.sheets := job_sheets(new);
  all_paper := round(cost.sheets * cost.paper_unit);
  all_click := (cost.counted - in_color)::bigint * cost.click_bw + in_color::bigint * cost.click_color;
  cost.paper := all_paper - round(all_paper * waste_part);
  cost.click := all_click - round(all_click * waste_part);
  cost.waste := all_paper + all_click - cost.paper - cost.click;
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
    select o.copies * binding_cost(o.binding), now() into sums.binding, sums.bound_at
    from orders o where o.id = new.order_id and o.status <> 'cancelled' and sums.printed >= order_impressions(o);
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
create trigger count_costs after insert or update of finished_at, impressions_done, sheets_done, impressions_wasted
  on print_jobs for each row when (new.finished_at is not null) execute function count_costs();

-- An order's costs and revenue, in the figures of the day it was created. Without a finished job it has none.
create function count_order_costs() returns trigger language plpgsql as $$
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
create trigger count_order_costs after insert or update or delete on order_costs
  for each row execute function count_order_costs();

-- Counts the days again from the rows: after TIME_ZONE changed, and after a bulk load without triggers.
create function recount_production() returns void language plpgsql as $$
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
select recount_production();

-- What a printer's own counter said, once a day or as a person read it.
create table printer_readings (
  id            uuid primary key default uuid_v7(),
  printer_id    uuid not null references printers (id) on delete cascade,
  at            timestamptz not null,
  day           date not null,
  -- All sides that it ever printed, and all sides that our jobs ever printed on it, at the same moment.
  impressions   bigint not null,
  jobs          bigint not null,
  -- Since the reading before; null for the first one and where the counter went back.
  since_printer bigint,
  since_jobs    bigint,
  gap           bigint generated always as (since_printer - since_jobs) stored,
  -- Why they differ, as a person said.
  explanation   text not null default '',
  -- Null: asked of the printer by the server.
  by            uuid references staff_users (id),
  constraint printer_readings_impressions check (impressions >= 0)
);
create index printer_readings_of_printer on printer_readings (printer_id, id desc);
create index printer_readings_by_day on printer_readings (day, id);
create unique index printer_readings_once_a_day on printer_readings (printer_id, day) where by is null;
create trigger audit after insert or update or delete on printer_readings for each row execute function audit();

-- Sides that the jobs of a printer have printed, those of jobs that print now included.
create function counted_impressions(printer uuid) returns bigint language sql stable as $$
  select coalesce((select sum(counted) from production_counts where printer_id = printer), 0)
    + coalesce((select sum(counted) from production_deltas where printer_id = printer), 0)
    + coalesce((select sum(job_impressions(j)) from print_jobs j where j.printer_id = printer and j.finished_at is null), 0)
$$;

create function compare_reading() returns trigger language plpgsql as $$
declare
  before printer_readings;
begin
  -- Two readings of a printer at once would both be compared with the same one.
  perform pg_advisory_xact_lock(hashtextextended('reading ' || new.printer_id, 0));
  select * into before from printer_readings where printer_id = new.printer_id order by id desc limit 1;
  new.at := coalesce(new.at, clock_timestamp());
  new.day := shop_day(new.at);
  new.jobs := coalesce(new.jobs, counted_impressions(new.printer_id));
  if new.impressions >= before.impressions then
    new.since_printer := new.impressions - before.impressions;
    new.since_jobs := new.jobs - before.jobs;
  end if;
  return new;
end
$$;
create trigger compare before insert on printer_readings for each row execute function compare_reading();
