-- Counted figures. Each is declared once, in figures.sql; everything that counts it is made here from the declaration.
-- See docs/decisions/001-counters-and-offsets.md.

-- Where a period begins. 'all' is a day, too: that of all keys together.
create or replace function period_start(period text, day date) returns date immutable parallel safe language sql return
  case period when 'ever' then date '0001-01-01' when 'month' then date_trunc('month', day::timestamp)::date
    when 'week' then date_trunc('week', day::timestamp)::date else day end;

-- The periods in which a figure counts a row of this key and day.
create or replace function figure_periods(figure text, key uuid, day date)
  returns table (period text, key_then uuid, starts date) language sql stable as $$
  select p, case when p <> 'all' then key end, period_start(p, day)
  from figures f cross join unnest(f.periods) p where f.name = figure
$$;

-- Declares a figure: sums of a table's rows, by key and kind ('column' or 'expression as name') and by periods of the shop's
-- days. Makes a view of that name, which readers add up, and the triggers of the table, one for each event. They only append
-- to figure_deltas, once for each statement, key, kind and day, so that no writer waits for another one's counter. A figure
-- that is new, or declared otherwise than before, is counted again by the server (shop_clock.recounts).
create or replace function define_figure(name text, source text, sums json, key text default 'null::uuid as key',
  kind text default 'null::text as kind', at text default null, periods text[] default '{ever}', joins text default '',
  only_if text default 'true', events text[] default '{insert,update,delete}') returns void language plpgsql as $define$
#variable_conflict use_variable
declare
  names    text[] := array(select k from json_object_keys(sums) k);
  known    figures := (select f from figures f where f.name = define_figure.name);
  new_one  figures;
  columns  text := (select string_agg('n' || n, ', ' order by n) from generate_series(1, cardinality(names)) n);
  has_rows boolean;
  event    text;
begin
  new_one := (name, source, periods, names, only_if, (
    select format(
      $$select %L::text, %s, %s, %s, %s from ($rows$) s %s where %s group by 2, 3, 4 having (%s) <> (%s)$$,
      name, split_part(key, ' as ', 1), split_part(kind, ' as ', 1),
      case when at is null then $$date '0001-01-01'$$ else format('shop_day(%s)', at) end,
      string_agg(coalesce(counted, 'null::bigint'), ', ' order by n), joins, only_if, string_agg(counted, ', ' order by n),
      string_agg('0', ', ') filter (where counted is not null))
    from (select n, 'sum(s.sign * (' || (sums ->> names[n]) || '))' as counted from generate_series(1, 8) n) parts));
  insert into figures values (new_one.*) on conflict on constraint figures_pkey do update set
    (source, periods, sums, only_if, counted)
      = (excluded.source, excluded.periods, excluded.sums, excluded.only_if, excluded.counted);
  execute format('select exists (select from %I)', source) into has_rows;
  if has_rows and known is distinct from new_one then
    update shop_clock set recounts = recounts || define_figure.name where not define_figure.name = any(recounts);
  end if;

  execute format('drop view if exists %I cascade', name);
  -- A branch for each period: statements ask for one, and of the others nothing is planned.
  execute (
    select format('create view %1$I as select %2$s, %3$s, period, starts, %4$s from figure_counts where figure = %1$L %5$s',
      name, 'kind as ' || regexp_replace(kind, '.* as ', ''), 'key as ' || regexp_replace(key, '.* as ', ''),
      string_agg(format('n%s as %I', n, names[n]), ', ' order by n),
      (select string_agg(format('union all select kind, %s, %L, period_start(%2$L, day), %s from figure_deltas where figure = %L',
        case p when 'all' then 'null' else 'key' end, p, columns, name), ' ') from unnest(periods) p))
    from generate_series(1, cardinality(names)) n);

  execute (
    select format($$create or replace function %I() returns trigger language plpgsql as $body$
      begin
        if tg_op = 'INSERT' then %s elsif tg_op = 'UPDATE' then %s else %s end if;
        return null;
      end $body$ $$, 'count_rows_of_' || source,
      string_agg(count_into_deltas(f, 'select 1 as sign, * from new_rows'), ' ' order by f.name),
      -- To ask first takes a third of the time of counting nothing.
      string_agg(format(case f.only_if when 'true' then '%2$s' else
        'if exists (select from (select * from new_rows union all select * from old_rows) s where %s) then %s end if;' end, f.only_if,
        count_into_deltas(f, 'select 1 as sign, * from new_rows union all select -1, * from old_rows')), ' ' order by f.name),
      string_agg(count_into_deltas(f, 'select -1 as sign, * from old_rows'), ' ' order by f.name))
    from figures f where f.source = define_figure.source);
  foreach event in array events loop
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function %I()',
      'count_' || event, event, source,
      case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end, 'count_rows_of_' || source);
  end loop;
end
$define$;

-- The statement that appends what rows of a figure's table count; a row with the sign -1 goes.
create or replace function count_into_deltas(f figures, signed_rows text) returns text language sql immutable as $$
  select 'insert into figure_deltas (figure, key, kind, day, n1, n2, n3, n4, n5, n6, n7, n8) '
    || replace(f.counted, '$rows$', signed_rows) || ';'
$$;

-- Adds the deltas of all figures to their counters and deletes them; returns how many. A second process returns 0 at once.
create or replace function fold_figures() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_figures')) then return 0; end if;
  with gone as (
    delete from figure_deltas returning *
  ), counted as (
    insert into figure_counts as c (figure, period, key, kind, starts, n1, n2, n3, n4, n5, n6, n7, n8)
    select g.figure, p.period, p.key_then, g.kind, p.starts, sum(n1), sum(n2), sum(n3), sum(n4), sum(n5), sum(n6), sum(n7), sum(n8)
    from gone g cross join lateral figure_periods(g.figure, g.key, g.day) p
    group by 1, 2, 3, 4, 5
    on conflict (figure, period, key, kind, starts) do update set
      n1 = c.n1 + excluded.n1, n2 = c.n2 + excluded.n2, n3 = c.n3 + excluded.n3, n4 = c.n4 + excluded.n4,
      n5 = c.n5 + excluded.n5, n6 = c.n6 + excluded.n6, n7 = c.n7 + excluded.n7, n8 = c.n8 + excluded.n8
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

-- Counts a figure again from its rows: after a bulk load without triggers, when TIME_ZONE or the declaration changed. In a
-- repeatable read transaction without locks: its snapshot has the rows and the deltas that are in them, which go; what is
-- written meanwhile stays as deltas of its own. Otherwise the table is locked first: a change committed in between would be
-- counted twice or not at all.
create or replace function recount_figure(figure_name text) returns void language plpgsql as $$
declare
  f figures := (select f from figures f where f.name = figure_name);
begin
  perform pg_advisory_xact_lock(hashtext('fold_figures'));
  if current_setting('transaction_isolation') <> 'repeatable read' then
    execute format('lock table %I in share row exclusive mode', f.source);
  end if;
  delete from figure_deltas where figure = f.name;
  delete from figure_counts where figure = f.name;
  execute count_into_deltas(f, format('select 1 as sign, * from %I', f.source));
  perform fold_figures();
end
$$;

create or replace function recount_figures() returns void language sql as $$
  select recount_figure(name) from figures order by name
$$;

-- Where a figure differs from its rows, and by how much.
create or replace function check_figure(figure_name text) returns setof figure_counts language plpgsql as $$
declare
  f figures := (select f from figures f where f.name = figure_name);
begin
  return query execute format($check$
    select %L::text, period, key, kind, starts, sum(n1)::bigint, sum(n2)::bigint, sum(n3)::bigint, sum(n4)::bigint,
      sum(n5)::bigint, sum(n6)::bigint, sum(n7)::bigint, sum(n8)::bigint
    from (
      select period, key, kind, starts, n1, n2, n3, n4, n5, n6, n7, n8 from figure_counts where figure = %1$L
      union all
      select p.period, p.key_then, d.kind, p.starts, n1, n2, n3, n4, n5, n6, n7, n8
      from (
        select key, kind, day, n1, n2, n3, n4, n5, n6, n7, n8 from figure_deltas where figure = %1$L
        union all
        select key, kind, day, -n1, -n2, -n3, -n4, -n5, -n6, -n7, -n8
        from (%s) r (figure, key, kind, day, n1, n2, n3, n4, n5, n6, n7, n8)) d
      cross join lateral figure_periods(%1$L, d.key, d.day) p) c
    group by 1, 2, 3, 4, 5
    having sum(n1) <> 0 or sum(n2) <> 0 or sum(n3) <> 0 or sum(n4) <> 0 or sum(n5) <> 0 or sum(n6) <> 0 or sum(n7) <> 0
      or sum(n8) <> 0$check$,
    f.name, replace(f.counted, '$rows$', format('select 1 as sign, * from %I', f.source)));
end
$$;
