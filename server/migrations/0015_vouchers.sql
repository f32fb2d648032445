-- Voucher groups, their codes and how many there are.

-- A group of codes with the same worth, cost in coins and expiry date.
create table voucher_infos (
  id             uuid primary key default uuid_v7(),
  client_id      uuid not null references clients (id),
  voucher_detail text not null,
  -- In hundredths of a coin.
  cost           bigint not null check (cost >= 0),
  expiry_date    date not null,
  image_id       uuid references images (id),
  is_single      boolean not null,
  -- The import that created it.
  import_id      uuid,
  created_on     timestamptz not null default now(),
  version        int not null default 1,
  constraint voucher_infos_with_client unique (id, client_id)
);
create index voucher_infos_of_client on voucher_infos (client_id, id desc);
create index voucher_infos_by_cost on voucher_infos (cost);
create index voucher_infos_of_image on voucher_infos (image_id) where image_id is not null;
create trigger version before update on voucher_infos for each row execute function next_version();
create trigger audit after insert or update or delete on voucher_infos for each row execute function audit();

-- The codes. A version 7 id also sorts by time, so lists need no other column to show the newest first, and every index
-- but the one on the code grows at its end.
create table vouchers (
  id              uuid primary key default uuid_v7(),
  voucher_info_id uuid not null,
  client_id       uuid not null,
  voucher_code    text collate "C" not null,
  is_assigned     boolean not null default false,
  is_active       boolean not null default true,
  version         int not null default 1,
  -- A second code of the company with the same key: it stays, can be sold and found, and gets a unique key of its own.
  is_double       boolean not null default false,
  code_key        text collate "C" not null generated always as (
    case when is_double then code_key(voucher_code) || E'\n' || id::text else code_key(voucher_code) end) stored,
  constraint vouchers_of_info foreign key (voucher_info_id, client_id) references voucher_infos (id, client_id)
);
create unique index vouchers_voucher_code_taken on vouchers (client_id, code_key);
-- Ascending and read backwards for the newest first: they grow at their end, which makes an import a fifth faster.
create index vouchers_of_client on vouchers (client_id, voucher_info_id, id);
create index vouchers_in_group on vouchers (voucher_info_id, id);
create index vouchers_free on vouchers (voucher_info_id, id) where not is_assigned and is_active;
create index vouchers_sold on vouchers (client_id, voucher_info_id, id) where is_assigned;
-- The list of all sold codes, newest group first; without it the list scans the unsold codes.
create index vouchers_all_sold on vouchers (voucher_info_id, id) where is_assigned;
create trigger version before update on vouchers for each row execute function next_version();
create trigger settle_double before update of voucher_code on vouchers
  for each row when (old.is_double and old.voucher_code <> new.voucher_code) execute function settle_double();

-- One audit entry for all codes of a group that one statement inserts or deletes: an import may bring a million.
create function audit_vouchers() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
begin
  if person is null then return null; end if;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  select person, lower(tg_op), 'vouchers', voucher_info_id,
    case when tg_op = 'DELETE' then facts end, case when tg_op = 'INSERT' then facts end,
    nullif(current_setting('our_print.request_id', true), '')
  from (
    select voucher_info_id, jsonb_build_object(
      'codes', count(*), 'voucher_codes', to_jsonb((array_agg(voucher_code order by id))[1:100])) as facts
    from changed group by voucher_info_id) groups;
  return null;
end
$$;
create trigger audit_new after insert on vouchers referencing new table as changed
  for each statement execute function audit_vouchers();
create trigger audit_gone after delete on vouchers referencing old table as changed
  for each statement execute function audit_vouchers();
create trigger audit_changed after update on vouchers for each row execute function audit();

-- Numbers of groups and codes by company, expiry date and group, so that lists know their length and the stock is known
-- without counting rows. As with orders, writers append deltas and the server folds them; both together are exact at any
-- moment. A transaction that changes whether a code counts holds a lock on its group (at least FOR SHARE), so that a
-- change of the expiry date moves exactly the codes that are there.
create table voucher_counts (
  client_id   uuid not null,
  expiry_date date not null,
  groups      bigint not null,
  codes       bigint not null,
  assigned    bigint not null,
  available   bigint not null,
  primary key (client_id, expiry_date)
);
create table voucher_group_counts (
  voucher_info_id uuid primary key,
  codes           bigint not null,
  assigned        bigint not null,
  available       bigint not null
);
create table voucher_count_deltas (
  client_id       uuid not null,
  expiry_date     date not null,
  voucher_info_id uuid not null,
  groups          int not null,
  codes           bigint not null,
  assigned        bigint not null,
  available       bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create function count_vouchers() returns trigger language plpgsql as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into voucher_count_deltas
  select c.client_id, i.expiry_date, c.voucher_info_id, 0, sign * c.codes, sign * c.assigned, sign * c.available
  from (
    select client_id, voucher_info_id, count(*) as codes, count(*) filter (where is_assigned) as assigned,
      count(*) filter (where is_active and not is_assigned) as available
    from changed group by client_id, voucher_info_id) c
  join voucher_infos i on i.id = c.voucher_info_id;
  return null;
end
$$;
create trigger count_new after insert on vouchers referencing new table as changed
  for each statement execute function count_vouchers();
create trigger count_gone after delete on vouchers referencing old table as changed
  for each statement execute function count_vouchers();

create function count_changed_voucher() returns trigger language plpgsql as $$
begin
  insert into voucher_count_deltas
  select new.client_id, i.expiry_date, new.voucher_info_id, 0, 0,
    new.is_assigned::int - old.is_assigned::int,
    (new.is_active and not new.is_assigned)::int - (old.is_active and not old.is_assigned)::int
  from voucher_infos i where i.id = new.voucher_info_id;
  return null;
end
$$;
create trigger count_changed after update of is_assigned, is_active on vouchers
  for each row when ((old.is_assigned, old.is_active) is distinct from (new.is_assigned, new.is_active))
  execute function count_changed_voucher();

create function count_voucher_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into voucher_count_deltas values (new.client_id, new.expiry_date, new.id, 1, 0, 0, 0);
  elsif tg_op = 'DELETE' then
    insert into voucher_count_deltas values (old.client_id, old.expiry_date, old.id, -1, 0, 0, 0);
  else
    insert into voucher_count_deltas
    select new.client_id, d.day, new.id, d.sign, d.sign * n.codes, d.sign * n.assigned, d.sign * n.available
    from (values (old.expiry_date, -1), (new.expiry_date, 1)) d (day, sign)
    cross join (
      select count(*) as codes, count(*) filter (where is_assigned) as assigned,
        count(*) filter (where is_active and not is_assigned) as available
      from vouchers where voucher_info_id = new.id) n;
  end if;
  return null;
end
$$;
create trigger count_group after insert or delete on voucher_infos for each row execute function count_voucher_group();
create trigger count_moved after update of expiry_date on voucher_infos
  for each row when (old.expiry_date <> new.expiry_date) execute function count_voucher_group();

-- Adds the deltas to the counters and deletes them; returns how many there were. One process at a time: a second one
-- returns 0 at once.
create function fold_voucher_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_voucher_counts')) then return 0; end if;
  with gone as (
    delete from voucher_count_deltas
    returning client_id, expiry_date, voucher_info_id, groups, codes, assigned, available
  ), by_day as (
    insert into voucher_counts as c (client_id, expiry_date, groups, codes, assigned, available)
    select client_id, expiry_date, sum(groups), sum(codes), sum(assigned), sum(available)
    from gone group by client_id, expiry_date
    having (sum(groups), sum(codes), sum(assigned), sum(available)) <> (0, 0, 0, 0)
    on conflict (client_id, expiry_date) do update set groups = c.groups + excluded.groups,
      codes = c.codes + excluded.codes, assigned = c.assigned + excluded.assigned,
      available = c.available + excluded.available
  ), by_group as (
    insert into voucher_group_counts as c (voucher_info_id, codes, assigned, available)
    select voucher_info_id, sum(codes), sum(assigned), sum(available)
    from gone group by voucher_info_id having (sum(codes), sum(assigned), sum(available)) <> (0, 0, 0)
    on conflict (voucher_info_id) do update set codes = c.codes + excluded.codes,
      assigned = c.assigned + excluded.assigned, available = c.available + excluded.available
  )
  select count(*) into folded from gone;
  delete from voucher_counts where groups = 0 and codes = 0;
  return folded;
end
$$;

-- Counts again from the rows, after a bulk load without triggers.
create function recount_vouchers() returns void language plpgsql as $$
begin
  lock table voucher_infos, vouchers, voucher_count_deltas in share row exclusive mode;
  truncate voucher_counts, voucher_group_counts, voucher_count_deltas;
  insert into voucher_group_counts
  select voucher_info_id, count(*), count(*) filter (where is_assigned),
    count(*) filter (where is_active and not is_assigned)
  from vouchers group by 1;
  insert into voucher_counts
  select i.client_id, i.expiry_date, count(*), coalesce(sum(c.codes), 0), coalesce(sum(c.assigned), 0),
    coalesce(sum(c.available), 0)
  from voucher_infos i left join voucher_group_counts c on c.voucher_info_id = i.id group by 1, 2;
end
$$;
