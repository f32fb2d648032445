-- Wrong passwords are counted per account and origin. An account is the hash of the email that was typed, whether
-- somebody has it or not; an origin is a network ('203.0.113.7', '2001:db8::/64') or a device ('device:<hash>').
-- From where each person signed in before. The token of a device is kept as its hash.
create table sign_in_origins (
  origin     text not null,
  staff_user uuid not null references staff_users (id),
  used_at    timestamptz not null default now(),
  primary key (origin, staff_user)
);
create index sign_in_origins_of_staff_user on sign_in_origins (staff_user, used_at desc);

-- Addresses that are known already stay so. IPv6 ones are learned again: they count by their /64 now.
insert into sign_in_origins (origin, staff_user, used_at)
select regexp_replace(a.address, '^::ffff:', ''), u.id, max(a.at)
from sign_in_attempts a join staff_users u on u.email = a.email
where a.succeeded and a.address ~ '^(::ffff:)?\d{1,3}(\.\d{1,3}){3}$'
group by 1, 2;
drop table sign_in_attempts;

-- The failures of the last 15 minutes, at most 10. `not_before` is when a stranger may try next while the account is
-- being guessed at from many networks.
create table sign_in_failures (
  account    bytea not null,
  origin     text not null,
  failed_at  timestamptz[] not null default '{}',
  not_before timestamptz,
  expires_at timestamptz not null,
  primary key (account, origin)
);
create index sign_in_failures_by_expiry on sign_in_failures (expires_at);

-- How much strangers guess at an account, over all networks: one more for each attempt, 100 less an hour.
create table sign_in_pressure (
  account    bytea primary key,
  level      float8 not null default 0,
  at         timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_pressure_by_expiry on sign_in_pressure (expires_at);

create function recent_failures(failed_at timestamptz[]) returns timestamptz[] language sql stable as $$
  select coalesce(array_agg(f order by f), '{}') from unnest(failed_at) f
  where f > clock_timestamp() - interval '15 minutes'
$$;

-- Counts an attempt before its password is looked at, so that attempts in parallel count one another. Answers 0, or
-- the seconds to wait; then nothing is counted. A right password removes its count.
create function count_sign_in_attempt(
  the_account bytea, network text, is_known_network boolean, device text, is_known_device boolean
) returns int language plpgsql as $$
declare
  most_failures constant int := 10;
  pressure_of_delays constant float8 := 50;
  most_pressure constant float8 := 200;
  here      sign_in_failures;
  pressure  sign_in_pressure;
  moment    timestamptz;
  delay     int;
  is_known  boolean := is_known_network;
begin
  -- Locks the row: from here on attempts of one network at one account go one by one.
  insert into sign_in_failures as f (account, origin, expires_at)
  values (the_account, network, clock_timestamp() + interval '15 minutes')
  on conflict (account, origin) do update set failed_at = recent_failures(f.failed_at)
  returning * into here;
  moment := clock_timestamp();
  if cardinality(here.failed_at) >= most_failures then
    return greatest(1, ceil(extract(epoch from here.failed_at[1] + interval '15 minutes' - moment)));
  end if;

  -- A stolen device token opens no more than ten guesses: then its device is a stranger's.
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
      -- Each network waits by itself: a shared queue could be filled by strangers and would lock the owner out.
      if here.not_before is null then
        delay := least(10, ceil(pressure.level / 20));
        update sign_in_failures
          set not_before = moment + make_interval(secs => delay), expires_at = greatest(expires_at, moment + interval '5 minutes')
          where account = the_account and origin = network;
        return delay;
      elsif here.not_before > moment then
        return greatest(1, ceil(extract(epoch from here.not_before - moment)));
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

  -- Each attempt removes more rows than it makes, so that no flood of names or addresses fills the tables. At the end,
  -- where nothing is waited for any more: two that swept each other's rows first would wait for each other.
  delete from sign_in_failures where (account, origin) in (
    select f.account, f.origin from sign_in_failures f where f.expires_at < moment
    order by f.expires_at limit 10 for update skip locked);
  delete from sign_in_pressure where account in (
    select p.account from sign_in_pressure p where p.expires_at < moment
    order by p.expires_at limit 10 for update skip locked);
  return 0;
end
$$;
