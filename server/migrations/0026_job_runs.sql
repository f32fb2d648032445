-- When each job of the server last came to its end, whichever process did it.
create table job_runs (
  job      text primary key,
  ended_at timestamptz not null
);
