-- The coins of customers, in hundredths of a coin: a ledger and its balances.

-- The trigger below updates the balance with each entry. The check refuses overspending in any race, because the row's
-- lock makes concurrent spenders wait for each other.
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
  by                uuid references staff_users (id),
  constraint coin_entries_purchase foreign key (purchased_voucher) references purchased_vouchers (id)
);
create index coin_entries_of_user on coin_entries (user_id, id desc);
create index coin_entries_of_order on coin_entries (order_id) where order_id is not null;
-- A purchase is paid once and refunded once.
create unique index coin_entries_paid_once on coin_entries (purchased_voucher)
  where purchased_voucher is not null and delta < 0;
create unique index coin_entries_given_back_once on coin_entries (purchased_voucher)
  where purchased_voucher is not null and delta > 0;
create trigger audit after insert or update or delete on coin_entries for each row execute function audit();
create trigger append_only before update or delete on coin_entries for each row execute function refuse_change();

create function balance_coins() returns trigger language plpgsql as $$
begin
  -- Update first: the check of a row that spends would fail in the insert, before its conflict is found.
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

-- Computes the balances again from the ledger, after a bulk load without triggers.
create function rebalance_coins() returns void language plpgsql as $$
begin
  lock table coin_entries in share row exclusive mode;
  delete from coin_balances;
  insert into coin_balances (user_id, earned, spent)
  select user_id, coalesce(sum(delta) filter (where delta > 0), 0), coalesce(-sum(delta) filter (where delta < 0), 0)
  from coin_entries group by user_id;
end
$$;
