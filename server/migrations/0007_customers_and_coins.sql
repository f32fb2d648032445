-- Eight letters and digits without those that look alike: about 39 bits, unique by constraint.
create function new_referral_code() returns text language sql volatile as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + floor(random() * 31)::int, 1), '')
  from generate_series(1, 8)
$$;
alter table users
  add column notes text not null default '',
  add column referral_code text not null default new_referral_code(),
  add constraint users_referral_code_taken unique (referral_code);

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
