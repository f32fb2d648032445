-- Webhooks: other systems are told what happens. See docs/decisions/036-webhooks.md.
create table webhooks (
  id                  uuid primary key default uuid_v7(),
  url                 text not null,
  description         text not null default '',
  event_types         text[] not null,
  -- Needed to sign, so it is kept as it is. After a rotation both sign until the old one ends.
  secret              text not null,
  previous_secret     text,
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
create trigger version before update on webhooks for each row execute function next_version();
create trigger audit after insert or update or delete on webhooks for each row
  execute function audit('secret', 'previous_secret');

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

-- Queues each event for the webhooks that ask for its type, in the statement that gives it its place among the events: that
-- is after the commit of the change, so a write costs nothing more, and an event is never published without its deliveries.
create function queue_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook, event_id, event_type, entity, record, record_version, made_by, happened_at)
  select w.id, e.id, e.name, e.entity, e.record, e.version, e.made_by, e.at
  from arrived e join webhooks w on e.name = any(w.event_types) order by e.id, w.id;
  return null;
end
$$;
create trigger queue_webhook_deliveries after insert on events referencing new table as arrived
  for each statement execute function queue_webhook_deliveries();

-- Fewer than ten codes of a group are left to sell.
create function announce_low_stock() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version)
  select 'stock.low', 'voucher_group', g.id, g.version from live_voucher_infos g where g.id = new.voucher_info_id;
  return null;
end
$$;
create trigger announce_low_stock after update on voucher_group_counts for each row
  when (old.available >= 10 and new.available < 10) execute function announce_low_stock();
