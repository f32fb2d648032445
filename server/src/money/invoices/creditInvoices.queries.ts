import type { InvoiceKind } from '@our-print/contract/money/invoices.ts'
import { spread, type TaxGroup } from '@our-print/contract/money/taxes.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'
import * as orders from './invoicedOrders.queries.ts'
import * as numbers from './invoiceNumbers.queries.ts'
import * as settingsOfInvoices from './invoiceSettings.queries.ts'
import type { Content, NewLine, StoredLine } from './invoices.queries.ts'
import * as invoices from './invoices.queries.ts'
import { type Issuer, sumByOrder } from './issueInvoices.ts'

type Original = {
  id: string
  kind: InvoiceKind
  user_id: string | null
  client_id: string | null
  month: string | null
  credits: string | null
  content: Content
}

/** Of a line, how much of its price is credited, in paise; of its tax so much, or the same share. */
export type Taken = { line: string; amount: number; tax?: number }

/** Corrects an invoice by a credit note: by all that is left of it, or amounts of some lines. */
export async function credit(
  db: Db,
  by: Issuer,
  id: string,
  { reason, taken }: { reason: string; taken?: readonly Taken[] | undefined },
): Promise<string> {
  // Orders before invoices, as whoever issues.
  const ordersOfIt = await db<{ order_id: string }[]>`
    select distinct order_id from invoice_lines where invoice_id = ${id} and order_id is not null
    ${taken ? db`and id = any(${taken.map(({ line }) => line)}::uuid[])` : db``}`
  const locked = await orders.lockAll(
    db,
    ordersOfIt.map(({ order_id }) => order_id),
  )
  const original = await lockInvoice(db, id)
  if (original.credits !== null)
    throw conflict('This is a credit note itself. Issue a new invoice instead.', 'not_allowed')
  const lines = await invoices.readLines(db, id)
  const chosen = chooseLines(lines, taken)
  const credited = chosen.map((one) => creditedLine(one, original.content))
  if (credited.length === 0) throw conflict('Nothing of this invoice is left to credit.', 'credited')
  const gone = sumByOrder(credited)
  const left = new Map<string, number | null>()
  for (const { id: order, status, invoiced } of locked) {
    const amount = gone.get(order)
    if (amount === undefined || invoiced === null) continue
    const rest = invoiced - amount
    // Of what is not delivered yet the price counts again; for what was, nothing more is to be paid.
    left.set(order, rest === 0 && status !== 'delivered' ? null : rest)
  }
  await orders.setInvoiced(db, left)
  return addNote(db, by, original, { reason, lines, credited })
}

async function lockInvoice(db: Db, id: string): Promise<Original> {
  const [invoice] = await db<Original[]>`
    select id, kind, user_id, client_id, month, credits, content from invoices where id = ${id} for no key update`
  if (!invoice) throw notFound('Invoice')
  return invoice
}

type Chosen = { line: StoredLine; amount: number; tax?: number | undefined }

function chooseLines(lines: readonly StoredLine[], taken: readonly Taken[] | undefined): Chosen[] {
  const left = lines.reduce((sum, line) => sum + line.left, 0)
  if (!taken)
    return left > 0
      ? lines.filter((line) => line.left !== 0).map((line) => ({ line, amount: line.left }))
      : []
  const chosen = taken.map(({ line: id, amount, tax }, index) => {
    const line = lines.find((one) => one.id === id)
    if (!line) throw unprocessable('lines', 'A line is not of this invoice')
    if (taken.findIndex((one) => one.line === id) < index)
      throw unprocessable('lines', 'A line is named twice')
    if (amount === 0) throw unprocessable('lines', 'An amount cannot be zero')
    if (amount > line.left)
      throw unprocessable('lines', `Only ${(line.left / 100).toFixed(2)} of “${line.text}” is left to credit`)
    return { line, amount, tax }
  })
  // Of a self-billed one some lines take off from others.
  if (chosen.reduce((sum, { amount }) => sum + amount, 0) > left)
    throw unprocessable('lines', 'No more of the invoice is left to credit')
  return chosen
}

/** Takes from what is left of a line; of its tax the same share. The last of them takes all that is left. */
function creditedLine({ line, amount, ...chosen }: Chosen, { prices_contain_tax }: Content): NewLine {
  const [share = 0] = spread(line.left_tax, [amount, line.left - amount])
  const tax = chosen.tax ?? share
  return {
    order_id: line.order,
    text: line.text,
    code: line.code,
    tax_name: line.tax_name,
    rate: line.rate,
    amount,
    discount: 0,
    net: prices_contain_tax ? amount - tax : amount,
    tax,
    credits: line.id,
  }
}

type Note = { reason: string; lines: readonly StoredLine[]; credited: NewLine[] }

async function addNote(db: Db, by: Issuer, original: Original, { reason, credited }: Note): Promise<string> {
  const earlier = await db<
    { content: Content }[]
  >`select content from invoices where credits = ${original.id}`
  const taxes = original.content.taxes.flatMap((group) =>
    creditedGroup(
      group,
      credited,
      earlier.flatMap(({ content }) => content.taxes),
    ),
  )
  const { user_id, client_id, month } = original
  const kind = original.kind === 'self_billed' ? 'self_billed_credit' : 'credit_note'
  return invoices.add(
    db,
    {
      kind,
      user_id,
      client_id,
      month,
      credits: original.id,
      reason,
      by,
      // A credit note asks for nothing.
      content: { ...original.content, paid: 0, taxes },
      lines: credited,
    },
    await numbers.next(db, await settingsOfInvoices.get(db), kind),
  )
}

/** What is credited of one tax; its parts share by what is left of them. */
function creditedGroup(group: TaxGroup, credited: NewLine[], earlier: TaxGroup[]): TaxGroup[] {
  const lines = credited.filter(({ tax_name }) => tax_name === group.name)
  if (lines.length === 0) return []
  const sum = (field: 'net' | 'tax') => lines.reduce((all, line) => all + line[field], 0)
  const before = earlier.filter(({ name }) => name === group.name)
  const left = group.parts.map(({ amount }, index) =>
    before.reduce((rest, { parts }) => rest - (parts[index]?.amount ?? 0), amount),
  )
  const shares = spread(sum('tax'), left)
  return [
    {
      ...group,
      net: sum('net'),
      tax: sum('tax'),
      parts: group.parts.map((part, index) => ({ ...part, amount: shares[index] ?? 0 })),
    },
  ]
}

/** Credits so much of what the invoices of a locked order ask for it, line by line. Answers how much of its price that is. */
export async function creditAmount(
  db: Db,
  by: Issuer,
  order: string,
  { amount, reason }: { amount: number; reason: string },
): Promise<number> {
  let [rest, price] = [amount, 0]
  const taken = (await openLines(db, [order])).flatMap(({ tax, contains_tax, ...line }) => {
    const part = Math.min(rest, contains_tax ? line.amount : line.amount + tax)
    const [own = 0, added] = contains_tax ? [part] : spread(part, [line.amount, tax])
    rest -= part
    price += own
    return part > 0 ? [{ ...line, amount: own, ...(added !== undefined && { tax: added }) }] : []
  })
  if (rest > 0) throw unprocessable('amount', 'No more of the invoice is left to credit')
  for (const [invoice, lines] of Map.groupBy(taken, ({ invoice_id }) => invoice_id))
    await credit(db, by, invoice, { reason, taken: lines })
  return price
}

/** What follows for the invoices of locked orders that are cancelled, or out for delivery again. */
export async function creditOrders(
  db: Db,
  by: Issuer,
  some: readonly string[],
  reason: string,
): Promise<void> {
  await orders.unqueue(db, some)
  const lines = await openLines(db, some)
  for (const [invoice, some] of Map.groupBy(lines, ({ invoice_id }) => invoice_id))
    await credit(db, by, invoice, { reason, taken: some.map(({ line, amount }) => ({ line, amount })) })
  const open = await db<{ id: string }[]>`
    select id from orders where id = any(${[...some]}::uuid[]) and invoiced is not null`
  await orders.setInvoiced(db, new Map(open.map(({ id }) => [id, null])))
}

/** Lines of the invoices of orders, with what is left of each to credit, and of the tax that was added to it. */
const openLines = (db: Db, some: readonly string[]) => db<
  { invoice_id: string; line: string; amount: number; tax: number; contains_tax: boolean }[]
>`
  select l.invoice_id, l.id as line, l.amount - l.discount - coalesce(c.price, 0) as amount,
    l.tax - coalesce(c.tax, 0) as tax, (i.content ->> 'prices_contain_tax')::boolean as contains_tax
  from invoice_lines l join invoices i on i.id = l.invoice_id and i.kind = 'invoice'
  join orders o on o.id = l.order_id left join lateral (
    select sum(n.amount)::bigint as price, sum(n.tax)::bigint as tax from invoice_lines n where n.credits = l.id) c on true
  where l.order_id = any(${[...some]}::uuid[]) and o.invoiced > 0
    and l.amount - l.discount > coalesce(c.price, 0)
  order by l.invoice_id, l.position`
