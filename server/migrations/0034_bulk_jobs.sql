-- Bulk jobs: one action on all records that matched a filter, in portions, with a result for each record.
create table bulk_jobs (
  id          uuid primary key default uuid_v7(),
  kind        text not null constraint bulk_jobs_kind_known check (kind in ('order', 'company', 'voucher', 'qr_code')),
  action      text not null constraint bulk_jobs_action_known check (action in ('update', 'delete', 'undo')),
  -- What an update does to each order.
  change      jsonb,
  filter      jsonb not null,
  undoes      uuid references bulk_jobs (id) on delete set null,
  status      text not null default 'queued'
    constraint bulk_jobs_status_known check (status in ('queued', 'running', 'done', 'cancelled', 'failed')),
  total       int not null constraint bulk_jobs_not_empty check (total > 0),
  changed     int not null default 0,
  unchanged   int not null default 0,
  refused     int not null default 0,
  -- Of the changed records, those that an undo can change back.
  undoable    int not null default 0,
  error       text,
  -- Failures of the next portion so far, and when it is due. Jobs take turns: a portion puts its job last.
  failures    int not null default 0,
  next_run_at timestamptz not null default now(),
  created_by  uuid not null references staff_users (id),
  request_id  text not null,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  ended_at    timestamptz,
  constraint bulk_jobs_counts check (least(changed, unchanged, refused, undoable) >= 0 and changed + unchanged + refused <= total),
  constraint bulk_jobs_done_is_complete check (status <> 'done' or changed + unchanged + refused = total),
  constraint bulk_jobs_ended check ((ended_at is not null) = (status in ('done', 'cancelled', 'failed')))
);
create index bulk_jobs_unfinished on bulk_jobs (next_run_at, id) where status in ('queued', 'running');
create index bulk_jobs_ended on bulk_jobs (ended_at) where ended_at is not null;
-- One undo at a time.
create unique index bulk_jobs_one_undo on bulk_jobs (undoes) where status in ('queued', 'running');
create index bulk_jobs_of_undo on bulk_jobs (undoes, id) where undoes is not null;
-- Portions do not set the status, so they write no entry.
create trigger audit after insert or delete or update of status on bulk_jobs for each row execute function audit();

-- The records of a job, in the sequence in which they are changed.
create table bulk_job_records (
  job_id    uuid not null references bulk_jobs (id) on delete cascade,
  position  int not null,
  record_id uuid not null,
  name      text not null,
  -- Null until the record is reached; written in the transaction that changes the record.
  outcome   text constraint bulk_job_records_outcome_known check (outcome in ('changed', 'unchanged', 'refused')),
  code      text,
  message   text,
  -- For an undo: the change of an order, and a stamp of how the job left the record; an undo leaves a record alone that
  -- has another one by then. The records of an undo have both from those that it undoes.
  undo      jsonb,
  stamp     text,
  primary key (job_id, position),
  constraint bulk_job_records_once unique (job_id, record_id)
);
