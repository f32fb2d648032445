-- The bin: what was deleted, for 30 days. See docs/decisions/028-the-bin.md.

-- Statements read these views, which have only the rows that are not deleted.
create or replace view live_clients as select * from clients where deleted_at is null;
create or replace view live_voucher_infos as select * from voucher_infos where deleted_at is null;
create or replace view live_qr_codes as select * from qr_codes where deleted_at is null;
create or replace view live_coupons as select * from coupons where deleted_at is null;
create or replace view live_leads as select * from leads where deleted_at is null;
create or replace view live_subscription_plans as select * from subscription_plans where deleted_at is null;
-- The codes of a deleted group keep their rows unchanged: there may be a million. A subquery, because it is a filter in
-- any plan, where a join would change the plans of lists.
create or replace view live_vouchers as select * from vouchers
  where voucher_info_id not in (select id from voucher_infos where deleted_at is not null);
