-- One action on all records that match a filter.

-- Portions do not set the status, so they write no entry.
select record_changes('bulk_jobs',
  unaudited => '{changed, unchanged, refused, undoable, failures, next_run_at, started_at}');
