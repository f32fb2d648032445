-- What was offered to customers: orders that are not confirmed, in a series of their own.
create table quotes (
  id           uuid primary key default uuid_v7(),
  number       bigint generated always as identity,
  user_id      uuid not null references users (id),
  title        text not null,
  -- The contract's NewOrder: what is taken in on confirmation.
  content      jsonb not null,
  pdf_page_count int not null check (pdf_page_count > 0),
  -- The parts of the amount as they were quoted; amounts are in paise.
  prices       jsonb not null,
  amount       bigint not null check (amount >= 0),
  discount     bigint not null default 0,
  payable      bigint not null generated always as (amount - discount) stored,
  -- The day of its prices.
  priced_on    date not null,
  valid_until  date not null,
  created_by   uuid not null references staff_users (id),
  created_at   timestamptz not null default now(),
  withdrawn_at timestamptz,
  -- The order that it became; each once.
  order_id     uuid references orders (id),
  confirmed_at timestamptz,
  version      int not null default 1,
  constraint quotes_number unique (number),
  constraint quotes_one_order unique (order_id),
  constraint quotes_discount check (discount between 0 and amount),
  constraint quotes_confirmed check ((order_id is null) = (confirmed_at is null)),
  constraint quotes_confirmed_or_withdrawn check (order_id is null or withdrawn_at is null)
);
create index quotes_newest on quotes (created_at desc, id desc);
create index quotes_of_user on quotes (user_id, created_at desc);
create index quotes_unconfirmed on quotes (valid_until) where order_id is null;

-- The files of a quote, which become those of its order.
alter table order_files add column quote_id uuid references quotes (id);
create index order_files_of_quote on order_files (quote_id) where quote_id is not null;

-- What was wrong with delivered orders, and what the shop did about it.
create table complaints (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null references orders (id),
  reason      text not null constraint complaints_reason
    check (reason in ('damaged', 'wrong_print', 'missing_pages', 'wrong_finish', 'late', 'other')),
  text        text not null default '',
  created_by  uuid not null references staff_users (id),
  created_at  timestamptz not null default now(),
  resolution  text constraint complaints_resolution check (resolution in ('reprint', 'credit', 'nothing')),
  note        text not null default '',
  -- Of a credit, in hundredths.
  coins       bigint check (coins > 0),
  -- The order that prints it again; what that costs is waste.
  reprint_order_id uuid references orders (id),
  resolved_by uuid references staff_users (id),
  resolved_at timestamptz,
  version     int not null default 1,
  constraint complaints_one_reprint unique (reprint_order_id),
  constraint complaints_resolved check (num_nulls(resolution, resolved_by, resolved_at) in (0, 3)),
  constraint complaints_coins check ((coins is not null) = (resolution is not null and resolution = 'credit')),
  constraint complaints_reprint check ((reprint_order_id is not null) = (resolution is not null and resolution = 'reprint'))
);
create unique index complaints_one_open on complaints (order_id) where resolution is null;
create index complaints_of_order on complaints (order_id, id desc);
create index complaints_by_time on complaints (created_at, reason);

create table complaint_photos (
  id           uuid primary key default uuid_v7(),
  complaint_id uuid not null references complaints (id),
  storage_key  text not null unique,
  size         bigint not null
);
create index complaint_photos_of_complaint on complaint_photos (complaint_id, id);
