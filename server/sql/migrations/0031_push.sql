-- Devices that are told what happens, by Web Push, and what is still to be sent. Not in a backup: they end with their session.
-- See docs/decisions/061-web-push.md.
create table push_subscriptions (
  id         uuid primary key default uuid_v7(),
  session    uuid not null references sessions (id) on delete cascade,
  person     uuid not null references staff_users (id),
  -- Whoever knows these can address the device.
  endpoint   text not null,
  p256dh     text not null,
  auth       text not null,
  -- The server's key with which it subscribed: it accepts no other.
  public_key text not null,
  kinds      text[] not null,
  quiet_from smallint,
  quiet_to   smallint,
  created_at timestamptz not null default now(),
  constraint push_subscriptions_endpoint unique (endpoint),
  constraint push_subscriptions_quiet check ((quiet_from is null) = (quiet_to is null)),
  constraint push_subscriptions_hours check (quiet_from between 0 and 23 and quiet_to between 0 and 23)
);
create index push_subscriptions_of_person on push_subscriptions (person);
create index push_subscriptions_of_session on push_subscriptions (session);

-- A message is deleted once it is sent.
create table push_messages (
  id           uuid primary key default uuid_v7(),
  subscription uuid not null references push_subscriptions (id) on delete cascade,
  kind         text not null,
  record       uuid,
  number       bigint,
  many         int not null default 1,
  attempts     int not null default 0,
  next_try_at  timestamptz not null default now(),
  created_at   timestamptz not null default now()
);
create index push_messages_due on push_messages (next_try_at);
create index push_messages_of_subscription on push_messages (subscription, next_try_at);
