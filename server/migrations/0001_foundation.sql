create extension if not exists pg_trgm;

-- Version 7 (RFC 9562): 48 bits of milliseconds, then chance; new rows land at the end of their index.
-- PostgreSQL 18 has its own, but any PostgreSQL from 15 on must do.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The zone in which the shop counts its days. The server writes TIME_ZONE here when it starts.
create table shop_clock (
  only_row  boolean primary key default true check (only_row),
  time_zone text not null
);
insert into shop_clock (time_zone) values ('Asia/Kolkata');

create function shop_day(moment timestamptz) returns date language sql stable parallel safe as $$
  select (moment at time zone (select time_zone from shop_clock))::date
$$;

create function day_start(day date) returns timestamptz language sql stable parallel safe as $$
  select day::timestamp at time zone (select time_zone from shop_clock)
$$;

-- Keys that must outlive a restart and be the same in every server process.
create table secrets (
  name  text primary key,
  value bytea not null
);

-- Every change of an entity makes a new version; a write that names an older one is refused.
create function next_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

create table audit_entries (
  id         uuid primary key default uuid_v7(),
  at         timestamptz not null default now(),
  actor      uuid not null,
  action     text not null,
  entity     text not null,
  entity_id  uuid not null,
  before     jsonb,
  after      jsonb,
  request_id text
);
create index audit_entries_of_entity on audit_entries (entity_id, id);

-- Who, when, what, before and after, for every table that carries this trigger. The server names the person with
-- set_config in the transaction; what no person did (sweeps, seeds) leaves no entry. An update keeps only the columns
-- that changed. Arguments are columns whose values must not be kept.
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
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, n.value)
      into was, is_now
      from jsonb_each(was) o join jsonb_each(is_now) n using (key)
      where o.value is distinct from n.value;
    if was is null then return null; end if;
  end if;
  -- A trigger without arguments has no array at all.
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

-- The answer of a POST that carried an Idempotency-Key, kept for 24 hours.
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
