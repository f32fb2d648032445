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

-- The staff user who makes the changes of this transaction; null for the website, a command or a job.
create or replace function event_author() returns uuid language sql as $$
  select nullif(current_setting('our_print.actor', true), '')::uuid
$$;

-- Queues an event where no change of the record itself says it.
create or replace function queue_event(name text, entity text, record uuid, version int, made_by uuid default null)
returns void language sql as $$
  insert into event_queue (name, entity, record, version, made_by) values (name, entity, record, version, made_by)
$$;
