-- Files of orders that ended long ago can be removed (ORDER_FILES_MONTHS). The row stays, so the order shows that there was a
-- file and when it was removed.
alter table order_files alter column storage_key drop not null, add column removed_at timestamptz,
  add constraint order_files_removed check ((storage_key is null) = (removed_at is not null)) not valid;
alter table order_files validate constraint order_files_removed;
-- Finds what is to be removed: files that are old and still there.
create index order_files_kept on order_files (created_at) where kind = 'print' and removed_at is null;
create trigger remove_bytes_of_removed after update of storage_key on order_files for each row
  when (new.storage_key is null and old.storage_key not like 'demo/%') execute function remove_stored_file();

-- After a change of TIME_ZONE: which counters by day are still those of the old zone. The server computes them again one after
-- another, without holding writes.
alter table shop_clock add column recounts text[] not null default '{}';

-- Both count again from the rows. In a repeatable read transaction without locks: its snapshot has the rows and the deltas that
-- are in them, which go; what is written meanwhile stays as deltas of its own.
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

create or replace function recount_scans() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    perform pg_advisory_xact_lock(hashtext('fold_scan_counts'));
    delete from scan_count_deltas;
    delete from scan_counts;
    delete from scan_day_counts;
  else
    lock table scans, scan_count_deltas in share row exclusive mode;
    truncate scan_counts, scan_day_counts, scan_count_deltas;
  end if;
  insert into scan_count_deltas select qr_code_id, shop_day(at), kind, count(*) from scans group by 1, 2, 3;
  perform fold_scan_counts();
end
$$;
