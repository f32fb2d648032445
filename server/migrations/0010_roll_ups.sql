-- The counters learn what the dashboard asks: pages and money by the day an order was taken in, open orders by staff
-- user, deliveries by day and staff user. One delta says all of an order that counts; the fold spreads it.
alter table order_counts
  add column pages   bigint not null default 0,
  add column payable bigint not null default 0;
alter table order_count_deltas
  add column pages        bigint not null default 0,
  add column payable      bigint not null default 0,
  add column staff_user   uuid,
  add column delivered_on date;

create table staff_counts (
  staff_user uuid not null,
  status     text not null,
  orders     bigint not null,
  primary key (staff_user, status)
);
create table delivery_counts (
  day        date not null,
  staff_user uuid not null,
  orders     bigint not null,
  primary key (day, staff_user)
);
create index delivery_counts_of_staff_user on delivery_counts (staff_user) include (orders);

create or replace function count_order() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into order_count_deltas values (old.order_type, old.status, shop_day(old.created_at), -1,
      -old.pdf_page_count * old.copies, -old.payable, old.assigned_user, shop_day(old.delivered_at));
  end if;
  if tg_op <> 'DELETE' then
    insert into order_count_deltas values (new.order_type, new.status, shop_day(new.created_at), 1,
      new.pdf_page_count * new.copies, new.payable, new.assigned_user, shop_day(new.delivered_at));
  end if;
  return null;
end
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
    select order_type, status, p.period, p.starts,
      sum(delta) as orders, sum(pages) as pages, sum(payable) as payable, count(*) as deltas
    from gone
    cross join lateral (values
      ('ever', date '0001-01-01'), ('month', date_trunc('month', day)::date), ('day', day)) p (period, starts)
    group by order_type, status, p.period, p.starts
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
    insert into delivery_counts as c (day, staff_user, orders)
    select delivered_on, staff_user, sum(delta) from gone
    where status = 'delivered' and staff_user is not null and delivered_on is not null
    group by delivered_on, staff_user having sum(delta) <> 0
    on conflict (day, staff_user) do update set orders = c.orders + excluded.orders
  )
  select coalesce(sum(deltas) filter (where period = 'ever'), 0) into folded from sums;
  return folded;
end
$$;

create or replace function recount_orders() returns void language plpgsql as $$
begin
  lock table orders, order_count_deltas in share row exclusive mode;
  truncate order_counts, order_count_deltas, staff_counts, delivery_counts;
  insert into order_counts (order_type, status, period, starts, orders, pages, payable)
  select order_type, status, p.period, p.starts, sum(orders), sum(pages), sum(payable)
  from (
    select order_type, status, shop_day(created_at) as day, count(*) as orders,
      sum(pdf_page_count::bigint * copies) as pages, sum(payable) as payable
    from orders group by 1, 2, 3) d
  cross join lateral (values
    ('ever', date '0001-01-01'), ('month', date_trunc('month', day)::date), ('day', day)) p (period, starts)
  group by order_type, status, p.period, p.starts;
  insert into staff_counts (staff_user, status, orders)
  select assigned_user, status, count(*) from orders
  where assigned_user is not null and status in ('assigned', 'out-for-delivery') group by 1, 2;
  insert into delivery_counts (day, staff_user, orders)
  select shop_day(delivered_at), assigned_user, count(*) from orders
  where assigned_user is not null and status = 'delivered' and delivered_at is not null group by 1, 2;
end
$$;

drop trigger count_changed on orders;
create trigger count_changed
  after update of status, order_type, created_at, assigned_user, delivered_at, amount, discount on orders
  for each row when (
    (old.status, old.order_type, old.created_at, old.assigned_user, old.delivered_at, old.payable)
    is distinct from (new.status, new.order_type, new.created_at, new.assigned_user, new.delivered_at, new.payable))
  execute function count_order();

select recount_orders();
