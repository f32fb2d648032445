-- Audit entries: who changed what. See docs/decisions/002-audit-by-trigger.md and 034-sealed-audit.md.

-- Writes an audit entry for each change of a table that has this trigger. The server names the staff user with
-- set_config in the transaction; changes without one (sweeps, seeds) have no entry. An update stores the changed columns
-- only; setting or clearing deleted_at has an entry `delete` or `restore` with the whole row. Trigger arguments are columns
-- whose values must not be stored.
create or replace function audit() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  act    text := lower(tg_op);
  was    jsonb;
  is_now jsonb;
  hidden text;
begin
  if person is null then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    if was -> 'deleted_at' = 'null' and is_now -> 'deleted_at' <> 'null' then
      act := 'delete';
      is_now := null;
    elsif was -> 'deleted_at' <> 'null' and is_now -> 'deleted_at' = 'null' then
      act := 'restore';
      was := null;
    else
      -- Looking each column up in the old row takes less than half the time of a join of both rows.
      select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value)
        into was, is_now
        from jsonb_each(is_now)
        where value is distinct from was -> key;
      if was is null then return null; end if;
    end if;
  end if;
  -- tg_argv is null for a trigger without arguments.
  foreach hidden in array coalesce(tg_argv, '{}') loop
    if was ? hidden then was := jsonb_set(was, array[hidden], '"hidden"'); end if;
    if is_now ? hidden then is_now := jsonb_set(is_now, array[hidden], '"hidden"'); end if;
  end loop;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (person, act, tg_table_name, coalesce(new.id, old.id), was, is_now,
    nullif(current_setting('our_print.request_id', true), ''));
  return null;
end
$$;

-- The position below which every transaction has ended, so that no entry can appear there any more.
create or replace function audit_horizon() returns bigint language sql stable as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + xid_offset from audit_positions
$$;

-- Gives new entries positions after all that exist: transaction numbers may be lower than they were, after a restore into
-- another database.
create or replace function rebase_audit() returns void language plpgsql as $$
declare
  shift bigint;
begin
  lock table audit_entries in access exclusive mode;
  select greatest(0, greatest(
      coalesce((select max(position) from audit_entries), 0), counted_position) + 1
      - pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    into shift from audit_clock;
  update audit_positions set xid_offset = shift;
  execute format(
    'alter table audit_entries alter column position set default pg_current_xact_id()::text::bigint + %s', shift);
end
$$;

-- The entries that are not in the counters yet: those of the last second or two. A function, because the planner of a
-- statement that reads the clock itself would expect a third of all entries, and read them by another index. As it is
-- stable, it sees what its statement sees: each entry is counted once.
create or replace function uncounted_audit() returns setof audit_entries language plpgsql stable rows 100
set plan_cache_mode = force_custom_plan as $$
declare
  clock audit_clock;
begin
  select * into clock from audit_clock;
  return query select * from audit_entries
    where (position, id) > (clock.counted_position, clock.counted_id) order by position, id;
end
$$;

-- Adds the entries of ended transactions to the counters; returns how many. Another process that does it makes this one
-- return 0.
create or replace function fold_audit_counts() returns int language plpgsql as $$
declare
  clock  audit_clock;
  last   record;
  folded int;
begin
  select * into clock from audit_clock for update skip locked;
  if not found then return 0; end if;
  if audit_horizon() <= clock.counted_position then
    perform rebase_audit();
    return 0;
  end if;
  select max(position) as position, (array_agg(id order by position desc, id desc))[1] as id, count(*) as entries
    into last from (
    select position, id from audit_entries
    where (position, id) > (clock.counted_position, clock.counted_id) and position < audit_horizon()
    order by position, id limit 20000) batch;
  folded := last.entries;
  if folded = 0 then return 0; end if;
  insert into audit_counts as c
  select g.grain, g.starts, n.entity, n.action, n.actor, sum(n.entries)
  from (
    select shop_day(at) as day, entity, action, coalesce(actor, '00000000-0000-0000-0000-000000000000') as actor,
      count(*) as entries
    from audit_entries
    where (position, id) > (clock.counted_position, clock.counted_id) and (position, id) <= (last.position, last.id)
    group by 1, 2, 3, 4) n
  cross join lateral (values ('day', n.day), ('month', date_trunc('month', n.day)::date), ('ever', date '1900-01-01'))
    g (grain, starts)
  group by 1, 2, 3, 4, 5
  order by 1, 2, 3, 4, 5
  on conflict (grain, starts, entity, action, actor) do update set entries = c.entries + excluded.entries;
  update audit_clock set counted_position = last.position, counted_id = last.id;
  return folded;
end
$$;

-- Counts everything again: after the shop's time zone changed, its days are others. Day by day, because to ask for the
-- day of each of ten million times takes minutes.
create or replace function recount_audit() returns void language plpgsql as $$
declare
  horizon bigint;
  day     date;
begin
  perform from audit_clock for update;
  horizon := audit_horizon();
  update audit_clock set counted_position = horizon - 1, counted_id = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  delete from audit_counts;
  for day in
    select generate_series(shop_day(min(at)), shop_day(max(at)), '1 day')::date from audit_entries
  loop
    insert into audit_counts
    select 'day', day, entity, action, coalesce(actor, '00000000-0000-0000-0000-000000000000'), count(*)
    from audit_entries
    where at >= day_start(day) and at < day_start(day + 1) and position < horizon
    group by entity, action, coalesce(actor, '00000000-0000-0000-0000-000000000000');
  end loop;
  insert into audit_counts
  select 'month', date_trunc('month', starts), entity, action, actor, sum(entries)
  from audit_counts group by 2, 3, 4, 5
  union all
  select 'ever', '1900-01-01', entity, action, actor, sum(entries)
  from audit_counts group by 3, 4, 5;
end
$$;
