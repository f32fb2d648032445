-- The positions of audit entries. What writes them stands in 0_changes.sql. See docs/decisions/034-sealed-audit.md.

-- Gives new entries positions after all that exist: transaction numbers may be lower than they were, after a restore into
-- another database.
create or replace function rebase_audit() returns void language plpgsql as $$
declare
  shift bigint;
begin
  lock table audit_entries in access exclusive mode;
  shift := greatest(0, 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint + greatest(
    (select max(position) from audit_entries), (select max(upto_position) from audit_seals), 0));
  update audit_positions set xid_offset = shift;
  execute format(
    'alter table audit_entries alter column position set default pg_current_xact_id()::text::bigint + %s', shift);
end
$$;
