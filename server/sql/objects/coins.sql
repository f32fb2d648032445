-- The ledger of coins.

create or replace function balance_coins() returns trigger language plpgsql as $$
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

-- Computes the balances again from the ledger, after a bulk load without triggers.
create or replace function rebalance_coins() returns void language plpgsql as $$
begin
  lock table coin_entries in share row exclusive mode;
  delete from coin_balances;
  insert into coin_balances (user_id, earned, spent)
  select user_id, coalesce(sum(delta) filter (where delta > 0), 0), coalesce(-sum(delta) filter (where delta < 0), 0)
  from coin_entries group by user_id;
end
$$;

create or replace trigger balance after insert on coin_entries for each row execute function balance_coins();
