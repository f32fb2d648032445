-- Voucher groups, their codes, how many there are, and imports of codes.

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

-- What is there of all groups that are not deleted, and of those of a company, which are found without reading the others; rows
-- are to be added up.
create or replace view voucher_stock as
  select i.client_id, i.expiry_date, f.codes, f.assigned, f.available
  from live_voucher_infos i join voucher_figures f on f.voucher_info_id = i.id and f.period = 'ever';

create or replace function stock_of_client(client uuid)
  returns table (expiry_date date, codes numeric, assigned numeric, available numeric) language sql stable as $$
  select i.expiry_date, f.codes, f.assigned, f.available from live_voucher_infos i cross join lateral (
    select sum(codes) as codes, sum(assigned) as assigned, sum(available) as available from voucher_figures
    where voucher_info_id = i.id and period = 'ever') f
  where i.client_id = client
$$;

-- Fewer than ten codes of a group are left to sell.
create or replace function announce_low_stock() returns trigger language plpgsql as $$
begin
  perform queue_event('stock.low', 'voucher_group', g.id, g.version) from live_voucher_infos g where g.id = new.key;
  return null;
end
$$;

create or replace trigger record_new after insert on vouchers referencing new table as changed
  for each statement execute function audit_vouchers();
create or replace trigger record_gone after delete on vouchers referencing old table as changed
  for each statement execute function audit_vouchers();

create or replace trigger record_new after insert on deleted_vouchers referencing new table as changed
  for each statement execute function record_deleted_codes();
create or replace trigger record_gone after delete on deleted_vouchers referencing old table as changed
  for each statement execute function record_deleted_codes();

-- n3 is what is available of a group, the third sum of voucher_figures.
create or replace trigger announce_low_stock after update on figure_counts for each row
  when (new.figure = 'voucher_figures' and old.n3 >= 10 and new.n3 < 10) execute function announce_low_stock();
