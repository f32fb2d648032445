import type { Pool } from '../src/base/database/db.ts'

/** Tables that grow with orders, vouchers, scans or customers; the others stay small. */
export const largeTables = [
  'orders',
  'order_search',
  'customer_search',
  'order_files',
  'order_history',
  'users',
  'user_subscription_plans',
  'coin_entries',
  'vouchers',
  'purchased_vouchers',
  'voucher_import_skips',
  'coupon_uses',
  'referrals',
  'referral_claims',
  'referrers',
  'scans',
  'images',
  'print_jobs',
  'print_job_costs',
  'order_costs',
  'stock_entries',
  'ticket_scans',
  'audit_entries',
  'idempotency_keys',
]

/** Fills every large table with thousands of rows and updates the planner's statistics. */
export async function fillLargeTables(db: Pool): Promise<void> {
  const tables = await db<{ name: string }[]>`
    select distinct event_object_table::text as name from information_schema.triggers where trigger_schema = 'public'`
  for (const { name } of tables) await db`alter table ${db(name)} disable trigger user`
  await db.unsafe(`
    insert into users (first_name, last_name, email, mobile, created_at, referral_code)
    select 'Kiran', 'Name' || md5(n::text), md5(n::text) || '@print.test', '9' || lpad(n::text, 9, '0'),
      now() - interval '500 days' + n * interval '1 hour', 'REF' || n from generate_series(1, 10000) n;
    insert into staff_users (email, full_name, password_hash, is_superuser)
    select 'large' || n || '@print.test', 'Staff ' || n, 'none', false from generate_series(1, 100) n;
    insert into subscription_plans (name, price, pages_per_month, duration_days) values ('Office', 99900, 1000, 30);
    insert into user_subscription_plans (user_id, plan, price, starts_on, ends_on, pages_total, created_at)
    select u.id, p.id, 99900, u.created_at::date, u.created_at::date + 30, 1000, u.created_at
    from users u cross join subscription_plans p;
    create temp table people as select id, row_number() over () as n from users;
    create temp table couriers as select id, row_number() over () as n from staff_users where full_name like 'Staff %';
    insert into orders (title, status, user_id, assigned_user, pdf_page_count, copies, color, sides, paper_size, binding,
      pickup, amount, settled_before, created_at, promised_at, printed, assigned_at, out_for_delivery_at, delivered_at)
    select 'Thesis ' || md5(o.n::text),
      case when o.n < 19500 then 'delivered' when o.n % 3 = 0 then 'confirmed' else 'assigned' end, p.id,
      case when o.n < 19500 or o.n % 3 <> 0 then c.id end, 3, 1, 'bw', 'single', 'A4', 'none', true, 4600,
      case when o.n < 19500 and o.n % 400 > 0 then 4600 else 0 end, at,
      case when o.n % 5 = 0 then at + interval '1 day' end, case when o.n <= 19000 then 'all' else 'none' end, at, at,
      case when o.n < 19500 then at end
    from (select n, now() - interval '400 days' + n * interval '28 minutes' as at from generate_series(1, 20000) n) o
    join people p on p.n = 1 + o.n * 7919 % 10000 join couriers c on c.n = 1 + o.n % 100;
    insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256, created_at)
    select id, 'print.pdf', 'application/pdf', 20000, 3, 'large/' || id, repeat('0', 64), created_at from orders;
    select rebuild_search();
    insert into order_history (order_id, at, to_status) select id, created_at, 'confirmed' from orders;
    insert into clients (name, contact, joined_on, client_type, address)
    select 'Company ' || n, '9800000000', current_date, 1,
      '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}' from generate_series(1, 50) n;
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    select id, 'Coffee', 100, current_date + 300, false from clients, generate_series(1, 4) n;
    insert into vouchers (voucher_info_id, client_id, voucher_code, is_assigned)
    select i.id, i.client_id, upper(left(md5(n::text || i.id), 12)), n <= 40 from voucher_infos i, generate_series(1, 100) n;
    insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail, cost,
      expiry_date)
    select p.id, v.id, v.voucher_info_id, v.client_id, v.voucher_code, 'Coffee', 100, current_date + 300
    from (select *, row_number() over () as n from vouchers where is_assigned) v join people p on p.n = v.n;
    insert into voucher_imports (client_id, file_name, expiry_date, imported, skipped_count)
    select id, 'codes.csv', current_date, 0, 100 from clients;
    insert into voucher_import_skips (import_id, line, voucher_code, reason)
    select id, n, 'CODE' || n, 'The company has this code already' from voucher_imports, generate_series(1, 100) n;
    insert into coin_entries (user_id, delta, reason) select id, 10000, 'Welcome' from users;
    insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
    select 'Coupon ' || n, 'SAVE' || n, 10, current_date - 400, current_date + 30, false, false from generate_series(1, 50) n;
    insert into coupon_uses (coupon_id, code, order_id, user_id, discount, one_time_only, at)
    select c.id, c.code, o.id, o.user_id, 460, false, o.created_at
    from (select *, row_number() over () as n from orders) o
    join (select *, row_number() over () as n from coupons) c on c.n = 1 + o.n % 50 where o.n <= 8000;
    insert into referrals (referrer, referred, order_id, referral_code, counted_at, sale_amount)
    select r.id, d.id, o.id, 'REF' || r.n, now(), 4600 from people r join people d on d.n = r.n + 5000
    join (select id, row_number() over () as n from orders) o on o.n = r.n where r.n <= 5000;
    insert into referrers (user_id, referrals, total, fulfilled) select referrer, 1, 1, 1 from referrals;
    insert into referral_claims (referral_id, referrer, kind, claims) select id, referrer, 'earned', 1 from referrals;
    insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select n, 'Company ' || n, 1, current_date + 30, 0, 'https://print.test/' from generate_series(1, 200) n;
    insert into scans (qr_code_id, at, kind)
    select q.id, now() - n * interval '1 hour', 'mobile' from qr_codes q, generate_series(1, 50) n;
    insert into leads (name, mobile, subject, message, created_at)
    select 'Lead ' || n, '97' || lpad(n::text, 8, '0'), 'Print', 'Please call', now() - n * interval '1 hour'
    from generate_series(1, 500) n;
    insert into printers (name, uri) select 'Printer ' || n, 'ipp://192.0.2.' || n || '/ipp/print' from generate_series(1, 4) n;
    insert into print_jobs (order_id, printer_id, state, copies, duplex, color, paper_size, impressions, impressions_done,
      sheets_done, created_by, created_at, finished_at)
    select o.id, p.id, 'done', 1, false, 'bw', 'A4', 3, 3, 3, s.id, o.created_at, o.created_at
    from (select id, created_at, row_number() over (order by created_at) as n from orders) o
    join (select id, row_number() over () as n from printers) p on p.n = 1 + o.n % 4
    cross join (select id from staff_users limit 1) s where o.n <= 19000;
    insert into print_job_costs (job_id, paper_unit, click_bw, click_color, counted, printed, wasted, sheets, paper, click, waste)
    select id, 60, 30, 0, 3, 3, 0, 3, 180, 90, 0 from print_jobs;
    insert into order_costs (order_id, user_id, created_at, revenue, jobs, printed, paper, click)
    select o.id, o.user_id, o.created_at, o.payable, 1, 3, 180, 90 from orders o
    where exists (select from print_jobs j where j.order_id = o.id);
    insert into ticket_scans (by, purpose, result, order_id, code)
    select s.id, 'press', 'accepted', o.id, o.number::text from (select id from staff_users limit 1) s
    cross join (select id, number from orders order by number limit 12000) o;
    insert into stock_items (kind, name, paper_size, pack_size, is_default) values ('paper', 'A4', 'A4', 500, true),
      ('paper', 'A3', 'A3', 500, true);
    insert into stock_entries (item_id, place, at, kind, quantity, balance, print_job)
    select i.id, row_number() over (order by j.id), j.finished_at, 'use', -3, -3 * row_number() over (order by j.id), j.id
    from print_jobs j join stock_items i on i.name = 'A4';
    insert into stock_entries (item_id, place, at, kind, quantity, price, balance, reason)
    select i.id, n, now(), 'delivery', 500, 300, 500 * n, 'Bill ' || n
    from stock_items i cross join generate_series(1, 200) n where i.name = 'A3';
    update stock_items i set entries = e.entries, amount = e.amount
    from (select item_id, count(*) as entries, sum(quantity) as amount from stock_entries group by 1) e where e.item_id = i.id;
    insert into images (storage_key, size) select 'large/' || n, 1000 from generate_series(1, 5000) n;
    insert into audit_entries (actor, action, entity, entity_id) select id, 'update', 'users', id from users;
    insert into idempotency_keys (caller, method, path, key, body_hash, status, answer)
    select 'a', 'POST', '/', n::text, '\\x00', 200, '{}' from generate_series(1, 5000) n`)
  for (const { name } of tables) await db`alter table ${db(name)} enable trigger user`
  await db`select recount_figures(), rebalance_coins(), recount_production()`
  await db`vacuum (analyze)`
}
