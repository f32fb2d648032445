-- One action on all records that match a filter.

-- Portions do not set the status, so they write no entry.
create or replace trigger audit after insert or delete or update of status on bulk_jobs
  for each row execute function audit();
