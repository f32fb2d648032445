-- Sequences and filters of lists that have no index yet. Each sequence ends with the id, so that one index serves both
-- directions. What is included lets a page be found, and a filter be counted, without reading the table.

-- Customers by name and by coins; most customers have none.
create index users_by_name on users ((fold_text(first_name || ' ' || last_name) collate "C"), id)
  include (first_name, last_name, is_active, created_at);
create index coin_balances_most on coin_balances ((earned - spent), user_id) where earned > spent;

create index leads_by_name on leads ((fold_text(name) collate "C"), id) include (name, status) where deleted_at is null;
create index clients_by_name on clients ((fold_text(name) collate "C"), id) where deleted_at is null;
create index user_subscription_plans_by_start on user_subscription_plans (starts_on, id) include (cancelled_at, ends_on);
create index user_subscription_plans_by_end on user_subscription_plans (ends_on, id) include (cancelled_at);
create index qr_codes_by_company on qr_codes ((fold_text(company) collate "C"), id) include (company, is_active) where deleted_at is null;
create index qr_codes_by_validity on qr_codes (validity, id) include (is_active) where deleted_at is null;
create index voucher_infos_by_expiry on voucher_infos (expiry_date, id) where deleted_at is null;
create index purchased_vouchers_by_expiry on purchased_vouchers (expiry_date, id) include (voided_at);
create index referrers_by_remaining on referrers ((total - fulfilled), place);
create index referrers_by_total on referrers (total, place) include (fulfilled);

-- Orders by amount. The index of each status and that of each staff user include what orders are filtered by, so that a
-- filter is counted without reading the orders. They replace the indexes of the same name.
create index orders_by_amount on orders (order_type, status, payable, id);
drop index orders_by_status;
create index orders_by_status on orders (order_type, status, created_at desc, id desc)
  include (payable, color, paper_size, pickup, assigned_user);
drop index orders_of_staff_user;
create index orders_of_staff_user on orders (assigned_user, status, created_at desc, id desc)
  include (order_type, payable, color, paper_size, pickup) where assigned_user is not null;
