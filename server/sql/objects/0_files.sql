-- Stored files that are to be removed.

-- A shared demo file may be used by other rows, or by another shop in the same bucket: only the sweep removes it.
create or replace function remove_stored_file() returns trigger language plpgsql as $$
begin
  if (tg_op = 'DELETE' or new.storage_key is null) and old.storage_key not like 'demo/%' then
    insert into file_removals (storage_key) values (old.storage_key) on conflict (storage_key) do nothing;
  end if;
  return null;
end
$$;

-- Every storage key that a row refers to. A table with storage keys must be in this view and have the trigger
-- remove_bytes; a test compares both with the columns named storage_key. One select for each partial index.
create or replace view stored_keys as
  select storage_key from order_files where storage_key not like 'demo/%'
  union all select storage_key from order_files where storage_key like 'demo/%'
  union all select storage_key from images
  union all select storage_key from complaint_photos
  union all select storage_key from courier_task_pictures
  union all select storage_key from invoice_files;

create or replace trigger remove_bytes after delete on images for each row execute function remove_stored_file();
create or replace trigger remove_bytes after delete on invoice_files for each row execute function remove_stored_file();
create or replace trigger remove_bytes after delete on complaint_photos for each row execute function remove_stored_file();
create or replace trigger remove_bytes after delete on courier_task_pictures for each row execute function remove_stored_file();
create or replace trigger remove_bytes after delete or update of storage_key on order_files
  for each row execute function remove_stored_file();
