-- Every key of the storage that a row names. A table that holds keys joins this view and carries the trigger below;
-- a test compares both with the columns named storage_key. Split in two by the predicate of each partial index.
create index order_files_bytes_shared on order_files (storage_key) where storage_key like 'demo/%';
create view stored_keys as
  select storage_key from order_files where storage_key not like 'demo/%'
  union all select storage_key from order_files where storage_key like 'demo/%'
  union all select storage_key from images;

-- Bytes that no row names any more. The row is written in the transaction that deletes the last row with the key, and
-- is deleted when the storage has removed the bytes; until then it is tried again, each time later.
create table file_removals (
  storage_key text primary key,
  created_at  timestamptz not null default now(),
  attempts    int not null default 0,
  try_after   timestamptz not null default now(),
  error       text
);
create index file_removals_due on file_removals (try_after);

create function remove_stored_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (storage_key) values (old.storage_key) on conflict (storage_key) do nothing;
  return null;
end
$$;
-- The documents of the demo shop share their bytes, and shops that share a bucket do, too: only a sweep may see that
-- nobody needs them.
create trigger remove_bytes after delete on order_files for each row
  when (old.storage_key not like 'demo/%') execute function remove_stored_file();
create trigger remove_bytes after delete on images for each row execute function remove_stored_file();

-- A picture goes with the last row that shows it, in the name of the person who replaced or deleted that.
create function remove_unshown_image() returns trigger language plpgsql as $$
begin
  -- Whoever is about to show it holds a lock on its row. They are waited for, and seen by the next statement.
  perform 1 from images where id = old.image_id for update;
  delete from images i where i.id = old.image_id
    and not exists (select from voucher_infos v where v.image_id = i.id)
    and not exists (select from purchased_vouchers p where p.image_id = i.id)
    and not exists (select from qr_codes q where q.image_id = i.id);
  return null;
end
$$;
create index purchased_vouchers_of_image on purchased_vouchers (image_id) where image_id is not null;
create index qr_codes_of_image on qr_codes (image_id) where image_id is not null;
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

-- The shop as the storage knows it: a sweep removes what no row names only where no other shop keeps its files.
create table shop_storage (
  is_only  boolean primary key default true check (is_only),
  shop     uuid not null default gen_random_uuid(),
  swept_at timestamptz not null default '-infinity'
);
insert into shop_storage default values;
