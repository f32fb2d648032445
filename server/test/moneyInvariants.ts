import type { Db, Fragment } from '../src/base/database/db.ts'

const till = '00000000-0000-0000-0000-000000000000'

type Check = (db: Db) => Fragment

/** What an order says is paid is the sum of its payments, and what is due follows from it. */
const paidOrders: Check = (db) => db`
  select o.number, o.paid, p.paid as payments, o.due, o.payment_status
  from orders o left join (select order_id, sum(amount) as paid from payments group by 1) p on p.order_id = o.id
  where o.paid <> coalesce(p.paid, 0)
    or o.due <> (case when o.status = 'cancelled' then 0 else coalesce(o.invoiced, o.payable) end) - o.paid - o.settled_before
    or o.payment_status <> case when o.due < 0 then 'overpaid' when o.due = 0 then 'paid'
      when o.paid + o.settled_before > 0 then 'part_paid' else 'unpaid' end`

/** A reversal is the opposite of what it reverses. */
const reversals: Check = (db) => db`
  select r.number, r.amount, p.amount as of from payments r join payments p on p.id = r.reverses
  where r.amount <> -p.amount or (r.order_id, r.method) is distinct from (p.order_id, p.method) or p.reverses is not null`

/** An account has what was paid to it, without what orders took from it. */
const accounts: Check = (db) => db`
  select a.user_id, a.client_id, a.balance, p.balance as payments from accounts a full join (
    select case when client_id is null then user_id end as user_id, client_id,
      sum(case when order_id is null then amount when method = 'account' then -amount else 0 end) as balance
    from payments group by 1, 2) p on coalesce(p.user_id, p.client_id) = coalesce(a.user_id, a.client_id)
  where coalesce(a.balance, 0) <> coalesce(p.balance, 0)`

/** Each payment in cash came into one hand, and what is in a hand is the sum of its entries. */
const cash: Check = (db) => db`
  select p.number::text as what, p.amount, e.amount as entry
  from payments p left join cash_entries e on e.payment_id = p.id
  where (p.method = 'cash') <> (e.id is not null) or e.amount <> p.amount or e.happened_at <> p.happened_at
  union all
  select coalesce(h.holder, e.holder)::text, h.amount, e.amount from cash_hands h
  full join (select holder, sum(amount) as amount from cash_entries group by 1) e on coalesce(e.holder, ${till}) = coalesce(h.holder, ${till})
  where coalesce(h.amount, 0) <> coalesce(e.amount, 0)`

/** Cash leaves a hand only by a counted hand-over, which took what was counted to the till. */
const handOvers: Check = (db) => db`
  select h.number::text, h.status, h.counted, h.expected, e.left_hand, e.difference, e.to_till
  from hand_overs h full join (
    select hand_over_id, coalesce(-sum(amount) filter (where kind = 'hand_over' and holder is not null), 0) as left_hand,
      coalesce(sum(amount) filter (where kind = 'difference'), 0) as difference,
      coalesce(sum(amount) filter (where holder is null), 0) as to_till, count(distinct holder) as holders, max(holder::text) as holder
    from cash_entries where hand_over_id is not null group by 1) e on e.hand_over_id = h.id
  where case when h.status = 'done'
    then (h.counted, h.counted - h.expected, h.counted) is distinct from
        (coalesce(e.left_hand, 0), coalesce(e.difference, 0), coalesce(e.to_till, 0))
      or e.holders > 1 or e.holder <> h.holder::text
    else e.hand_over_id is not null end
  union all
  select e.id::text, e.kind, e.amount, null, null, null, null from cash_entries e
  where e.holder is not null and e.kind not in ('payment', 'hand_over', 'difference')`

/** What people did with the till is in its cash. */
const tillEntries: Check = (db) => db`
  select t.id, t.kind, t.amount, e.amount as entry from till_entries t left join cash_entries e on e.till_entry_id = t.id
  where (e.amount, e.kind, e.holder is null) is distinct from (t.amount, t.kind, true)
    or t.amount > 0 and t.kind in ('pay_out', 'deposit') and t.reverses is null or t.amount < 0 and t.kind = 'float' and t.reverses is null`

/** Nothing is dated into a day after it, or a later one, was closed. */
const closedDays: Check = (db) => db`
  select p.number::text, d.day from payments p join day_closes d on shop_day(p.happened_at) <= d.day where p.at > d.closed_at
  union all
  select e.id::text, d.day from cash_entries e join day_closes d on shop_day(e.happened_at) <= d.day where e.at > d.closed_at`

/** A closed day says what the ledgers say, is as it was sealed, and the till began the next with what was counted. */
const sealedDays: Check = (db) => db`
  with closed as (
    select day, report::jsonb as report, report as text, previous_seal, seal, lag(seal, 1, '') over (order by day) as before
    from day_closes where seal is not null)
  select day, 'seal' as what, null::numeric as said, null::numeric as is from closed
  where previous_seal <> before
    or seal <> encode(sha256(convert_to(previous_seal || E'\n' || text, 'utf8')), 'hex')
  union all
  select day, m.method, m.expected * 100, p.amount from closed c
  cross join lateral jsonb_to_recordset(c.report->'methods') m (method text, expected numeric)
  left join lateral (
    select sum(amount) as amount from payments p where p.method = m.method and shop_day(p.happened_at) = c.day) p on true
  where m.expected * 100 is distinct from p.amount
  union all
  select day, 'till', (c.report#>>'{till,counted}')::numeric * 100, e.amount from closed c
  left join lateral (
    select coalesce(sum(amount), 0) as amount from cash_entries e where e.holder is null and shop_day(e.happened_at) <= c.day) e on true
  where (c.report#>>'{till,counted}')::numeric * 100 <> e.amount`

/** What came of a company's codes, less what was sold, voided and expired, can still be sold; each part is what is there. */
const vouchersOfCompanies: Check = (db) => db`
  select c.name, m.*, s.left, s.gone, p.sold as kept from clients c
  cross join lateral (
    select coalesce(sum(received - sold - voided - expired), 0) as closing, coalesce(sum(sold), 0) as sold,
      coalesce(sum(expired), 0) as expired from moves_of_client(c.id, '-infinity')) m
  cross join lateral (
    select count(*) filter (where i.expiry_date >= shop_day(now())) as left,
      count(*) filter (where i.expiry_date < shop_day(now())) as gone
    from vouchers v join voucher_infos i on i.id = v.voucher_info_id
    where v.client_id = c.id and v.is_active and not v.is_assigned) s
  cross join lateral (
    select count(*) as sold from purchased_vouchers where client_id = c.id and voided_at is null) p
  where (m.closing, m.expired, m.sold) <> (s.left, s.gone, p.sold)`

/** The numbers of a series are 1, 2, 3 … in each financial year as it is printed, and its days never go back. */
const invoiceNumbers: Check = (db) => db`
  select i.prefix, i.year, i.sequence, i.number from (
    select i.*, row_number() over w as nth, lag(day) over w as day_before from invoices i
    window w as (partition by prefix, split_part(number, '/', 2) order by sequence)) i
  where sequence <> nth or day < day_before
  union all
  select s.prefix, s.year, s.last, null from invoice_series s
  where s.last <> (select count(*) from invoices i where (i.prefix, split_part(i.number, '/', 2)) = (s.prefix, s.label))`

/** An invoice is the sum of its lines, and no more than that is credited. */
const invoiceSums: Check = (db) => db`
  select i.number, i.net, i.tax, i.total, l.net as of_lines, l.tax as tax_of_lines, c.total as credited
  from invoices i
  join (select invoice_id, sum(net) as net, sum(tax) as tax from invoice_lines group by 1) l on l.invoice_id = i.id
  join lateral (select sum((t ->> 'net')::bigint) as net, sum((t ->> 'tax')::bigint) as tax,
      sum((select coalesce(sum((p ->> 'amount')::bigint), 0) from jsonb_array_elements(t -> 'parts') p)) as parts
    from jsonb_array_elements(i.content -> 'taxes') t) t on true
  left join (select credits, sum(net) as net, sum(tax) as tax, sum(total) as total from invoices group by 1) c on c.credits = i.id
  where (i.net, i.tax) <> (l.net, l.tax) or (i.net, i.tax, i.tax) <> (t.net, t.tax, t.parts)
    or c.net > i.net or c.tax > i.tax`

/** What an order costs is what its invoices say, without what was credited. */
const invoicedOrders: Check = (db) => db`
  select o.number, o.invoiced, l.total from orders o left join (
    select l.order_id, sum(case i.kind when 'invoice' then 1 else -1 end * (l.net + l.tax)) as total
    from invoice_lines l join invoices i on i.id = l.invoice_id and i.kind in ('invoice', 'credit_note') group by 1) l on l.order_id = o.id
  where coalesce(o.invoiced, 0) <> coalesce(l.total, 0)`

/** An invoice asks for what its orders cost before it. */
const invoicedAsSaid: Check = (db) => db`
  select o.number, o.invoiced, o.payable from orders o
  where o.invoiced <> o.payable and not exists (
    select from invoice_lines l join invoices i on i.id = l.invoice_id where l.order_id = o.id and i.kind = 'credit_note')`

/**
 * A self-billed invoice says what was due for the vouchers of a month, which has one that is not wholly credited; a line is for
 * vouchers where its invoice is.
 */
const selfBilled: Check = (db) => db`
  select i.number, i.total, m.due, i.open from (
    select s.*, count(*) filter (where total > credited) over (partition by client_id, month) as open from (
      select i.*, (select coalesce(sum(n.total), 0) from invoices n where n.credits = i.id) as credited
      from invoices i where kind = 'self_billed') s) i
  cross join lateral (select day_start(i.month) as since, day_start((i.month + interval '1 month')::date) as until) b
  cross join lateral (
    select coalesce(sum(due), 0) as due from moves_of_client(i.client_id, b.since) where at < b.until) m
  where i.total <> m.due or i.open > 1 or i.issued_at < b.until
  union all
  select i.number, l.amount, null, null from invoice_lines l join invoices i on i.id = l.invoice_id
  where (l.order_id is null) <> (i.kind in ('self_billed', 'self_billed_credit'))`

/** A matched line is a payment of its method and amount that stands; a line that waits for nothing names none. */
const statementLines: Check = (db) => db`
  select l.id, l.state, l.amount, p.amount as paid from statement_lines l join payments p on p.id = l.payment_id
  where (l.method, l.amount) <> (p.method, p.amount) or p.reverses is not null
    or exists (select from payments r where r.reverses = p.id)`

export const moneyChecks: Record<string, Check> = {
  'paid orders': paidOrders,
  reversals,
  accounts,
  'cash in hands': cash,
  'hand-overs': handOvers,
  'entries of the till': tillEntries,
  'closed days': closedDays,
  'vouchers of companies': vouchersOfCompanies,
  'numbers of invoices': invoiceNumbers,
  'sums of invoices': invoiceSums,
  'invoiced orders': invoicedOrders,
  'invoices as said': invoicedAsSaid,
  'self-billed invoices': selfBilled,
  'sealed days': sealedDays,
  'lines of statements': statementLines,
}
