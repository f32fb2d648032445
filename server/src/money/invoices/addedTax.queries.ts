import { addTax, chargesOf } from '@our-print/contract/money/charges.ts'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Place } from '@our-print/contract/money/taxes.ts'
import type { OrderLine } from '@our-print/contract/orders/orderPrice.ts'
import { type PrintOptions, priceLines } from '@our-print/contract/orders/price.ts'
import type { Db } from '../../base/database/db.ts'
import * as settingsOfInvoices from './invoiceSettings.queries.ts'
import type { Prices } from './orderLines.ts'

/** An order whose price is known, in paise; the prices of its lines are in rupees, as they are sent. */
export type TaxedOrder = PrintOptions & {
  is_by_plan: boolean
  lines: readonly OrderLine[]
  amount: number
  discount: number
  address?: { state: string } | null | undefined
  billed_to?: string | null | undefined
}

/** By what an order is priced. An order that is changed keeps that tax was added to its price, or that it contains it. */
export type Pricing = { prices: Prices; taxes: InvoiceSettings; isAdded?: boolean }

/** The tax that is added to the price of an order, in paise, as its invoice will add it; null: the price contains it. */
export async function taxOn(
  db: Db,
  order: TaxedOrder,
  { prices, taxes, isAdded = !taxes.prices_contain_tax }: Pricing,
): Promise<number | null> {
  if (!isAdded) return null
  const parts = priceLines({ ...order, lines: [] }, prices, order.is_by_plan)
  return addTax(chargesOf(parts, order.lines), order, taxes, await placeOf(db, taxes, order))
}

async function placeOf(db: Db, { seller }: InvoiceSettings, order: TaxedOrder): Promise<Place> {
  if (order.billed_to) return settingsOfInvoices.readBuyer(db, order.billed_to)
  return { state: (!order.pickup && order.address?.state) || '', country_code: seller.country_code }
}
