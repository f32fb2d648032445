-- Many orders printed at once, orders that print by themselves when they are taken in, and jobs that go first.
alter table bulk_jobs
  drop constraint bulk_jobs_kind_known,
  add constraint bulk_jobs_kind_known
    check (kind in ('order', 'customer', 'company', 'voucher', 'qr_code', 'print_job')),
  drop constraint bulk_jobs_action_known,
  add constraint bulk_jobs_action_known check (action in ('update', 'delete', 'print', 'undo'));

alter table configurations
  -- Whether a job ticket is printed in front of each order, unless who prints says otherwise.
  add column job_tickets boolean not null default false,
  -- Whether orders print when they are taken in, and where; null: on the printer that fits best. No reference: where the
  -- printer is gone, the history of each order says so.
  add column auto_print boolean not null default false,
  add column auto_printer uuid;

-- Orders that were taken in and wait to be printed by themselves. The row goes in the transaction that makes their jobs.
create table auto_prints (
  order_id    uuid primary key references orders (id),
  -- Who took it in: the jobs are theirs.
  created_by  uuid not null references staff_users (id),
  created_at  timestamptz not null default now(),
  failures    int not null default 0,
  next_try_at timestamptz not null default now()
);
create index auto_prints_due on auto_prints (next_try_at);

-- Set where an entry says that the order was printed by itself, or was not; its status stays.
alter table order_history add column auto_printed boolean;

alter table print_jobs
  -- Made when its order was taken in, by no person.
  add column is_automatic boolean not null default false,
  -- Which of the jobs that wait for a printer goes first: the highest one, then the oldest.
  add column priority int not null default 0;

-- Orders whose price a person set: few of them.
create index orders_by_hand on orders (order_type, status, created_at desc, id desc)
  where price_by_hand_reason is not null;
