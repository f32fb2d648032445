-- Enquiries.

create or replace view live_leads as select * from leads where deleted_at is null;

create or replace trigger version before update on leads for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create or replace trigger audit after insert or update or delete on leads for each row execute function audit();
create or replace trigger bin after update of deleted_at on leads for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('lead', 'name');
create or replace trigger announce after insert or update on leads for each row execute function announce_kept('lead');
