-- The list of a staff user's orders knows its count without counting rows, like the list of all orders: orders by staff
-- user and status, no longer only the open ones in one sum.
lock table orders, order_count_deltas in share row exclusive mode;

drop table staff_counts;
create table staff_counts (
  staff_user uuid not null,
  status     text not null,
  -- int, because sums of int are faster than sums of bigint.
  orders     int not null,
  primary key (staff_user, status)
);

-- The rows include the deltas that are not folded yet, and these will be added later.
insert into staff_counts (staff_user, status, orders)
select staff_user, status, sum(orders)
from (
  select assigned_user as staff_user, status, count(*) as orders from orders where assigned_user is not null group by 1, 2
  union all
  select staff_user, status, -delta from order_count_deltas where staff_user is not null
) d group by staff_user, status having sum(orders) <> 0;

-- As before, except for staff_counts.
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
    insert into staff_counts as c (staff_user, status, orders)
    select staff_user, status, sum(delta) from gone where staff_user is not null
    group by staff_user, status having sum(delta) <> 0
    on conflict (staff_user, status) do update set orders = c.orders + excluded.orders
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


-- As before, except for staff_counts.
create or replace function recount_orders() returns void language plpgsql as $$
begin
  lock table orders, order_count_deltas in share row exclusive mode;
  truncate order_counts, order_count_deltas, day_counts, staff_counts, staff_delivery_counts;
  insert into order_counts (order_type, status, period, starts, orders)
  select order_type, status, p.period, p.starts, sum(orders)
  from (select order_type, status, shop_day(created_at) as day, count(*) as orders from orders group by 1, 2, 3) d
  cross join lateral periods_of(day) p
  group by order_type, status, p.period, p.starts;
  insert into staff_counts (staff_user, status, orders)
  select assigned_user, status, count(*) from orders where assigned_user is not null group by 1, 2;
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
