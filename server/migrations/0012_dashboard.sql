-- What the dashboard shows of a day stands in one row of that day, so that a month is thirty rows and not ten times as
-- many; and what staff users delivered is added up by weeks, of which every range but a short one has some.
create table day_counts (
  day       date primary key,
  orders    bigint not null,
  -- Of the orders that came in that day: those not cancelled have pages and money, some of them are still open.
  pages     bigint not null,
  payable   bigint not null,
  open      bigint not null,
  -- Orders of any day that were delivered on this one.
  delivered bigint not null
);
-- Days that still have open orders are few, however old the shop is.
create index day_counts_open on day_counts (day, open) where open <> 0;

insert into day_counts
select day, sum(orders), sum(pages), sum(payable), sum(open), sum(delivered)
from (
  select starts as day, orders, case when status <> 'cancelled' then pages else 0 end as pages,
    case when status <> 'cancelled' then payable else 0 end as payable,
    case when status in ('confirmed', 'assigned', 'out-for-delivery') then orders else 0 end as open, 0 as delivered
  from order_counts where period = 'day'
  union all
  select day, 0, 0, 0, 0, orders from delivery_counts
) d group by day;
drop table delivery_counts;
drop index order_counts_open;
alter table order_counts drop column pages, drop column payable;

-- One row a staff user; and int, whose sums are quicker than those of bigint and large enough for one person.
with gone as (delete from staff_counts returning staff_user, orders)
insert into staff_counts (staff_user, status, orders) select staff_user, 'open', sum(orders) from gone group by staff_user;
alter table staff_counts drop column status, alter column orders type int, add primary key (staff_user);

alter table staff_delivery_counts
  alter column orders type int,
  drop constraint staff_delivery_counts_period_check;
delete from staff_delivery_counts where period = 'month';
insert into staff_delivery_counts (staff_user, period, starts, orders)
select staff_user, 'week', date_trunc('week', starts)::date, sum(orders)
from staff_delivery_counts where period = 'day' group by 1, 3;
alter table staff_delivery_counts
  add constraint staff_delivery_counts_period_known check (period in ('day', 'week', 'ever'));

-- The periods a delivery counts in.
create function delivery_periods_of(day date) returns table (period text, starts date) language sql stable as $$
  values ('ever', date '0001-01-01'), ('week', date_trunc('week', day)::date), ('day', day)
$$;

create or replace function fold_order_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_counts')) then return 0; end if;
  with gone as (
    delete from order_count_deltas
    returning order_type, status, day, delta, pages, payable, staff_user, delivered_on
  ), sums as (
    select order_type, status, p.period, p.starts, sum(delta) as orders, count(*) as deltas
    from gone cross join lateral periods_of(day) p group by order_type, status, p.period, p.starts
  ), counted as (
    insert into order_counts as c (order_type, status, period, starts, orders)
    select order_type, status, period, starts, orders from sums where orders <> 0
    on conflict (order_type, status, period, starts) do update set orders = c.orders + excluded.orders
  ), days as (
    select day, sum(orders) as orders, sum(pages) as pages, sum(payable) as payable, sum(open) as open,
      sum(delivered) as delivered
    from (
      select day, delta as orders, case when status <> 'cancelled' then pages else 0 end as pages,
        case when status <> 'cancelled' then payable else 0 end as payable,
        case when status in ('confirmed', 'assigned', 'out-for-delivery') then delta else 0 end as open,
        0 as delivered
      from gone
      union all
      select delivered_on, 0, 0, 0, 0, delta from gone where delivered_on is not null
    ) d group by day
  ), counted_days as (
    insert into day_counts as c (day, orders, pages, payable, open, delivered)
    select day, orders, pages, payable, open, delivered from days
    where (orders, pages, payable, open, delivered) <> (0, 0, 0, 0, 0)
    on conflict (day) do update
      set orders = c.orders + excluded.orders, pages = c.pages + excluded.pages,
        payable = c.payable + excluded.payable, open = c.open + excluded.open,
        delivered = c.delivered + excluded.delivered
  ), held as (
    insert into staff_counts as c (staff_user, orders)
    select staff_user, sum(delta) from gone
    where staff_user is not null and status in ('assigned', 'out-for-delivery')
    group by staff_user having sum(delta) <> 0
    on conflict (staff_user) do update set orders = c.orders + excluded.orders
  ), staff_delivered as (
    insert into staff_delivery_counts as c (staff_user, period, starts, orders)
    select staff_user, p.period, p.starts, sum(delta)
    from gone cross join lateral delivery_periods_of(delivered_on) p
    where delivered_on is not null group by staff_user, p.period, p.starts having sum(delta) <> 0
    on conflict (staff_user, period, starts) do update set orders = c.orders + excluded.orders
  )
  select coalesce(sum(deltas) filter (where period = 'ever'), 0) into folded from sums;
  return folded;
end
$$;

create or replace function recount_orders() returns void language plpgsql as $$
begin
  lock table orders, order_count_deltas in share row exclusive mode;
  truncate order_counts, order_count_deltas, day_counts, staff_counts, staff_delivery_counts;
  insert into order_counts (order_type, status, period, starts, orders)
  select order_type, status, p.period, p.starts, sum(orders)
  from (select order_type, status, shop_day(created_at) as day, count(*) as orders from orders group by 1, 2, 3) d
  cross join lateral periods_of(day) p
  group by order_type, status, p.period, p.starts;
  insert into staff_counts (staff_user, orders)
  select assigned_user, count(*) from orders
  where assigned_user is not null and status in ('assigned', 'out-for-delivery') group by 1;
  insert into staff_delivery_counts (staff_user, period, starts, orders)
  select assigned_user, p.period, p.starts, sum(orders)
  from (
    select assigned_user, shop_day(delivered_at) as day, count(*) as orders
    from orders where status = 'delivered' and delivered_at is not null group by 1, 2) d
  cross join lateral delivery_periods_of(day) p
  group by assigned_user, p.period, p.starts;
  insert into day_counts (day, orders, pages, payable, open, delivered)
  select day, sum(orders), sum(pages), sum(payable), sum(open), sum(delivered)
  from (
    select shop_day(created_at) as day, count(*) as orders,
      coalesce(sum(pdf_page_count * copies) filter (where status <> 'cancelled'), 0) as pages,
      coalesce(sum(payable) filter (where status <> 'cancelled'), 0) as payable,
      count(*) filter (where status in ('confirmed', 'assigned', 'out-for-delivery')) as open, 0 as delivered
    from orders group by 1
    union all
    select starts, 0, 0, 0, 0, orders from staff_delivery_counts where period = 'day'
  ) d group by day;
end
$$;
