-- Eight letters and digits without those that look alike: about 39 bits, unique by constraint.
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 8)
$$;
alter table users
  add column notes text not null default '',
  add column referral_code text not null default new_referral_code(),
  add constraint users_referral_code_taken unique (referral_code);
create index users_newest_by_activity on users (is_active, created_at desc, id desc);

-- How many customers there are, so that their list knows its length without counting rows. Customers come one at a
-- time and far apart: a row that is updated in place keeps nobody waiting. Statement by statement, so that a bulk
-- load writes it once.
create table user_counts (
  is_active boolean primary key,
  users     bigint not null
);
insert into user_counts select flag, (select count(*) from users where is_active = flag)
from (values (true), (false)) f (flag);

create function count_new_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users + (select count(*) from new_users n where n.is_active = c.is_active)
  where exists (select from new_users n where n.is_active = c.is_active);
  return null;
end
$$;
create function count_gone_users() returns trigger language plpgsql as $$
begin
  update user_counts c set users = c.users - (select count(*) from old_users o where o.is_active = c.is_active)
  where exists (select from old_users o where o.is_active = c.is_active);
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

-- Counts everything anew, after rows were loaded in bulk without triggers.
create function recount_users() returns void language sql as $$
  update user_counts c set users = (select count(*) from users u where u.is_active = c.is_active)
$$;

-- Coins in hundredths. Entries are only ever added. The balance is kept beside them by the trigger, and its check
-- is what no race can get around: the row's lock makes spenders wait for each other.
create table coin_balances (
  user_id uuid primary key references users (id),
  earned  bigint not null default 0,
  spent   bigint not null default 0,
  constraint coin_balances_not_below_zero check (earned >= spent)
);
create table coin_entries (
  id                uuid primary key default uuid_v7(),
  user_id           uuid not null references users (id),
  at                timestamptz not null default now(),
  delta             bigint not null check (delta <> 0),
  reason            text not null,
  order_id          uuid references orders (id),
  purchased_voucher uuid,
  by                uuid references staff_users (id)
);
create index coin_entries_of_user on coin_entries (user_id, id desc);
create index coin_entries_of_order on coin_entries (order_id) where order_id is not null;
create trigger audit after insert or update or delete on coin_entries for each row execute function audit();

create function balance_coins() returns trigger language plpgsql as $$
begin
  -- Not by insert alone: a row that spends is checked for itself before it is seen to be in conflict.
  update coin_balances
  set earned = earned + greatest(new.delta, 0), spent = spent + greatest(-new.delta, 0)
  where user_id = new.user_id;
  if found then return null; end if;
  insert into coin_balances as b (user_id, earned, spent)
  values (new.user_id, greatest(new.delta, 0), greatest(-new.delta, 0))
  on conflict (user_id) do update set earned = b.earned + excluded.earned, spent = b.spent + excluded.spent;
  return null;
end
$$;
create trigger balance after insert on coin_entries for each row execute function balance_coins();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger append_only before update or delete on coin_entries for each row execute function refuse_change();

-- Balances anew from the ledger, after it was loaded in bulk without triggers.
create function rebalance_coins() returns void language sql as $$
  delete from coin_balances;
  insert into coin_balances (user_id, earned, spent)
  select user_id, coalesce(sum(delta) filter (where delta > 0), 0), coalesce(-sum(delta) filter (where delta < 0), 0)
  from coin_entries group by user_id
$$;
