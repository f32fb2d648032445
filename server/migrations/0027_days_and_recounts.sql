-- A day of the shop begins at its first moment, and a moment belongs to the day that has begun last. Both follow from
-- day_start(), so the count of a day and the list of a day agree even where a clock change falls on midnight, where
-- midnight happens twice, and where a whole day is left out.
create or replace function day_start(day date) returns timestamptz language plpgsql stable parallel safe as $$
declare
  zone   text := (select time_zone from shop_clock);
  -- PostgreSQL takes the later of two midnights, and the old offset where there is none.
  middle timestamptz := day::timestamp at time zone zone;
  early  timestamptz := middle - interval '36 hours';
  late   timestamptz := middle + interval '36 hours';
begin
  -- The same offset before and after: no clock change is near.
  if (early at time zone zone) - (early at time zone 'UTC') = (late at time zone zone) - (late at time zone 'UTC') then
    return middle;
  end if;
  -- Clock changes fall on whole seconds, so the first moment of the day is found by halving down to one.
  while late - early > interval '1 second' loop
    middle := early + make_interval(secs => floor(extract(epoch from late - early) / 2));
    if (middle at time zone zone)::date >= day then late := middle; else early := middle; end if;
  end loop;
  return late;
end
$$;

create or replace function shop_day(moment timestamptz) returns date language plpgsql stable parallel safe as $$
declare
  clock timestamp := moment at time zone (select time_zone from shop_clock);
  day   date := clock::date;
begin
  -- Far from midnight the clock on the wall is right; no clock change moves a moment further than this.
  if extract(hour from clock) between 3 and 20 then return day; end if;
  if moment < day_start(day) then return day - 1; end if;
  if moment >= day_start(day + 1) then return day + 1; end if;
  return day;
end
$$;

-- Each counts only after it has locked: a change that is committed in between would be counted twice or not at all.
create or replace function recount_users() returns void language plpgsql as $$
begin
  lock table users in share row exclusive mode;
  update user_counts c set users = (select count(*) from users u where u.is_active = c.is_active);
  truncate user_day_counts;
  insert into user_day_counts select shop_day(created_at), count(*) from users group by 1;
end
$$;
drop function recount_users_by_day();

create or replace function rebalance_coins() returns void language plpgsql as $$
begin
  lock table coin_entries in share row exclusive mode;
  delete from coin_balances;
  insert into coin_balances (user_id, earned, spent)
  select user_id, coalesce(sum(delta) filter (where delta > 0), 0), coalesce(-sum(delta) filter (where delta < 0), 0)
  from coin_entries group by user_id;
end
$$;

select recount_orders(), recount_users(), recount_scans();
