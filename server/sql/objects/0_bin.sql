-- The bin: what was deleted, for 30 days. See docs/decisions/028-the-bin.md.

-- Takes a record out of the bin for good; its row is deleted by a job. With a company go its codes that were deleted
-- before. Returns whether there was one.
create or replace function delete_from_bin(entry uuid) returns boolean language plpgsql as $$
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
