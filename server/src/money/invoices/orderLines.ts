import type { InvoiceSettings, WorkKind } from '@our-print/contract/money/invoiceSettings.ts'
import { spread, withDiscount } from '@our-print/contract/money/taxes.ts'
import { linesInPaise, type PrintOptions, priceLines } from '@our-print/contract/orders/price.ts'
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

type Prices = Pick<Configuration, 'price_per_page' | 'paper_factor' | 'binding' | 'delivery_fee'>

/**
 * The lines of an order: what it was charged for by the prices of its day, in proportion where a person set the price, each
 * with its share of the discount.
 */
export function linesOf(
  order: InvoicedOrder,
  prices: Prices,
  { work }: InvoiceSettings,
  { say }: Texts,
): OrderLine[] {
  const parts = priceLines({ ...order, lines: [] }, prices, order.is_by_plan)
  const charged: { kind: WorkKind; text: string; price: number }[] = [
    { kind: 'printing', text: say('Printing'), price: parts.printing },
    { kind: 'binding', text: say('Binding'), price: parts.binding },
    { kind: 'delivery', text: say('Delivery'), price: parts.delivery },
    ...order.lines.map(({ text, quantity, price }) => ({
      kind: 'extras' as const,
      text: quantity > 1 ? `${text} × ${quantity}` : text,
      price: linesInPaise([{ quantity, price: price / 100 }]),
    })),
  ]
  const amounts = spread(
    order.amount,
    charged.map(({ price }) => price),
  )
  const priced = charged.map(({ kind, text }, index) => ({
    order_id: order.id,
    text: kind === 'printing' ? `${text}: ${order.title}` : text,
    code: work[kind].code,
    tax: work[kind].tax,
    amount: amounts[index] ?? 0,
  }))
  return withDiscount(
    priced.filter(({ amount }) => amount > 0),
    order.discount,
  )
}
