-- Imports of voucher codes: the result of each, and for 30 days the skipped lines with the reason.
create table voucher_imports (
  id             uuid primary key default uuid_v7(),
  client_id      uuid not null references clients (id) on delete cascade,
  file_name      text not null,
  expiry_date    date not null,
  imported       int not null,
  skipped_count  int not null,
  at             timestamptz not null default now(),
  by             uuid references staff_users (id)
);
create index voucher_imports_newest on voucher_imports (client_id, id desc);
create trigger audit after insert or update or delete on voucher_imports for each row execute function audit();

create table voucher_import_skips (
  import_id    uuid not null references voucher_imports (id) on delete cascade,
  line         int not null,
  voucher_code text not null,
  reason       text not null,
  primary key (import_id, line)
);
