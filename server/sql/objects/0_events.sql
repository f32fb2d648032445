-- What happens, as events for open pages and for other systems. See docs/decisions/033-live-events.md.

-- Moves the queue to the events; returns the newest id. Ids are given under a lock that is held until the commit can be
-- seen, so a lower id never appears later. If another process publishes at this moment, this one only looks.
create or replace function publish_events() returns bigint language plpgsql as $$
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
create or replace function drop_old_events(most int) returns int language plpgsql as $$
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

create or replace function event_author() returns uuid language sql as $$
  select nullif(current_setting('our_print.actor', true), '')::uuid
$$;

-- Queues an event for each change of a table that has this trigger; the argument is the entity's name.
create or replace function announce() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'DELETE' then '.deleted' else '.changed' end,
    tg_argv[0], coalesce(new.id, old.id), coalesce(new.version, old.version), event_author());
  return null;
end
$$;

-- The same for a table whose records go to the bin. Deleting for good is no news: the record was gone before.
create or replace function announce_kept() returns trigger language plpgsql as $$
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
