-- All tables whose changes are recorded, each declared once: 0_changes.sql says what is made of it.

-- ==== Orders and what is printed of them.

-- Of an order also the staff users who see it. A job that ends leaves its version, so its event has a name of its own.
select record_changes('orders', entity => 'order', staff_user => 'assigned_user', unaudited => '{printed, paid, invoiced, due, payment_status}', event => $$case
    when tg_op <> 'UPDATE' then null
    when new.printed <> old.printed and new.version = old.version then 'order.printed'
    when new.paid <> old.paid and new.version = old.version then 'order.paid'
    when new.invoiced is distinct from old.invoiced and new.version = old.version then 'order.invoiced'
    when new.status = 'delivered' and old.status <> 'delivered' then 'order.delivered'
    when new.status = 'cancelled' and old.status <> 'cancelled' then 'order.cancelled'
    when new.assigned_user <> old.assigned_user or new.assigned_user is not null and old.assigned_user is null
      then 'order.assigned' end$$);
select record_changes('order_files');
select record_changes('delivery_proofs');
-- Their event is told with the order, whose courier may be named.
select record_changes('order_comments', append_only => true);
select record_changes('order_mentions', unaudited => '{seen_at}');
-- Its files are in the audit of their own.
select record_changes('quotes', entity => 'quote');
select record_changes('complaints', entity => 'complaint');
select record_changes('complaint_photos');
select record_changes('courier_tasks', entity => 'courier_task',
  event => $$case when tg_op = 'UPDATE' then 'courier_task.settled' end$$);
select record_changes('courier_task_pictures');
select record_changes('order_links', hidden => '{code_hash, code_sealed}');
select record_changes('order_requests', entity => 'order_request',
  event => $$case when tg_op = 'UPDATE' then 'order_request.' || case new.status when 'open' then 'created' else new.status end end$$);
select record_changes('ticket_scans');
select record_changes('round_sequences');
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

-- ==== Messages.

-- A person has one sent; what becomes of it is in its own log.
select record_changes('messages', entity => 'message', unaudited => '{state, attempts, next_try_at, claim, claimed_at, sent_at,
  address, subject, text, template_version, said}', unaudited_new => $$new.again = 0 and new.fact <> 'payment_reminder'$$,
  silent => '{attempts, claim, claimed_at, address, subject, text, template_version}', hidden => '{code}');
select record_changes('message_templates', entity => 'message_template');
select record_changes('message_channels', entity => 'message_channel', hidden => '{settings, secret_sealed, dkim_sealed,
  inbound_hash, inbound_sealed}');

-- ==== Money.

-- The request is of the act; what it changes has entries of its own.
select record_changes('approvals', entity => 'approval', hidden => '{call}',
  event => $$'approval.' || case when tg_op = 'INSERT' then 'asked' else new.status end$$);
select record_changes('approval_rules', entity => 'approval_rule');
select record_changes('payments', entity => 'payment', append_only => true);
-- Its balance follows from the payments, which are in the audit.
select record_changes('accounts', unaudited => '{balance, version}', unaudited_new => 'true');

select record_changes('invoice_settings');
select record_changes('client_billing');
select record_changes('invoices', entity => 'invoice', append_only => true);
-- In the audit is their invoice.
select record_changes('invoice_lines', unaudited_new => 'true', append_only => true);
select record_changes('invoice_files', unaudited_new => 'true', append_only => true);
-- Who counts must not know what was declared, or what to find.
select record_changes('hand_overs', entity => 'hand_over', staff_user => 'holder',
  hidden => '{declared, declared_notes, in_hand}');
select record_changes('till_entries', entity => 'till_entry', append_only => true);
-- A closed day stays as it was sealed; only its second signature is added.
select record_changes('day_closes', entity => 'day', append_only => true, signed => '{signed_by,signed_at}');
-- Of a file its record is enough, also when it is taken back: lines are told of when somebody decides on them.
select record_changes('statements', entity => 'statement', append_only => true, signed => '{taken_back_at,taken_back_by}');
select record_changes('statement_lines', entity => 'statement_line', operations => 'update');

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
  silent => '{referrer}',
  event => $$'referral.' || case new.kind when 'earned' then 'claimed' else new.kind end$$);
select record_changes('subscription_plans', entity => 'plan', bin => 'plan', bin_name => '{name}');
select record_changes('user_subscription_plans', entity => 'subscription');

-- ==== People and the shop.

select record_changes('users', entity => 'customer');
-- That an order goes there again is in the order. Where it was handed over goes with the address, so no entry says it.
select record_changes('customer_addresses', unaudited => '{used_at, located}', hidden => '{located}');
-- That one was merged is an entry of the customer.
select record_changes('customer_merges');
select record_changes('customer_imports');
select record_changes('leads', entity => 'lead', bin => 'lead', bin_name => '{name}');
-- A new account of a key has the entry of its key.
select record_changes('staff_users',
  entity => 'staff', hidden => '{password_hash, password_set_by}', unaudited_new => 'new.is_api_key');
select record_changes('ability_sets', entity => 'ability_set');
select record_changes('api_keys', hidden => '{key_hash}');
select record_changes('configurations', entity => 'configuration');
select record_changes('images');
select record_changes('saved_views');
-- Portions do not set the status, so they write no entry.
select record_changes('bulk_jobs',
  unaudited => '{changed, unchanged, refused, undoable, failures, next_run_at, started_at}');
select record_changes('push_subscriptions', hidden => '{endpoint, p256dh, auth, public_key}');
select record_changes('webhooks', hidden => '{secret_sealed, previous_secret_sealed}');
