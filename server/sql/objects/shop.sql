-- The configuration of the shop, saved views and bulk jobs.

create or replace trigger version before update on configurations for each row execute function next_version();
create or replace trigger audit after insert or update or delete on configurations for each row execute function audit();
create or replace trigger announce after update on configurations for each row execute function announce('configuration');

create or replace trigger version before update on saved_views for each row execute function next_version();
create or replace trigger audit after insert or update or delete on saved_views for each row execute function audit();

-- Portions do not set the status, so they write no entry.
create or replace trigger audit after insert or delete or update of status on bulk_jobs
  for each row execute function audit();
