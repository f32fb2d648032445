-- The bin: what was deleted, for 30 days. See docs/decisions/028-the-bin.md.

-- A deleted record keeps its row, with everything that belongs to it. Statements read the views below, which have only
-- the rows that are not deleted.
alter table clients add column deleted_at timestamptz;
alter table voucher_infos add column deleted_at timestamptz;
alter table coupons add column deleted_at timestamptz;
alter table leads add column deleted_at timestamptz;
alter table subscription_plans add column deleted_at timestamptz;

create view live_clients as select * from clients where deleted_at is null;
create view live_voucher_infos as select * from voucher_infos where deleted_at is null;
create view live_coupons as select * from coupons where deleted_at is null;
create view live_leads as select * from leads where deleted_at is null;
create view live_subscription_plans as select * from subscription_plans where deleted_at is null;
create view live_qr_codes as select * from qr_codes where deleted_at is null;
-- The codes of a deleted group keep their rows unchanged: there may be a million. A subquery, because it is a filter in
-- any plan, where a join would change the plans of lists.
create view live_vouchers as select * from vouchers
  where voucher_info_id not in (select id from voucher_infos where deleted_at is not null);

-- The deleted rows are few, and the job that deletes them for good finds them here.
create index clients_deleted on clients (id) where deleted_at is not null;
create index voucher_infos_deleted on voucher_infos (id) where deleted_at is not null;
create index coupons_deleted on coupons (id) where deleted_at is not null;
create index leads_deleted on leads (id) where deleted_at is not null;
create index subscription_plans_deleted on subscription_plans (id) where deleted_at is not null;

-- The indexes of lists and their counts have the rows of the lists only.
drop index clients_newest, clients_search;
create index clients_newest on clients (joined_on desc, id desc) where deleted_at is null;
create index clients_search on clients using gin (fold_text(name || E'\n' || contact) gin_trgm_ops)
  where deleted_at is null;
drop index leads_newest, leads_by_status, leads_of_owner, leads_search;
create index leads_newest on leads (created_at desc, id desc) where deleted_at is null;
create index leads_by_status on leads (status, created_at desc, id desc) where deleted_at is null;
create index leads_of_owner on leads (owner, created_at desc, id desc) where owner is not null and deleted_at is null;
create index leads_search on leads using gin (fold_text(name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(mobile, '') || E'\n' || subject || E'\n' || message) gin_trgm_ops) where deleted_at is null;

-- A deleted record does not hold its code or its name. (A QR number stays taken.)
drop index coupons_code_taken, subscription_plans_name_taken;
create unique index coupons_code_taken on coupons
  ((case when is_double then code_key(code) || E'\n' || id::text else code_key(code) end)) where deleted_at is null;
create unique index subscription_plans_name_taken on subscription_plans (lower(name)) where deleted_at is null;

-- After it is deleted for good a QR code keeps its number, but no picture.
alter table qr_codes drop constraint qr_codes_one_target;
alter table qr_codes add constraint qr_codes_one_target
  check (num_nonnulls(redirection_url, image_id) = 1 or (deleted_at is not null and redirection_url is null));

-- A restored record is as it was, its version included.
drop trigger version on clients;
drop trigger version on voucher_infos;
drop trigger version on leads;
drop trigger version on subscription_plans;
drop trigger version on qr_codes;
create trigger version before update on clients for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create trigger version before update on voucher_infos for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create trigger version before update on leads for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create trigger version before update on subscription_plans for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create trigger version before update on qr_codes for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();

-- Codes that were deleted one by one. They are moved, not marked: nothing refers to a code that was not sold, and so the
-- largest table, its unique index, its counters and the statements of sales and imports stay as they are.
create table deleted_vouchers (
  id              uuid primary key,
  voucher_info_id uuid not null,
  client_id       uuid not null,
  voucher_code    text collate "C" not null,
  is_active       boolean not null,
  version         int not null,
  is_double       boolean not null,
  constraint deleted_vouchers_of_info foreign key (voucher_info_id, client_id) references voucher_infos (id, client_id)
);
create index deleted_vouchers_of_info on deleted_vouchers (voucher_info_id);
create index deleted_vouchers_of_client on deleted_vouchers (client_id);

-- What can be restored. A deleted row that is not in the bin is deleted for good by a job.
create table bin (
  -- The id of the deleted record.
  id         uuid primary key,
  kind       text not null,
  name       text not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid references staff_users (id),
  constraint bin_kind_known check (kind in ('company', 'voucher', 'qr_code', 'coupon', 'lead', 'plan'))
);
create index bin_newest on bin (deleted_at desc, id desc);
create index bin_of_kind on bin (kind, deleted_at desc, id desc);
create index bin_search on bin using gin (fold_text(name) gin_trgm_ops);

-- Trigger arguments: the kind, and the columns that name the record.
create function keep_bin() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    delete from bin where id = new.id;
    return null;
  end if;
  insert into bin (id, kind, name, deleted_at, deleted_by)
  select new.id, tg_argv[0], string_agg(to_jsonb(new) ->> part, ' · ' order by place), new.deleted_at,
    nullif(current_setting('our_print.actor', true), '')::uuid
  from unnest(tg_argv) with ordinality parts (part, place) where place > 1;
  return null;
end
$$;
create trigger bin after update of deleted_at on clients for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('company', 'name');
create trigger bin after update of deleted_at on coupons for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('coupon', 'code', 'name');
create trigger bin after update of deleted_at on leads for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('lead', 'name');
create trigger bin after update of deleted_at on subscription_plans for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('plan', 'name');
create trigger bin after update of deleted_at on qr_codes for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('qr_code', 'code', 'company');

create function keep_vouchers_in_bin() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from bin where id in (select id from changed);
  else
    insert into bin (id, kind, name, deleted_by)
    select v.id, 'voucher', v.voucher_code || ' · ' || c.name, nullif(current_setting('our_print.actor', true), '')::uuid
    from changed v join clients c on c.id = v.client_id;
  end if;
  return null;
end
$$;
create trigger bin_new after insert on deleted_vouchers referencing new table as changed
  for each statement execute function keep_vouchers_in_bin();
create trigger bin_gone after delete on deleted_vouchers referencing old table as changed
  for each statement execute function keep_vouchers_in_bin();

-- Takes a record out of the bin for good; its row is deleted by a job. With a company go its codes that were deleted
-- before. Returns whether there was one.
create function delete_from_bin(entry uuid) returns boolean language plpgsql as $$
declare
  gone bin;
begin
  delete from bin where id = entry and deleted_at > now() - interval '30 days' returning * into gone;
  if not found then return false; end if;
  delete from bin where id in (select id from deleted_vouchers where client_id = entry);
  insert into audit_entries (actor, action, entity, entity_id, before, request_id)
  values (nullif(current_setting('our_print.actor', true), '')::uuid, 'purge',
    case gone.kind when 'company' then 'clients' when 'voucher' then 'vouchers' when 'qr_code' then 'qr_codes'
      when 'coupon' then 'coupons' when 'lead' then 'leads' else 'subscription_plans' end,
    entry, jsonb_build_object('name', gone.name), nullif(current_setting('our_print.request_id', true), ''));
  return true;
end
$$;

-- As before, and setting or clearing deleted_at has an entry `delete` or `restore` with the whole row.
create or replace function audit() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  act    text := lower(tg_op);
  was    jsonb;
  is_now jsonb;
  hidden text;
begin
  if person is null then return null; end if;
  if tg_op <> 'INSERT' then was := to_jsonb(old); end if;
  if tg_op <> 'DELETE' then is_now := to_jsonb(new); end if;
  if tg_op = 'UPDATE' then
    if was -> 'deleted_at' = 'null' and is_now -> 'deleted_at' <> 'null' then
      act := 'delete';
      is_now := null;
    elsif was -> 'deleted_at' <> 'null' and is_now -> 'deleted_at' = 'null' then
      act := 'restore';
      was := null;
    else
      -- Looking each column up in the old row takes less than half the time of a join of both rows.
      select jsonb_object_agg(key, was -> key), jsonb_object_agg(key, value)
        into was, is_now
        from jsonb_each(is_now)
        where value is distinct from was -> key;
      if was is null then return null; end if;
    end if;
  end if;
  -- tg_argv is null for a trigger without arguments.
  foreach hidden in array coalesce(tg_argv, '{}') loop
    if was ? hidden then was := jsonb_set(was, array[hidden], '"hidden"'); end if;
    if is_now ? hidden then is_now := jsonb_set(is_now, array[hidden], '"hidden"'); end if;
  end loop;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  values (person, act, tg_table_name, coalesce(new.id, old.id), was, is_now,
    nullif(current_setting('our_print.request_id', true), ''));
  return null;
end
$$;
-- Coupons are audited for these columns only.
drop trigger audit on coupons;
create trigger audit after insert or delete
  or update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew, deleted_at
  on coupons for each row execute function audit();

-- As before; the statement that restores codes sets our_print.restores in its transaction.
create or replace function audit_vouchers() returns trigger language plpgsql as $$
declare
  person uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
begin
  if person is null then return null; end if;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  select person,
    case when tg_op = 'INSERT' and current_setting('our_print.restores', true) = 'vouchers' then 'restore'
      else lower(tg_op) end,
    'vouchers', voucher_info_id,
    case when tg_op = 'DELETE' then facts end, case when tg_op = 'INSERT' then facts end,
    nullif(current_setting('our_print.request_id', true), '')
  from (
    select voucher_info_id, jsonb_build_object(
      'codes', count(*), 'voucher_codes', to_jsonb((array_agg(voucher_code order by id))[1:100])) as facts
    from changed group by voucher_info_id) groups;
  return null;
end
$$;

-- The counters of vouchers have no deleted groups.
create or replace function count_vouchers() returns trigger language plpgsql as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into voucher_count_deltas
  select c.client_id, i.expiry_date, c.voucher_info_id, 0, sign * c.codes, sign * c.assigned, sign * c.available
  from (
    select client_id, voucher_info_id, count(*) as codes, count(*) filter (where is_assigned) as assigned,
      count(*) filter (where is_active and not is_assigned) as available
    from changed group by client_id, voucher_info_id) c
  join live_voucher_infos i on i.id = c.voucher_info_id;
  return null;
end
$$;

create or replace function count_voucher_group() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into voucher_count_deltas values (new.client_id, new.expiry_date, new.id, 1, 0, 0, 0);
  elsif tg_op = 'DELETE' then
    if old.deleted_at is null then
      insert into voucher_count_deltas values (old.client_id, old.expiry_date, old.id, -1, 0, 0, 0);
    end if;
  else
    insert into voucher_count_deltas
    select new.client_id, d.day, new.id, d.sign, d.sign * n.codes, d.sign * n.assigned, d.sign * n.available
    from (
      select old.expiry_date as day, -1 as sign where old.deleted_at is null
      union all
      select new.expiry_date, 1 where new.deleted_at is null) d
    cross join (
      select count(*) as codes, count(*) filter (where is_assigned) as assigned,
        count(*) filter (where is_active and not is_assigned) as available
      from vouchers where voucher_info_id = new.id) n;
  end if;
  return null;
end
$$;
create trigger count_deleted after update of deleted_at on voucher_infos for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function count_voucher_group();

create or replace function recount_vouchers() returns void language plpgsql as $$
begin
  lock table voucher_infos, vouchers, voucher_count_deltas in share row exclusive mode;
  truncate voucher_counts, voucher_group_counts, voucher_count_deltas;
  insert into voucher_group_counts
  select voucher_info_id, count(*), count(*) filter (where is_assigned),
    count(*) filter (where is_active and not is_assigned)
  from live_vouchers group by 1;
  insert into voucher_counts
  select i.client_id, i.expiry_date, count(*), coalesce(sum(c.codes), 0), coalesce(sum(c.assigned), 0),
    coalesce(sum(c.available), 0)
  from live_voucher_infos i left join voucher_group_counts c on c.voucher_info_id = i.id group by 1, 2;
end
$$;
