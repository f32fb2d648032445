-- Printers, and what they print of the orders. See docs/decisions/038-print-jobs.md.

-- Printed sides of one copy, after pages were chosen and laid on sheets; null: its pages, one on each side.
alter table orders add column impressions int constraint orders_impressions check (impressions > 0);
select generate_order_audit();

create table printers (
  id              uuid primary key default uuid_v7(),
  name            text not null,
  -- ipp:// or ipps://, as a super admin typed it. Nothing else is contacted.
  uri             text not null,
  username        text,
  -- Encrypted; the key is not in the database.
  password_sealed bytea,
  -- Of an ipps printer, SHA-256, accepted by a person: printers sign their own certificates.
  certificate     bytea,
  is_active       boolean not null default true,
  -- The shop's limits, beside those that the printer names.
  prints_color    boolean not null default true,
  prints_duplex   boolean not null default true,
  paper_sizes     text[] not null default '{A4}',
  -- What one printed side costs the shop, in paise, without paper.
  click_bw        int not null default 0,
  click_color     int not null default 0,
  -- What it said when it was last asked: the contract's PrinterStatus. Not a part of its version.
  status          jsonb,
  seen_at         timestamptz,
  created_at      timestamptz not null default now(),
  version         int not null default 1,
  constraint printers_name_length check (length(name) between 1 and 60),
  constraint printers_uri_length check (length(uri) between 1 and 1023),
  constraint printers_has_paper check (cardinality(paper_sizes) > 0),
  constraint printers_clicks check (click_bw >= 0 and click_color >= 0)
);
create unique index printers_name_taken on printers (fold_text(name));

-- One document of an order for one printer: a file, or all files laid on sheets as one bundle. Queue and log in one.
create table print_jobs (
  id              uuid primary key default uuid_v7(),
  -- People say it; a printer shows it.
  number          bigint generated always as identity,
  order_id        uuid not null references orders (id),
  -- Null: all files as one bundle.
  file_id         uuid references order_files (id),
  -- Null: printed by hand, on a machine that the shop does not know.
  printer_id      uuid references printers (id),
  -- queued and held: not sent yet. sending: from the first request to the printer until it has the document.
  -- pending, printing, stopped: as the printer says. done, cancelled and failed are final.
  state           text not null,
  -- Why it is stopped or failed: keywords of IPP, and a sentence for people.
  reasons         text[] not null default '{}',
  message         text,
  copies          int not null,
  duplex          boolean not null,
  -- bw, color or mixed, as the order's.
  color           text not null,
  paper_size      text not null,
  -- A job ticket in front of it.
  cover           boolean not null default false,
  -- Printed sides of one copy: how many the document has, how many of them in colour, and the first one to print.
  impressions     int not null,
  color_impressions int not null default 0,
  first_impression int not null default 1,
  -- What the printer counted, all copies, without the cover.
  impressions_done int not null default 0,
  sheets_done     int not null default 0,
  -- Of those, sides that a reprint replaces.
  impressions_wasted int not null default 0,
  reprint_of      uuid references print_jobs (id),
  reprint_reason  text,
  -- How often it was begun at its printer, which knows each try by a name of its own: 'Our Print <id>', then with ' (2)' …
  tries           int not null default 0,
  -- Known from the answer of Create-Job.
  ipp_job_id      int,
  -- The runner that speaks with the printer about it. Whoever takes over puts a new value here, and changes of an older
  -- runner find no row any more.
  runner          uuid,
  -- A person wants it cancelled, or moved to another printer, while its printer has it: the printer is told next.
  cancel_asked_at timestamptz,
  move_to         uuid references printers (id),
  -- Tries in a row that failed, and when to look at it again.
  failures        int not null default 0,
  next_try_at     timestamptz not null default now(),
  created_by      uuid not null references staff_users (id),
  created_at      timestamptz not null default now(),
  -- Since when its document may be at the printer, in part at least; null again when it surely is not.
  sent_at         timestamptz,
  finished_at     timestamptz,
  version         int not null default 1,
  constraint print_jobs_number unique (number),
  constraint print_jobs_state check (
    state in ('queued', 'held', 'sending', 'pending', 'printing', 'stopped', 'done', 'cancelled', 'failed')),
  constraint print_jobs_finished check ((finished_at is not null) = (state in ('done', 'cancelled', 'failed'))),
  constraint print_jobs_copies check (copies > 0),
  constraint print_jobs_impressions check (
    impressions > 0 and color_impressions between 0 and impressions and first_impression between 1 and impressions),
  constraint print_jobs_counts check (
    impressions_done between 0 and copies * (impressions - first_impression + 1) and sheets_done >= 0
    and impressions_wasted between 0 and impressions_done),
  constraint print_jobs_reprint check ((reprint_of is null) = (reprint_reason is null)),
  constraint print_jobs_move check (move_to is null or cancel_asked_at is not null)
);
-- A printer has one job at a time, however many processes there are.
create unique index print_jobs_at_printer on print_jobs (printer_id)
  where state in ('sending', 'pending', 'printing', 'stopped');
create index print_jobs_of_order on print_jobs (order_id, id);
create index print_jobs_of_printer on print_jobs (printer_id, created_at, id);
create index print_jobs_open on print_jobs (printer_id, id) where finished_at is null;
create index print_jobs_by_finish on print_jobs (finished_at) where finished_at is not null;
create index print_jobs_reprints on print_jobs (reprint_of) where reprint_of is not null;

-- A printer that has print jobs is deactivated, not deleted: the jobs name it.

-- A person's change grows the version; what a printer says does not.
create trigger version before update of name, uri, username, password_sealed, certificate, is_active, prints_color,
  prints_duplex, paper_sizes, click_bw, click_color on printers
  for each row execute function next_version();
create trigger audit after insert or delete or update of name, uri, username, password_sealed, certificate, is_active,
  prints_color, prints_duplex, paper_sizes, click_bw, click_color on printers
  for each row execute function audit('password_sealed', 'certificate', 'status', 'seen_at');
-- Nothing is told where it was only seen again.
create trigger announce after insert or delete or update of name, uri, username, password_sealed, certificate,
  is_active, prints_color, prints_duplex, paper_sizes, click_bw, click_color, status on printers
  for each row execute function announce('printer');

create trigger version before update on print_jobs for each row execute function next_version();
create trigger audit after insert or update or delete on print_jobs for each row execute function audit();
create trigger announce after insert or delete on print_jobs for each row execute function announce('print_job');
-- Not when another runner takes over, or looks again.
create trigger announce_change after update on print_jobs for each row
  when ((old.state, old.message, old.printer_id, old.impressions_done, old.impressions_wasted, old.cancel_asked_at)
    is distinct from (new.state, new.message, new.printer_id, new.impressions_done, new.impressions_wasted, new.cancel_asked_at))
  execute function announce('print_job');

-- What is printed of an order, all copies: what it needs, and the sides that are good.
create function order_impressions(o orders) returns int language sql immutable as $$
  select o.copies * coalesce(o.impressions, o.pdf_page_count)
$$;
create function good_impressions(of_order uuid) returns int language sql stable as $$
  select coalesce(sum(impressions_done - impressions_wasted), 0)::int from print_jobs where order_id = of_order
$$;
