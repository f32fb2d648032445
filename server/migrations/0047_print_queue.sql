-- Runners of webhooks and of print jobs share one schema of pg-boss, runner_queue. It holds no data; this is its older name.
drop schema if exists webhook_queue cascade;

-- The edge at which the sheets of a double-sided print job turn like the pages of a book.
alter table print_jobs add column binding_edge text not null default 'long'
  constraint print_jobs_binding_edge check (binding_edge in ('long', 'short'));

create index print_jobs_newest on print_jobs (created_at, id);
create index print_jobs_by_state on print_jobs (state, created_at, id);

-- How many jobs each printer has in each state, so that the list of all jobs knows its length without counting rows.
-- Changes are appended and folded into the counters, so that no job waits for another one's row.
create table print_job_counts (
  printer_id uuid,
  state      text not null,
  jobs       bigint not null
);
create unique index print_job_counts_once on print_job_counts (printer_id, state) nulls not distinct;
create table print_job_count_deltas (
  printer_id uuid,
  state      text not null,
  jobs       int not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create function count_print_job() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into print_job_count_deltas values (old.printer_id, old.state, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into print_job_count_deltas values (new.printer_id, new.state, 1);
  end if;
  return null;
end
$$;
create trigger count_new after insert or delete on print_jobs for each row execute function count_print_job();
create trigger count_changed after update of state, printer_id on print_jobs for each row
  when ((old.state, old.printer_id) is distinct from (new.state, new.printer_id)) execute function count_print_job();

-- Adds the deltas to the counters and deletes them; returns how many. A second process returns 0 at once.
create function fold_print_job_counts() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_print_job_counts')) then return 0; end if;
  with gone as (
    delete from print_job_count_deltas returning *
  ), counted as (
    insert into print_job_counts as c
    select printer_id, state, sum(jobs) from gone group by printer_id, state having sum(jobs) <> 0
    on conflict (printer_id, state) do update set jobs = c.jobs + excluded.jobs
  )
  select count(*) into folded from gone;
  return folded;
end
$$;
