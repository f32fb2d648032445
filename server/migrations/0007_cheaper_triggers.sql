-- The same entry as before. Each column of the new row is looked up in the old one, where both were unfolded and
-- joined: less than half the time of the dearest part of changing an order.
create or replace function audit() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  was    jsonb;
  is_now jsonb;
  hidden text;
begin
  if person is null then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value)
      into was, is_now
      from jsonb_each(is_now)
      where value is distinct from was -> key;
    if was is null then return null; end if;
  end if;
  -- A trigger without arguments has no array at all.
  foreach hidden in array coalesce(tg_argv, '{}') loop
    if was ? hidden then was := jsonb_set(was, array[hidden], '"hidden"'); end if;
    if is_now ? hidden then is_now := jsonb_set(is_now, array[hidden], '"hidden"'); end if;
  end loop;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (person, lower(tg_op), tg_table_name, coalesce(new.id, old.id), was, is_now,
    nullif(current_setting('our_print.request_id', true), ''));
  return null;
end
$$;

-- An order that keeps its time keeps its day, which is then worked out once.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  old_day date;
  new_day date;
begin
  if tg_op <> 'INSERT' then old_day := shop_day(old.created_at); end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.created_at <> new.created_at) then
    new_day := shop_day(new.created_at);
  else
    new_day := old_day;
  end if;
  if tg_op = 'UPDATE' then
    insert into order_count_deltas values
      (old.order_type, old.status, old_day, -1), (new.order_type, new.status, new_day, 1);
  elsif tg_op = 'INSERT' then
    insert into order_count_deltas values (new.order_type, new.status, new_day, 1);
  else
    insert into order_count_deltas values (old.order_type, old.status, old_day, -1);
  end if;
  return null;
end
$$;
