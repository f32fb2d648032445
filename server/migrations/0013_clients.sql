-- Companies: those whose vouchers the shop gives away.
create table clients (
  id              uuid primary key default uuid_v7(),
  name            text not null,
  contact         text not null,
  potential       text not null default '',
  joined_on       date not null,
  is_advertisible boolean not null default false,
  client_type     int not null,
  address         jsonb not null,
  -- With fewer available codes than this the company is marked as low on stock.
  low_stock_below int not null default 10 check (low_stock_below >= 0),
  created_at      timestamptz not null default now(),
  version         int not null default 1,
  constraint clients_contact_plain check (contact ~ '^\+?[0-9]{5,20}$')
);
create index clients_newest on clients (joined_on desc, id desc);
create index clients_search on clients using gin (fold_text(name || E'\n' || contact) gin_trgm_ops);
create trigger version before update on clients for each row execute function next_version();
create trigger audit after insert or update or delete on clients for each row execute function audit();
