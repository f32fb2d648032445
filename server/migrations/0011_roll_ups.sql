-- The counters learn what the dashboard asks: pages and money by the day an order was taken in, open orders by staff
-- user, deliveries by day and staff user, customers by day. One delta says all of an order that counts; the fold
-- spreads it.
alter table order_counts
  add column pages   bigint not null default 0,
  add column payable bigint not null default 0;
alter table order_count_deltas
  add column pages        bigint not null default 0,
  add column payable      bigint not null default 0,
  add column staff_user   uuid,
  -- Set while the order is delivered, so that a delivery is what has a day here.
  add column delivered_on date;
-- Days that still have open orders are few, however old the shop is.
create index order_counts_open on order_counts (starts, orders)
  where period = 'day' and status in ('confirmed', 'assigned', 'out-for-delivery') and orders <> 0;

create table staff_counts (
  staff_user uuid not null,
  status     text not null,
  orders     bigint not null,
  primary key (staff_user, status)
);
create table delivery_counts (
  day    date primary key,
  orders bigint not null
);
create table staff_delivery_counts (
  staff_user uuid not null,
  period     text not null check (period in ('day', 'month', 'ever')),
  starts     date not null,
  orders     bigint not null,
  primary key (staff_user, period, starts)
);
create index staff_delivery_counts_by_time on staff_delivery_counts (period, starts, staff_user, orders);

-- The periods a day counts in.
create function periods_of(day date) returns table (period text, starts date) language sql stable as $$
  values ('ever', date '0001-01-01'), ('month', date_trunc('month', day)::date), ('day', day)
$$;

-- One statement a change: it is on the way of every move of an order.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  taken_in date := shop_day(coalesce(new.created_at, old.created_at));
begin
  if tg_op = 'UPDATE' then
    insert into order_count_deltas values
      (old.order_type, old.status,
        case when old.created_at = new.created_at then taken_in else shop_day(old.created_at) end, -1,
        -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
        case when old.status = 'delivered' then shop_day(old.delivered_at) end),
      (new.order_type, new.status, taken_in, 1,
        new.pdf_page_count * new.copies, new.payable, new.assigned_user,
        case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  elsif tg_op = 'INSERT' then
    insert into order_count_deltas values (new.order_type, new.status, taken_in, 1,
      new.pdf_page_count * new.copies, new.payable, new.assigned_user,
      case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  else
    insert into order_count_deltas values (old.order_type, old.status, taken_in, -1,
      -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
      case when old.status = 'delivered' then shop_day(old.delivered_at) end);
  end if;
  return null;
end
$$;

drop trigger count_changed on orders;
create trigger count_changed
  after update of status, order_type, created_at, assigned_user, delivered_at, amount, discount, pdf_page_count, copies
  on orders
  for each row when (
    (old.status, old.order_type, old.created_at, old.assigned_user, old.delivered_at, old.payable,
      old.pdf_page_count, old.copies)
    is distinct from (new.status, new.order_type, new.created_at, new.assigned_user, new.delivered_at, new.payable,
      new.pdf_page_count, new.copies))
  execute function count_order();

create or replace function fold_order_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_counts')) then return 0; end if;
  with gone as (
    delete from order_count_deltas
    returning order_type, status, day, delta, pages, payable, staff_user, delivered_on
  ), sums as (
    select order_type, status, p.period, p.starts,
      sum(delta) as orders, sum(pages) as pages, sum(payable) as payable, count(*) as deltas
    from gone cross join lateral periods_of(day) p group by order_type, status, p.period, p.starts
  ), counted as (
    insert into order_counts as c (order_type, status, period, starts, orders, pages, payable)
    select order_type, status, period, starts, orders, pages, payable from sums
    where (orders, pages, payable) <> (0, 0, 0)
    on conflict (order_type, status, period, starts) do update
      set orders = c.orders + excluded.orders, pages = c.pages + excluded.pages, payable = c.payable + excluded.payable
  ), open as (
    insert into staff_counts as c (staff_user, status, orders)
    select staff_user, status, sum(delta) from gone
    where staff_user is not null and status in ('assigned', 'out-for-delivery')
    group by staff_user, status having sum(delta) <> 0
    on conflict (staff_user, status) do update set orders = c.orders + excluded.orders
  ), delivered as (
    insert into delivery_counts as c (day, orders)
    select delivered_on, sum(delta) from gone
    where delivered_on is not null group by delivered_on having sum(delta) <> 0
    on conflict (day) do update set orders = c.orders + excluded.orders
  ), staff_delivered as (
    insert into staff_delivery_counts as c (staff_user, period, starts, orders)
    select staff_user, p.period, p.starts, sum(delta)
    from gone cross join lateral periods_of(delivered_on) p
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
  truncate order_counts, order_count_deltas, staff_counts, delivery_counts, staff_delivery_counts;
  insert into order_counts (order_type, status, period, starts, orders, pages, payable)
  select order_type, status, p.period, p.starts, sum(orders), sum(pages), sum(payable)
  from (
    select order_type, status, shop_day(created_at) as day, count(*) as orders,
      sum(pdf_page_count * copies) as pages, sum(payable) as payable
    from orders group by 1, 2, 3) d
  cross join lateral periods_of(day) p
  group by order_type, status, p.period, p.starts;
  insert into staff_counts (staff_user, status, orders)
  select assigned_user, status, count(*) from orders
  where assigned_user is not null and status in ('assigned', 'out-for-delivery') group by 1, 2;
  insert into staff_delivery_counts (staff_user, period, starts, orders)
  select assigned_user, p.period, p.starts, sum(orders)
  from (
    select assigned_user, shop_day(delivered_at) as day, count(*) as orders
    from orders where status = 'delivered' and delivered_at is not null group by 1, 2) d
  cross join lateral periods_of(day) p
  group by assigned_user, p.period, p.starts;
  insert into delivery_counts (day, orders)
  select starts, sum(orders) from staff_delivery_counts where period = 'day' group by starts;
end
$$;

select recount_orders();

-- Customers by the day they came, kept where they are counted already.
create table user_day_counts (
  day   date primary key,
  users bigint not null
);

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + (select count(*) from new_users n where n.is_active = c.is_active)
  where exists (select from new_users n where n.is_active = c.is_active);
  insert into user_day_counts as c (day, users)
  select shop_day(created_at) as day, count(*) from new_users group by 1 order by 1
  on conflict (day) do update set users = c.users + excluded.users;
  return null;
end
$$;
create or replace function count_gone_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users - (select count(*) from old_users o where o.is_active = c.is_active)
  where exists (select from old_users o where o.is_active = c.is_active);
  update user_day_counts c set users = c.users - gone.users
  from (select shop_day(created_at) as day, count(*) as users from old_users group by 1 order by 1) gone
  where c.day = gone.day;
  return null;
end
$$;
create function recount_users_by_day() returns void language sql as $$
  lock table users in share row exclusive mode;
  truncate user_day_counts;
  insert into user_day_counts select shop_day(created_at), count(*) from users group by 1
$$;
create or replace function recount_users() returns void language sql as $$
  update user_counts c set users = (select count(*) from users u where u.is_active = c.is_active);
  select recount_users_by_day()
$$;

select recount_users_by_day();
