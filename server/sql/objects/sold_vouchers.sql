-- Vouchers that customers bought.

create or replace function announce_sale() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case
      when tg_op = 'INSERT' then 'voucher.purchased'
      when old.voided_at is null and new.voided_at is not null then 'voucher.voided'
      else 'sold_voucher.changed' end,
    'sold_voucher', new.id, new.version, event_author());
  return null;
end
$$;

create or replace trigger version before update on purchased_vouchers for each row execute function next_version();
create or replace trigger audit after insert or update or delete on purchased_vouchers
  for each row execute function audit();
create or replace trigger remove_unshown_image after delete on purchased_vouchers for each row
  when (old.image_id is not null) execute function remove_unshown_image();
create or replace trigger announce after insert or update on purchased_vouchers
  for each row execute function announce_sale();
