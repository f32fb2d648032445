-- Phone numbers are kept in E.164 from here on. The server worked out before this file how each number that is kept is
-- written so (phone_spellings: spelling, e164), as SQL cannot. A number that cannot be one stays as it is.

-- Two customers who turn out to have one phone: the older one has the number, the other keeps it as it was typed and
-- names the older one. Who gets a number of their own is no double any more.
alter table users add column double_of uuid references users (id);
create index users_doubles on users (double_of) where double_of is not null;
create function settle_customer_double() returns trigger language plpgsql as $$
begin
  new.double_of := null;
  return new;
end
$$;
create trigger settle_double before update of mobile on users
  for each row when (old.double_of is not null and old.mobile <> new.mobile) execute function settle_customer_double();

alter table users disable trigger search_changed;
with placed as (
  select u.id, u.mobile, s.e164, first_value(u.id) over (
    partition by s.e164 order by u.mobile <> s.e164, u.created_at, u.id) as first_id
  from users u join phone_spellings s on s.spelling = u.mobile where s.e164 is not null
)
update users u set mobile = case when p.id = p.first_id then p.e164 else u.mobile end,
  double_of = case when p.id <> p.first_id then p.first_id end
from placed p where p.id = u.id and (p.id <> p.first_id or p.mobile <> p.e164);
alter table users enable trigger search_changed;

with placed as (
  select u.id, s.e164, first_value(u.id) over (
    partition by s.e164 order by u.mobile <> s.e164, u.is_active desc, u.created_at, u.id) as first_id
  from staff_users u join phone_spellings s on s.spelling = u.mobile where s.e164 is not null
)
update staff_users u set mobile = p.e164 from placed p where p.id = u.id and p.id = p.first_id and u.mobile <> p.e164;

update clients c set contact = s.e164 from phone_spellings s
where s.spelling = c.contact and s.e164 <> s.spelling;
update leads l set mobile = s.e164 from phone_spellings s
where s.spelling = l.mobile and s.e164 <> s.spelling;
update configurations c set contact = jsonb_set(contact, '{phone}', to_jsonb(s.e164)) from phone_spellings s
where s.spelling = c.contact ->> 'phone' and s.e164 <> s.spelling;

-- Nobody can be in the books twice by the spelling of their number any more.
drop index users_by_last_digits;

-- What a search of orders looks through, folded.
create or replace function order_search_words(o orders, u users) returns text language sql stable as $$
  select fold_text(concat_ws(E'\n', o.number, o.title, trim(u.first_name || ' ' || u.last_name), u.mobile, u.email))
$$;

-- The words join a row of orders and a row of users, so whoever writes them holds the customer's row: a rename waits
-- for an order that is being taken in or given another title, and then sees it; an order that waits for a rename then
-- reads the new name. Not shared: who takes a customer's first order in goes on to lock the customer alone, and two
-- sharers who both want that would wait for each other.
create or replace function index_order() returns trigger language plpgsql as $$
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

-- Once anew: the rule is another one, the numbers are, and what was renamed at an unlucky moment has its old words.
drop index order_search_words;
insert into order_search (order_id, order_type, created_at, words)
select o.id, o.order_type, o.created_at, order_search_words(o, u) from orders o join users u on u.id = o.user_id
on conflict (order_id) do update set words = excluded.words where order_search.words <> excluded.words;
create index order_search_words on order_search using gin (words gin_trgm_ops);
analyze order_search, users, vouchers;
