-- The positions of audit entries and how many there are. What writes them stands in 0_changes.sql.
-- See docs/decisions/034-sealed-audit.md.

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
