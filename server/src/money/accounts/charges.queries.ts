import type { Db, Fragment } from '../../base/database/db.ts'

/**
 * What the orders of a holder were charged, each change when it happened, so that nothing that happens later changes the balance
 * of a day before. An order is owed from its delivery until it is out for delivery again; meanwhile credit notes, complaints
 * and invoices (by the tax that its price does not contain, or all of it once it was credited) change what it costs. What was
 * undone on its day is left out. Together they are always what the orders cost now.
 */
export const charges = (db: Db, ofHolder: Fragment) => db`
  with mine as materialized (
    select o.id, o.number, o.title, o.delivered_at, o.tax, o.payable, o.settled_before,
      coalesce(o.invoiced, o.payable) - o.settled_before as asked
    from orders o where ${ofHolder}),
  documents as materialized (${documents(db)}),
  spans as (${spans(db)}),
  changes as (${changes(db)}),
  charged as (${charged(db)})
  select since as at, 1 as sequence, 'order' as kind, id as "order", number as order_number, null::bigint as payment_number,
    title as text, null as method, null as reference, amount
  from charged where amount <> 0
  union all
  select c.at, 2, c.kind, id, m.number, null, c.text, null, c.reference, c.amount
  from changes c join mine m using (id) where c.amount <> 0
  union all
  select until, 3, 'reopened', id, number, null, title, null, null, -amount - changed
  from charged where until is not null and amount + changed <> 0`

/**
 * What each invoice and credit note says of an order, with what those before it say, and the price it was made of: with the tax,
 * where the order was priced with it.
 */
const documents = (db: Db) => db`
  select d.*, coalesce(sum(amount) over earlier, 0) as amount_before, lag(at) over earlier as at_before
  from (
    select l.order_id, i.id, i.issued_at as at, i.kind, i.number, i.reason, sum(case when m.tax is null then l.amount - l.discount else l.net + l.tax end) as price,
      sum(case i.kind when 'invoice' then l.net + l.tax else -l.net - l.tax end) as amount
    from mine m join invoice_lines l on l.order_id = m.id join invoices i on i.id = l.invoice_id
    group by l.order_id, i.id) d
  window earlier as (partition by order_id order by at, id rows between unbounded preceding and 1 preceding)`

/** When an order was delivered: now, and before it was out for delivery again. */
const spans = (db: Db) => db`
  select id, delivered_at as since, null::timestamptz as until from mine where delivered_at is not null
  union all
  select m.id, d.at, h.at
  from mine m join order_history h on h.order_id = m.id and h.from_status = 'delivered' and h.to_status <> 'delivered'
  cross join lateral (
    select e.at from order_history e
    where e.order_id = m.id and e.from_status is distinct from 'delivered' and e.to_status = 'delivered' and e.at < h.at
    order by e.at desc limit 1) d
  where shop_day(d.at) <> shop_day(h.at)`

/** An invoice takes the place of the price, unless one did so before; a complaint lowers one of both. */
const changes = (db: Db) => db`
  select s.id, s.since, d.at, d.kind, d.number as reference, d.reason as text,
    d.amount - case when f.is_first then d.price else 0 end as amount, case when f.is_first then d.price end as price
  from spans s join documents d on d.order_id = s.id and d.at > s.since and (s.until is null or d.at <= s.until)
  cross join lateral (
    select d.kind = 'invoice' and d.amount_before = 0 and coalesce(d.at_before <= s.since, true) as is_first) f
  union all
  select s.id, s.since, c.resolved_at, 'complaint', null, '', -c.refund, null
  from spans s join complaints c
    on c.order_id = s.id and c.refund is not null and c.resolved_at > s.since and (s.until is null or c.resolved_at <= s.until)
  where not exists (
    select from documents d where (d.order_id, d.at, d.kind) = (s.id, c.resolved_at, 'credit_note'))`

/** What an order cost when it was delivered, and by how much that changed until the end. */
const charged = (db: Db) => db`
  select s.id, s.since, s.until, m.number, m.title, coalesce(sum(c.amount), 0) as changed,
    case when s.until is null then m.asked - coalesce(sum(c.amount), 0)
    else coalesce(
      (select nullif(sum(d.amount), 0) from documents d where d.order_id = s.id and d.at <= s.since),
      coalesce(max(c.price), (${priceBefore(db)}), m.payable) - coalesce(sum(c.amount) filter (where c.kind = 'complaint'), 0)
    ) - m.settled_before end as amount
  from spans s join mine m using (id) left join changes c using (id, since)
  group by s.id, s.since, s.until, m.number, m.title, m.asked, m.payable, m.settled_before`

/** The price at the end of a delivery; it may have changed since then. */
const priceBefore = (db: Db) => db`
  select ((e ->> 'from')::numeric * 100)::bigint from order_history h cross join jsonb_array_elements(h.changes) e
  where h.order_id = s.id and h.at > s.until and e ->> 'field' = 'payable' order by h.at limit 1`
