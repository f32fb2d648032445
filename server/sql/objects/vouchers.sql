-- Voucher groups, their codes, how many there are, and imports of codes.

create or replace view live_voucher_infos as select * from voucher_infos where deleted_at is null;

-- The codes of a deleted group keep their rows unchanged: there may be a million. A subquery, because it is a filter in
-- any plan, where a join would change the plans of lists.
create or replace view live_vouchers as select * from vouchers
  where voucher_info_id not in (select id from voucher_infos where deleted_at is not null);

-- One audit entry for all codes of a group that one statement inserts or deletes: an import may bring a million. The
-- statement that restores codes sets our_print.restores in its transaction.
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

-- Codes that go to the bin or leave it. They come and go by the hundred thousand: one event for each group of them.
create or replace function record_deleted_codes() returns trigger language plpgsql as $$
begin
  perform queue_event('voucher_group.changed', 'voucher_group', g.id, g.version, event_author())
  from voucher_infos g where g.id in (select voucher_info_id from changed);
  if tg_op = 'DELETE' then
    delete from bin where id in (select id from changed);
  else
    insert into bin (id, kind, name, deleted_by)
    select v.id, 'voucher', v.voucher_code || ' · ' || c.name, event_author()
    from changed v join clients c on c.id = v.client_id;
  end if;
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

create or replace function count_changed_voucher() returns trigger language plpgsql as $$
begin
  insert into voucher_count_deltas
  select new.client_id, i.expiry_date, new.voucher_info_id, 0, 0,
    new.is_assigned::int - old.is_assigned::int,
    (new.is_active and not new.is_assigned)::int - (old.is_active and not old.is_assigned)::int
  from voucher_infos i where i.id = new.voucher_info_id;
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

-- Adds the deltas to the counters and deletes them; returns how many there were. One process at a time: a second one
-- returns 0 at once.
create or replace function fold_voucher_counts() returns bigint language plpgsql as $$
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

-- Fewer than ten codes of a group are left to sell.
create or replace function announce_low_stock() returns trigger language plpgsql as $$
begin
  perform queue_event('stock.low', 'voucher_group', g.id, g.version) from live_voucher_infos g where g.id = new.voucher_info_id;
  return null;
end
$$;

select record_changes('voucher_infos', entity => 'voucher_group');
create or replace trigger count_group after insert or delete on voucher_infos
  for each row execute function count_voucher_group();
create or replace trigger count_moved after update of expiry_date on voucher_infos
  for each row when (old.expiry_date <> new.expiry_date) execute function count_voucher_group();
create or replace trigger count_deleted after update of deleted_at on voucher_infos for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function count_voucher_group();

select record_changes('vouchers', operations => 'update', entity => 'voucher', silent => '{version, is_assigned, is_active}');
create or replace trigger record_new after insert on vouchers referencing new table as changed
  for each statement execute function audit_vouchers();
create or replace trigger record_gone after delete on vouchers referencing old table as changed
  for each statement execute function audit_vouchers();
create or replace trigger count_new after insert on vouchers referencing new table as changed
  for each statement execute function count_vouchers();
create or replace trigger count_gone after delete on vouchers referencing old table as changed
  for each statement execute function count_vouchers();
create or replace trigger count_changed after update of is_assigned, is_active on vouchers
  for each row when ((old.is_assigned, old.is_active) is distinct from (new.is_assigned, new.is_active))
  execute function count_changed_voucher();

create or replace trigger record_new after insert on deleted_vouchers referencing new table as changed
  for each statement execute function record_deleted_codes();
create or replace trigger record_gone after delete on deleted_vouchers referencing old table as changed
  for each statement execute function record_deleted_codes();

create or replace trigger announce_low_stock after update on voucher_group_counts for each row
  when (old.available >= 10 and new.available < 10) execute function announce_low_stock();

select record_changes('voucher_imports');
