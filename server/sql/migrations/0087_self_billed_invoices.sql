-- Self-billed invoices: what the shop owes a company for the vouchers that it sold in a month. They are purchases.
alter table invoices
  -- The one of the same month that was credited as a whole.
  add column replaces uuid references invoices (id),
  drop constraint invoices_kind,
  add constraint invoices_kind check (kind in ('invoice', 'credit_note', 'self_billed', 'self_billed_credit')),
  drop constraint invoices_credit,
  add constraint invoices_credit check ((kind in ('credit_note', 'self_billed_credit')) = (credits is not null)),
  add constraint invoices_self_billed check (
    kind not in ('self_billed', 'self_billed_credit') or client_id is not null and month is not null and tax = 0),
  add constraint invoices_replaces check (replaces is null or kind = 'self_billed');
create unique index invoices_self_billed_once on invoices (client_id, month) where kind = 'self_billed' and replaces is null;
create unique index invoices_replaced_once on invoices (replaces) where replaces is not null;

-- A line for vouchers has no order and no tax, and is below zero where sales of earlier months were voided.
alter table invoice_lines
  alter column order_id drop not null,
  drop constraint invoice_lines_amounts,
  add constraint invoice_lines_amounts check (
    case when order_id is null then (discount, rate, tax) = (0, 0, 0) and net = amount
      else amount >= 0 and discount between 0 and amount end);

-- Nobody changed the settings: no version and no entry in the audit.
alter table invoice_settings disable trigger user;
update invoice_settings set settings = jsonb_set(settings, '{series,self_billed}', to_jsonb((
  select prefix from unnest('{SBI,SBV,SBX}'::text[]) with ordinality p (prefix, nth)
  where prefix not in (settings #>> '{series,invoice}', settings #>> '{series,credit_note}') order by nth limit 1)));
alter table invoice_settings enable trigger user;
