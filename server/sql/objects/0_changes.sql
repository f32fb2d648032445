-- What is recorded of a change: its audit entry, its event and the record's place in the bin.
-- See docs/decisions/002-audit-by-trigger.md, 028-the-bin.md and 033-live-events.md.

-- SQL: whether a row of these columns was changed. Always quoted, because PL/pgSQL does not find a column like "by" otherwise.
create or replace function is_changed(columns text[]) returns text language sql as $$
  select format('(%s) is distinct from (%s)', string_agg(format('old."%s"', name), ', '), string_agg(format('new."%s"', name), ', '))
  from unnest(columns) name
$$;

-- Gives a table its trigger `record` and the function record_<table>() that it calls. That is written from the columns of the
-- table each time that the objects are applied, and so after each migration: to compare column by column takes a third of the
-- time of comparing two jsonb objects.
--
-- Optimistic locking: a write that names an older version is refused. So every update of a table with that column increments
-- it, and one that forgot to is refused here.
--
-- The server names the staff user with set_config in the transaction; changes without one (jobs, seeds) have no entry. An
-- update stores the changed columns only. Setting or clearing deleted_at is a deletion or a restoration: its entry has the
-- whole row, and the version stays. What is in the bin is not announced when it is deleted for good: it was gone before.
create or replace function record_changes(
  changed     text,                            -- The table.
  operations  text default 'insert or update or delete',
  entity      text default null,               -- Its name in events; without one there are none.
  event       text default 'null',             -- SQL: the name of the event where it is not <entity>.created, .changed, .deleted.
  subject     text default 'id',               -- The column that says which record the event is of.
  staff_user  text default null,               -- The column with the staff user who is told, too.
  silent      text[] default '{}',             -- To change these columns alone is not announced.
  unaudited   text[] default '{}',             -- To change these columns alone has no entry and needs no new version.
  unaudited_new text default 'false',          -- SQL: whether a new row has no entry.
  hidden      text[] default '{}',             -- Entries do not say what is in these columns.
  bin         text default null,               -- What it is called in the bin,
  bin_name    text[] default '{}',             -- and the columns that name it there.
  append_only boolean default false,
  signed      text[] default '{}'              -- Columns of an append-only table that are filled in once, later.
) returns void language plpgsql as $record$
declare
  columns     text[] := array(select attname from pg_attribute
    where attrelid = changed::regclass and attnum > 0 and not attisdropped order by attnum);
  has_version boolean := 'version' = any(columns);
  has_bin     boolean := 'deleted_at' = any(columns);
  versioned   text[] := array(select name from unnest(columns) name where name <> all(unaudited || '{deleted_at}'::text[]));
  announced   text[] := array(select name from unnest(columns) name where name <> all(silent));
  part        record;
  body        text := $body$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  act    text := lower(tg_op);
  was    jsonb := '{}';
  is_now jsonb := '{}';
begin
  {version}{act}{append_only}{announce}{bin}
  if person is null then return null; end if;
  if act in ('insert', 'restore') then
    {unaudited_new}
    was := null;
    is_now := to_jsonb(new){hide};
  elsif act = 'delete' then
    was := to_jsonb(old){hide};
    is_now := null;
  else
    {unaudited}{compare}
    if was = '{}' then return null; end if;
  end if;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (person, act, tg_table_name, coalesce(new.id, old.id), was, is_now,
    nullif(current_setting('our_print.request_id', true), ''));
  return null;
end
$body$;
begin
  for part in select * from (values
    ('act', has_bin, $$
  if tg_op = 'UPDATE' then
    if old.deleted_at is null and new.deleted_at is not null then act := 'delete'; end if;
    if old.deleted_at is not null and new.deleted_at is null then act := 'restore'; end if;
  end if;$$),
    ('version', has_version, format($$
  if tg_op = 'UPDATE' and new.version = old.version and %s then
    raise exception 'An update of %% must say version = version + 1', tg_table_name;
  end if;$$, is_changed(versioned))),
    ('append_only', append_only, format($$
  -- Only whose a row is may change, by a merge of customers.
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and current_setting('our_print.merging', true) is distinct from 'on'%s then
    raise exception '%% is append-only', tg_table_name;
  end if;$$, case when signed <> '{}' then format(' and (old.%I is not null or %s)', signed[1],
        is_changed(array(select name from unnest(columns) name where name <> all(signed || '{version}'::text[])))) end)),
    ('announce', entity is not null, format($$
  if %s then
    insert into event_queue (name, entity, record, version, staff_user, previous_user, made_by)
    values (coalesce(%s, %L || case when act in ('insert', 'restore') then 'created' when act = 'delete' then 'deleted' else 'changed' end),
      %L, coalesce(new.%6$I, old.%6$I), %5$s, %7$s, person);
  end if;$$,
      -- An import of a million is told at once.
      concat_ws(' and ', $$current_setting('our_print.quiet', true) is distinct from 'on'$$, case when has_bin then $$tg_op <> 'DELETE' and (tg_op <> 'INSERT' or new.deleted_at is null)$$ end,
        case when silent <> '{}' then $$(tg_op <> 'UPDATE' or $$ || is_changed(announced) || ')' end),
      event, entity || '.', entity, case when has_version then 'coalesce(new.version, old.version)' else '1' end, subject,
      case when staff_user is null then 'null, null' else format('new.%1$I, old.%1$I', staff_user) end)),
    ('bin', bin is not null, format($$
  if act = 'restore' then
    delete from bin where id = new.id;
  elsif act = 'delete' and tg_op = 'UPDATE' then
    insert into bin (id, kind, name, deleted_at, deleted_by)
    values (new.id, %L, concat_ws(' · ', %s), new.deleted_at, person);
  end if;$$,
      bin, (select string_agg(format('new."%s"', name), ', ') from unnest(bin_name) name))),
    ('unaudited_new', unaudited_new <> 'false', format('if %s then return null; end if;', unaudited_new)),
    ('hide', hidden <> '{}', format(' || %L', (select jsonb_object_agg(name, 'hidden') from unnest(hidden) name))),
    ('unaudited', unaudited <> '{}', format('if not (%s) then return null; end if;', is_changed(versioned))),
    ('compare', true, (select string_agg(format($$
    if old."%1$s" is distinct from new."%1$s" then
      was := was || jsonb_build_object(%1$L, %2$s);
      is_now := is_now || jsonb_build_object(%1$L, %3$s);
    end if;$$,
      name, case when name = any(hidden) then $$'hidden'$$ else format('old."%s"', name) end,
      case when name = any(hidden) then $$'hidden'$$ else format('new."%s"', name) end), '') from unnest(columns) name))
  ) parts (name, is_used, text) loop
    body := replace(body, '{' || part.name || '}', case when part.is_used then part.text else '' end);
  end loop;
  execute format('create or replace function %I() returns trigger language plpgsql as %L', 'record_' || changed, body);
  execute format('create or replace trigger record after %s on %I for each row execute function %I()',
    operations, changed, 'record_' || changed);
end
$record$;
