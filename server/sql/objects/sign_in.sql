-- The limits of sign-in attempts.

create or replace function recent_failures(failed_at timestamptz[]) returns timestamptz[] language sql stable as $$
  select coalesce(array_agg(f order by f), '{}') from unnest(failed_at) f
  -- What is of the future was counted by a clock that has been set back since.
  where f between clock_timestamp() - interval '15 minutes' and clock_timestamp() + interval '1 minute'
$$;

-- Counts an attempt before its password is checked, so that parallel attempts see one another. Returns 0, or the
-- seconds to wait; then nothing is counted. A correct password deletes the count.
create or replace function count_sign_in_attempt(
  the_account bytea, network text, is_known_network boolean, device text, is_known_device boolean
) returns int language plpgsql as $$
declare
  most_failures constant int := 10;
  pressure_of_delays constant float8 := 50;
  most_pressure constant float8 := 200;
  failures  sign_in_failures;
  pressure  sign_in_pressure;
  moment    timestamptz;
  delay     int;
  is_known  boolean := is_known_network;
begin
  -- Locks the row: from here on attempts of one network at one account run one after another.
  insert into sign_in_failures as f (account, origin, expires_at)
  values (the_account, network, clock_timestamp() + interval '15 minutes')
  on conflict (account, origin) do update set failed_at = recent_failures(f.failed_at)
  returning * into failures;
  moment := clock_timestamp();
  if cardinality(failures.failed_at) >= most_failures then
    return greatest(1, ceil(extract(epoch from failures.failed_at[1] + interval '15 minutes' - moment)));
  end if;

  -- A stolen device token allows ten attempts; after that its device counts as unknown.
  if is_known_device then
    insert into sign_in_failures as f (account, origin, failed_at, expires_at)
    values (the_account, device, array[moment], moment + interval '15 minutes')
    on conflict (account, origin) do update
      set failed_at = recent_failures(f.failed_at) || moment, expires_at = moment + interval '15 minutes'
      where cardinality(recent_failures(f.failed_at)) < most_failures;
    is_known := is_known or found;
  end if;

  if not is_known then
    insert into sign_in_pressure as p (account, at, expires_at) values (the_account, moment, moment)
    on conflict (account) do update
      set level = greatest(0, p.level - greatest(0, extract(epoch from moment - p.at)) / 36), at = moment
    returning * into pressure;
    if pressure.level >= pressure_of_delays then
      -- Each network waits on its own: attackers could fill a shared queue and lock the owner out.
      if failures.not_before is null then
        delay := least(10, ceil(pressure.level / 20));
        update sign_in_failures
          set not_before = moment + make_interval(secs => delay), expires_at = greatest(expires_at, moment + interval '5 minutes')
          where account = the_account and origin = network;
        return delay;
      elsif failures.not_before between moment and moment + interval '1 minute' then
        return greatest(1, ceil(extract(epoch from failures.not_before - moment)));
      end if;
    end if;
    pressure.level := least(pressure.level + 1, most_pressure);
    update sign_in_pressure
      set level = pressure.level, expires_at = moment + make_interval(secs => pressure.level * 36)
      where account = the_account;
  end if;

  update sign_in_failures
    set failed_at = failed_at || moment, not_before = null, expires_at = moment + interval '15 minutes'
    where account = the_account and origin = network;

  -- Each attempt deletes more expired rows than it adds, so that a flood of emails or addresses cannot fill the tables.
  -- Last, when this transaction waits for no more locks: otherwise two attempts that delete each other's rows deadlock.
  delete from sign_in_failures where (account, origin) in (
    select f.account, f.origin from sign_in_failures f where f.expires_at < moment
    order by f.expires_at limit 10 for update skip locked);
  delete from sign_in_pressure where account in (
    select p.account from sign_in_pressure p where p.expires_at < moment
    order by p.expires_at limit 10 for update skip locked);
  return 0;
end
$$;
