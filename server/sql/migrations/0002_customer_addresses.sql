-- Where the orders of a customer went, and what was entered by hand: each address once.
create table customer_addresses (
  id         uuid primary key default uuid_v7(),
  user_id    uuid not null references users (id),
  address    jsonb not null,
  -- When an order last went there, or when it was entered.
  used_at    timestamptz not null default now()
);
-- An address is too long for an index.
create unique index customer_addresses_once on customer_addresses (user_id, md5(address::text));
create index customer_addresses_last_used on customer_addresses (user_id, used_at desc, id desc);

insert into customer_addresses (user_id, address, used_at)
select user_id, address, max(created_at) from orders where address is not null group by user_id, address;
