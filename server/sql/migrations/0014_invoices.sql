-- Invoices, numbered without a gap. See docs/money.md.

-- Who sells, taxes and series: the contract's InvoiceSettings.
create table invoice_settings (
  id       uuid primary key default uuid_v7(),
  only_row boolean not null default true unique check (only_row),
  settings jsonb not null,
  version  int not null default 1
);
insert into invoice_settings (settings) values ('{
  "seller": {"name": "", "address": "", "city": "", "pincode": "", "state": "", "country_code": "IN", "registration": ""},
  "prices_contain_tax": true,
  "taxes": [
    {"name": "GST 18%", "parts": [{"name": "CGST", "rate": 900}, {"name": "SGST", "rate": 900}],
      "between": [{"name": "IGST", "rate": 1800}]},
    {"name": "GST 5%", "parts": [{"name": "CGST", "rate": 250}, {"name": "SGST", "rate": 250}],
      "between": [{"name": "IGST", "rate": 500}]},
    {"name": "No tax", "parts": [], "between": []}],
  "work": {
    "printing": {"tax": "GST 18%", "code": "998912"}, "binding": {"tax": "GST 18%", "code": "998912"},
    "delivery": {"tax": "GST 18%", "code": "998912"}, "extras": {"tax": "GST 18%", "code": "998912"}},
  "series": {"invoice": "INV", "credit_note": "CRN"},
  "year_starts": 4,
  "issue": "hand"
}');

-- How a company is invoiced; without a row as it is known.
create table client_billing (
  id           uuid primary key default uuid_v7(),
  client_id    uuid not null references clients (id) on delete cascade,
  name         text not null default '',
  address      text not null default '',
  city         text not null default '',
  pincode      text not null default '',
  state        text not null default '',
  country_code      text not null,
  registration text not null default '',
  monthly      boolean not null default false,
  version      int not null default 1,
  constraint client_billing_one unique (client_id)
);

-- The last number of a series in a financial year, named by the year with which it begins. Locked in the transaction that
-- issues, so that a rollback leaves no gap.
create table invoice_series (
  prefix text not null,
  year   int not null,
  last   int not null,
  -- Of the last number: days never go back within a series.
  day    date not null,
  primary key (prefix, year)
);

-- Append-only: what was wrong is corrected by a credit note. Amounts are in paise; those of credit notes are positive, too.
create table invoices (
  id        uuid primary key default uuid_v7(),
  kind      text not null constraint invoices_kind check (kind in ('invoice', 'credit_note')),
  prefix    text not null,
  year      int not null,
  sequence  int not null,
  number    text not null constraint invoices_number_length check (length(number) between 1 and 16),
  issued_at timestamptz not null default now(),
  day       date not null,
  user_id   uuid references users (id),
  client_id uuid references clients (id),
  buyer     text not null,
  month     date,
  net       bigint not null,
  tax       bigint not null,
  total     bigint not null,
  credits   uuid references invoices (id),
  reason    text not null default '',
  by        uuid references staff_users (id),
  -- Seller, buyer, currency and taxes as they were.
  content   jsonb not null,
  constraint invoices_number unique (number),
  constraint invoices_sequence unique (prefix, year, sequence),
  constraint invoices_adds_up check (net + tax = total and net >= 0 and tax >= 0 and total > 0),
  constraint invoices_of_somebody check (num_nonnulls(user_id, client_id) = 1),
  constraint invoices_credit check ((kind = 'credit_note') = (credits is not null))
);
create index invoices_newest on invoices (issued_at desc, id desc);
create index invoices_by_day on invoices (day, kind);
create index invoices_of_client on invoices (client_id, month) where client_id is not null;
create index invoices_of_user on invoices (user_id, issued_at desc) where user_id is not null;
create index invoices_credits on invoices (credits) where credits is not null;
-- By itself the shop issues one for each company and month.
create unique index invoices_month_once on invoices (client_id, month) where month is not null and by is null and kind = 'invoice';

create table invoice_lines (
  id         uuid primary key default uuid_v7(),
  invoice_id uuid not null references invoices (id),
  position   int not null,
  order_id   uuid not null references orders (id),
  text       text not null,
  code       text not null,
  tax_name   text not null,
  rate       int not null,
  amount     bigint not null,
  discount   bigint not null,
  net        bigint not null,
  tax        bigint not null,
  -- Of a credit note: the line that it corrects.
  credits    uuid references invoice_lines (id),
  constraint invoice_lines_position unique (invoice_id, position),
  constraint invoice_lines_amounts check (amount >= 0 and discount between 0 and amount)
);
create index invoice_lines_of_order on invoice_lines (order_id, invoice_id);
create index invoice_lines_credits on invoice_lines (credits) where credits is not null;

-- The forms of an invoice, each stored once.
create table invoice_files (
  id          uuid primary key default uuid_v7(),
  invoice_id  uuid not null references invoices (id),
  file        text not null constraint invoice_files_known check (file in ('pdf', 'receipt', 'ubl', 'cii')),
  storage_key text not null unique,
  size        bigint not null,
  sha256      text not null,
  constraint invoice_files_once unique (invoice_id, file)
);

-- Invoices whose PDF is drawn next.
create table invoice_drawings (invoice_id uuid primary key references invoices (id));

-- Delivered orders whose invoice is issued next.
create table invoice_queue (
  order_id uuid primary key references orders (id),
  at       timestamptz not null default now()
);
create index invoice_queue_oldest on invoice_queue (at, order_id);

