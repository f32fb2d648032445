import type { Language } from '@our-print/contract/customer/languages.ts'
import {
  type Invoice,
  type InvoiceFacts,
  type InvoiceKind,
  type Party,
  purchaseKinds,
  salesKinds,
} from '@our-print/contract/money/invoices.ts'
import type { TaxGroup } from '@our-print/contract/money/taxes.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import { tellOfInvoice } from '../../customer/messages/tellFacts.queries.ts'
import type { InvoiceNumber } from './invoiceNumbers.queries.ts'

/** What an invoice keeps of its moment; amounts in paise. */
export type Content = {
  currency: string
  /** Of its texts and forms; those from before it was kept are English. */
  language?: Language
  seller: Party
  buyer: Party
  prices_contain_tax: boolean
  /** What was paid by then; of those from before it was kept nothing is known. */
  paid?: number
  taxes: TaxGroup[]
}

/** Whether the shop owes it: then it is no sale. */
const isPurchase = (db: Db) => db`i.kind = any(${[...purchaseKinds]})`

const counterparty = (db: Db) =>
  db`case when ${isPurchase(db)} then i.content -> 'seller' ->> 'name' else i.buyer end`

const facts = (db: Db) => db`
  i.id, i.number, i.kind, i.issued_at, i.day, i.user_id as "user", i.client_id as client, i.buyer,
  ${counterparty(db)} as counterparty,
  (select coalesce(json_agg(json_build_object('id', o.id, 'number', o.number) order by o.number), '[]')
    from orders o where o.id in (select l.order_id from invoice_lines l where l.invoice_id = i.id)) as orders,
  i.month, i.net / 100.0::float8 as net, i.tax / 100.0::float8 as tax, i.total / 100.0::float8 as total,
  (select coalesce(sum(n.total), 0) / 100.0::float8 from invoices n where n.credits = i.id) as credited,
  i.credits, c.number as credits_number, i.reason, s.full_name as by`

const joined = (db: Db) => db`
  invoices i left join invoices c on c.id = i.credits left join staff_users s on s.id = i.by`

type Filter = {
  kind?: InvoiceKind | 'purchases' | 'all'
  client?: string
  user?: string
  order?: string
  from_date?: string
  to_date?: string
  query?: string
  ordering?: Ordering<'issued_at' | 'total'>
}

const ofOrder = (db: Db, orders: ReturnType<typeof db>) => db`
  i.id in (select l.invoice_id from invoice_lines l where l.order_id in (${orders}))`

const kindsOf = (kind: Exclude<Filter['kind'], 'all'>): readonly InvoiceKind[] =>
  kind === undefined ? salesKinds : kind === 'purchases' ? purchaseKinds : [kind]

const where = (db: Db, { query, ...filter }: Filter) => db`where true
  ${filter.kind === 'all' ? db`` : db`and i.kind = any(${[...kindsOf(filter.kind)]})`}
  ${filter.client ? db`and i.client_id = ${filter.client}` : db``}
  ${filter.user ? db`and i.user_id = ${filter.user}` : db``}
  ${filter.order ? db`and ${ofOrder(db, db`select ${filter.order}::uuid`)}` : db``}
  ${filter.from_date ? db`and i.day >= ${filter.from_date}` : db``}
  ${filter.to_date ? db`and i.day <= ${filter.to_date}` : db``}
  ${
    query
      ? db`and (${contains(db, db`search_text(i.number || E'\n' || ${counterparty(db)} || E'\n' || i.reason)`, query)}
        or ${ofOrder(db, db`select o.id from orders o where o.number::text = ${query}`)})`
      : db``
  }`

export const { select, list } = defineList<Filter, InvoiceFacts>((db, filter) => ({
  select: db`select ${facts(db)} from ${joined(db)}`,
  from: db`invoices i`,
  where: where(db, filter),
  id: db`i.id`,
  sequence: sequenceOf(
    filter.ordering,
    { issued_at: db`i.issued_at`, total: db`i.total` },
    db`i.id`,
    '-issued_at',
  ),
}))

/** A line as it is read; amounts in paise, what is left of it without what credit notes took. */
export type StoredLine = {
  id: string
  order: string | null
  order_number: number | null
  text: string
  code: string
  tax_name: string
  rate: number
  amount: number
  discount: number
  net: number
  tax: number
  left: number
  left_tax: number
}

export const readLines = (db: Db, invoice: string) => db<StoredLine[]>`
  select l.id, l.order_id as "order", o.number as order_number, l.text, l.code, l.tax_name, l.rate, l.amount,
    l.discount, l.net, l.tax, l.amount - l.discount - coalesce(c.price, 0) as left,
    l.tax - coalesce(c.tax, 0) as left_tax
  from invoice_lines l left join orders o on o.id = l.order_id left join lateral (
    select sum(n.amount)::bigint as price, sum(n.tax)::bigint as tax from invoice_lines n where n.credits = l.id) c on true
  where l.invoice_id = ${invoice} order by l.position`

/** An invoice without the links to its files, and its amounts in rupees. */
export type InvoiceRow = Omit<Invoice, 'files'>

export async function get(db: Db, id: string): Promise<InvoiceRow> {
  const [row] = await db<(InvoiceFacts & { content: Content })[]>`
    select ${facts(db)}, i.content from ${joined(db)} where i.id = ${id}`
  if (!row) throw notFound('Invoice')
  const { content, ...known } = row
  const notes = await db<{ id: string; number: string; total: number }[]>`
    select id, number, total / 100.0::float8 as total from invoices where credits = ${id} order by id`
  const lines = await readLines(db, id)
  return {
    ...known,
    currency: content.currency,
    language: content.language ?? 'en',
    seller: content.seller,
    buyer_data: content.buyer,
    prices_contain_tax: content.prices_contain_tax,
    paid: (content.paid ?? 0) / 100,
    lines: lines.map(({ left_tax, ...line }) => ({
      ...line,
      amount: line.amount / 100,
      discount: line.discount / 100,
      net: line.net / 100,
      tax: line.tax / 100,
      total: (line.net + line.tax) / 100,
      left: row.credits === null ? line.left / 100 : 0,
    })),
    taxes: content.taxes.map(({ net, tax, parts, ...group }) => ({
      ...group,
      net: net / 100,
      tax: tax / 100,
      parts: parts.map((part) => ({ ...part, amount: part.amount / 100 })),
    })),
    credit_notes: [...notes],
  }
}

/** A line that is to be stored; amounts in paise. */
export type NewLine = {
  /** Null: it is for vouchers. */
  order_id: string | null
  text: string
  code: string
  tax_name: string
  rate: number
  amount: number
  discount: number
  net: number
  tax: number
  credits: string | null
}

export type NewInvoice = {
  kind: InvoiceKind
  user_id: string | null
  client_id: string | null
  month: string | null
  credits: string | null
  /** Of a self-billed one: that of the same month which was credited as a whole. */
  replaces?: string | null
  reason: string
  by: string | null
  content: Content
  lines: NewLine[]
}

/** Stores an invoice under its number. The caller has locked its orders and sets what they cost. */
export async function add(db: Db, { lines, content, ...invoice }: NewInvoice, number: InvoiceNumber) {
  const [net, tax] = [sum(lines, 'net'), sum(lines, 'tax')]
  const row = { ...invoice, ...number, buyer: content.buyer.name, net, tax, total: net + tax }
  const [{ id }] = await db<[{ id: string }]>`
    insert into invoices ${db({ ...row, content: db.json(content) })} returning id`
  await addLines(db, id, lines)
  await db`insert into invoice_drawings (invoice_id) values (${id})`
  await tellOfInvoice(db, id)
  return id
}

/** As one parameter: the month of a large company has more lines than a statement may have parameters. */
const addLines = (db: Db, invoice: string, lines: readonly NewLine[]) => db`
  insert into invoice_lines
    (invoice_id, position, order_id, text, code, tax_name, rate, amount, discount, net, tax, credits)
  select ${invoice}, nth - 1, order_id, text, code, tax_name, rate, amount, discount, net, tax, credits
  from rows from (jsonb_to_recordset(${db.json([...lines])}) as (order_id uuid, text text, code text, tax_name text,
    rate int, amount bigint, discount bigint, net bigint, tax bigint, credits uuid))
    with ordinality l (order_id, text, code, tax_name, rate, amount, discount, net, tax, credits, nth)`

const sum = (lines: NewLine[], field: 'net' | 'tax') => lines.reduce((all, line) => all + line[field], 0)
