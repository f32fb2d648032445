-- QR codes and their scans; and the removal of images, which QR codes share with vouchers.

-- A printed code cannot be recalled: a deleted one keeps its row and its number, which is never used again.
create table qr_codes (
  id              uuid primary key default uuid_v7(),
  code            bigint not null check (code between 1 and 999999999999),
  company         text not null,
  value           float8 not null,
  validity        date not null,
  -- The start value of the displayed count; scans are counted separately and added to it.
  count_start     bigint not null check (count_start >= 0),
  is_active       boolean not null default true,
  redirection_url text,
  image_id        uuid references images (id),
  generated_date  timestamptz not null default now(),
  deleted_at      timestamptz,
  version         int not null default 1,
  constraint qr_codes_code_taken unique (code),
  constraint qr_codes_one_target check (num_nonnulls(redirection_url, image_id) = 1)
);
create index qr_codes_newest on qr_codes (generated_date desc, id desc) where deleted_at is null;
create index qr_codes_of_image on qr_codes (image_id) where image_id is not null;
create index qr_codes_search on qr_codes using gin (fold_text(company || E'\n' || code::text) gin_trgm_ops)
  where deleted_at is null;
create trigger version before update on qr_codes for each row execute function next_version();
create trigger audit after insert or update or delete on qr_codes for each row execute function audit();

-- One row for each visit, kept forever. Bots, prefetches and HEAD requests have their own kinds and are not counted. No
-- foreign key: codes are never deleted, and the check would lock the code's row at every scan.
create table scans (
  id         bigint generated always as identity primary key,
  qr_code_id uuid not null,
  at         timestamptz not null,
  kind       text not null check (kind in ('mobile', 'tablet', 'desktop', 'other', 'bot', 'prefetch', 'head'))
);

-- Scans by code, kind and day. The statement that writes a batch of scans also appends its deltas, and the server folds
-- them: counters and deltas together are exact at any moment.
create table scan_counts (
  qr_code_id uuid not null,
  period     text not null check (period in ('day', 'ever')),
  starts     date not null,
  kind       text not null,
  scans      bigint not null,
  primary key (qr_code_id, period, starts, kind)
);
-- Scans of all codes by day; the dashboard reads one row for each day.
create table scan_day_counts (
  day      date primary key,
  mobile   bigint not null,
  tablet   bigint not null,
  desktop  bigint not null,
  other    bigint not null,
  bot      bigint not null,
  prefetch bigint not null,
  head     bigint not null
);
create table scan_count_deltas (
  qr_code_id uuid not null,
  day        date not null,
  kind       text not null,
  scans      bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create function fold_scan_counts() returns bigint language plpgsql as $$
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

-- Counts again from the rows: after TIME_ZONE changed, and after a bulk load without triggers.
create function recount_scans() returns void language plpgsql as $$
begin
  lock table scans, scan_count_deltas in share row exclusive mode;
  truncate scan_counts, scan_day_counts, scan_count_deltas;
  insert into scan_count_deltas select qr_code_id, shop_day(at), kind, count(*) from scans group by 1, 2, 3;
  perform fold_scan_counts();
end
$$;

-- Deletes an image together with the last row that shows it, in the transaction of that row.
create function remove_unshown_image() returns trigger language plpgsql as $$
begin
  -- A transaction that is about to show the image holds a lock on its row: wait for it, so that the next statement sees
  -- its row.
  perform 1 from images where id = old.image_id for update;
  delete from images i where i.id = old.image_id
    and not exists (select from voucher_infos v where v.image_id = i.id)
    and not exists (select from purchased_vouchers p where p.image_id = i.id)
    and not exists (select from qr_codes q where q.image_id = i.id);
  return null;
end
$$;
create trigger remove_unshown_image after delete on voucher_infos for each row
  when (old.image_id is not null) execute function remove_unshown_image();
create trigger remove_replaced_image after update of image_id on voucher_infos for each row
  when (old.image_id is not null and old.image_id is distinct from new.image_id)
  execute function remove_unshown_image();
create trigger remove_unshown_image after delete on purchased_vouchers for each row
  when (old.image_id is not null) execute function remove_unshown_image();
create trigger remove_replaced_image after update of image_id on qr_codes for each row
  when (old.image_id is not null and old.image_id is distinct from new.image_id)
  execute function remove_unshown_image();
