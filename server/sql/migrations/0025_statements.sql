-- Statements of the bank, the UPI app and the card company, and which payments their lines are.

-- How the statements of a method look: what each column is, by its name.
create table statement_layouts (
  method      text primary key constraint statement_layouts_method check (length(method) between 1 and 40),
  columns     jsonb not null,
  month_first boolean not null
);

create table statements (
  id        uuid primary key default uuid_v7(),
  at        timestamptz not null default now(),
  method    text not null,
  file_name text not null,
  sha256    text not null,
  added     int not null,
  known     int not null,
  by        uuid not null references staff_users (id)
);

-- Amounts are in paise, negative where money left the account.
create table statement_lines (
  id           uuid primary key default uuid_v7(),
  statement_id uuid not null references statements (id),
  method       text not null,
  day          date not null,
  amount       bigint not null constraint statement_lines_amount check (amount <> 0),
  reference    text not null constraint statement_lines_reference check (length(reference) <= 100),
  text         text not null constraint statement_lines_text check (length(text) <= 300),
  -- The bank may say the same twice on a day.
  nth          int not null,
  state        text not null default 'open'
    constraint statement_lines_state check (state in ('open', 'proposed', 'matched', 'set_aside')),
  payment_id   uuid references payments (id),
  note         text not null default '',
  -- Null: by the rules.
  matched_by   uuid references staff_users (id),
  version      int not null default 1,
  constraint statement_lines_once unique (method, day, amount, reference, text, nth),
  constraint statement_lines_one_of_payment unique (payment_id),
  constraint statement_lines_whole check ((state in ('proposed', 'matched')) = (payment_id is not null)),
  constraint statement_lines_noted check (state <> 'set_aside' or note <> '')
);
create index statement_lines_newest on statement_lines (day desc, id desc);
create index statement_lines_todo on statement_lines (method, day desc, id desc) where state in ('open', 'proposed');
create index statement_lines_of_statement on statement_lines (statement_id);
