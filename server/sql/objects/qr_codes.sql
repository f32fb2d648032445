-- QR codes and the counts of their scans.

create or replace view live_qr_codes as select * from qr_codes where deleted_at is null;

create or replace trigger version before update on qr_codes for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create or replace trigger audit after insert or update or delete on qr_codes for each row execute function audit();
create or replace trigger remove_replaced_image after update of image_id on qr_codes for each row
  when (old.image_id is not null and old.image_id is distinct from new.image_id)
  execute function remove_unshown_image();
create or replace trigger bin after update of deleted_at on qr_codes for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('qr_code', 'code', 'company');
create or replace trigger announce after insert or update on qr_codes
  for each row execute function announce_kept('qr_code');
