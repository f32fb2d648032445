-- What was paid: for orders, and to the accounts of customers and companies. See docs/decisions/048-payments.md.

alter table orders
  -- The company that pays; null: the customer does.
  add column client_id uuid references clients (id),
  add column pay_by text not null default 'at_door'
    constraint orders_pay_by_known check (pay_by in ('now', 'at_door', 'on_account')),
  -- In paise: the sum of its payments. Changed with each of them, by the one function that takes them.
  add column paid bigint not null default 0,
  -- What an order costs once it is invoiced: its invoice without what was credited of it. Null: what it is priced at.
  add column invoiced bigint constraint orders_invoiced check (invoiced >= 0),
  -- What was delivered before payments were kept counts as paid.
  add column settled_before bigint not null
    generated always as (case when status = 'delivered' then amount - discount else 0 end) stored;
alter table orders alter column settled_before drop expression;
alter table orders
  alter column settled_before set default 0,
  add column due bigint not null generated always as (
    case when status = 'cancelled' then 0 else coalesce(invoiced, amount - discount) end - paid - settled_before) stored,
  add column payment_status text not null generated always as (
    case sign(case when status = 'cancelled' then 0 else coalesce(invoiced, amount - discount) end - paid - settled_before)
      when 0 then 'paid'
      when -1 then 'overpaid'
      else case when paid + settled_before > 0 then 'part_paid' else 'unpaid' end
    end) stored,
  add constraint orders_paid_not_below_zero check (paid + settled_before >= 0);
create index orders_of_client on orders (client_id, created_at desc) where client_id is not null;
-- What is owed: for ageing, limits and reminders.
create index orders_owed on orders (user_id, client_id, delivered_at) include (due) where due > 0;
create index orders_by_due on orders (order_type, status, due, id);
drop index orders_by_status;
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user, promised_at, printed, is_ready, payment_status);

-- Append-only: what was wrong is reversed by a row of its own. Amounts are in paise; a refund is negative.
create table payments (
  id          uuid primary key default uuid_v7(),
  number      bigint generated always as identity,
  order_id    uuid references orders (id),
  -- Who pays: the customer or company of the order, or whose account it goes to.
  user_id     uuid references users (id),
  client_id   uuid references clients (id),
  method      text not null constraint payments_method check (length(method) between 1 and 40),
  amount      bigint not null constraint payments_amount check (amount <> 0 and abs(amount) <= 10000000000),
  at          timestamptz not null default now(),
  happened_at timestamptz not null default now(),
  by          uuid not null references staff_users (id),
  reference   text constraint payments_reference check (length(reference) between 1 and 100),
  note        text not null default '',
  -- Taken by the tap that delivered the order: undone with it.
  at_delivery boolean not null default false,
  reverses    uuid references payments (id),
  constraint payments_number unique (number),
  constraint payments_reversed_once unique (reverses),
  constraint payments_of_somebody check (
    case when order_id is null then num_nonnulls(user_id, client_id) = 1 else user_id is not null end)
);
create index payments_of_order on payments (order_id, id desc) where order_id is not null;
create index payments_of_user on payments (user_id, happened_at desc, id desc);
create index payments_of_client on payments (client_id, happened_at desc, id desc) where client_id is not null;
create index payments_by_time on payments (happened_at desc, id desc) include (method, amount, by);
create index payments_by_reference on payments (method, reference) where reference is not null;

-- What a customer or company has paid ahead, in paise; and what they may owe, null: what the configuration says.
create table accounts (
  id           uuid primary key default uuid_v7(),
  user_id      uuid unique references users (id),
  client_id    uuid unique references clients (id),
  balance      bigint not null default 0 constraint accounts_balance_not_below_zero check (balance >= 0),
  credit_limit bigint constraint accounts_credit_limit check (credit_limit >= 0),
  version      int not null default 1,
  constraint accounts_of_one check (num_nonnulls(user_id, client_id) = 1)
);

-- Cash that changed hands, append-only; a holder of null is the till of the shop.
create table cash_entries (
  id         uuid primary key default uuid_v7(),
  at         timestamptz not null default now(),
  holder     uuid references staff_users (id),
  amount     bigint not null constraint cash_entries_amount check (amount <> 0),
  kind       text not null default 'payment',
  payment_id uuid references payments (id),
  constraint cash_entries_one_of_payment unique (payment_id),
  constraint cash_entries_kind check ((kind = 'payment') = (payment_id is not null))
);
create index cash_entries_of_holder on cash_entries (holder, id desc);

-- What each has in hand: the sum of their entries.
create table cash_hands (
  id     uuid primary key default uuid_v7(),
  holder uuid references staff_users (id),
  amount bigint not null,
  constraint cash_hands_holder unique nulls not distinct (holder),
  -- A person cannot give what they do not have; the till may be short of what was never put down.
  constraint cash_hands_not_below_zero check (holder is null or amount >= 0)
);

-- Days whose money is counted: nothing can be dated into them.
create table day_closes (
  day       date primary key,
  closed_at timestamptz not null default now()
);
