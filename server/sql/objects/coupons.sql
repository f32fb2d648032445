-- Coupons and their uses.

create or replace view live_coupons as select * from coupons where deleted_at is null;

-- A use changes a coupon's counters only, and not its version.
create or replace function announce_coupon() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case
      when tg_op = 'INSERT' or (old.deleted_at is not null and new.deleted_at is null) then 'coupon.created'
      when new.deleted_at is not null and old.deleted_at is null then 'coupon.deleted'
      when new.usage_count > old.usage_count then 'coupon.redeemed'
      else 'coupon.changed' end,
    'coupon', new.id, new.version, event_author());
  return null;
end
$$;

-- A use does not change the version: whoever is editing the coupon must not get a conflict from it.
create or replace trigger version
  before update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew on coupons
  for each row execute function next_version();
-- Coupons are audited for these columns only.
create or replace trigger audit after insert or delete
  or update of name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew, deleted_at
  on coupons for each row execute function audit();
create or replace trigger settle_double before update of code on coupons
  for each row when (old.is_double and old.code <> new.code) execute function settle_double();
create or replace trigger bin after update of deleted_at on coupons for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('coupon', 'code', 'name');
create or replace trigger announce after insert or update on coupons for each row execute function announce_coupon();

create or replace trigger audit after insert or update or delete on coupon_uses for each row execute function audit();
