-- The text that a search of orders looks through, and counts of common searches.
-- See docs/decisions/018-common-searches-are-counted-by-day.md.

-- One short text for each order. In its own table, because a trigram index on orders would make every change of status
-- more than twice as expensive. The columns of the order that never change are here too, so that a search needs no join.
create table order_search (
  order_id   uuid primary key references orders (id) on delete cascade,
  order_type text not null,
  created_at timestamptz not null,
  words      text not null
);
create index order_search_words on order_search using gin (words gin_trgm_ops);
-- For reading all hits of a day.
create index order_search_newest on order_search (created_at desc, order_id desc) include (order_type);

create function order_search_words(o orders, u users) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', o.number, o.title, trim(u.first_name || ' ' || u.last_name), u.mobile, u.email))
$$;

-- The words come from a row of orders and a row of users, so this locks the customer: a rename waits until the order is
-- written and then updates it; an order that waits for a rename reads the new name. Not FOR SHARE: the transaction of a
-- customer's first order goes on to lock the customer exclusively, and two that share would deadlock.
create function index_order() returns trigger language plpgsql as $$
declare
  owner users;
begin
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform from users where id in (old.user_id, new.user_id) order by id for no key update;
  end if;
  select * into owner from users where id = new.user_id for no key update;
  insert into order_search (order_id, order_type, created_at, words)
  values (new.id, new.order_type, new.created_at, order_search_words(new, owner))
  on conflict (order_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger search_new after insert on orders for each row execute function index_order();
create trigger search_changed after update of title, user_id on orders
  for each row when (old.title <> new.title or old.user_id <> new.user_id) execute function index_order();

-- A customer's new name must be found on their old orders.
create function index_orders_of_user() returns trigger language plpgsql as $$
begin
  update order_search s set words = order_search_words(o, new)
  from orders o where o.user_id = new.id and s.order_id = o.id;
  return null;
end
$$;
create trigger search_changed after update of first_name, last_name, mobile, email on users
  for each row when ((old.first_name, old.last_name, old.mobile, old.email)
    is distinct from (new.first_name, new.last_name, new.mobile, new.email))
  execute function index_orders_of_user();

-- The exact number of hits of a common word takes half a second or more among a million orders. So the hits of such a
-- search are stored by the shop's day together with a stamp of that day; only days that changed since are read again.
-- The tables are unlogged because they can be computed again: after a crash the next searches take half a second more.

-- One row for each change that may change the hits of a day: new or deleted orders, their words, their status. As with
-- the counters, writers append and the server folds. Each change has a random number; the XOR of a day's numbers is its
-- stamp. Two snapshots with the same stamp of a day saw the same changes.
create unlogged table search_changes (
  day   date not null,
  stamp bigint not null default ('x' || right(gen_random_uuid()::text, 12) || left(gen_random_uuid()::text, 4))::bit(64)::bigint
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
create unlogged table search_stamps (
  day   date primary key,
  stamp bigint not null
);

-- How many orders of a day a search finds, by type and status, at this stamp. A day without hits has one row with 0.
create unlogged table search_counts (
  search     text not null,
  day        date not null,
  order_type text not null,
  status     text not null,
  orders     int not null,
  stamp      bigint not null,
  primary key (search, day, order_type, status)
);
-- The searches that are stored, and when each was last updated.
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

-- Adds the changes to the stamps and deletes them; returns how many there were. One process at a time: a second one
-- returns 0 at once.
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

-- After recount_orders() the stored counts are wrong: days may have moved, or rows were loaded without triggers.
create function forget_searches() returns trigger language plpgsql as $$
begin
  truncate search_changes, search_stamps, search_counts, kept_searches;
  return null;
end
$$;
create trigger search_forgotten after truncate on order_counts for each statement execute function forget_searches();
