-- A list of what was found is exact in its length, also where a letter or a common word is looked for among a million
-- orders. Reading them through takes half a second or more, so the hits of such a search are kept by the shop's day,
-- with what the day looked like: only days that changed since are read again.

-- The days of a search, newest first.
create index order_search_newest on order_search (created_at desc, order_id desc) include (order_type);

-- All three tables are derived, and lost together when PostgreSQL crashes, which costs the next searches half a second.

-- What has changed the search of a day: its orders, their words or their status. As with counters, writers append and
-- the server folds. Each change has a random number; those of a day together are its stamp. Two snapshots in which a
-- day has the same stamp saw the same changes.
create unlogged table search_changes (
  day   date not null,
  stamp bigint not null default ('x' || right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4))::bit(64)::bigint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create unlogged table search_stamps (
  day   date primary key,
  stamp bigint not null
);

-- How many orders of a day a search finds, by type and status, when the day had this stamp. A day without a hit has
-- one row that says 0.
create unlogged table search_counts (
  search     text not null,
  day        date not null,
  order_type text not null,
  status     text not null,
  orders     int not null,
  stamp      bigint not null,
  primary key (search, day, order_type, status)
);
-- The searches that are kept, and when one was last brought up to date.
create unlogged table kept_searches (
  search   text primary key,
  kept_at  timestamptz not null default now()
);

create function note_search_changes() returns trigger language plpgsql as $$
begin
  insert into search_changes (day)
  select distinct shop_day(created_at) from changed;
  return null;
end
$$;
create trigger search_note_new after insert on order_search referencing new table as changed
  for each statement execute function note_search_changes();
create trigger search_note_changed after update on order_search referencing new table as changed
  for each statement execute function note_search_changes();
create trigger search_note_gone after delete on order_search referencing old table as changed
  for each statement execute function note_search_changes();

create function note_search_change_of_status() returns trigger language plpgsql as $$
begin
  insert into search_changes (day) values (shop_day(new.created_at));
  return null;
end
$$;
create trigger search_note_status after update of status on orders
  for each row when (old.status <> new.status) execute function note_search_change_of_status();

-- Brings the changes into the stamps; answers how many there were. One at a time: a second caller does nothing.
create function fold_search_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_search_changes')) then return 0; end if;
  with gone as (
    delete from search_changes returning day, stamp
  ), merged as (
    insert into search_stamps as s (day, stamp)
    select day, bit_xor(stamp) from gone group by day order by day
    on conflict (day) do update set stamp = s.stamp # excluded.stamp
  )
  select count(*) into folded from gone;
  return folded;
end
$$;

-- After the orders were counted anew, days may be others or rows may have come without triggers: nothing kept holds.
create function forget_searches() returns trigger language plpgsql as $$
begin
  truncate search_changes, search_stamps, search_counts, kept_searches;
  return null;
end
$$;
create trigger search_forgotten after truncate on order_counts for each statement execute function forget_searches();
