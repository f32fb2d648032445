-- PostgreSQL 18 makes these ids itself, many times faster, which a million imported codes feel.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create or replace function uuid_v7() returns uuid language sql volatile parallel safe as
      ''select uuidv7()''';
  end if;
end
$$;

-- Pictures of vouchers and QR codes. A row comes before its bytes; what nothing shows is swept after a day.
create table images (
  id          uuid primary key default uuid_v7(),
  storage_key text not null unique,
  size        bigint not null,
  created_at  timestamptz not null default now()
);
create trigger audit after insert or update or delete on images for each row execute function audit();

-- Client companies: those whose vouchers the shop gives away.
create table clients (
  id              uuid primary key default uuid_v7(),
  name            text not null,
  contact         text not null,
  potential       text not null default '',
  joined_on       date not null,
  is_advertisible boolean not null default false,
  client_type     int not null,
  address         jsonb not null,
  -- Fewer available codes than this are marked as low stock.
  low_stock_below int not null default 10 check (low_stock_below >= 0),
  created_at      timestamptz not null default now(),
  version         int not null default 1,
  constraint clients_contact_plain check (contact ~ '^\+?[0-9]{5,20}$')
);
create index clients_newest on clients (joined_on desc, id desc);
create index clients_search on clients using gin (lower(name || E'\n' || contact) gin_trgm_ops);
create trigger version before update on clients for each row execute function next_version();
create trigger audit after insert or update or delete on clients for each row execute function audit();

-- The company that a lead became.
alter table leads add column client_id uuid references clients (id) on delete set null;
create index leads_of_client on leads (client_id) where client_id is not null;
