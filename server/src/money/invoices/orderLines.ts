import { chargesOf, priceCharges } from '@our-print/contract/money/charges.ts'
import type { InvoiceSettings, WorkKind } from '@our-print/contract/money/invoiceSettings.ts'
import { type PrintOptions, priceLines } from '@our-print/contract/orders/price.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import type { Texts } from '../../customer/languages/texts.ts'

/** What an invoice says of an order; amounts in paise. */
export type InvoicedOrder = PrintOptions & {
  id: string
  number: number
  title: string
  is_by_plan: boolean
  amount: number
  discount: number
  /** What was charged besides printing; prices in paise. */
  lines: { text: string; quantity: number; price: number }[]
}

/** A line of an invoice before tax. */
export type OrderLine = {
  order_id: string
  text: string
  code: string
  tax: string
  amount: number
  discount: number
}

export type Prices = Pick<Configuration, 'price_per_page' | 'paper_factor' | 'binding' | 'delivery_fee'>

/**
 * The lines of an order: what it was charged for by the prices of its day, in proportion where a person set the price, each
 * with its share of the discount.
 */
export function linesOf(
  order: InvoicedOrder,
  prices: Prices,
  { work }: Pick<InvoiceSettings, 'work'>,
  { say }: Texts,
): OrderLine[] {
  const names: Partial<Record<WorkKind, string>> = {
    printing: `${say('Printing')}: ${order.title}`,
    binding: say('Binding'),
    delivery: say('Delivery'),
  }
  const extras = order.lines.map(({ text, quantity }) => (quantity > 1 ? `${text} × ${quantity}` : text))
  const parts = priceLines({ ...order, lines: [] }, prices, order.is_by_plan)
  const charges = chargesOf(
    parts,
    order.lines.map(({ quantity, price }) => ({ quantity, price: price / 100 })),
  ).map((charge, index) => ({ ...charge, text: names[charge.kind] ?? extras[index - 3] ?? '' }))
  return priceCharges(charges, order).map(({ kind, text, amount, discount }) => ({
    order_id: order.id,
    text,
    code: work[kind].code,
    tax: work[kind].tax,
    amount,
    discount,
  }))
}
