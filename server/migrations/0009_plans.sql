-- Subscription plans, and those that customers bought.
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
  version         int not null default 1
);
create unique index subscription_plans_name_taken on subscription_plans (lower(name));
create trigger version before update on subscription_plans for each row execute function next_version();
create trigger audit after insert or update or delete on subscription_plans for each row execute function audit();

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
create trigger version before update on user_subscription_plans for each row execute function next_version();
create trigger audit after insert or update or delete on user_subscription_plans for each row execute function audit();
