-- Customers, and how many there are.

-- A random code of 8 letters and digits without those that look alike: about 39 bits; the constraint keeps it unique.
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 8)
$$;

-- Mobile numbers are stored in E.164 and emails in lower case, so that the unique constraints compare what they mean.
create table users (
  id            uuid primary key default uuid_v7(),
  first_name    text not null,
  last_name     text not null default '',
  email         text,
  mobile        text not null,
  is_active     boolean not null default true,
  created_at    timestamptz not null default now(),
  version       int not null default 1,
  notes         text not null default '',
  referral_code text not null default new_referral_code(),
  -- The customer who has this phone number in E.164, where two customers have the same number in different spellings.
  double_of     uuid references users (id),
  constraint users_mobile_taken unique (mobile),
  constraint users_email_taken unique (email),
  constraint users_email_lower check (email = lower(email)),
  constraint users_mobile_plain check (mobile ~ '^\+?[0-9]{6,20}$'),
  constraint users_referral_code_taken unique (referral_code)
);
create index users_newest on users (created_at desc, id desc);
create index users_newest_by_activity on users (is_active, created_at desc, id desc);
create index users_search on users using gin (fold_text(
  first_name || ' ' || last_name || E'\n' || mobile || E'\n' || coalesce(email, '')) gin_trgm_ops);
create index users_doubles on users (double_of) where double_of is not null;
create trigger version before update on users for each row execute function next_version();
create trigger audit after insert or update or delete on users for each row execute function audit();

-- A customer who gets another number is no longer a duplicate.
create function settle_customer_double() returns trigger language plpgsql as $$
begin
  new.double_of := null;
  return new;
end
$$;
create trigger settle_double before update of mobile on users
  for each row when (old.double_of is not null and old.mobile <> new.mobile) execute function settle_customer_double();

-- How many customers there are, so that their list knows its length without counting rows. New customers are rare
-- enough that a row updated in place makes nobody wait. Statement triggers, so that a bulk load updates it once.
create table user_counts (
  is_active boolean primary key,
  users     bigint not null
);
insert into user_counts (is_active, users) values (true, 0), (false, 0);

-- Customers by the day on which they were created.
create table user_day_counts (
  day   date primary key,
  users bigint not null
);

create function count_new_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + (select count(*) from new_users n where n.is_active = c.is_active)
  where exists (select from new_users n where n.is_active = c.is_active);
  insert into user_day_counts as c (day, users)
  select shop_day(created_at) as day, count(*) from new_users group by 1 order by 1
  on conflict (day) do update set users = c.users + excluded.users;
  return null;
end
$$;
create function count_gone_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users - (select count(*) from old_users o where o.is_active = c.is_active)
  where exists (select from old_users o where o.is_active = c.is_active);
  update user_day_counts c set users = c.users - gone.users
  from (select shop_day(created_at) as day, count(*) as users from old_users group by 1 order by 1) gone
  where c.day = gone.day;
  return null;
end
$$;
create function count_changed_user() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + case when c.is_active = new.is_active then 1 else -1 end;
  return null;
end
$$;
create trigger count_new after insert on users referencing new table as new_users
  for each statement execute function count_new_users();
create trigger count_gone after delete on users referencing old table as old_users
  for each statement execute function count_gone_users();
create trigger count_changed after update of is_active on users
  for each row when (old.is_active <> new.is_active) execute function count_changed_user();

-- Counts again from the rows: after a bulk load without triggers, and after TIME_ZONE changed. The lock comes first: a
-- change committed in between would be counted twice or not at all.
create function recount_users() returns void language plpgsql as $$
begin
  lock table users in share row exclusive mode;
  update user_counts c set users = (select count(*) from users u where u.is_active = c.is_active);
  truncate user_day_counts;
  insert into user_day_counts select shop_day(created_at), count(*) from users group by 1;
end
$$;
