-- A real file's bytes are its own row's alone. A demo shop prints the same few documents over and over, and its files
-- share theirs under demo/: safe, because only the bytes of files that no order has taken are ever removed.
alter table order_files drop constraint order_files_storage_key_key;
create unique index order_files_bytes_taken on order_files (storage_key) where storage_key not like 'demo/%';
