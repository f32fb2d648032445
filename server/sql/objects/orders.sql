-- Orders, their files and proofs of delivery.

-- audit_order() writes the audit entry of an updated order, with the same contents as audit() writes: comparing column by
-- column takes a third of the time of comparing two jsonb objects. This writes it from the columns of orders, each time that
-- the objects are applied, and so after each migration.
do $generate$
begin
  execute format($function$
    create or replace function audit_order() returns trigger language plpgsql as $body$
    declare
      person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
      was    jsonb := '{}';
      is_now jsonb := '{}';
    begin
      if person is null then return null; end if;
      %s
      if was = '{}' then return null; end if;
      insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
      values (person, 'update', 'orders', new.id, was, is_now,
        nullif(current_setting('our_print.request_id', true), ''));
      return null;
    end
    $body$
  $function$, (
    select string_agg(format($column$
      if old.%1$I is distinct from new.%1$I then
        was := was || jsonb_build_object(%1$L, old.%1$I);
        is_now := is_now || jsonb_build_object(%1$L, new.%1$I);
      end if;$column$, attname), '' order by attnum)
    from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped));
end
$generate$;

-- Of an order also the staff users who see it.
create or replace function announce_order() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into event_queue (name, entity, record, version, staff_user, made_by)
    values ('order.created', 'order', new.id, new.version, new.assigned_user, event_author());
    return null;
  end if;
  insert into event_queue (name, entity, record, version, staff_user, previous_user, made_by) values (
    case
      when new.status = 'delivered' and old.status <> 'delivered' then 'order.delivered'
      when new.status = 'cancelled' and old.status <> 'cancelled' then 'order.cancelled'
      when new.assigned_user <> old.assigned_user or new.assigned_user is not null and old.assigned_user is null
        then 'order.assigned'
      else 'order.changed' end,
    'order', new.id, new.version, new.assigned_user, old.assigned_user, event_author());
  return null;
end
$$;

create or replace trigger version before update on orders for each row execute function next_version();
create or replace trigger audit after insert or delete on orders for each row execute function audit();
create or replace trigger audit_changed after update on orders for each row execute function audit_order();
create or replace trigger announce after insert or update on orders for each row execute function announce_order();

create or replace trigger audit after insert or update or delete on order_files for each row execute function audit();
-- A shared demo file may be used by other rows, or by another shop in the same bucket: only the sweep removes it.
create or replace trigger remove_bytes after delete on order_files for each row
  when (old.storage_key not like 'demo/%') execute function remove_stored_file();
create or replace trigger remove_bytes_of_removed after update of storage_key on order_files for each row
  when (new.storage_key is null and old.storage_key not like 'demo/%') execute function remove_stored_file();

create or replace trigger audit after insert or update or delete on delivery_proofs for each row execute function audit();
