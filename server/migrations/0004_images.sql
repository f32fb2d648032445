-- Images of vouchers and QR codes. The row is inserted before the file is stored; an image that nothing shows is swept
-- after a day.
create table images (
  id          uuid primary key default uuid_v7(),
  storage_key text not null unique,
  size        bigint not null,
  created_at  timestamptz not null default now()
);
create trigger audit after insert or update or delete on images for each row execute function audit();
create trigger remove_bytes after delete on images for each row execute function remove_stored_file();
