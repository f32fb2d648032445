-- What a visitor asks for by link before the code that was sent to them confirms it: no request yet, and no record of the shop.
create table request_confirmations (
  id          uuid primary key default uuid_v7(),
  name        text not null,
  mobile      text not null,
  email       text,
  wanted      jsonb not null,
  amount      bigint not null constraint request_confirmations_amount check (amount >= 0),
  files       uuid[] not null,
  -- How the codes go, and how many were asked for.
  channel     text not null constraint request_confirmations_channel check (channel in ('email', 'sms', 'whatsapp')),
  codes       int not null default 1,
  -- Whence it was asked for; many asked for from one network are refused.
  network     text not null,
  -- Of the message with the code.
  language    text not null constraint request_confirmations_language check (language in ('en', 'hi', 'ar')),
  -- Of the newest code, with a key that is not in the database; null until it is sent, and once it was used.
  code_hash   bytea constraint request_confirmations_hash check (octet_length(code_hash) = 32),
  tries       int not null default 0 constraint request_confirmations_tries check (tries between 0 and 5),
  expires_at  timestamptz not null default now() + interval '10 minutes',
  request_id  uuid unique references order_requests (id),
  created_at  timestamptz not null default now(),
  constraint request_confirmations_used check (request_id is null or code_hash is null)
);
create index request_confirmations_of_mobile on request_confirmations (mobile);
create index request_confirmations_of_email on request_confirmations (email) where email is not null;
create index request_confirmations_of_network on request_confirmations (network);
create index request_confirmations_by_end on request_confirmations (expires_at);

-- A code goes to a visitor, who may be no customer.
alter table messages
  alter column user_id drop not null,
  add column confirmation_id uuid references request_confirmations (id) on delete cascade,
  add constraint messages_to_somebody check (num_nonnulls(user_id, confirmation_id) = 1);
create index messages_of_confirmation on messages (confirmation_id) where confirmation_id is not null;

insert into message_templates (fact, language, is_on, subject, body, short) values
  ('order_code', 'en', true, 'Your code for {shop_name}: {code}',
   E'Hello {first_name},\n\nyour code is {code}. Type it on the page where you asked for an order. It is valid for 10 minutes.\n\nYou did not ask for an order? Then please ignore this.\n\n{shop_name}\n{shop_phone}',
   '{code} is your code for {shop_name}. It is valid for 10 minutes. You asked for nothing? Then ignore this.');

-- A text that somebody has changed stays as it is. A new row, because one that nobody has changed has version 1.
with old as (
  delete from message_templates where fact = 'invoice' and language = 'en' and version = 1 returning is_on)
insert into message_templates (fact, language, is_on, subject, body, short)
select 'invoice', 'en', is_on, 'Invoice {invoice_number} of {shop_name}',
  E'Hello {first_name},\n\nwe have issued your invoice {invoice_number} of {invoice_total}. Open it here:\n{invoice_link}\n\n{shop_name}\n{shop_phone}',
  '{shop_name}: your invoice {invoice_number} of {invoice_total} was issued. {invoice_link}'
from old;
