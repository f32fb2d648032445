import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Party } from '@our-print/contract/money/invoices.ts'
import { computeTax, partsIn, rateOf } from '@our-print/contract/money/taxes.ts'
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
import { linesOf } from './orderLines.ts'

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
  const priced = []
  for (const order of some)
    priced.push(
      ...linesOf(order, await configurations.pricesAt(db, order.created_at), settings, textsIn(language)),
    )
  const isBetween = isBetweenStates(settings.seller, buyer)
  const partsOfTax = (name: string) => {
    const tax = settings.taxes.find((one) => one.name === name)
    return tax ? partsIn(tax, isBetween) : []
  }
  const taxed = computeTax(priced, partsOfTax, settings.prices_contain_tax)
  const lines = priced.map(({ tax: tax_name, ...line }, index) => {
    const { net = 0, tax = 0 } = taxed.lines[index] ?? {}
    return { ...line, tax_name, rate: rateOf(partsOfTax(tax_name)), net, tax, credits: null }
  })
  await orders.setInvoiced(db, sumByOrder(lines))
  const { seller, prices_contain_tax } = settings
  const content = { currency: 'INR', language, seller, buyer, prices_contain_tax, taxes: taxed.groups }
  const payer = first.client_id
    ? { user_id: null, client_id: first.client_id }
    : { user_id: first.user_id, client_id: null }
  return invoices.add(
    db,
    { kind: 'invoice', ...payer, month, credits: null, reason: '', by, content, lines },
    await numbers.next(db, settings, 'invoice'),
  )
}

type Amounts = { order_id: string; net: number; tax: number }

/** What lines cost, by their orders. */
export function sumByOrder(lines: readonly Amounts[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { order_id, net, tax } of lines) sums.set(order_id, (sums.get(order_id) ?? 0) + net + tax)
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

const folded = (state: string) => state.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** A GSTIN begins with the code of its state. */
const stateCodeIn = (registration: string) =>
  /^(\d\d)[A-Z]{5}\d{4}[A-Z][A-Z\d]{3}$/.exec(registration.replaceAll(/\s/g, '').toUpperCase())?.[1]

type Place = Pick<Party, 'state' | 'country_code' | 'registration'>

/**
 * Whether what is sold goes to another state, by the GSTINs where both have one, as a state is typed in many ways; where one is
 * not known it stays in the seller's.
 */
export function isBetweenStates(seller: Place, buyer: Place): boolean {
  if (seller.country_code !== buyer.country_code) return true
  const [own, other] = [stateCodeIn(seller.registration), stateCodeIn(buyer.registration)]
  if (own && other) return own !== other
  const [from, to] = [folded(seller.state), folded(buyer.state)]
  return from !== '' && to !== '' && from !== to
}
