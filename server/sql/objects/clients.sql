-- Companies.

-- Statements read the views live_…, which have only the rows that are not deleted: docs/decisions/028-the-bin.md.
create or replace view live_clients as select * from clients where deleted_at is null;

-- A restored record is as it was, its version included; so in the other tables of the bin.
create or replace trigger version before update on clients for each row
  when (old.deleted_at is not distinct from new.deleted_at) execute function next_version();
create or replace trigger audit after insert or update or delete on clients for each row execute function audit();
create or replace trigger bin after update of deleted_at on clients for each row
  when (old.deleted_at is distinct from new.deleted_at) execute function keep_bin('company', 'name');
create or replace trigger announce after insert or update on clients for each row execute function announce_kept('company');
