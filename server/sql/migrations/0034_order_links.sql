-- The address under which a customer sees their order without signing in; see docs/decisions/062-customer-links.md. An order has at
-- most one; a new code replaces the old one, and without a code it is revoked.
create table order_links (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null unique references orders (id),
  -- A request is found by the hash; the sealed code is shown to the office. Reading the database gives no address.
  code_hash   bytea unique,
  code_sealed bytea,
  created_at  timestamptz not null default now(),
  revoked_at  timestamptz,
  version     int not null default 1,
  constraint order_links_code check (num_nulls(code_hash, code_sealed) in (0, 2)),
  constraint order_links_revoked check ((code_hash is null) = (revoked_at is not null))
);

-- What the customer has agreed to print although the check of the file found something. Another file has another id.
create table file_approvals (
  file_id     uuid primary key references order_files (id) on delete cascade,
  warnings    jsonb not null,
  approved_at timestamptz not null default now()
);

-- Small pictures of the first pages, drawn once. Derived from the file's bytes, as its preflight.
create table file_thumbnails (
  file_id uuid references order_files (id) on delete cascade,
  page    int check (page between 1 and 20),
  image   bytea not null check (octet_length(image) <= 20000),
  primary key (file_id, page)
);

-- What a customer may do themselves on the page of their order.
alter table configurations
  add column customer_cancels text not null default 'asks'
    constraint configurations_customer_cancels_known check (customer_cancels in ('asks', 'directly', 'never'));
