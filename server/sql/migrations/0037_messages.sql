-- What customers are told: how each is reached, what is said, and what became of it.

alter table users
  -- Null: the first channel that reaches them.
  add column message_channel  text constraint users_message_channel check (message_channel in ('email', 'sms', 'whatsapp', 'none')),
  add column message_language text not null default 'en' constraint users_message_language check (message_language in ('en')),
  add column message_consent  boolean not null default false,
  -- By channel: {reason, said, at, address}. With an address it holds for that one alone.
  add column messages_off     jsonb not null default '{}';

create table message_channels (
  id             uuid primary key default uuid_v7(),
  channel        text not null,
  is_active      boolean not null default false,
  -- Null until it is set up.
  settings       jsonb,
  secret_sealed  bytea,
  dkim_sealed    bytea,
  quiet_from     text,
  quiet_until    text,
  off_reason     text,
  version        int not null default 1,
  constraint message_channels_once unique (channel),
  constraint message_channels_kind check (channel in ('email', 'sms', 'whatsapp')),
  constraint message_channels_set_up check (not is_active or settings is not null),
  constraint message_channels_quiet check (num_nonnulls(quiet_from, quiet_until) in (0, 2))
);
insert into message_channels (channel) values ('email'), ('sms'), ('whatsapp');

create table message_templates (
  id       uuid primary key default uuid_v7(),
  fact     text not null,
  language text not null,
  is_on    boolean not null,
  subject  text not null,
  body     text not null,
  short    text not null,
  version  int not null default 1,
  constraint message_templates_once unique (fact, language)
);
insert into message_templates (fact, language, is_on, subject, body, short) values
  ('order_taken', 'en', true, 'Your order #{order_number} at {shop_name}',
   E'Hello {first_name},\n\nthank you for your order #{order_number} ({order_title}). It costs {order_total}.\n\nIt is promised for {promised}. Follow it and answer us here:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: we have your order #{order_number} ({order_total}), promised for {promised}. {order_link}'),
  ('ready', 'en', true, 'Your order #{order_number} is ready',
   E'Hello {first_name},\n\nyour order #{order_number} ({order_title}) is ready for pick-up. To pay: {order_due}.\n\n{shop_name}\n{shop_address}\n{shop_phone}',
   '{shop_name}: your order #{order_number} is ready for pick-up. To pay: {order_due}.'),
  ('on_its_way', 'en', true, 'Your order #{order_number} is on its way',
   E'Hello {first_name},\n\nyour order #{order_number} ({order_title}) is on its way. {delivered_by} brings it. To pay: {order_due}.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: your order #{order_number} is on its way. To pay: {order_due}.'),
  ('failed_attempt', 'en', true, 'We could not hand over your order #{order_number}',
   E'Hello {first_name},\n\nwe tried to bring your order #{order_number} ({order_title}) and could not hand it over. We will try again; call us to agree on a time.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: we could not hand over your order #{order_number}. Call {shop_phone} to agree on a time.'),
  ('delivered', 'en', true, 'Your order #{order_number} was delivered',
   E'Hello {first_name},\n\nyour order #{order_number} ({order_title}) was delivered. Thank you!\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: your order #{order_number} was delivered. Thank you!'),
  ('invoice', 'en', true, 'Invoice {invoice_number} of {shop_name}',
   E'Hello {first_name},\n\nwe have issued your invoice {invoice_number} of {invoice_total}. Ask us for a copy at any time.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: your invoice {invoice_number} of {invoice_total} was issued.'),
  ('payment_reminder', 'en', true, 'A payment is open at {shop_name}',
   E'Hello {first_name},\n\n{owed} is still to be paid for what we delivered to you. If you have paid already, please ignore this.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: {owed} is still to be paid for what we delivered to you. Questions? {shop_phone}'),
  ('plan_ending', 'en', true, 'Your plan {plan_name} ends soon',
   E'Hello {first_name},\n\nyour plan {plan_name} ends on {plan_ends}. {plan_pages_left} pages of it are left.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: your plan {plan_name} ends on {plan_ends}, with {plan_pages_left} pages left.'),
  ('coins_earned', 'en', true, 'You earned {coins_earned} coins',
   E'Hello {first_name},\n\nyour order #{order_number} earned you {coins_earned} coins. You have {coin_balance} now.\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: order #{order_number} earned you {coins_earned} coins. You have {coin_balance} now.');

-- Queue and log in one. A row is made in the transaction of what it tells.
create table messages (
  id               uuid primary key default uuid_v7(),
  fact             text not null,
  user_id          uuid not null references users (id) on delete cascade,
  -- What it is about: one of these, or the customer as they were then, which a merge leaves.
  about            uuid not null,
  order_id         uuid references orders (id) on delete cascade,
  invoice_id       uuid references invoices (id) on delete cascade,
  plan_id          uuid references user_subscription_plans (id) on delete cascade,
  -- Which time of the fact: the version of the order, or the number of the day.
  fact_version     int not null,
  channel          text not null,
  language         text not null,
  again            int not null default 0,
  state            text not null default 'queued',
  attempts         int not null default 0,
  next_try_at      timestamptz not null default now(),
  -- The try that is under way, or was the last one.
  claim            uuid,
  claimed_at       timestamptz,
  sent_at          timestamptz,
  address          text,
  subject          text,
  text             text,
  template_version int,
  said             text,
  -- Of the link that stops these emails.
  code             uuid not null default gen_random_uuid(),
  created_at       timestamptz not null default now(),
  constraint messages_state check (state in ('queued', 'sending', 'sent', 'failed', 'dropped')),
  constraint messages_channel check (channel in ('email', 'sms', 'whatsapp')),
  -- One message a fact, its version and its channel, whatever happens.
  constraint messages_once unique (fact, about, fact_version, channel, again),
  constraint messages_code unique (code)
);
create index messages_due on messages (channel, next_try_at, id) where state in ('queued', 'sending');
create index messages_of_order on messages (order_id, id desc) where order_id is not null;
create index messages_of_invoice on messages (invoice_id) where invoice_id is not null;
create index messages_of_plan on messages (plan_id) where plan_id is not null;
create index messages_by_state on messages (state, id desc);
create index messages_by_age on messages (created_at);
