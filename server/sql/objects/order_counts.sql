-- How many orders there are, and the figures of the dashboard. See docs/decisions/001-counters-and-offsets.md.

-- The periods in which an order is counted.
create or replace function periods_of(day date) returns table (period text, starts date) language sql stable as $$
  values ('ever', date '0001-01-01'), ('month', date_trunc('month', day)::date), ('day', day)
$$;

-- The periods in which a delivery is counted.
create or replace function delivery_periods_of(day date) returns table (period text, starts date) language sql stable as $$
  values ('ever', date '0001-01-01'), ('week', date_trunc('week', day)::date), ('day', day)
$$;

-- One insert for each change, because every move of an order waits for it. The function decides whether the counted columns
-- changed: a trigger's WHEN is parsed again for every statement, which takes longer than the function.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  taken_in date;
begin
  if tg_op = 'UPDATE' then
    if (old.status, old.order_type, old.created_at, old.assigned_user, old.delivered_at, old.payable,
        old.pdf_page_count, old.copies)
      is not distinct from (new.status, new.order_type, new.created_at, new.assigned_user, new.delivered_at,
        new.payable, new.pdf_page_count, new.copies) then
      return null;
    end if;
    taken_in := shop_day(new.created_at);
    insert into order_count_deltas values
      (old.order_type, old.status,
        case when old.created_at = new.created_at then taken_in else shop_day(old.created_at) end, -1,
        -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
        case when old.status = 'delivered' then shop_day(old.delivered_at) end),
      (new.order_type, new.status, taken_in, 1,
        new.pdf_page_count * new.copies, new.payable, new.assigned_user,
        case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  elsif tg_op = 'INSERT' then
    insert into order_count_deltas values (new.order_type, new.status, shop_day(new.created_at), 1,
      new.pdf_page_count * new.copies, new.payable, new.assigned_user,
      case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  else
    insert into order_count_deltas values (old.order_type, old.status, shop_day(old.created_at), -1,
      -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
      case when old.status = 'delivered' then shop_day(old.delivered_at) end);
  end if;
  return null;
end
$$;

-- Adds the deltas to the counters and deletes them; returns how many there were. One process at a time: a second one
-- returns 0 at once.
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

-- Counts again from the rows: after TIME_ZONE changed, and after a bulk load without triggers. In a repeatable read
-- transaction without locks: its snapshot has the rows and the deltas that are in them, which go; what is written meanwhile
-- stays as deltas of its own.
create or replace function recount_orders() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    perform pg_advisory_xact_lock(hashtext('fold_order_counts'));
    delete from order_count_deltas;
    delete from order_counts;
    delete from day_counts;
    delete from staff_counts;
    delete from staff_delivery_counts;
  else
    lock table orders, order_count_deltas in share row exclusive mode;
    truncate order_counts, order_count_deltas, day_counts, staff_counts, staff_delivery_counts;
  end if;
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

create or replace trigger count_new after insert or delete on orders for each row execute function count_order();
create or replace trigger count_changed
  after update of status, order_type, created_at, assigned_user, delivered_at, amount, discount, pdf_page_count, copies
  on orders for each row execute function count_order();
