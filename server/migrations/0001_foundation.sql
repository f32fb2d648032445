-- What every feature uses: ids, the shop's days, versions, the audit log, idempotency keys and job runs.

create extension if not exists pg_trgm;

-- UUID version 7 (RFC 9562): 48 bits of milliseconds, then random bits, so that new rows go to the end of their index.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- PostgreSQL 18 has a built-in function, which is many times faster. Older versions (15 to 17) keep the one above.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create or replace function uuid_v7() returns uuid language sql volatile parallel safe as
      ''select uuidv7()''';
  end if;
end
$$;

-- The time zone in which the shop counts its days. The server writes TIME_ZONE here at start.
create table shop_clock (
  only_row  boolean primary key default true check (only_row),
  time_zone text not null
);
insert into shop_clock (time_zone) values ('Asia/Kolkata');

-- The first moment of a day in the shop's time zone. Correct also where a clock change falls on midnight, where midnight
-- happens twice, and where a whole day is skipped.
create function day_start(day date) returns timestamptz language plpgsql stable parallel safe as $$
declare
  zone   text := (select time_zone from shop_clock);
  -- Of two midnights PostgreSQL takes the later one; where there is none it uses the old offset.
  middle timestamptz := day::timestamp at time zone zone;
  early  timestamptz := middle - interval '36 hours';
  late   timestamptz := middle + interval '36 hours';
begin
  -- The offset is the same before and after: no clock change is near.
  if (early at time zone zone) - (early at time zone 'UTC') = (late at time zone zone) - (late at time zone 'UTC') then
    return middle;
  end if;
  -- Binary search down to one second: clock changes fall on whole seconds.
  while late - early > interval '1 second' loop
    middle := early + make_interval(secs => floor(extract(epoch from late - early) / 2));
    if (middle at time zone zone)::date >= day then late := middle; else early := middle; end if;
  end loop;
  return late;
end
$$;

-- The shop's day of a moment: the last day that has started. Uses day_start(), so that the count of a day and the list
-- of a day always agree.
create function shop_day(moment timestamptz) returns date language plpgsql stable parallel safe as $$
declare
  clock timestamp := moment at time zone (select time_zone from shop_clock);
  day   date := clock::date;
begin
  -- Far from midnight the local date is right: no clock change is larger than this.
  if extract(hour from clock) between 3 and 20 then return day; end if;
  if moment < day_start(day) then return day - 1; end if;
  if moment >= day_start(day + 1) then return day + 1; end if;
  return day;
end
$$;

-- Keys that must survive a restart and be the same in every server process.
create table secrets (
  name  text primary key,
  value bytea not null
);

-- Optimistic locking: every update increments the version; a write that names an older version is refused.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- For tables to which rows are only ever added.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;

create table audit_entries (
  id         uuid primary key default uuid_v7(),
  at         timestamptz not null default now(),
  -- The staff user; null for a command that was run on the machine.
  actor      uuid,
  action     text not null,
  entity     text not null,
  entity_id  uuid not null,
  before     jsonb,
  after      jsonb,
  request_id text
);
create index audit_entries_of_entity on audit_entries (entity_id, id);

-- Writes an audit entry for each change of a table that has this trigger. The server names the staff user with
-- set_config in the transaction; changes without one (sweeps, seeds) have no entry. An update stores the changed columns
-- only. Trigger arguments are columns whose values must not be stored.
create function audit() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  was    jsonb;
  is_now jsonb;
  hidden text;
begin
  if person is null then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    -- Looking each column up in the old row takes less than half the time of a join of both rows.
    select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value)
      into was, is_now
      from jsonb_each(is_now)
      where value is distinct from was -> key;
    if was is null then return null; end if;
  end if;
  -- tg_argv is null for a trigger without arguments.
  foreach hidden in array coalesce(tg_argv, '{}') loop
    if was ? hidden then was := jsonb_set(was, array[hidden], '"hidden"'); end if;
    if is_now ? hidden then is_now := jsonb_set(is_now, array[hidden], '"hidden"'); end if;
  end loop;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (person, lower(tg_op), tg_table_name, coalesce(new.id, old.id), was, is_now,
    nullif(current_setting('our_print.request_id', true), ''));
  return null;
end
$$;

-- The response to a POST that had an Idempotency-Key, stored for 24 hours.
create table idempotency_keys (
  caller     text not null,
  method     text not null,
  path       text not null,
  key        text not null,
  body_hash  bytea not null,
  status     int not null,
  answer     text not null,
  created_at timestamptz not null default now(),
  primary key (caller, method, path, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- When each background job last finished, in whichever server process.
create table job_runs (
  job      text primary key,
  ended_at timestamptz not null
);
