-- QR codes and the counts of their scans.

create or replace view live_qr_codes as select * from qr_codes where deleted_at is null;

-- Adds the deltas to the counters and deletes them; returns how many. A second process returns 0 at once.
create or replace function fold_scan_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_scan_counts')) then return 0; end if;
  with gone as (
    delete from scan_count_deltas returning qr_code_id, day, kind, scans
  ), by_code as (
    insert into scan_counts as c (qr_code_id, period, starts, kind, scans)
    select qr_code_id, p.period, p.starts, kind, sum(scans)
    from gone cross join lateral (values ('ever', date '0001-01-01'), ('day', day)) p (period, starts)
    group by 1, 2, 3, 4
    on conflict (qr_code_id, period, starts, kind) do update set scans = c.scans + excluded.scans
  ), by_day as (
    insert into scan_day_counts as c (day, mobile, tablet, desktop, other, bot, prefetch, head)
    select day, coalesce(sum(scans) filter (where kind = 'mobile'), 0),
      coalesce(sum(scans) filter (where kind = 'tablet'), 0), coalesce(sum(scans) filter (where kind = 'desktop'), 0),
      coalesce(sum(scans) filter (where kind = 'other'), 0), coalesce(sum(scans) filter (where kind = 'bot'), 0),
      coalesce(sum(scans) filter (where kind = 'prefetch'), 0), coalesce(sum(scans) filter (where kind = 'head'), 0)
    from gone group by day
    on conflict (day) do update
      set mobile = c.mobile + excluded.mobile, tablet = c.tablet + excluded.tablet,
        desktop = c.desktop + excluded.desktop, other = c.other + excluded.other, bot = c.bot + excluded.bot,
        prefetch = c.prefetch + excluded.prefetch, head = c.head + excluded.head
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

-- Counts again from the rows, as recount_orders() does: after TIME_ZONE changed, and after a bulk load without triggers.
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

select record_changes('qr_codes', entity => 'qr_code', bin => 'qr_code', bin_name => '{code, company}');
