-- QR codes and the counts of their scans.

create or replace view live_qr_codes as select * from qr_codes where deleted_at is null;

select record_changes('qr_codes', entity => 'qr_code', bin => 'qr_code', bin_name => '{code, company}');
