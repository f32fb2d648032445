-- Voucher groups, their codes, how many there are, and imports of codes.

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

-- Fewer codes of a company are left to sell than it says; told of the group that fell most. n3 is what is available of a
-- group, the third sum of voucher_figures. Of the counters alone, as they were and are: what is not folded yet falls later.
create or replace function announce_low_stock() returns trigger language plpgsql as $$
begin
  if not exists (select from counted where figure = 'voucher_figures') then return null; end if;
  perform queue_event('stock.low', 'voucher_group', g.id, g.version) from (
    select i.client_id, sum(b.n3 - n.n3) as gone, (array_agg(i.id order by n.n3 - b.n3, i.id))[1] as most
    from counted n join before b using (figure, period, key, starts) join live_voucher_infos i on i.id = n.key
    where figure = 'voucher_figures' and period = 'ever' and i.expiry_date >= shop_day(now())
    group by i.client_id) fell
  join clients c on c.id = fell.client_id
  join voucher_infos g on g.id = fell.most
  cross join lateral (
    select sum(f.n3) as available from live_voucher_infos i
    join figure_counts f on f.figure = 'voucher_figures' and f.period = 'ever' and f.key = i.id
    where i.client_id = c.id and i.expiry_date >= shop_day(now())) stock
  where stock.available < c.low_stock_below and stock.available + fell.gone >= c.low_stock_below;
  return null;
end
$$;

-- Codes that come, by a file or out of the bin, and that go into it, as one statement inserts or deletes them: an import may
-- bring a million. Ones that have expired already move from or to those that have. The audit has one entry for all of a group.
-- The statement that restores codes sets our_print.restores in its transaction.
create or replace function record_codes() returns trigger language plpgsql as $$
declare
  person      uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
  is_restored boolean := tg_op = 'INSERT' and current_setting('our_print.restores', true) is not distinct from 'vouchers';
begin
  insert into voucher_moves (client_id, voucher_info_id, received, voided, expired)
  select g.client_id, g.id,
    case when tg_op = 'INSERT' and not is_restored then c.codes else 0 end,
    case when tg_op = 'DELETE' then c.codes when is_restored then -c.codes else 0 end,
    case when g.expiry_date >= shop_day(now()) then 0 when tg_op = 'DELETE' then -c.codes else c.codes end
  from (select voucher_info_id, count(*)::int as codes from changed group by voucher_info_id) c
  join voucher_infos g on g.id = c.voucher_info_id;
  if person is null then return null; end if;
  insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
  select person, case when is_restored then 'restore' else lower(tg_op) end, 'vouchers', voucher_info_id,
    case when tg_op = 'DELETE' then facts end, case when tg_op = 'INSERT' then facts end,
    nullif(current_setting('our_print.request_id', true), '')
  from (
    select voucher_info_id, jsonb_build_object(
      'codes', count(*), 'voucher_codes', to_jsonb((array_agg(voucher_code order by id))[1:100])) as facts
    from changed group by voucher_info_id) groups;
  return null;
end
$$;

-- A later day of expiry brings expired codes back, and a group is deleted for good with its last code: that its codes had
-- expired is kept as it was, on its day.
create or replace function keep_taken_back_expiry() returns trigger language plpgsql as $$
declare
  unsold int := (select coalesce(sum(available), 0) from voucher_figures where voucher_info_id = old.id and period = 'ever');
begin
  insert into voucher_moves (client_id, voucher_info_id, at, expired)
  select old.client_id, old.id, day_start(old.expiry_date + 1), unsold - coalesce(sum(expired), 0)
  from voucher_moves where voucher_info_id = old.id and at >= day_start(old.expiry_date + 1)
  having tg_op = 'UPDATE' or unsold <> coalesce(sum(expired), 0);
  if tg_op = 'UPDATE' then
    insert into voucher_moves (client_id, voucher_info_id, expired) values (new.client_id, new.id, -unsold);
  end if;
  return null;
end
$$;

-- All moves of the codes of a company since a time, by group; what each has of `expired` follows from its day.
create or replace function moves_of_client(client uuid, since timestamptz)
  returns table (voucher_info_id uuid, at timestamptz, received int, sold int, voided int, expired int, due bigint)
  language sql stable as $$
  select m.voucher_info_id, m.at, m.received, 0, m.voided, m.expired, 0::bigint
  from voucher_moves m where m.client_id = client and m.at >= since
  union all
  select p.voucher_info_id, p.purchased_at, 0, 1, 0, 0, p.agreed_price
  from purchased_vouchers p where p.client_id = client and p.purchased_at >= since
  union all
  select p.voucher_info_id, p.voided_at, 0, -1, 1, 0, -p.agreed_price
  from purchased_vouchers p where p.client_id = client and p.voided_at is not null and p.voided_at >= since
  union all
  select i.id, e.at, 0, 0, 0, (f.unsold - m.expired)::int, 0::bigint
  from voucher_infos i
  cross join lateral (select day_start(i.expiry_date + 1) as at) e
  cross join lateral (
    select coalesce(sum(available), 0) as unsold from voucher_figures where voucher_info_id = i.id and period = 'ever') f
  cross join lateral (
    select coalesce(sum(v.expired), 0) as expired from voucher_moves v where v.voucher_info_id = i.id and v.at >= e.at) m
  where i.client_id = client and i.expiry_date < shop_day(now()) and e.at >= since and f.unsold <> m.expired
$$;

create or replace trigger keep_expiry after update of expiry_date on voucher_infos for each row
  when (old.expiry_date < shop_day(now()) and new.expiry_date >= shop_day(now()))
  execute function keep_taken_back_expiry();
create or replace trigger keep_expiry_of_gone after delete on voucher_infos for each row
  when (old.expiry_date < shop_day(now())) execute function keep_taken_back_expiry();

create or replace trigger record_new after insert on vouchers referencing new table as changed
  for each statement execute function record_codes();
create or replace trigger record_gone after delete on vouchers referencing old table as changed
  for each statement execute function record_codes();

create or replace trigger record_new after insert on deleted_vouchers referencing new table as changed
  for each statement execute function record_deleted_codes();
create or replace trigger record_gone after delete on deleted_vouchers referencing old table as changed
  for each statement execute function record_deleted_codes();

create or replace trigger announce_low_stock after update on figure_counts
  referencing old table as before new table as counted for each statement execute function announce_low_stock();
