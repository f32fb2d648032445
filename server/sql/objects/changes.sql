-- All tables whose changes are recorded, each declared once: 0_changes.sql says what is made of it.

-- ==== Orders and what is printed of them.

-- Of an order also the staff users who see it.
select record_changes('orders', entity => 'order', staff_user => 'assigned_user', event => $$case
    when tg_op <> 'UPDATE' then null
    when new.status = 'delivered' and old.status <> 'delivered' then 'order.delivered'
    when new.status = 'cancelled' and old.status <> 'cancelled' then 'order.cancelled'
    when new.assigned_user <> old.assigned_user or new.assigned_user is not null and old.assigned_user is null
      then 'order.assigned' end$$);
select record_changes('order_files');
select record_changes('delivery_proofs');
select record_changes('ticket_scans');
-- Not announced is that another runner takes over, or looks again.
select record_changes('print_jobs', entity => 'print_job', silent => '{version, reasons, sheets_done, tries, ipp_job_id, runner,
  move_to, failures, next_try_at, sent_at, cover_sent_at, finished_at}');
-- A person's change needs a new version; what a printer says does not. Nothing is told where it was only seen again.
select record_changes('printers', entity => 'printer', unaudited => '{status, seen_at}', silent => '{seen_at}',
  hidden => '{password_sealed, certificate, status, seen_at}');
select record_changes('printer_readings');
select record_changes('production_costs');
-- A person's change needs a new version; what jobs use does not.
select record_changes('stock_items', entity => 'stock_item', unaudited => '{amount, unit_cost, entries}');
-- What jobs use is in the ledger; a line of the audit for each of them says nothing more.
select record_changes('stock_entries', unaudited_new => $$new.kind = 'use'$$, append_only => true);

-- ==== Rewards. A restored record is as it was, its version included.

select record_changes('clients', entity => 'company', bin => 'company', bin_name => '{name}');
select record_changes('voucher_infos', entity => 'voucher_group');
-- That codes come and go is recorded by the statement: vouchers.sql.
select record_changes('vouchers', operations => 'update', entity => 'voucher', silent => '{version, is_assigned, is_active}');
select record_changes('voucher_imports');
select record_changes('purchased_vouchers', entity => 'sold_voucher', event => $$case
    when tg_op = 'INSERT' then 'voucher.purchased'
    when old.voided_at is null and new.voided_at is not null then 'voucher.voided' end$$);
select record_changes('coin_entries', append_only => true);
select record_changes('qr_codes', entity => 'qr_code', bin => 'qr_code', bin_name => '{code, company}');
-- A use does not change the version: whoever is editing the coupon must not get a conflict from it.
select record_changes('coupons', entity => 'coupon', bin => 'coupon', bin_name => '{code, name}',
  event => $$case when new.usage_count > old.usage_count then 'coupon.redeemed' end$$,
  unaudited => '{usage_count, given_away}');
select record_changes('coupon_uses');
select record_changes('referrals');
-- The record is the referrer, a customer.
select record_changes('referral_claims', entity => 'referral', subject => 'referrer', append_only => true,
  event => $$'referral.' || case new.kind when 'earned' then 'claimed' else new.kind end$$);
select record_changes('subscription_plans', entity => 'plan', bin => 'plan', bin_name => '{name}');
select record_changes('user_subscription_plans', entity => 'subscription');

-- ==== People and the shop.

select record_changes('users', entity => 'customer');
select record_changes('leads', entity => 'lead', bin => 'lead', bin_name => '{name}');
-- A new account of a key has the entry of its key.
select record_changes('staff_users', entity => 'staff', hidden => '{password_hash}', unaudited_new => 'new.is_api_key');
select record_changes('api_keys', hidden => '{key_hash}');
select record_changes('configurations', entity => 'configuration');
select record_changes('images');
select record_changes('saved_views');
-- Portions do not set the status, so they write no entry.
select record_changes('bulk_jobs',
  unaudited => '{changed, unchanged, refused, undoable, failures, next_run_at, started_at}');
select record_changes('webhooks', hidden => '{secret_sealed, previous_secret_sealed}');
