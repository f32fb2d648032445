-- Acts that need a second super admin. See docs/decisions/049-two-people.md.

-- Above which number an act needs one, by its name; in hundredths of a coin, in paise, in codes. An act that is not there needs none.
create table approval_rules (
  id       uuid primary key default uuid_v7(),
  only_row boolean not null default true unique check (only_row),
  limits   jsonb not null default '{}',
  version  int not null default 1
);
insert into approval_rules default values;

create table approvals (
  id         uuid primary key default uuid_v7(),
  number     bigint generated always as identity,
  act        text not null,
  -- What is run when it is approved: the endpoint, and what it was called with.
  endpoint   text not null,
  call       jsonb not null,
  summary    text not null,
  -- What was shown of it. It runs only while the same would be shown.
  changes    jsonb not null,
  asked_by   uuid not null references staff_users (id),
  -- The person behind it, who cannot approve it: of an API key the one who made it.
  asker      uuid not null references staff_users (id),
  asked_at   timestamptz not null default now(),
  expires_at timestamptz not null,
  status     text not null default 'waiting',
  decided_by uuid references staff_users (id),
  decided_at timestamptz,
  reason     text not null default '',
  failure    text,
  version    int not null default 1,
  constraint approvals_number unique (number),
  constraint approvals_status check (status in ('waiting', 'approved', 'refused', 'failed', 'expired')),
  -- Whatever a program does: an act runs by two people.
  constraint approvals_by_another check (status not in ('approved', 'failed') or decided_by not in (asked_by, asker)),
  constraint approvals_decided check (
    (decided_by is null) = (status in ('waiting', 'expired')) and (decided_at is null) = (status = 'waiting')),
  constraint approvals_failure check ((failure is not null) = (status = 'failed'))
);
create index approvals_waiting on approvals (expires_at) where status = 'waiting';
create index approvals_in_sequence on approvals ((status = 'waiting') desc, asked_at desc, id desc);

-- What one person voided on a day.
create index purchased_vouchers_voided_by on purchased_vouchers (voided_by, voided_at) where voided_at is not null;

-- ==== Whose money vouchers are: what came, was sold, voided and expired of each company.

alter table clients
  -- What is due to the company for each code that is sold, in paise.
  add column agreed_price bigint not null default 0
    constraint clients_agreed_price check (agreed_price between 0 and 10000000000);
alter table purchased_vouchers
  -- As it was at the sale.
  add column agreed_price bigint not null default 0;
alter table voucher_imports
  -- Of the file, in hexadecimal; null: it was imported before it was kept.
  add column sha256 text constraint voucher_imports_sha256 check (sha256 ~ '^[0-9a-f]{64}$');

-- What no other table says when: codes that came, that were deleted and restored, and an expiry that was taken back. One row for
-- all codes of a group that one statement moves. Sales and voids have their times in purchased_vouchers, and what has expired
-- follows from the day of the group. See docs/decisions/049-two-people.md.
create table voucher_moves (
  id              uuid primary key default uuid_v7(),
  client_id       uuid not null references clients (id) on delete cascade,
  -- Without a reference: a group goes with its last code, what happened to it stays.
  voucher_info_id uuid not null,
  at              timestamptz not null default now(),
  received        int not null default 0,
  voided          int not null default 0,
  expired         int not null default 0
);
insert into voucher_moves (client_id, voucher_info_id, at, received)
select i.client_id, i.id, i.created_on, v.codes + d.codes from voucher_infos i
cross join lateral (select count(*)::int as codes from vouchers where voucher_info_id = i.id) v
cross join lateral (select count(*)::int as codes from deleted_vouchers where voucher_info_id = i.id) d
where v.codes + d.codes > 0;
-- One that has left the bin, but whose row is still there, was deleted 30 days ago or before; then its group was created, at the latest.
insert into voucher_moves (client_id, voucher_info_id, at, voided, expired)
select m.client_id, m.voucher_info_id, m.at, count(*),
  -count(*) filter (where m.expiry_date < (m.at at time zone (select time_zone from shop_clock))::date)
from (
  select d.client_id, d.voucher_info_id, i.expiry_date, coalesce(b.deleted_at, greatest(i.created_on, now() - interval '30 days')) as at
  from deleted_vouchers d join voucher_infos i on i.id = d.voucher_info_id left join bin b on b.id = d.id) m
group by m.client_id, m.voucher_info_id, m.at;
create index voucher_moves_of_client on voucher_moves (client_id, at);
create index voucher_moves_of_group on voucher_moves (voucher_info_id, at);
create index purchased_vouchers_by_sale on purchased_vouchers (client_id, purchased_at)
  include (voucher_info_id, agreed_price);
create index purchased_vouchers_by_void on purchased_vouchers (client_id, voided_at)
  include (voucher_info_id, agreed_price) where voided_at is not null;
