-- The text that a search of orders looks through. See docs/decisions/018-searches.md.

create or replace function customer_search_words(u users) returns text language sql stable as $$
  select search_text(concat_ws(E'\n', trim(u.first_name || ' ' || u.last_name), u.mobile, u.email))
$$;

-- What staff users see of their orders, too, the company that pays included, and nothing else. The country is the same
-- nearly everywhere.
create or replace function search_words_with(o orders, files text) returns text language sql stable as $$
  select search_text(concat_ws(E'\n', o.number, o.title, o.address ->> 'line1', nullif(o.address ->> 'line2', ''),
    o.address ->> 'city', o.address ->> 'state', o.address ->> 'pincode', nullif(o.notes, ''), files,
    (select c.name from clients c where c.id = o.client_id)))
$$;

-- The own words begin with these.
create or replace function title_search_words(o orders) returns text language sql stable as $$
  select search_text(o.number || E'\n' || o.title)
$$;

create or replace function own_search_words(o orders) returns text language sql stable as $$
  select search_words_with(o, (
    select string_agg(f.name, E'\n' order by f.position, f.id) from order_files f
    where f.order_id = o.id and f.kind = 'print'))
$$;

create or replace function order_search_words(o orders, u users) returns text language sql stable as $$
  select own_search_words(o) || E'\n' || customer_search_words(u)
$$;

-- The words come from a row of orders and a row of users, so this locks the customer: a rename waits until the order is
-- written and then updates it; an order that waits for a rename reads the new name. Not FOR SHARE: the transaction of a
-- customer's first order goes on to lock the customer exclusively, and two that share would deadlock.
create or replace function index_order() returns trigger language plpgsql as $$
declare
  owner users;
begin
  if tg_op = 'UPDATE' and (old.title, old.user_id, old.notes, old.address, old.client_id)
    is not distinct from (new.title, new.user_id, new.notes, new.address, new.client_id) then return null; end if;
  if tg_op = 'UPDATE' and old.user_id <> new.user_id then
    perform from users where id in (old.user_id, new.user_id) order by id for no key update;
  end if;
  select * into owner from users where id = new.user_id for no key update;
  -- A rename of the company that is not seen yet would miss an order that is not committed yet.
  if tg_op = 'INSERT' or old.client_id is distinct from new.client_id then
    perform from clients where id = new.client_id for share;
  end if;
  insert into order_search (order_id, user_id, order_type, created_at, title_length, own_length, words)
  values (new.id, new.user_id, new.order_type, new.created_at, length(title_search_words(new)),
    length(own_search_words(new)), order_search_words(new, owner))
  on conflict (order_id) do update
    set user_id = excluded.user_id, title_length = excluded.title_length, own_length = excluded.own_length,
      words = excluded.words;
  return null;
end
$$;

-- An order's files are added after it. Locks its customer as above.
create or replace function index_files() returns trigger language plpgsql as $$
declare
  found uuid[];
begin
  if tg_op = 'INSERT' then
    found := array(select distinct order_id from new_files where kind = 'print');
  elsif tg_op = 'DELETE' then
    found := array(select distinct order_id from old_files where kind = 'print');
  else
    -- Not where only the stored file has gone: the sweep does that to very many.
    found := array(
      select distinct unnest(array[a.order_id, b.order_id]) from new_files a join old_files b on b.id = a.id
      where (a.order_id, a.name, a.position) is distinct from (b.order_id, b.name, b.position)
        and 'print' in (a.kind, b.kind));
  end if;
  found := array_remove(found, null);
  if found = '{}' then return null; end if;
  perform from users where id in (select user_id from orders where id = any(found)) order by id for no key update;
  update order_search s set own_length = length(own_search_words(o)), words = order_search_words(o, u)
  from orders o join users u on u.id = o.user_id where o.id = any(found) and s.order_id = o.id;
  return null;
end
$$;

-- A customer's new name must be found on their old orders.
create or replace function index_customer() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into customer_search (user_id, words) values (new.id, customer_search_words(new));
  elsif customer_search_words(old) <> customer_search_words(new) then
    update customer_search set words = customer_search_words(new) where user_id = new.id;
    update order_search s set words = order_search_words(o, new)
    from orders o where o.user_id = new.id and s.order_id = o.id;
  end if;
  return null;
end
$$;

-- And a company's new name on the orders that it pays.
create or replace function index_company() returns trigger language plpgsql as $$
begin
  perform from users where id in (select user_id from orders where client_id = new.id) order by id for no key update;
  update order_search s set own_length = length(own_search_words(o)), words = order_search_words(o, u)
  from orders o join users u on u.id = o.user_id where o.client_id = new.id and s.order_id = o.id;
  return null;
end
$$;

-- After a bulk load without triggers.
create or replace function rebuild_search() returns void language plpgsql as $$
begin
  lock table users, orders in share row exclusive mode;
  truncate customer_search, order_search;
  insert into customer_search (user_id, words) select id, customer_search_words(u) from users u order by id;
  insert into order_search (order_id, user_id, order_type, created_at, title_length, own_length, words)
  select o.id, o.user_id, o.order_type, o.created_at, length(title_search_words(o)), length(w.words), w.words || E'\n' || c.words
  from orders o join customer_search c on c.user_id = o.user_id
  left join (
    select order_id, string_agg(name, E'\n' order by position, id) as names from order_files
    where kind = 'print' group by order_id
  ) f on f.order_id = o.id
  cross join lateral (select search_words_with(o, f.names) as words offset 0) w
  order by o.created_at, o.id;
end
$$;

create or replace trigger search after insert or update of title, user_id, notes, address, client_id on orders
  for each row execute function index_order();
create or replace trigger search after insert or update of first_name, last_name, mobile, email on users
  for each row execute function index_customer();
create or replace trigger order_search after update of name on clients
  for each row when (old.name is distinct from new.name) execute function index_company();
create or replace trigger search_added after insert on order_files referencing new table as new_files
  for each statement execute function index_files();
create or replace trigger search_changed after update on order_files referencing old table as old_files new table as new_files
  for each statement execute function index_files();
create or replace trigger search_removed after delete on order_files referencing old table as old_files
  for each statement execute function index_files();
