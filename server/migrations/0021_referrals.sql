-- Referrals, referrers and the ledger of claims.

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
create trigger audit after insert or update or delete on referrals for each row execute function audit();

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
create trigger audit after insert or update or delete on referral_claims for each row execute function audit();
create trigger append_only before update or delete on referral_claims for each row execute function refuse_change();

-- How many referrers there are in each block of 500 places, so that any page is found by adding up a few blocks.
create table referrer_counts (
  block     bigint primary key,
  referrers int not null
);
create function count_referrers() returns trigger language plpgsql as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into referrer_counts as c (block, referrers)
  select place / 500, sign * count(*) from changed group by 1 order by 1
  on conflict (block) do update set referrers = c.referrers + excluded.referrers;
  return null;
end
$$;
create trigger count_new after insert on referrers referencing new table as changed
  for each statement execute function count_referrers();
create trigger count_gone after delete on referrers referencing old table as changed
  for each statement execute function count_referrers();
