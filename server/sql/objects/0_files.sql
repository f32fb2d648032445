-- Stored files that are to be removed.

create or replace function remove_stored_file() returns trigger language plpgsql as $$
begin
  insert into file_removals (storage_key) values (old.storage_key) on conflict (storage_key) do nothing;
  return null;
end
$$;

-- Every storage key that a row refers to. A table with storage keys must be in this view and have the trigger
-- remove_bytes; a test compares both with the columns named storage_key. One select for each partial index.
create or replace view stored_keys as
  select storage_key from order_files where storage_key not like 'demo/%'
  union all select storage_key from order_files where storage_key like 'demo/%'
  union all select storage_key from images;

-- Deletes an image together with the last row that shows it, in the transaction of that row.
create or replace function remove_unshown_image() returns trigger language plpgsql as $$
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

create or replace trigger audit after insert or update or delete on images for each row execute function audit();
create or replace trigger remove_bytes after delete on images for each row execute function remove_stored_file();
