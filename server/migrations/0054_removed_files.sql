-- Files of orders that ended long ago can be removed (ORDER_FILES_MONTHS). The row stays, so the order shows that there was a
-- file and when it was removed.
alter table order_files alter column storage_key drop not null, add column removed_at timestamptz,
  add constraint order_files_removed check ((storage_key is null) = (removed_at is not null)) not valid;
alter table order_files validate constraint order_files_removed;
-- Finds what is to be removed: files that are old and still there.
create index order_files_kept on order_files (created_at) where kind = 'print' and removed_at is null;
create trigger remove_bytes_of_removed after update of storage_key on order_files for each row
  when (new.storage_key is null and old.storage_key not like 'demo/%') execute function remove_stored_file();
