import { salesKinds } from '@our-print/contract/money/invoices.ts'
import type { OutstandingRow, SalesRow } from '@our-print/contract/money/registers.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { DayRange } from '../../base/database/days.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'

type SalesFilter = DayRange & { query?: string; ordering?: Ordering<'day'> }

/** What was sold, by day, kind of document, tax and its rate: of credit notes below zero. */
export const sales = defineList<SalesFilter, SalesRow>((db, { from_date, to_date, query, ordering }) => {
  const rows = db`
    (select concat_ws(' ', i.day, i.kind, l.tax_name, l.rate) as id, i.day, i.kind, l.tax_name, l.rate,
      count(distinct i.id)::int as documents,
      (case i.kind when 'invoice' then 1 else -1 end * sum(l.net))::bigint / 100.0::float8 as net,
      (case i.kind when 'invoice' then 1 else -1 end * sum(l.tax))::bigint / 100.0::float8 as tax,
      (case i.kind when 'invoice' then 1 else -1 end * sum(l.net + l.tax))::bigint / 100.0::float8 as total
    from invoices i join invoice_lines l on l.invoice_id = i.id
    where i.kind = any(${[...salesKinds]}) ${from_date ? db`and i.day >= ${from_date}` : db``} ${to_date ? db`and i.day <= ${to_date}` : db``}
      ${query ? db`and ${contains(db, db`search_text(l.tax_name)`, query)}` : db``}
    group by i.day, i.kind, l.tax_name, l.rate) r`
  return {
    select: db`select r.id, r.day, r.kind, r.tax_name, r.rate, r.documents, r.net, r.tax, r.total from ${rows}`,
    from: rows,
    where: db`where true`,
    id: db`r.id`,
    sequence: sequenceOf(ordering, { day: db`r.day` }, db`r.id`, '-day'),
  }
})

type OutstandingFilter = { query?: string; client?: string; ordering?: Ordering<'due' | 'delivered_at'> }

/** What is owed for delivered orders, with their invoices. */
export const outstanding = defineList<OutstandingFilter, OutstandingRow>(
  (db, { query, client, ordering }) => ({
    select: db`
    select o.id, o.number as order_number, coalesce(c.name, trim(u.first_name || ' ' || u.last_name)) as payer,
      o.user_id as "user", o.client_id as client, o.delivered_at, shop_day(now()) - shop_day(o.delivered_at) as days,
      (select i.number from invoices i join invoice_lines l on l.invoice_id = i.id
        where l.order_id = o.id and i.kind = 'invoice' and o.invoiced is not null order by i.id desc limit 1) as invoice,
      coalesce(o.invoiced, o.payable) / 100.0::float8 as total,
      (o.paid + o.settled_before) / 100.0::float8 as paid, o.due / 100.0::float8 as due
    from orders o join users u on u.id = o.user_id left join clients c on c.id = o.client_id`,
    from: db`orders o join users u on u.id = o.user_id left join clients c on c.id = o.client_id`,
    where: db`where o.due > 0 and o.status = 'delivered'
    ${client ? db`and o.client_id = ${client}` : db``}
    ${query ? db`and ${contains(db, db`search_text(o.number || E'\n' || coalesce(c.name, u.first_name || ' ' || u.last_name))`, query)}` : db``}`,
    id: db`o.id`,
    sequence: sequenceOf(
      ordering,
      { due: db`o.due`, delivered_at: db`o.delivered_at` },
      db`o.id`,
      'delivered_at',
    ),
  }),
)
