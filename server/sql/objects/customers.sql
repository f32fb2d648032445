-- Customers, and how many there are.

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + (select count(*) from new_users n where n.is_active = c.is_active)
  where exists (select from new_users n where n.is_active = c.is_active);
  insert into user_day_counts as c (day, users)
  select shop_day(created_at) as day, count(*) from new_users group by 1 order by 1
  on conflict (day) do update set users = c.users + excluded.users;
  return null;
end
$$;

create or replace function count_gone_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users - (select count(*) from old_users o where o.is_active = c.is_active)
  where exists (select from old_users o where o.is_active = c.is_active);
  update user_day_counts c set users = c.users - gone.users
  from (select shop_day(created_at) as day, count(*) as users from old_users group by 1 order by 1) gone
  where c.day = gone.day;
  return null;
end
$$;

create or replace function count_changed_user() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + case when c.is_active = new.is_active then 1 else -1 end;
  return null;
end
$$;

-- Counts again from the rows: after a bulk load without triggers, and after TIME_ZONE changed. The lock comes first: a
-- change committed in between would be counted twice or not at all.
create or replace function recount_users() returns void language plpgsql as $$
begin
  lock table users in share row exclusive mode;
  update user_counts c set users = (select count(*) from users u where u.is_active = c.is_active);
  truncate user_day_counts;
  insert into user_day_counts select shop_day(created_at), count(*) from users group by 1;
end
$$;

select record_changes('users', entity => 'customer');
create or replace trigger count_new after insert on users referencing new table as new_users
  for each statement execute function count_new_users();
create or replace trigger count_gone after delete on users referencing old table as old_users
  for each statement execute function count_gone_users();
create or replace trigger count_changed after update of is_active on users
  for each row when (old.is_active <> new.is_active) execute function count_changed_user();
