import { currency } from '@our-print/contract/money/currency.ts'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Party } from '@our-print/contract/money/invoices.ts'
import {
  computeTax,
  isBetweenStates,
  partsByName,
  rateOf,
  spread,
  type TaxedAmounts,
} from '@our-print/contract/money/taxes.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, unprocessable } from '../../base/http/problem.ts'
import { languageOf } from '../../customer/languages/paperLanguage.queries.ts'
import { textsIn } from '../../customer/languages/texts.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import type { LockedOrder } from './invoicedOrders.queries.ts'
import * as orders from './invoicedOrders.queries.ts'
import * as numbers from './invoiceNumbers.queries.ts'
import * as settingsOfInvoices from './invoiceSettings.queries.ts'
import * as invoices from './invoices.queries.ts'
import { linesOf, type OrderLine } from './orderLines.ts'

/** Who issues: null is the shop itself. */
export type Issuer = string | null

/** Issues the invoice of one order. */
export async function issueForOrder(db: Db, by: Issuer, id: string): Promise<string> {
  const order = await orders.lock(db, id)
  const settings = await readSettings(db)
  if (order.status === 'cancelled')
    throw conflict('This order is cancelled: nothing is owed for it.', 'not_allowed')
  if (order.invoiced !== null && order.invoiced > 0)
    throw conflict('This order has an invoice already. Credit that one first.', 'invoiced')
  if (order.amount - order.discount === 0) throw unprocessable('order', 'This order costs nothing')
  await orders.unqueue(db, [id])
  return issue(db, by, [order], null, settings)
}

/** Issues the invoice of a company for what it has ordered until the end of a month. */
export async function issueForMonth(db: Db, by: Issuer, client: string, month: string): Promise<string> {
  const settings = await readSettings(db)
  const first = `${month}-01`
  await orders.lockMonth(db, client, first)
  const some = await orders.lockOfMonth(db, client, first)
  if (some.length === 0)
    throw unprocessable('month', 'No order of this company was delivered until then that has no invoice')
  return issue(db, by, some, first, settings)
}

export async function readSettings(db: Db): Promise<InvoiceSettings> {
  const settings = await settingsOfInvoices.get(db)
  if (!settings.seller.name) throw conflict('Say first who sells: Configuration, Invoices.', 'seller_missing')
  return settings
}

/** Issues one invoice for locked orders of one payer that have none; the number is taken last. */
export async function issue(
  db: Db,
  by: Issuer,
  some: readonly LockedOrder[],
  month: string | null,
  settings: InvoiceSettings,
): Promise<string> {
  const [first] = some
  if (!first) throw new Error('An invoice is for an order')
  const buyer = await buyerOf(db, first, settings)
  const language = await languageOf(db, first.client_id ? null : first.user_id)
  const listed = []
  for (const order of some)
    listed.push(
      ...linesOf(order, await configurations.pricesAt(db, order.priced_at), settings, textsIn(language)),
    )
  const partsOfTax = partsByName(settings.taxes, isBetweenStates(settings.seller, buyer))
  const { priced, taxed, prices_contain_tax } = taxAsSaid(some, listed, partsOfTax)
  const lines = priced.map(({ tax: tax_name, ...line }, index) => {
    const { net, tax } = lineOf(taxed, index)
    return { ...line, tax_name, rate: rateOf(partsOfTax(tax_name)), net, tax, credits: null }
  })
  const costs = sumByOrder(lines)
  await orders.setInvoiced(db, costs)
  const { seller } = settings
  const paid = some.reduce((sum, order) => sum + Math.min(order.paid, costs.get(order.id) ?? 0), 0)
  const taxes = taxed.groups
  const content = { currency: currency(), language, seller, buyer, prices_contain_tax, paid, taxes }
  const payer = first.client_id
    ? { user_id: null, client_id: first.client_id }
    : { user_id: first.user_id, client_id: null }
  return invoices.add(
    db,
    { kind: 'invoice', ...payer, month, credits: null, reason: '', by, content, lines },
    await numbers.next(db, settings, 'invoice'),
  )
}

/**
 * The tax on the lines of orders, so that each costs what was said when it was priced. Where that is not what the taxes of today
 * add to its price, because they or the price were changed since or many orders are rounded together, the price contains them.
 */
export function taxAsSaid(
  some: readonly Pick<LockedOrder, 'id' | 'amount' | 'discount' | 'tax'>[],
  listed: readonly OrderLine[],
  partsOfTax: ReturnType<typeof partsByName>,
) {
  const added = computeTax(listed, partsOfTax, false)
  const costs = sumByOrder(listed.map(({ order_id }, index) => ({ order_id, ...lineOf(added, index) })))
  const isAdded = some.every(
    ({ id, amount, discount, tax }) => tax !== null && costs.get(id) === amount - discount + tax,
  )
  if (isAdded) return { priced: listed, taxed: added, prices_contain_tax: false }
  const priced = some.flatMap(({ id, tax }) => {
    const lines = listed.filter(({ order_id }) => order_id === id)
    const shares = spread(
      tax ?? 0,
      lines.map(({ amount, discount }) => amount - discount),
    )
    return lines.map((line, index) => ({ ...line, amount: line.amount + (shares[index] ?? 0) }))
  })
  return { priced, taxed: computeTax(priced, partsOfTax, true), prices_contain_tax: true }
}

const lineOf = ({ lines }: TaxedAmounts, index: number) => lines[index] ?? { net: 0, tax: 0 }

type Amounts = { order_id: string | null; net: number; tax: number }

/** What lines cost, by their orders. */
export function sumByOrder(lines: readonly Amounts[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { order_id, net, tax } of lines)
    if (order_id !== null) sums.set(order_id, (sums.get(order_id) ?? 0) + net + tax)
  return sums
}

/** Who is invoiced: the company that pays, or the customer at the address of the order. */
async function buyerOf(db: Db, order: LockedOrder, { seller }: InvoiceSettings): Promise<Party> {
  if (order.client_id) {
    const { monthly, company, version, ...buyer } = await settingsOfInvoices.readBuyer(db, order.client_id)
    return buyer
  }
  const { line1 = '', line2 = '', city = '', state = '', pincode = '' } = order.address ?? {}
  const address = [line1, line2].filter(Boolean).join(', ')
  return {
    name: order.customer,
    address,
    city,
    pincode,
    state,
    country_code: seller.country_code,
    registration: '',
  }
}
