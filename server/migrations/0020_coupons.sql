-- Coupons and their uses.
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
  version             int not null default 1,
  -- A second coupon with the same key: it is listed, but cannot be used until it gets another code.
  is_double           boolean not null default false,
  constraint coupons_days check (valid_to >= valid_from)
);
create unique index coupons_code_taken on coupons
  ((case when is_double then code_key(code) || E'\n' || id::text else code_key(code) end));
create trigger settle_double before update of code on coupons
  for each row when (old.is_double and old.code <> new.code) execute function settle_double();
-- A use does not change the version: whoever is editing the coupon must not get a conflict from it.
create trigger version
  before update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew on coupons
  for each row execute function next_version();
create trigger audit
  after insert or delete or update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew
  on coupons for each row execute function audit();

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
create trigger audit after insert or update or delete on coupon_uses for each row execute function audit();
