-- The text that a search of orders looks through. See docs/decisions/018-searches.md.

create or replace function customer_search_words(u users) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', trim(u.first_name || ' ' || u.last_name), u.mobile, u.email))
$$;

create or replace function own_search_words(o orders) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', o.number, o.title))
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
  if tg_op = 'UPDATE' and (old.title, old.user_id) = (new.title, new.user_id) then return null; end if;
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

-- After a bulk load without triggers.
create or replace function rebuild_search() returns void language plpgsql as $$
begin
  lock table users, orders in share row exclusive mode;
  truncate customer_search, order_search;
  insert into customer_search (user_id, words) select id, customer_search_words(u) from users u order by id;
  insert into order_search (order_id, user_id, order_type, created_at, own_length, words)
  select o.id, o.user_id, o.order_type, o.created_at, length(own_search_words(o)), order_search_words(o, u)
  from orders o join users u on u.id = o.user_id order by o.created_at, o.id;
end
$$;

create or replace trigger search after insert or update of title, user_id on orders
  for each row execute function index_order();
create or replace trigger search after insert or update of first_name, last_name, mobile, email on users
  for each row execute function index_customer();
