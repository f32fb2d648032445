-- Tags, merged customers, and files of customers that a shop already had.

alter table users add column tags text[] not null default '{}';
create index users_tags on users using gin (tags);
-- For the list of tags: most customers have none.
create index users_tagged on users (id) include (tags) where tags <> '{}';

-- What a customer has spent is added up from the index alone.
drop index orders_of_user;
create index orders_of_user on orders (user_id, created_at desc) include (payable, status);

-- What could not be between two customers, but can once they are one: referrals of each other, and a second referral.
alter table referrals add column by_merge boolean not null default false;
alter table referrals drop constraint referrals_not_oneself;
alter table referrals add constraint referrals_not_oneself check (referrer <> referred or by_merge);
drop index referrals_referred_taken;
create unique index referrals_referred_taken on referrals (referred) where cancelled_at is null and not by_merge;
create index referrals_by_referred on referrals (referred);

-- Two customers who were one person. The row of the second is kept here, as it was; its records belong to the first.
create table customer_merges (
  id        uuid primary key default uuid_v7(),
  kept      uuid not null references users (id),
  merged    uuid not null,
  customer  jsonb not null,
  -- By these the kept customer is found, too.
  mobile    text not null generated always as (customer ->> 'mobile') stored,
  email     text generated always as (customer ->> 'email') stored,
  -- What the kept customer took over: by column, the value before and after.
  filled    jsonb not null default '{}',
  -- How many records were moved, by their kind.
  moved     jsonb not null default '{}',
  at        timestamptz not null default now(),
  by        uuid references staff_users (id),
  undone_at timestamptz,
  undone_by uuid references staff_users (id)
);
create index customer_merges_of_kept on customer_merges (kept, id desc);
create unique index customer_merges_once on customer_merges (merged) where undone_at is null;
create index customer_merges_by_mobile on customer_merges (mobile) where undone_at is null;
create index customer_merges_by_email on customer_merges (email) where undone_at is null and email is not null;

-- The rows that a merge changed, so that it can be undone; an address that both had is removed and kept here.
create table customer_merge_rows (
  merge_id uuid not null references customer_merges (id) on delete cascade,
  -- The table and the column.
  place    text not null,
  row_id   uuid not null,
  removed  jsonb,
  primary key (merge_id, place, row_id)
);

create table customer_imports (
  id            uuid primary key default uuid_v7(),
  file_name     text not null,
  created       int not null,
  updated       int not null,
  unchanged     int not null,
  skipped_count int not null,
  by            uuid references staff_users (id),
  at            timestamptz not null default now()
);

create table customer_import_skips (
  import_id uuid not null references customer_imports (id) on delete cascade,
  line      int not null,
  customer  text not null,
  reason    text not null,
  primary key (import_id, line)
);
