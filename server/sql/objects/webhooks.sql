-- Webhooks: other systems are told what happens. See docs/decisions/036-webhooks.md.

-- Queues each event for the webhooks that ask for its type, in the statement that gives it its place among the events: that
-- is after the commit of the change, so a write costs nothing more, and an event is never published without its deliveries.
create or replace function queue_webhook_deliveries() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (webhook, event_id, event_type, entity, record, record_version, made_by, happened_at)
  select w.id, e.id, e.name, e.entity, e.record, e.version, e.made_by, e.at
  from arrived e join webhooks w on e.name = any(w.event_types) order by e.id, w.id;
  return null;
end
$$;

create or replace trigger queue_webhook_deliveries after insert on events referencing new table as arrived
  for each statement execute function queue_webhook_deliveries();
