create table coupons (
  id                  uuid primary key default uuid_v7(),
  name                text not null,
  code                text not null,
  discount_percentage numeric(5, 2) not null check (discount_percentage > 0 and discount_percentage <= 100),
  valid_from          date not null,
  valid_to            date not null,
  one_time_only       boolean not null,
  isfornew            boolean not null,
  -- Both are kept by the statements that use a coupon and give it back.
  usage_count         int not null default 0 check (usage_count >= 0),
  given_away          bigint not null default 0 check (given_away >= 0),
  created_at          timestamptz not null default now(),
  version             int not null default 1,
  constraint coupons_days check (valid_to >= valid_from)
);
create unique index coupons_code_taken on coupons (lower(code));
-- A use is no change of the coupon: who edits it meanwhile is not told that someone else did.
create trigger version
  before update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew on coupons
  for each row execute function next_version();
create trigger audit
  after insert or delete or update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew
  on coupons for each row execute function audit();

-- A coupon's use on an order. The coupon may be deleted; its code and what it gave stay.
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

-- One person may be in the books twice, with and without the country's prefix: the last ten digits tell.
create index users_by_last_digits on users (right(mobile, 10));
