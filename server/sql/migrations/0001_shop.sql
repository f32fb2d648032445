-- The whole schema of version 1.0: tables with their constraints, indexes and first rows. Frozen: databases have applied it,
-- so a change is a new migration. Functions, triggers and views stand in ../objects, apart from those that follow.

create extension if not exists pg_trgm;

-- ==== Functions that defaults, indexes and generated columns are made of.
-- They must exist before the tables, and what is stored was computed by them: to change one is a migration, too, which
-- computes that again (reindex, or a rewrite of the table).

-- UUID version 7 (RFC 9562): 48 bits of milliseconds, then random bits, so that new rows go to the end of their index.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- PostgreSQL 18 has a built-in function, which is many times faster. Older versions (15 to 17) keep the one above.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create or replace function uuid_v7() returns uuid language sql volatile parallel safe as
      ''select uuidv7()''';
  end if;
end
$$;

-- Unicode's NFKC_Casefold. The result depends neither on the database's locale nor on PostgreSQL's version.
create function fold_unicode(input text) returns text language plpgsql immutable parallel safe as $$
declare
  seen text := regexp_replace(normalize(input, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
      collate "C", '', 'g');
begin
  -- Lower, upper and lower case again: ẞ and ß become ss, and lower-case variants of one capital letter become equal.
  -- A final sigma equals a sigma; the Turkish i equals i with and without its dot.
  return normalize(replace(replace(
    lower(upper(lower(seen collate "und-x-icu") collate "und-x-icu") collate "und-x-icu") collate "C",
    'ς', 'σ'), E'i\u0307', 'i'), NFKC);
end
$$;

-- Nearly all text is ASCII, for which lower() is enough and many times faster.
create function fold_text(input text) returns text immutable parallel safe language sql return
  case when octet_length(input) = length(input) then lower(input collate "C") else fold_unicode(input) end;

-- Two codes (of vouchers, coupons or referrals) are equal when their keys are. The code as typed is stored beside it.
create function code_key(code text) returns text immutable parallel safe language sql return
  btrim(fold_text(code), E' \t\n\u000b\f\r\u0085\u2028\u2029');

-- A random code of 8 letters and digits without those that look alike: about 39 bits; the constraint keeps it unique.
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 8)
$$;

-- ==== The shop itself: its clock, its secrets, its prices, and where it keeps and has kept things.

-- The time zone in which the shop counts its days. The server writes TIME_ZONE here at start.
create table shop_clock (
  only_row  boolean primary key default true check (only_row),
  time_zone text not null,
  -- After a change of TIME_ZONE: which counters by day are still those of the old zone. The server computes them again one
  -- after another, without holding writes.
  recounts  text[] not null default '{}'
);
insert into shop_clock (time_zone) values ('Asia/Kolkata');

-- Keys that must survive a restart and be the same in every server process.
create table secrets (
  name  text primary key,
  value bytea not null
);

-- One row: prices and contact details of the shop. Amounts are in rupees as in the API; orders store paise.
create table configurations (
  id                   uuid primary key default uuid_v7(),
  only_row             boolean not null default true unique check (only_row),
  price_per_page       jsonb not null,
  paper_factor         jsonb not null,
  binding              jsonb not null,
  delivery_fee         float8 not null,
  coins_per_100_rupees float8 not null,
  claims_per_referral  int not null,
  contact              jsonb not null,
  proof_of_delivery    text not null default 'optional'
    constraint configurations_proof_known check (proof_of_delivery in ('off', 'optional', 'required')),
  -- Which orders a courier may take out by a scan.
  courier_scans        text not null default 'own'
    constraint configurations_courier_scans_known check (courier_scans in ('own', 'unassigned')),
  version              int not null default 1
);
insert into configurations
  (price_per_page, paper_factor, binding, delivery_fee, coins_per_100_rupees, claims_per_referral, contact)
values (
  '{"bw": {"single": 2, "double": 1.5}, "color": {"single": 10, "double": 8}}',
  '{"A4": 1, "A3": 2, "Letter": 1}',
  '{"none": 0, "staple": 5, "spiral": 30, "hard": 150}',
  40, 2, 1,
  '{"name": "Our Print", "phone": "", "email": "", "address": ""}'
);

-- The id of this shop. The sweep removes files that no row refers to only if no other shop uses the same storage.
create table shop_storage (
  is_only  boolean primary key default true check (is_only),
  shop     uuid not null default gen_random_uuid()
);
insert into shop_storage default values;

-- Storage keys that no row refers to any more. The row is written in the transaction that deletes the last row with the
-- key, and deleted when the storage has removed the file; until then the removal is retried, each time later.
create table file_removals (
  storage_key text primary key,
  created_at  timestamptz not null default now(),
  attempts    int not null default 0,
  try_after   timestamptz not null default now(),
  error       text
);
create index file_removals_due on file_removals (try_after);

-- Images of vouchers and QR codes. The row is inserted before the file is stored; an image that nothing shows is swept
-- after a day.
create table images (
  id          uuid primary key default uuid_v7(),
  storage_key text not null unique,
  size        bigint not null,
  created_at  timestamptz not null default now()
);

-- Where this shop has run. A copy of the database has these rows, too, but runs in a place that is not among them: until a
-- person has said what it is there, it talks to no printer and calls no webhook (decision 044).
create table shop_places (
  id       uuid primary key default uuid_v7(),
  -- What a copy does not share with its original: of the database, and of the folder or bucket of the files.
  identity text not null,
  -- The folder of the embedded database; empty with a database of one's own.
  folder   text not null,
  -- The place as people know it.
  name     text not null,
  -- shop: this is the shop, first started here or moved here. copy: a copy of it. Null: nobody has said yet.
  meaning  text constraint shop_places_meaning check (meaning in ('shop', 'copy')),
  first_at timestamptz not null default now(),
  constraint shop_places_once unique (identity, folder)
);

-- ==== Who works in the shop, and how they sign in.

create table staff_users (
  id            uuid primary key default uuid_v7(),
  email         text not null,
  full_name     text not null,
  mobile        text,
  password_hash text not null,
  is_superuser  boolean not null default false,
  is_active     boolean not null default true,
  -- A key of the API acts as an account of its own, so that history, audit and every column that says who did something can
  -- name it ("API key: Website") without knowing of keys. Such an account is never active, so it can neither sign in nor be
  -- given orders, and lists of people leave it out.
  is_api_key    boolean not null default false,
  created_at    timestamptz not null default now(),
  version       int not null default 1,
  constraint staff_users_email_taken unique (email),
  constraint staff_users_email_lower check (email = lower(email)),
  constraint staff_users_api_key_is_nobody check (not is_api_key or not (is_active or is_superuser or mobile is not null))
);
create unique index staff_users_mobile_taken on staff_users (mobile) where mobile is not null;
create index staff_users_newest on staff_users (created_at desc, id desc);

-- Only the hash of a token is stored: reading the database is not enough to sign in.
create table sessions (
  token_hash bytea primary key,
  -- Names the session without its token.
  id         uuid not null default gen_random_uuid(),
  staff_user uuid not null references staff_users (id),
  -- Of the sign-in.
  address    text,
  device     text,
  created_at timestamptz not null default now(),
  used_at    timestamptz not null default now()
);
create index sessions_of_staff_user on sessions (staff_user);
create unique index sessions_by_id on sessions (id);

-- From where each staff user signed in before. An origin is a network ('203.0.113.7', '2001:db8::/64') or a device
-- ('device:<hash>', the hash of the device's token).
create table sign_in_origins (
  origin     text not null,
  staff_user uuid not null references staff_users (id),
  used_at    timestamptz not null default now(),
  primary key (origin, staff_user)
);
create index sign_in_origins_of_staff_user on sign_in_origins (staff_user, used_at desc);

-- Wrong passwords by account and origin: those of the last 15 minutes, at most 10. The account is the hash of the email
-- as typed, whether or not a staff user has it. `not_before` is when an unknown origin may try again while an account
-- is under attack from many networks.
create table sign_in_failures (
  account    bytea not null,
  origin     text not null,
  failed_at  timestamptz[] not null default '{}',
  not_before timestamptz,
  expires_at timestamptz not null,
  primary key (account, origin)
);
create index sign_in_failures_by_expiry on sign_in_failures (expires_at);

-- Attempts of unknown origins at an account, over all networks: plus 1 for each attempt, minus 100 an hour.
create table sign_in_pressure (
  account    bytea primary key,
  level      float8 not null default 0,
  at         timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_pressure_by_expiry on sign_in_pressure (expires_at);

-- API keys, with which other systems call the API.
create table api_keys (
  -- Its account, which stays when the key is deleted.
  id                  uuid primary key references staff_users (id),
  name                text not null,
  -- Only the hash is stored: reading the database is not enough to use a key.
  key_hash            bytea not null,
  hint                text not null,
  scopes              text[] not null,
  requests_per_minute int not null,
  expires_on          date,
  last_used_at        timestamptz,
  created_by          uuid not null references staff_users (id),
  created_at          timestamptz not null default now(),
  constraint api_keys_key_hash unique (key_hash),
  constraint api_keys_name_length check (length(name) between 1 and 60),
  constraint api_keys_has_scopes check (cardinality(scopes) > 0),
  constraint api_keys_requests check (requests_per_minute between 1 and 60000)
);
create unique index api_keys_name_taken on api_keys (fold_text(name));
create index api_keys_newest on api_keys (created_at desc, id desc);

-- Requests of each key in the current minute, over all processes. Unlogged: a commit that writes nothing else waits for no disk,
-- and after a crash the count of a minute is no loss. No foreign key: requests are counted in batches of many keys, and one that
-- is deleted just then must not fail those of the others. A count that outlives its key is one row, and means nothing.
create unlogged table api_key_requests (
  api_key  uuid primary key,
  minute   timestamptz not null,
  requests int not null
);

-- ==== Customers and their plans.

-- Mobile numbers are stored in E.164 and emails in lower case, so that the unique constraints compare what they mean.
create table users (
  id            uuid primary key default uuid_v7(),
  first_name    text not null,
  last_name     text not null default '',
  email         text,
  mobile        text not null,
  is_active     boolean not null default true,
  notes         text not null default '',
  referral_code text not null default new_referral_code(),
  -- The customer who has this phone number in E.164, where two customers have the same number in different spellings.
  double_of     uuid references users (id),
  created_at    timestamptz not null default now(),
  version       int not null default 1,
  constraint users_mobile_taken unique (mobile),
  constraint users_email_taken unique (email),
  constraint users_email_lower check (email = lower(email)),
  constraint users_mobile_plain check (mobile ~ '^\+?[0-9]{6,20}$'),
  constraint users_referral_code_taken unique (referral_code)
);
create index users_newest on users (created_at desc, id desc);
create index users_newest_by_activity on users (is_active, created_at desc, id desc);
create index users_search on users using gin (fold_text(
  first_name || ' ' || last_name || E'\n' || mobile || E'\n' || coalesce(email, '')) gin_trgm_ops);
create index users_doubles on users (double_of) where double_of is not null;
-- The last digits of a number, which customers say on the phone.
create index users_mobile_reversed on users (reverse(mobile) collate "C");
-- What is included lets a page be found, and a filter be counted, without reading the table; so in other lists.
create index users_by_name on users ((fold_text(first_name || ' ' || last_name) collate "C"), id)
  include (first_name, last_name, is_active, created_at);

-- A search of orders finds customers first, in a table of a tenth of the rows, and then their orders by an index.
create table customer_search (
  user_id uuid primary key references users (id) on delete cascade,
  words   text not null
);
-- Each search reads the whole list of entries that are not yet in a trigram index, so these lists are kept short.
create index customer_search_words on customer_search using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);

create table subscription_plans (
  id              uuid primary key default uuid_v7(),
  name            text not null,
  -- In paise.
  price           bigint not null check (price >= 0),
  pages_per_month int not null check (pages_per_month > 0),
  duration_days   int not null check (duration_days > 0),
  description     text not null default '',
  is_active       boolean not null default true,
  created_at      timestamptz not null default now(),
  deleted_at      timestamptz,
  version         int not null default 1
);
-- A deleted record does not hold its name.
create unique index subscription_plans_name_taken on subscription_plans (lower(name)) where deleted_at is null;
create index subscription_plans_deleted on subscription_plans (id) where deleted_at is not null;

-- A sold plan has its own pages, days and price: later changes of the plan do not change it.
create table user_subscription_plans (
  id           uuid primary key default uuid_v7(),
  user_id      uuid not null references users (id),
  plan         uuid not null references subscription_plans (id),
  price        bigint not null check (price >= 0),
  starts_on    date not null,
  ends_on      date not null,
  pages_total  int not null check (pages_total > 0),
  pages_used   int not null default 0,
  cancelled_at timestamptz,
  created_at   timestamptz not null default now(),
  version      int not null default 1,
  constraint user_subscription_plans_days check (ends_on >= starts_on),
  constraint user_subscription_plans_pages check (pages_used between 0 and pages_total)
);
create index user_subscription_plans_newest on user_subscription_plans (created_at desc, id desc);
create index user_subscription_plans_of_user on user_subscription_plans (user_id, ends_on desc);
create index user_subscription_plans_of_plan on user_subscription_plans (plan, created_at desc, id desc);
-- For counting the active subscribers of a plan.
create index user_subscription_plans_ending on user_subscription_plans (plan, ends_on, user_id) where cancelled_at is null;
create index user_subscription_plans_by_start on user_subscription_plans (starts_on, id) include (cancelled_at, ends_on);
create index user_subscription_plans_by_end on user_subscription_plans (ends_on, id) include (cancelled_at);

-- ==== Orders, their files and their history.

create table orders (
  id                     uuid primary key default uuid_v7(),
  number                 bigint generated by default as identity (start with 1001),
  title                  text not null,
  status                 text not null default 'confirmed',
  order_type             text not null default 'print',
  user_id                uuid not null references users (id),
  assigned_user          uuid references staff_users (id),
  pdf_page_count         int not null,
  copies                 int not null,
  color                  text not null,
  -- The pages that an order of colour 'mixed' prints in colour; what it costs depends on them.
  color_pages            int,
  sides                  text not null,
  paper_size             text not null,
  binding                text not null,
  -- How the pages are laid on sheets: docs/decisions/040-sheets.md. What is printed is made from the files by these choices,
  -- which never change; so it can be made again at any time.
  layout                 text not null default '1-up'
    constraint orders_layout check (layout in ('1-up', '2-up', '4-up', 'booklet')),
  fit                    text not null default 'shrink'
    constraint orders_fit check (fit in ('actual', 'shrink', 'fit', 'refuse')),
  -- One document of all files instead of one for each.
  bundle                 boolean not null default false,
  -- Printed sides of one copy, after pages were chosen and laid on sheets; null: its pages, one on each side.
  impressions            int constraint orders_impressions check (impressions > 0),
  -- Of the impressions, sides that stay blank so that the next file of a bundle starts on a new sheet; they cost nothing.
  blank_sides            int not null default 0
    constraint orders_blank_sides check (blank_sides >= 0 and blank_sides < coalesce(impressions, blank_sides + 1)),
  notes                  text not null default '',
  pickup                 boolean not null default false,
  address                jsonb,
  -- In paise, as are discount and payable.
  amount                 bigint not null,
  discount               bigint not null default 0,
  payable                bigint not null generated always as (amount - discount) stored,
  coupon_code            text,
  user_subscription_plan uuid references user_subscription_plans (id),
  -- The pages that the plan paid for; given back once when the order is cancelled.
  plan_pages             int not null default 0 check (plan_pages >= 0),
  -- Where the printed order lies; empty again when it leaves.
  shelf_place            text constraint orders_shelf_place check (shelf_place ~ '^[A-Z0-9][A-Z0-9-]{0,9}$'),
  created_at             timestamptz not null default now(),
  assigned_at            timestamptz,
  out_for_delivery_at    timestamptz,
  delivered_at           timestamptz,
  cancelled_at           timestamptz,
  attempts               int not null default 0,
  version                int not null default 1,
  constraint orders_number_taken unique (number),
  constraint orders_status_known check (status in ('confirmed', 'assigned', 'out-for-delivery', 'delivered', 'cancelled')),
  constraint orders_type_known check (order_type in ('print', 'subscription')),
  constraint orders_assigned_has_user check (status in ('confirmed', 'cancelled') or assigned_user is not null),
  constraint orders_confirmed_has_no_user check (status <> 'confirmed' or assigned_user is null),
  constraint orders_has_address check (pickup or address is not null),
  constraint orders_money check (amount >= 0 and discount between 0 and amount),
  constraint orders_printable check (pdf_page_count > 0 and copies > 0),
  constraint orders_color_pages check ((color = 'mixed') = (color_pages is not null)),
  constraint orders_booklet_sides check (layout <> 'booklet' or sides = 'double'),
  constraint orders_subscription_has_plan check ((order_type = 'subscription') = (user_subscription_plan is not null)),
  constraint orders_plan_pays_subscriptions check (order_type = 'subscription' or plan_pages = 0)
);
-- Each list of orders, newest first, is one scan of one of these indexes.
create index orders_newest on orders (order_type, created_at desc, id desc);
-- These two include what orders are filtered by, so that a filter is counted without reading the orders.
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user);
create index orders_of_staff_user on orders (assigned_user, status, created_at desc, id desc)
  include (order_type, payable, color, paper_size, pickup) where assigned_user is not null;
create index orders_of_user on orders (user_id, created_at desc);
create index orders_of_plan on orders (user_subscription_plan) where user_subscription_plan is not null;
create index orders_by_amount on orders (order_type, status, payable, id);

-- Uploaded before their order exists; a file that no order uses is swept after a day.
create table order_files (
  id           uuid primary key default uuid_v7(),
  order_id     uuid references orders (id),
  position     int not null default 0,
  -- The pictures of a proof of delivery are order files that are not printed.
  kind         text not null default 'print' constraint order_files_kind_known check (kind in ('print', 'photo', 'signature')),
  name         text not null,
  content_type text not null,
  size         bigint not null,
  page_count   int not null,
  -- The pages to print, in this sequence, as 1-3,7; null: all.
  page_ranges  text constraint order_files_page_ranges check (length(page_ranges) between 1 and 200),
  storage_key  text,
  sha256       text not null,
  uploaded_by  uuid references staff_users (id),
  created_at   timestamptz not null default now(),
  -- Files of orders that ended long ago can be removed (ORDER_FILES_MONTHS). The row stays, so the order shows that there
  -- was a file and when it was removed.
  removed_at   timestamptz,
  constraint order_files_removed check ((storage_key is null) = (removed_at is not null))
);
create index order_files_of_order on order_files (order_id, position);
create index order_files_untaken on order_files (created_at) where order_id is null;
-- Every row has its own stored file, except those of the demo shop, which share a few files under demo/.
create unique index order_files_bytes_taken on order_files (storage_key) where storage_key not like 'demo/%';
create index order_files_bytes_shared on order_files (storage_key) where storage_key like 'demo/%';
create unique index order_files_one_of_a_kind on order_files (order_id, kind) where kind <> 'print';
-- Finds what is to be removed: files that are old and still there.
create index order_files_kept on order_files (created_at) where kind = 'print' and removed_at is null;

-- How the pages of files will print, as read once. Derived from the file's bytes: it is not audited, and may be
-- deleted to read a file again.
create table file_preflights (
  file_id    uuid primary key references order_files (id) on delete cascade,
  -- The contract's Preflight, without the file's id.
  report     jsonb,
  -- A file that cannot be checked is judged once too: it stays as it is, and so does the verdict.
  refusal    text check (refusal in ('too much', 'damaged')),
  created_at timestamptz not null default now(),
  constraint file_preflights_verdict check ((report is null) <> (refusal is null))
);

create table order_history (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null references orders (id),
  -- Not now(): a transaction that waited for the order's lock began before the entry that precedes its own.
  at          timestamptz not null default clock_timestamp(),
  by          uuid references staff_users (id),
  from_status text,
  to_status   text not null,
  note        text
);
create index order_history_of_order on order_history (order_id, id);

-- One for each order; a new one replaces it. Only one that was added since the order went out for delivery counts as the
-- proof of a delivery. It is not a part of the order's version: it is added while the order is being delivered.
create table delivery_proofs (
  id          uuid primary key default uuid_v7(),
  order_id    uuid not null unique references orders (id),
  received_by text not null,
  added_by    uuid not null references staff_users (id),
  -- Not now(): a transaction that waited for the order's lock began before the order went out.
  created_at  timestamptz not null default clock_timestamp()
);

-- Who has an order's page open. A row is renewed while the page is open and means nothing some seconds later; so nothing
-- is lost with the table's contents after a crash.
create unlogged table order_viewers (
  order_id uuid not null,
  viewer   uuid not null,
  seen_at  timestamptz not null default now(),
  primary key (order_id, viewer)
);

-- ==== Counted figures: what lists and the dashboard say without counting rows.
-- Declared in ../objects/figures.sql, counted by ../objects/0_figures.sql. Writers only append a delta (a counter row updated in
-- place would make them wait for each other); the server folds the deltas into the counters. Counters and deltas together are
-- exact at any moment. See docs/decisions/001-counters-and-offsets.md.

-- The declarations by which the figures were counted.
create table figures (
  name    text primary key,
  -- The table whose rows are counted.
  source  text not null,
  periods text[] not null,
  -- The names of n1, n2, …
  sums    text[] not null,
  -- Which rows of the table are counted, and the statement that counts them; $rows$ stands for rows of the table.
  only_if text not null,
  counted text not null
);

-- Each figure has a view of its own with the names of its columns; statements read those.
create table figure_counts (
  figure text not null,
  period text not null check (period in ('day', 'week', 'month', 'ever', 'all')),
  key    uuid,
  kind   text,
  starts date not null,
  n1     bigint,
  n2     bigint,
  n3     bigint,
  n4     bigint,
  n5     bigint,
  n6     bigint,
  n7     bigint,
  n8     bigint
);
create unique index figure_counts_once on figure_counts (figure, period, key, kind, starts) nulls not distinct;
-- All keys in a range of days.
create index figure_counts_by_time on figure_counts (figure, period, starts);
-- Without these the planner believes that each figure has every period equally often.
create statistics figure_counts_by_period (dependencies, mcv) on figure, period from figure_counts;

create table figure_deltas (
  figure text not null,
  key    uuid,
  kind   text,
  day    date not null,
  n1     bigint,
  n2     bigint,
  n3     bigint,
  n4     bigint,
  n5     bigint,
  n6     bigint,
  n7     bigint,
  n8     bigint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create index figure_deltas_of_key on figure_deltas (figure, key);

-- ==== The text that a search of orders looks through.
-- See docs/decisions/018-searches.md.

-- One short text for each order. In its own table, because a trigram index on orders would make every change of status
-- more than twice as expensive. The columns of the order that never change are here too, so that a search needs no join.
create table order_search (
  order_id   uuid primary key references orders (id) on delete cascade,
  user_id    uuid not null,
  order_type text not null,
  created_at timestamptz not null,
  -- How much of the words belongs to the order: its number and title. The rest are the words of its customer.
  own_length int not null,
  words      text not null
);
-- Only the words of the order itself: those of its customer are found in customer_search.
create index order_search_words on order_search using gin (left(words, own_length) gin_trgm_ops)
  with (gin_pending_list_limit = 512);
-- For reading the newest hits first.
create index order_search_newest on order_search (created_at desc, order_id desc) include (order_type);
-- For reading all orders of the customers that a search finds, without the table.
create index order_search_of_user on order_search (user_id) include (order_type, created_at, order_id);

-- ==== Printers, and what they print of the orders.
-- See docs/decisions/038-print-jobs.md.

-- One that has print jobs is deactivated, not deleted: the jobs name it.
create table printers (
  id              uuid primary key default uuid_v7(),
  name            text not null,
  -- ipp:// or ipps://, as a super admin typed it. Nothing else is contacted.
  uri             text not null,
  username        text,
  -- Encrypted; the key is not in the database.
  password_sealed bytea,
  -- Of an ipps printer, SHA-256, accepted by a person: printers sign their own certificates.
  certificate     bytea,
  is_active       boolean not null default true,
  -- The shop's limits, beside those that the printer names.
  prints_color    boolean not null default true,
  prints_duplex   boolean not null default true,
  paper_sizes     text[] not null default '{A4}',
  -- What one printed side costs the shop, in paise, without paper.
  click_bw        int not null default 0,
  click_color     int not null default 0,
  -- What it said when it was last asked: the contract's PrinterStatus. Not a part of its version.
  status          jsonb,
  seen_at         timestamptz,
  created_at      timestamptz not null default now(),
  version         int not null default 1,
  constraint printers_name_length check (length(name) between 1 and 60),
  constraint printers_uri_length check (length(uri) between 1 and 1023),
  constraint printers_has_paper check (cardinality(paper_sizes) > 0),
  constraint printers_clicks check (click_bw >= 0 and click_color >= 0)
);
create unique index printers_name_taken on printers (fold_text(name));

-- One document of an order for one printer: a file, or all files laid on sheets as one bundle. Queue and log in one.
create table print_jobs (
  id              uuid primary key default uuid_v7(),
  -- People say it; a printer shows it.
  number          bigint generated always as identity,
  order_id        uuid not null references orders (id),
  -- Null: all files as one bundle.
  file_id         uuid references order_files (id),
  -- Null: printed by hand, on a machine that the shop does not know.
  printer_id      uuid references printers (id),
  -- queued and held: not sent yet. sending: from the first request to the printer until it has the document.
  -- pending, printing, stopped: as the printer says. done, cancelled and failed are final.
  state           text not null,
  -- Why it is stopped or failed: keywords of IPP, and a sentence for people.
  reasons         text[] not null default '{}',
  message         text,
  copies          int not null,
  duplex          boolean not null,
  -- The edge at which the sheets of a double-sided job turn like the pages of a book.
  binding_edge    text not null default 'long' constraint print_jobs_binding_edge check (binding_edge in ('long', 'short')),
  -- bw, color or mixed, as the order's.
  color           text not null,
  paper_size      text not null,
  -- A job ticket in front of it.
  cover           boolean not null default false,
  -- Printed sides of one copy: how many the document has, how many of them in colour, and the first one to print.
  impressions     int not null,
  color_impressions int not null default 0,
  first_impression int not null default 1,
  -- What the printer counted, all copies, without the cover.
  impressions_done int not null default 0,
  sheets_done     int not null default 0,
  -- Of those, sides that a reprint replaces.
  impressions_wasted int not null default 0,
  reprint_of      uuid references print_jobs (id),
  reprint_reason  text,
  -- How often it was begun at its printer, which knows each try by a name of its own.
  tries           int not null default 0,
  -- Known from the answer of Create-Job.
  ipp_job_id      int,
  -- The runner that speaks with the printer about it. Whoever takes over puts a new value here, and changes of an older
  -- runner find no row any more.
  runner          uuid,
  -- A person wants it cancelled, or moved to another printer, while its printer has it: the printer is told next.
  cancel_asked_at timestamptz,
  move_to         uuid references printers (id),
  -- Tries in a row that failed, and when to look at it again.
  failures        int not null default 0,
  next_try_at     timestamptz not null default now(),
  created_by      uuid not null references staff_users (id),
  created_at      timestamptz not null default now(),
  -- Since when its document may be at the printer, in part at least; null again when it surely is not.
  sent_at         timestamptz,
  -- The same of the job ticket in front of it: a process that dies between the two must not print the ticket twice.
  cover_sent_at   timestamptz,
  finished_at     timestamptz,
  version         int not null default 1,
  constraint print_jobs_number unique (number),
  constraint print_jobs_state check (
    state in ('queued', 'held', 'sending', 'pending', 'printing', 'stopped', 'done', 'cancelled', 'failed')),
  constraint print_jobs_finished check ((finished_at is not null) = (state in ('done', 'cancelled', 'failed'))),
  constraint print_jobs_copies check (copies > 0),
  constraint print_jobs_impressions check (
    impressions > 0 and color_impressions between 0 and impressions and first_impression between 1 and impressions),
  constraint print_jobs_counts check (
    impressions_done between 0 and copies * (impressions - first_impression + 1) and sheets_done >= 0
    and impressions_wasted between 0 and impressions_done),
  constraint print_jobs_reprint check ((reprint_of is null) = (reprint_reason is null)),
  constraint print_jobs_move check (move_to is null or cancel_asked_at is not null)
);
-- A printer has one job at a time, however many processes there are.
create unique index print_jobs_at_printer on print_jobs (printer_id) where state in ('sending', 'pending', 'printing', 'stopped');
create index print_jobs_of_order on print_jobs (order_id, id);
create index print_jobs_of_printer on print_jobs (printer_id, created_at, id);
create index print_jobs_open on print_jobs (printer_id, id) where finished_at is null;
create index print_jobs_by_finish on print_jobs (finished_at) where finished_at is not null;
create index print_jobs_reprints on print_jobs (reprint_of) where reprint_of is not null;
create index print_jobs_newest on print_jobs (created_at, id);
create index print_jobs_by_state on print_jobs (state, created_at, id);

-- ==== Paper and toner: a ledger of what was bought, used and counted, and its balances.
-- See docs/decisions/042-counted-truly.md.

create table stock_items (
  id         uuid primary key default uuid_v7(),
  kind       text not null,
  name       text not null,
  -- Of paper only: its size, and grams per square metre where they matter.
  paper_size text,
  weight     int,
  -- The paper that print jobs of its size use.
  is_default boolean not null default false,
  -- Of toner only: the printer it is for. Null for a printer that was deleted since.
  printer_id uuid references printers (id),
  -- Toner that only impressions in colour use.
  color_only boolean not null default false,
  -- Sheets in a pack of paper; impressions that one cartridge yields.
  pack_size  int not null,
  -- Low from this amount down.
  low_at     bigint not null default 0,
  -- Sheets of paper, impressions of toner. Below zero when jobs used more than was entered: the shop has to count.
  amount     bigint not null default 0,
  -- Moving average of one sheet or impression, in paise; null until a delivery with a price.
  unit_cost  numeric(16, 6),
  -- How many entries the ledger has.
  entries    bigint not null default 0,
  is_active  boolean not null default true,
  created_at timestamptz not null default now(),
  version    int not null default 1,
  constraint stock_items_kind check (kind in ('paper', 'toner')),
  constraint stock_items_name_length check (length(name) between 1 and 100),
  constraint stock_items_paper check ((kind = 'paper') = (paper_size is not null) and (kind = 'paper' or weight is null)),
  constraint stock_items_toner check (kind = 'toner' or (printer_id is null and not color_only)),
  constraint stock_items_default check (not is_default or (kind = 'paper' and is_active)),
  constraint stock_items_numbers check (pack_size > 0 and low_at >= 0 and weight > 0 and unit_cost >= 0)
);
create unique index stock_items_name_taken on stock_items (fold_text(name));
create unique index stock_items_default_of_size on stock_items (paper_size) where is_default;
create index stock_items_of_printer on stock_items (printer_id) where kind = 'toner';

-- Append-only. The trigger `balance` gives each entry its place and keeps the balance of its item.
create table stock_entries (
  id        uuid primary key default uuid_v7(),
  item_id   uuid not null references stock_items (id),
  -- From 1 for each item, without gaps: the sequence in which the balance changed.
  place     bigint not null,
  at        timestamptz not null,
  -- delivery: bought. use: a print job. correction: a person counted, or a printer changed its count of a finished job.
  kind      text not null,
  quantity  bigint not null,
  -- Of a delivery, the whole of it, in paise.
  price     bigint,
  -- Of the item after this entry.
  balance   bigint not null,
  unit_cost numeric(16, 6),
  reason    text not null default '',
  print_job uuid references print_jobs (id),
  by        uuid references staff_users (id),
  constraint stock_entries_place unique (item_id, place),
  constraint stock_entries_kind check (kind in ('delivery', 'use', 'correction')),
  constraint stock_entries_quantity check (
    case kind when 'delivery' then quantity > 0 when 'use' then quantity < 0 else true end),
  constraint stock_entries_price check ((kind = 'delivery') = (price is not null) and price >= 0),
  constraint stock_entries_reason check (kind <> 'correction' or reason <> ''),
  constraint stock_entries_job check (kind <> 'use' or print_job is not null)
);
-- A job uses an item once.
create unique index stock_entries_used_once on stock_entries (print_job, item_id) where kind = 'use';
create index stock_entries_of_job on stock_entries (print_job) where print_job is not null;
-- What people entered: few beside what jobs used.
create index stock_entries_by_hand on stock_entries (item_id, place) where kind <> 'use';

-- ==== What was ordered, printed and delivered, what it cost and earned.
-- See docs/decisions/042-counted-truly.md.

-- One row: what the shop pays besides clicks and paper that was bought, in paise, and when a gap is worth a look.
create table production_costs (
  id             uuid primary key default uuid_v7(),
  only_row       boolean not null default true unique check (only_row),
  -- Of one copy.
  binding_none   int not null default 0,
  binding_staple int not null default 0,
  binding_spiral int not null default 0,
  binding_hard   int not null default 0,
  -- Of one sheet, until a delivery of its size is entered.
  paper_a4       int not null default 0,
  paper_a3       int not null default 0,
  paper_letter   int not null default 0,
  -- A printer's counter may differ from its jobs by this much, the larger of both.
  gap_percent    float8 not null default 2,
  gap_least      int not null default 20,
  version        int not null default 1,
  constraint production_costs_not_negative check (
    least(binding_none, binding_staple, binding_spiral, binding_hard, paper_a4, paper_a3, paper_letter, gap_least) >= 0),
  constraint production_costs_percent check (gap_percent between 0 and 100)
);
insert into production_costs (binding_staple, binding_spiral, binding_hard, paper_a4, paper_a3, paper_letter)
values (100, 1200, 8000, 60, 130, 65);

-- The cost of each finished print job. Its prices are fixed at its end; later deliveries and prices do not change them.
create table print_job_costs (
  job_id      uuid primary key references print_jobs (id),
  -- Paise of a sheet, and of an impression by kind.
  paper_unit  numeric(16, 6) not null,
  click_bw    int not null,
  click_color int not null,
  -- What the printer's counter saw, the cover included.
  counted     int not null,
  -- Sides that are good, and sides that a reprint replaced.
  printed     int not null,
  wasted      int not null,
  sheets      int not null,
  -- Of the good part and of the wasted part, in paise.
  paper       bigint not null,
  click       bigint not null,
  waste       bigint not null,
  constraint print_job_costs_not_negative check (least(paper, click, waste, printed, wasted, sheets) >= 0)
);

-- The sums of each order that has print jobs, and what it earns. A row is made with the first job.
create table order_costs (
  order_id   uuid primary key references orders (id),
  -- As in the order; revenue is its payable, 0 once it is cancelled.
  user_id    uuid not null references users (id),
  created_at timestamptz not null,
  revenue    bigint not null,
  -- Finished jobs that printed something: without them an order has no cost that is known.
  jobs       int not null default 0,
  printed    bigint not null default 0,
  wasted     bigint not null default 0,
  paper      bigint not null default 0,
  click      bigint not null default 0,
  waste      bigint not null default 0,
  binding    bigint not null default 0,
  -- When it was fully printed for the first time: then its copies were bound.
  bound_at   timestamptz,
  cost       bigint not null generated always as (paper + click + waste + binding) stored,
  margin     bigint not null generated always as (revenue - paper - click - waste - binding) stored
);
-- Margins of a range of days, from the index alone.
create index order_costs_counted on order_costs (created_at, order_id)
  include (user_id, revenue, printed, wasted, paper, click, waste, binding) where jobs > 0;

-- What a printer's own counter said, once a day or as a person read it.
create table printer_readings (
  id            uuid primary key default uuid_v7(),
  printer_id    uuid not null references printers (id) on delete cascade,
  at            timestamptz not null,
  day           date not null,
  -- All sides that it ever printed, and all sides that our jobs ever printed on it, at the same moment.
  impressions   bigint not null,
  jobs          bigint not null,
  -- Why they differ, as a person said.
  explanation   text not null default '',
  -- Null: asked of the printer by the server.
  by            uuid references staff_users (id),
  -- A reading is corrected by a newer one of the same moment; the one that it replaces counts no more. What lies between two
  -- readings is not kept but compared when it is read, so that a correction changes both sides of it.
  replaces      uuid unique references printer_readings (id) on delete cascade,
  constraint printer_readings_impressions check (impressions >= 0)
);
create index printer_readings_of_printer on printer_readings (printer_id, at desc, id desc);
create index printer_readings_by_day on printer_readings (day, id);
create unique index printer_readings_once_a_day on printer_readings (printer_id, day) where by is null;
create index printer_readings_newest on printer_readings (at, id);

-- ==== Scans of job tickets: at the press, at the shelf and at the door.
-- See docs/decisions/043-ticket-scans.md.

-- Every scan, refused ones, too: who had which bundle in the hand.
create table ticket_scans (
  id          uuid primary key default uuid_v7(),
  at          timestamptz not null default now(),
  by          uuid not null references staff_users (id),
  purpose     text not null constraint ticket_scans_purpose check (purpose in ('press', 'shelf', 'hand_over')),
  result      text not null constraint ticket_scans_result check (result in ('accepted', 'repeated', 'refused')),
  -- Why it was refused: the contract's ScanRefusal.
  reason      text,
  -- Null: the code names no order of this shop.
  order_id    uuid references orders (id),
  shelf_place text,
  -- As it was read or typed.
  code        text not null,
  constraint ticket_scans_reason check ((reason is not null) = (result = 'refused'))
);
create index ticket_scans_of_order on ticket_scans (order_id, id) where order_id is not null;
-- A person's last scans, to limit guesses.
create index ticket_scans_by_person on ticket_scans (by, at) where reason = 'not_yours';

-- ==== Companies, and their vouchers, which the shop gives away.

-- A deleted record of the kinds in the bin keeps its row, with everything that belongs to it, for 30 days: `deleted_at`.
-- Statements read the views live_…, which have only the rows that are not deleted; so do the indexes of lists.
-- See docs/decisions/028-the-bin.md.

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
  deleted_at      timestamptz,
  version         int not null default 1,
  constraint clients_contact_plain check (contact ~ '^\+?[0-9]{5,20}$')
);
create index clients_newest on clients (joined_on desc, id desc) where deleted_at is null;
create index clients_search on clients using gin (fold_text(name || E'\n' || contact) gin_trgm_ops) where deleted_at is null;
-- The deleted rows are few, and the job that deletes them for good finds them here.
create index clients_deleted on clients (id) where deleted_at is not null;
create index clients_by_name on clients ((fold_text(name) collate "C"), id) where deleted_at is null;

-- A group of codes with the same worth, cost in coins and expiry date.
create table voucher_infos (
  id             uuid primary key default uuid_v7(),
  client_id      uuid not null references clients (id),
  voucher_detail text not null,
  -- In hundredths of a coin.
  cost           bigint not null check (cost >= 0),
  expiry_date    date not null,
  image_id       uuid references images (id),
  is_single      boolean not null,
  -- The import that created it.
  import_id      uuid,
  created_on     timestamptz not null default now(),
  deleted_at     timestamptz,
  version        int not null default 1,
  constraint voucher_infos_with_client unique (id, client_id)
);
create index voucher_infos_of_client on voucher_infos (client_id, id desc);
create index voucher_infos_by_cost on voucher_infos (cost);
create index voucher_infos_of_image on voucher_infos (image_id) where image_id is not null;
create index voucher_infos_deleted on voucher_infos (id) where deleted_at is not null;
create index voucher_infos_by_expiry on voucher_infos (expiry_date, id) where deleted_at is null;

-- The codes. A version 7 id also sorts by time, so lists need no other column to show the newest first, and every index
-- but the one on the code grows at its end.
create table vouchers (
  id              uuid primary key default uuid_v7(),
  voucher_info_id uuid not null,
  client_id       uuid not null,
  voucher_code    text collate "C" not null,
  is_assigned     boolean not null default false,
  is_active       boolean not null default true,
  version         int not null default 1,
  code_key        text collate "C" not null generated always as (code_key(voucher_code)) stored,
  constraint vouchers_of_info foreign key (voucher_info_id, client_id) references voucher_infos (id, client_id)
);
create unique index vouchers_voucher_code_taken on vouchers (client_id, code_key);
-- Ascending and read backwards for the newest first: they grow at their end, which makes an import a fifth faster.
create index vouchers_of_client on vouchers (client_id, voucher_info_id, id);
create index vouchers_in_group on vouchers (voucher_info_id, id);
create index vouchers_free on vouchers (voucher_info_id, id) where not is_assigned and is_active;
create index vouchers_sold on vouchers (client_id, voucher_info_id, id) where is_assigned;
-- The list of all sold codes, newest group first; without it the list scans the unsold codes.
create index vouchers_all_sold on vouchers (voucher_info_id, id) where is_assigned;

-- Codes that were deleted one by one. They are moved, not marked: nothing refers to a code that was not sold, and so the
-- largest table, its unique index, its counters and the statements of sales and imports stay as they are.
create table deleted_vouchers (
  id              uuid primary key,
  voucher_info_id uuid not null,
  client_id       uuid not null,
  voucher_code    text collate "C" not null,
  is_active       boolean not null,
  version         int not null,
  constraint deleted_vouchers_of_info foreign key (voucher_info_id, client_id) references voucher_infos (id, client_id)
);
create index deleted_vouchers_of_info on deleted_vouchers (voucher_info_id);
create index deleted_vouchers_of_client on deleted_vouchers (client_id);

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

create table voucher_import_skips (
  import_id    uuid not null references voucher_imports (id) on delete cascade,
  line         int not null,
  voucher_code text not null,
  reason       text not null,
  primary key (import_id, line)
);

-- Vouchers that customers bought, as they were bought: later changes of the group do not change them. A voided code was
-- seen by its buyer, so it is never sold again: one code, one purchase.
create table purchased_vouchers (
  id              uuid primary key default uuid_v7(),
  user_id         uuid not null references users (id),
  voucher_id      uuid not null references vouchers (id),
  voucher_info_id uuid not null references voucher_infos (id),
  client_id       uuid not null references clients (id),
  voucher_code    text collate "C" not null,
  voucher_detail  text not null,
  -- In hundredths of a coin.
  cost            bigint not null check (cost >= 0),
  expiry_date     date not null,
  image_id        uuid references images (id),
  purchased_at    timestamptz not null default now(),
  by              uuid references staff_users (id),
  voided_at       timestamptz,
  voided_by       uuid references staff_users (id),
  void_reason     text,
  version         int not null default 1,
  constraint purchased_vouchers_voucher_id_taken unique (voucher_id),
  constraint purchased_vouchers_void_has_reason check ((voided_at is null) = (void_reason is null))
);
create index purchased_vouchers_of_user on purchased_vouchers (user_id, id desc);
create index purchased_vouchers_of_info on purchased_vouchers (voucher_info_id);
create index purchased_vouchers_of_client on purchased_vouchers (client_id, id desc);
create index purchased_vouchers_of_image on purchased_vouchers (image_id) where image_id is not null;
create index purchased_vouchers_voided on purchased_vouchers (id desc) where voided_at is not null;
create index purchased_vouchers_search on purchased_vouchers using gin (code_key(voucher_code) gin_trgm_ops);
create index purchased_vouchers_by_expiry on purchased_vouchers (expiry_date, id) include (voided_at);
-- The customers who own a voucher of a company, whose orders are a filter of the lists of orders: found from the index
-- alone, and one probe tells whether a customer is one of them.
create index purchased_vouchers_owned on purchased_vouchers (client_id, user_id) where voided_at is null;

-- ==== The coins of customers, in hundredths of a coin: a ledger and its balances.

-- The trigger `balance` of coin_entries updates the balance with each entry. The check refuses overspending in any race,
-- because the row's lock makes concurrent spenders wait for each other.
create table coin_balances (
  user_id uuid primary key references users (id),
  earned  bigint not null default 0,
  spent   bigint not null default 0,
  constraint coin_balances_not_below_zero check (earned >= spent)
);
-- Most customers have none.
create index coin_balances_most on coin_balances ((earned - spent), user_id) where earned > spent;

create table coin_entries (
  id                uuid primary key default uuid_v7(),
  user_id           uuid not null references users (id),
  at                timestamptz not null default now(),
  delta             bigint not null check (delta <> 0),
  reason            text not null,
  order_id          uuid references orders (id),
  purchased_voucher uuid,
  by                uuid references staff_users (id),
  constraint coin_entries_purchase foreign key (purchased_voucher) references purchased_vouchers (id)
);
create index coin_entries_of_user on coin_entries (user_id, id desc);
create index coin_entries_of_order on coin_entries (order_id) where order_id is not null;
-- A purchase is paid once and refunded once.
create unique index coin_entries_paid_once on coin_entries (purchased_voucher) where purchased_voucher is not null and delta < 0;
create unique index coin_entries_given_back_once on coin_entries (purchased_voucher)
  where purchased_voucher is not null and delta > 0;

-- ==== QR codes and their scans.

-- A printed code cannot be recalled: a deleted one keeps its row and its number, which is never used again.
create table qr_codes (
  id              uuid primary key default uuid_v7(),
  code            bigint not null check (code between 1 and 999999999999),
  company         text not null,
  value           float8 not null,
  validity        date not null,
  -- The start value of the displayed count; scans are counted separately and added to it.
  count_start     bigint not null check (count_start >= 0),
  is_active       boolean not null default true,
  redirection_url text,
  image_id        uuid references images (id),
  generated_date  timestamptz not null default now(),
  deleted_at      timestamptz,
  version         int not null default 1,
  constraint qr_codes_code_taken unique (code),
  -- After it is deleted for good a QR code keeps its number, but no picture.
  constraint qr_codes_one_target
    check (num_nonnulls(redirection_url, image_id) = 1 or (deleted_at is not null and redirection_url is null))
);
create index qr_codes_newest on qr_codes (generated_date desc, id desc) where deleted_at is null;
create index qr_codes_of_image on qr_codes (image_id) where image_id is not null;
create index qr_codes_search on qr_codes using gin (fold_text(company || E'\n' || code::text) gin_trgm_ops)
  where deleted_at is null;
create index qr_codes_by_company on qr_codes ((fold_text(company) collate "C"), id) include (company, is_active)
  where deleted_at is null;
create index qr_codes_by_validity on qr_codes (validity, id) include (is_active) where deleted_at is null;

-- One row for each visit, kept forever. Bots, prefetches and HEAD requests have their own kinds and are not counted. No
-- foreign key: codes are never deleted, and the check would lock the code's row at every scan. No primary key: scans are
-- only added and summed, nothing looks one up by its id, and the index was a fifth of the time of a batch of scans.
create table scans (
  id         bigint generated always as identity,
  qr_code_id uuid not null,
  at         timestamptz not null,
  kind       text not null check (kind in ('mobile', 'tablet', 'desktop', 'other', 'bot', 'prefetch', 'head'))
);

-- ==== Coupons and their uses.

create table coupons (
  id                  uuid primary key default uuid_v7(),
  name                text not null,
  code                text not null,
  discount_percentage numeric(5, 2) not null check (discount_percentage > 0 and discount_percentage <= 100),
  valid_from          date not null,
  valid_to            date not null,
  one_time_only       boolean not null,
  isfornew            boolean not null,
  -- The number of uses and the discount they gave, in paise; updated by the statements that use a coupon and undo that.
  usage_count         int not null default 0 check (usage_count >= 0),
  given_away          bigint not null default 0 check (given_away >= 0),
  created_at          timestamptz not null default now(),
  deleted_at          timestamptz,
  version             int not null default 1,
  constraint coupons_days check (valid_to >= valid_from)
);
-- A deleted record does not hold its code. (A QR number stays taken.)
create unique index coupons_code_taken on coupons (code_key(code)) where deleted_at is null;
create index coupons_deleted on coupons (id) where deleted_at is not null;
create index coupons_search on coupons using gin (fold_text(name || E'\n' || code) gin_trgm_ops) where deleted_at is null;

-- A coupon's use on an order. The coupon may be deleted; the code and the discount stay here.
create table coupon_uses (
  id            uuid primary key default uuid_v7(),
  coupon_id     uuid references coupons (id) on delete set null,
  code          text not null,
  order_id      uuid not null references orders (id),
  user_id       uuid not null references users (id),
  discount      bigint not null check (discount >= 0),
  one_time_only boolean not null,
  at            timestamptz not null default now(),
  given_back_at timestamptz,
  constraint coupon_uses_order_id_taken unique (order_id)
);
create unique index coupon_uses_once on coupon_uses (coupon_id, user_id) where one_time_only and given_back_at is null;
create index coupon_uses_of_coupon on coupon_uses (coupon_id, id desc);
create index coupon_uses_of_user on coupon_uses (user_id, id desc);

-- ==== Referrals, referrers and the ledger of claims.

-- A new customer's first order that named another customer's code. It counts while that order is delivered.
create table referrals (
  id            uuid primary key default uuid_v7(),
  referrer      uuid not null references users (id),
  referred      uuid not null references users (id),
  order_id      uuid not null references orders (id),
  referral_code text not null,
  -- Why a person should check it: same address or mobile number as another referred customer.
  suspicions    text[] not null default '{}',
  created_at    timestamptz not null default now(),
  -- Set while it counts.
  counted_at    timestamptz,
  -- The order's payable, in paise, when it was delivered.
  sale_amount   bigint not null default 0,
  -- Set when the order was cancelled: the customer may name a code again.
  cancelled_at  timestamptz,
  -- The first address line and the pincode, ignoring spaces and case; null for a pickup.
  address_key   text,
  constraint referrals_order_id_taken unique (order_id),
  constraint referrals_not_oneself check (referrer <> referred)
);
create unique index referrals_referred_taken on referrals (referred) where cancelled_at is null;
create index referrals_of_referrer on referrals (referrer, counted_at desc, id desc) where counted_at is not null;
create index referrals_by_address on referrals (address_key) where address_key is not null and cancelled_at is null;

-- Every customer with a referral that counts, or with claims from earlier ones. `place` grows with each new referrer;
-- lists are sorted by it, newest first.
create table referrers (
  user_id    uuid primary key references users (id),
  place      bigint generated always as identity unique,
  referrals  int not null default 0 check (referrals >= 0),
  -- Claims earned by referrals, and those fulfilled by the shop. The check holds in any race.
  total      int not null default 0,
  fulfilled  int not null default 0,
  constraint referrers_not_beyond_total check (fulfilled between 0 and total)
);
create index referrers_due on referrers (place desc) where total > fulfilled;
create index referrers_by_remaining on referrers ((total - fulfilled), place);
create index referrers_by_total on referrers (total, place) include (fulfilled);

-- The ledger of claims, append-only.
create table referral_claims (
  id          uuid primary key default uuid_v7(),
  referral_id uuid not null references referrals (id),
  referrer    uuid not null references users (id),
  kind        text not null check (kind in ('earned', 'taken_back', 'fulfilled')),
  claims      int not null check (claims > 0),
  at          timestamptz not null default now(),
  by          uuid references staff_users (id)
);
create index referral_claims_of_referrer on referral_claims (referrer, id desc);
create index referral_claims_of_referral on referral_claims (referral_id);

-- ==== Enquiries.

create table leads (
  id           uuid primary key default uuid_v7(),
  name         text not null,
  email        text,
  mobile       text,
  subject      text not null default '',
  message      text not null,
  status       text not null default 'new',
  note         text not null default '',
  follow_up_on date,
  owner        uuid references staff_users (id),
  -- The customer or the company that the lead became.
  user_id      uuid references users (id),
  client_id    uuid references clients (id),
  created_at   timestamptz not null default now(),
  deleted_at   timestamptz,
  version      int not null default 1,
  constraint leads_status_known check (status in ('new', 'contacted', 'won', 'lost')),
  constraint leads_can_be_answered check (email is not null or mobile is not null)
);
create index leads_newest on leads (created_at desc, id desc) where deleted_at is null;
create index leads_by_status on leads (status, created_at desc, id desc) where deleted_at is null;
create index leads_by_email on leads (email) where email is not null;
create index leads_by_mobile on leads (mobile) where mobile is not null;
create index leads_of_owner on leads (owner, created_at desc, id desc) where owner is not null and deleted_at is null;
create index leads_of_client on leads (client_id) where client_id is not null;
create index leads_to_follow_up on leads (follow_up_on) where follow_up_on is not null;
create index leads_search on leads using gin (fold_text(name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(mobile, '') || E'\n' || subject || E'\n' || message) gin_trgm_ops) where deleted_at is null;
create index leads_deleted on leads (id) where deleted_at is not null;
create index leads_by_name on leads ((fold_text(name) collate "C"), id) include (name, status) where deleted_at is null;

-- ==== What all screens use: saved views, bulk jobs, the bin.

-- Views of lists that super admins save under a name: private, or for all super admins.
create table saved_views (
  id        uuid primary key default uuid_v7(),
  owner     uuid not null references staff_users (id) on delete cascade,
  -- The address of the list in the app.
  list      text not null,
  name      text not null,
  is_shared boolean not null default false,
  -- Search, filters and sequence as in the list's address; the columns and their sequence, null if not chosen.
  search    text not null default '',
  columns   jsonb,
  version   int not null default 1,
  constraint saved_views_name_length check (length(name) between 1 and 40),
  constraint saved_views_search_length check (length(search) <= 1000)
);
create unique index saved_views_name_taken on saved_views (owner, list, fold_text(name));
create index saved_views_shared on saved_views (list, id) where is_shared;

-- Bulk jobs: one action on all records that matched a filter, in portions, with a result for each record.
create table bulk_jobs (
  id          uuid primary key default uuid_v7(),
  kind        text not null constraint bulk_jobs_kind_known check (kind in ('order', 'company', 'voucher', 'qr_code')),
  action      text not null constraint bulk_jobs_action_known check (action in ('update', 'delete', 'undo')),
  -- What an update does to each order.
  change      jsonb,
  filter      jsonb not null,
  undoes      uuid references bulk_jobs (id) on delete set null,
  status      text not null default 'queued'
    constraint bulk_jobs_status_known check (status in ('queued', 'running', 'done', 'cancelled', 'failed')),
  total       int not null constraint bulk_jobs_not_empty check (total > 0),
  changed     int not null default 0,
  unchanged   int not null default 0,
  refused     int not null default 0,
  -- Of the changed records, those that an undo can change back.
  undoable    int not null default 0,
  error       text,
  -- Failures of the next portion so far, and when it is due. Jobs take turns: a portion puts its job last.
  failures    int not null default 0,
  next_run_at timestamptz not null default now(),
  created_by  uuid not null references staff_users (id),
  request_id  text not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  ended_at    timestamptz,
  constraint bulk_jobs_counts check (least(changed, unchanged, refused, undoable) >= 0 and changed + unchanged + refused <= total),
  constraint bulk_jobs_done_is_complete check (status <> 'done' or changed + unchanged + refused = total),
  constraint bulk_jobs_ended check ((ended_at is not null) = (status in ('done', 'cancelled', 'failed')))
);
create index bulk_jobs_unfinished on bulk_jobs (next_run_at, id) where status in ('queued', 'running');
create index bulk_jobs_ended on bulk_jobs (ended_at) where ended_at is not null;
-- One undo at a time.
create unique index bulk_jobs_one_undo on bulk_jobs (undoes) where status in ('queued', 'running');
create index bulk_jobs_of_undo on bulk_jobs (undoes, id) where undoes is not null;

-- The records of a job, in the sequence in which they are changed.
create table bulk_job_records (
  job_id    uuid not null references bulk_jobs (id) on delete cascade,
  position  int not null,
  record_id uuid not null,
  name      text not null,
  -- Null until the record is reached; written in the transaction that changes the record.
  outcome   text constraint bulk_job_records_outcome_known check (outcome in ('changed', 'unchanged', 'refused')),
  code      text,
  message   text,
  -- For an undo: the change of an order, and a stamp of how the job left the record; an undo leaves a record alone that
  -- has another one by then. The records of an undo have both from those that it undoes.
  undo      jsonb,
  stamp     text,
  primary key (job_id, position),
  constraint bulk_job_records_once unique (job_id, record_id)
);

-- What was deleted, for 30 days, and can be restored. A deleted row that is not in the bin is deleted for good by a job.
create table bin (
  -- The id of the deleted record.
  id         uuid primary key,
  kind       text not null,
  name       text not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid references staff_users (id),
  constraint bin_kind_known check (kind in ('company', 'voucher', 'qr_code', 'coupon', 'lead', 'plan'))
);
create index bin_newest on bin (deleted_at desc, id desc);
create index bin_of_kind on bin (kind, deleted_at desc, id desc);
create index bin_search on bin using gin (fold_text(name) gin_trgm_ops);

-- ==== Requests and jobs of the server.

-- The response to a POST that had an Idempotency-Key, stored for 24 hours.
create table idempotency_keys (
  caller     text not null,
  method     text not null,
  path       text not null,
  key        text not null,
  body_hash  bytea not null,
  status     int not null,
  answer     text not null,
  created_at timestamptz not null default now(),
  primary key (caller, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Which server process does what runs once at a time: from free_at on any may take it. Its holder puts that off while it
-- lives; whoever did what is due again later leaves the time of then, and no holder.
create table leases (
  key     text primary key,
  holder  uuid,
  free_at timestamptz not null
);

-- ==== Who changed what.
-- See docs/decisions/034-sealed-audit.md.

create table audit_entries (
  id         uuid primary key default uuid_v7(),
  -- The time of the change, not that of the start of its transaction: a long one may be hours older.
  at         timestamptz not null default clock_timestamp(),
  -- Where it stands: the number of the transaction that wrote it. Ids and times are given out before a transaction commits,
  -- so "all entries after this id" may miss one that commits later; "all entries of transactions that have ended" cannot.
  position   bigint not null default pg_current_xact_id()::text::bigint,
  -- The staff user; null for a command that was run on the machine.
  actor      uuid,
  action     text not null,
  entity     text not null,
  entity_id  uuid not null,
  before     jsonb,
  after      jsonb,
  request_id text
);
create index audit_entries_of_entity on audit_entries (entity_id, id);
-- Ids are in each index, because all entries of a transaction have one time.
create index audit_entries_newest on audit_entries (at, id);
create index audit_entries_of_kind on audit_entries (entity, at, id);
create index audit_entries_of_actor on audit_entries (actor, at, id);
create index audit_entries_of_request on audit_entries (request_id text_pattern_ops, at, id) where request_id is not null;
-- Rare actions; common ones are found soon on the way through the newest.
create index audit_entries_of_action on audit_entries (action, at, id) where action not in ('insert', 'update');
create index audit_entries_by_position on audit_entries (position, id);

-- Transaction numbers start again in a restored database: `xid_offset` is what the default of `position` adds to them.
-- It belongs to this database, so a backup does not contain it.
create table audit_positions (
  only_row   boolean primary key default true check (only_row),
  xid_offset bigint not null default 0
);
insert into audit_positions default values;

-- A seal covers the entries after those of the seal before it, up to a position and id. The server writes one every few
-- seconds while there are new entries, and computes the hashes itself; nothing here is used to check them.
-- Entries about reading and signing in pass away after a time, so they have a hash of their own.
create table audit_seals (
  number        bigint primary key,
  sealed_at     timestamptz not null,
  upto_position bigint not null,
  upto_id       uuid not null,
  lasting       int not null,
  lasting_hash  bytea not null,
  passing       int not null,
  passing_hash  bytea not null,
  -- Of the hash of the seal before and of all columns above.
  hash          bytea not null
);

-- The hash of each entry under a seal, 32 bytes each in the sequence of the entries. Their concatenation is what the hashes
-- of the seal are made of, so a list that was tampered with is known by them: this table needs no seal of its own. With it
-- a verification names the entry that was changed or removed; without it only the seal.
create table audit_entry_hashes (
  seal    bigint primary key,
  lasting bytea not null,
  passing bytea not null
);
-- Hashes do not compress. (The words for it in create table are of PostgreSQL 16.)
alter table audit_entry_hashes alter column lasting set storage external, alter column passing set storage external;

-- The last seal that was written to AUDIT_SEALS_FILE, and that was sent to AUDIT_SEALS_URL.
create table audit_seals_kept (
  target text primary key check (target in ('file', 'url')),
  number bigint not null
);

-- ==== What happens, as events for open pages and for other systems.
-- See docs/decisions/033-live-events.md.

-- A row for each change, written by triggers in the transaction of the change. Changes of one record are queued in their
-- sequence, because the row's lock makes the second one wait; changes of different records in any.
create table event_queue (
  place         bigint generated always as identity,
  name          text not null,
  entity        text not null,
  record        uuid not null,
  version       int not null,
  -- The staff user of an order, and the one who had it before the change.
  staff_user    uuid,
  previous_user uuid,
  at            timestamptz not null default clock_timestamp(),
  -- The staff user who made the change; null for the website, a command or a sweep.
  made_by       uuid
);

-- The same in the sequence in which the changes could first be seen, kept for an hour. Only publish_events() writes it,
-- in one process at a time: so whoever has read up to an id has missed nothing before it.
create table events (
  id            bigint generated always as identity primary key,
  name          text not null,
  entity        text not null,
  record        uuid not null,
  version       int not null,
  staff_user    uuid,
  previous_user uuid,
  at            timestamptz not null,
  made_by       uuid
);

-- The last event that was dropped: what comes after it is complete.
create table event_horizon (
  only_row boolean primary key default true check (only_row),
  dropped  bigint not null default 0
);
insert into event_horizon default values;

-- ==== Webhooks: other systems are told what happens.
-- See docs/decisions/036-webhooks.md.

create table webhooks (
  id                  uuid primary key default uuid_v7(),
  url                 text not null,
  description         text not null default '',
  event_types         text[] not null,
  -- Needed to sign, so they are encrypted, as the passwords of printers are: the key is not in the database. After a rotation
  -- both sign until the old one ends.
  secret_sealed       bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  is_active           boolean not null default true,
  -- Set where the server switched it off, not a person.
  switched_off_at     timestamptz,
  switched_off_reason text,
  created_by          uuid not null references staff_users (id),
  created_at          timestamptz not null default now(),
  version             int not null default 1,
  constraint webhooks_url_length check (length(url) between 1 and 2048),
  constraint webhooks_has_events check (cardinality(event_types) > 0)
);

-- What each webhook is to be told, and what became of it: queue and log in one. Kept for 30 days.
create table webhook_deliveries (
  id             uuid primary key default uuid_v7(),
  webhook        uuid not null references webhooks (id) on delete cascade,
  -- Null for a test.
  event_id       bigint,
  event_type     text not null,
  entity         text not null,
  record         uuid not null,
  record_version int not null,
  made_by        uuid,
  happened_at    timestamptz not null,
  state          text not null default 'pending',
  attempts       int not null default 0,
  -- Of this delivery or of its last replay.
  first_tried_at timestamptz,
  next_try_at    timestamptz not null default now(),
  last_tried_at  timestamptz,
  last_status    int,
  last_error     text,
  created_at     timestamptz not null default now(),
  constraint webhook_deliveries_state check (state in ('pending', 'delivered', 'failed')),
  -- An event is queued once, whatever happens.
  constraint webhook_deliveries_once unique (webhook, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook, next_try_at, event_id) where state = 'pending';
-- The deliveries of one record go out one after another.
create index webhook_deliveries_of_record on webhook_deliveries (webhook, record, event_id) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook, id desc);
create index webhook_deliveries_by_age on webhook_deliveries (created_at);
-- A delivery fails for good where its endpoint accepts others: how many did is counted for each webhook.
create index webhook_deliveries_failed on webhook_deliveries (webhook) where state = 'failed' and event_id is not null;

create table webhook_attempts (
  id          uuid primary key default uuid_v7(),
  delivery    uuid not null references webhook_deliveries (id) on delete cascade,
  at          timestamptz not null,
  duration_ms int not null,
  url         text not null,
  -- Null where there was no answer.
  status      int,
  error       text,
  answer      text not null
);
create index webhook_attempts_of_delivery on webhook_attempts (delivery, id);
