-- What happens, as events for open pages and for other systems. See docs/decisions/033-live-events.md.

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

-- Who has an order's page open. A row is renewed while the page is open and means nothing some seconds later; so nothing
-- is lost with the table's contents after a crash.
create unlogged table order_viewers (
  order_id uuid not null,
  viewer   uuid not null,
  seen_at  timestamptz not null default now(),
  primary key (order_id, viewer)
);

-- Moves the queue to the events; returns the newest id. Ids are given under a lock that is held until the commit can be
-- seen, so a lower id never appears later. If another process publishes at this moment, this one only looks.
create function publish_events() returns bigint language plpgsql as $$
begin
  if exists (select from event_queue) and pg_try_advisory_xact_lock(hashtext('publish_events')) then
    with taken as (
      delete from event_queue returning *
    )
    insert into events (name, entity, record, version, staff_user, previous_user, at, made_by)
    select name, entity, record, version, staff_user, previous_user, at, made_by from taken order by place;
  end if;
  return (select greatest(dropped, (select max(id) from events)) from event_horizon);
end
$$;

-- Drops up to `most` of the oldest events that are older than an hour; returns how many.
create function drop_old_events(most int) returns int language plpgsql as $$
declare
  gone bigint[];
begin
  with old as (
    select id, at from events order by id limit most
  ), deleted as (
    delete from events e using old where e.id = old.id and old.at < now() - interval '1 hour' returning e.id
  )
  select array_agg(id) into gone from deleted;
  if gone is null then return 0; end if;
  update event_horizon set dropped = greatest(dropped, (select max(id) from unnest(gone) id));
  return cardinality(gone);
end
$$;

create function event_author() returns uuid language sql as $$
  select nullif(current_setting('our_print.actor', true), '')::uuid
$$;

-- Queues an event for each change of a table that has this trigger; the argument is the entity's name.
create function announce() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'DELETE' then '.deleted' else '.changed' end,
    tg_argv[0], coalesce(new.id, old.id), coalesce(new.version, old.version), event_author());
  return null;
end
$$;

-- The same for a table whose records go to the bin. Deleting for good is no news: the record was gone before.
create function announce_kept() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    tg_argv[0] || case
      when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then '.created'
      when new.deleted_at is not null and old.deleted_at is null then '.deleted'
      else '.changed' end,
    tg_argv[0], new.id, new.version, event_author());
  return null;
end
$$;

-- Of an order also the staff users who see it. One statement may move orders for several requests: see audit_order().
create function announce_order() returns trigger language plpgsql as $$
declare
  author text := nullif(current_setting('our_print.actor', true), '');
begin
  if tg_op = 'INSERT' then
    insert into event_queue (name, entity, record, version, staff_user, made_by)
    values ('order.created', 'order', new.id, new.version, new.assigned_user, author::uuid);
    return null;
  end if;
  if author is null then
    author := nullif(current_setting('our_print.authors', true), '')::jsonb -> new.id::text ->> 'actor';
  end if;
  insert into event_queue (name, entity, record, version, staff_user, previous_user, made_by) values (
    case
      when new.status = 'delivered' and old.status <> 'delivered' then 'order.delivered'
      when new.status = 'cancelled' and old.status <> 'cancelled' then 'order.cancelled'
      when new.assigned_user <> old.assigned_user or new.assigned_user is not null and old.assigned_user is null
        then 'order.assigned'
      else 'order.changed' end,
    'order', new.id, new.version, new.assigned_user, old.assigned_user, author::uuid);
  return null;
end
$$;

-- A use changes a coupon's counters only, and not its version.
create function announce_coupon() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case
      when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then 'coupon.created'
      when new.deleted_at is not null and old.deleted_at is null then 'coupon.deleted'
      when new.usage_count > old.usage_count then 'coupon.redeemed'
      else 'coupon.changed' end,
    'coupon', new.id, new.version, event_author());
  return null;
end
$$;

create function announce_sale() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case
      when tg_op = 'INSERT' then 'voucher.purchased'
      when old.voided_at is null and new.voided_at is not null then 'voucher.voided'
      else 'sold_voucher.changed' end,
    'sold_voucher', new.id, new.version, event_author());
  return null;
end
$$;

-- Codes come and go by the hundred thousand: one event for each group of them.
create function announce_codes() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by)
  select 'voucher_group.changed', 'voucher_group', g.id, g.version, event_author()
  from voucher_infos g where g.id in (select voucher_info_id from changed);
  return null;
end
$$;

-- The record is the referrer, a customer.
create function announce_claim() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case new.kind when 'earned' then 'referral.claimed' else 'referral.' || new.kind end,
    'referral', new.referrer, 1, event_author());
  return null;
end
$$;

-- Coins that a super admin gives or takes by hand; all others come with an order or a sale.
create function announce_coins() returns trigger language plpgsql as $$
begin
  if new.order_id is null and new.purchased_voucher is null then
    insert into event_queue (name, entity, record, version, made_by)
    select 'customer.changed', 'customer', u.id, u.version, event_author() from users u where u.id = new.user_id;
  end if;
  return null;
end
$$;

create trigger announce after insert or update on orders for each row execute function announce_order();
create trigger announce after insert or update or delete on users for each row execute function announce('customer');
create trigger announce after insert on coin_entries for each row execute function announce_coins();
create trigger announce after insert or update or delete on staff_users for each row execute function announce('staff');
create trigger announce after update on configurations for each row execute function announce('configuration');
create trigger announce after insert or update or delete on user_subscription_plans
  for each row execute function announce('subscription');
create trigger announce after insert or update on purchased_vouchers for each row execute function announce_sale();
create trigger announce after insert or update on clients for each row execute function announce_kept('company');
create trigger announce after insert or update on voucher_infos
  for each row execute function announce_kept('voucher_group');
create trigger announce after update of voucher_code on vouchers for each row execute function announce('voucher');
create trigger announce_new after insert on deleted_vouchers referencing new table as changed
  for each statement execute function announce_codes();
create trigger announce_gone after delete on deleted_vouchers referencing old table as changed
  for each statement execute function announce_codes();
create trigger announce after insert or update on leads for each row execute function announce_kept('lead');
create trigger announce after insert or update on coupons for each row execute function announce_coupon();
create trigger announce after insert or update on qr_codes for each row execute function announce_kept('qr_code');
create trigger announce after insert or update on subscription_plans
  for each row execute function announce_kept('plan');
create trigger announce after insert on referral_claims for each row execute function announce_claim();
