-- What customers ask for without signing in: an order of a visitor, the same again, or to cancel an order. It is nothing but a
-- request until a clerk accepts it.
create table order_requests (
  id           uuid primary key default uuid_v7(),
  number       bigint generated always as identity,
  kind         text not null constraint order_requests_kind check (kind in ('new', 'again', 'cancel')),
  status       text not null default 'open' constraint order_requests_status check (status in ('open', 'accepted', 'declined')),
  -- The order that is to be printed again or cancelled.
  order_id     uuid references orders (id),
  -- Of a visitor, as they typed it.
  name         text not null default '',
  mobile       text,
  email        text,
  -- The contract's RequestedOrder, and its price in paise that the visitor saw.
  wanted       jsonb,
  amount       bigint check (amount >= 0),
  message      text not null default '',
  created_at   timestamptz not null default now(),
  decided_at   timestamptz,
  decided_by   uuid references staff_users (id),
  -- Why it was declined.
  reason       text not null default '',
  -- What it became.
  accepted_order uuid references orders (id),
  version      int not null default 1,
  constraint order_requests_number unique (number),
  constraint order_requests_of_visitor check (
    (kind = 'new') = (order_id is null) and (kind = 'new') = (wanted is not null) and (kind = 'new') = (mobile is not null)),
  constraint order_requests_decided check (
    (status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create unique index order_requests_one_open on order_requests (order_id) where status = 'open';
create index order_requests_by_status on order_requests (status, id desc);
-- Requests of one phone in a day.
create index order_requests_of_mobile on order_requests (mobile, created_at) where mobile is not null;

-- A file of a request is nobody's upload until it is accepted or declined.
alter table order_files add column request_id uuid references order_requests (id);
create index order_files_of_request on order_files (request_id) where request_id is not null;

-- Whether visitors may ask for orders by the page /order.
alter table configurations add column order_intake text not null default 'off'
  constraint configurations_order_intake_known check (order_intake in ('off', 'open'));
