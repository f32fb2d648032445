-- A search finds customers first, in a table of a tenth of the rows, and then their orders by an index. The trigram index
-- of orders has only the words of the order itself. See docs/decisions/018-common-searches-are-counted-by-day.md.

-- Until this has committed, no order is written and no customer renamed.
lock table users, orders in share row exclusive mode;

create function customer_search_words(u users) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', trim(u.first_name || ' ' || u.last_name), u.mobile, u.email))
$$;

create table customer_search (
  user_id uuid not null,
  words   text not null
);

-- Made anew with two more columns, because updating each of a million rows would leave it twice as large.
drop table order_search;
create table order_search (
  order_id   uuid not null,
  user_id    uuid not null,
  order_type text not null,
  created_at timestamptz not null,
  -- How much of the words belongs to the order: its number and title. The rest are the words of its customer.
  own_length int not null,
  words      text not null
);
create trigger search_note_new after insert on order_search referencing new table as changed
  for each statement execute function note_search_changes();
create trigger search_note_changed after update on order_search referencing new table as changed
  for each statement execute function note_search_changes();
create trigger search_note_gone after delete on order_search referencing old table as changed
  for each statement execute function note_search_changes();

create function own_search_words(o orders) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', o.number, o.title))
$$;

-- After a bulk load without triggers.
create function rebuild_search() returns void language plpgsql as $$
begin
  lock table users, orders in share row exclusive mode;
  truncate customer_search, order_search;
  insert into customer_search (user_id, words) select id, customer_search_words(u) from users u order by id;
  insert into order_search (order_id, user_id, order_type, created_at, own_length, words)
  select o.id, o.user_id, o.order_type, o.created_at, length(own_search_words(o)), order_search_words(o, u)
  from orders o join users u on u.id = o.user_id order by o.created_at, o.id;
end
$$;
alter table order_search disable trigger search_note_new;
select rebuild_search();
alter table order_search enable trigger search_note_new;
truncate search_changes, search_stamps, search_counts, kept_searches;

-- After the rows, because one check of all is faster than one for each.
alter table customer_search add primary key (user_id), add foreign key (user_id) references users (id) on delete cascade;
alter table order_search add primary key (order_id), add foreign key (order_id) references orders (id) on delete cascade;
-- Each search reads the whole list of entries that are not yet in a trigram index, so these lists are kept short.
create index customer_search_words on customer_search using gin (words gin_trgm_ops)
  with (gin_pending_list_limit = 512);
create index order_search_words on order_search using gin (left(words, own_length) gin_trgm_ops)
  with (gin_pending_list_limit = 512);
-- For reading all hits of a day.
create index order_search_newest on order_search (created_at desc, order_id desc) include (order_type);
-- For reading all orders of the customers that a search finds, without the table.
create index order_search_of_user on order_search (user_id) include (order_type, created_at, order_id);
analyze customer_search, order_search;

-- Locks the customer, as 0012_order_search.sql explains.
create or replace function index_order() returns trigger language plpgsql as $$
declare
  owner users;
begin
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform from users where id in (old.user_id, new.user_id) order by id for no key update;
  end if;
  select * into owner from users where id = new.user_id for no key update;
  insert into order_search (order_id, user_id, order_type, created_at, own_length, words)
  values (new.id, new.user_id, new.order_type, new.created_at, length(own_search_words(new)),
    order_search_words(new, owner))
  on conflict (order_id) do update
    set user_id = excluded.user_id, own_length = excluded.own_length, words = excluded.words;
  return null;
end
$$;

create function index_customer() returns trigger language plpgsql as $$
begin
  insert into customer_search (user_id, words) values (new.id, customer_search_words(new));
  return null;
end
$$;
create trigger search_new after insert on users for each row execute function index_customer();

create or replace function index_orders_of_user() returns trigger language plpgsql as $$
begin
  update customer_search set words = customer_search_words(new) where user_id = new.id;
  update order_search s set words = order_search_words(o, new)
  from orders o where o.user_id = new.id and s.order_id = o.id;
  return null;
end
$$;
