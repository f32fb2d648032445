-- What these did, the triggers `record` do and those of codes: objects/changes.sql, objects/vouchers.sql.
drop trigger if exists keep_closed on day_closes;
drop function if exists keep_day_closed();
drop trigger if exists keep_received on vouchers;
drop trigger if exists keep_deleted on vouchers;
drop function if exists keep_voucher_moves();
drop trigger if exists record_new on vouchers;
drop trigger if exists record_gone on vouchers;
drop function if exists audit_vouchers();
