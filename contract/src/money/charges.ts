import { type Line, linesInPaise, type PriceLines } from '../orders/price.ts'
import type { WorkKind } from './invoiceSettings.ts'
import {
  computeTax,
  isBetweenStates,
  type Place,
  partsByName,
  spread,
  type Tax,
  withDiscount,
} from './taxes.ts'

// No schemas here, as in taxes.ts: the price that is shown for a new order has the tax that its invoice will have.

/** What an order is charged for, in paise before its discount. */
export type Charge = { kind: WorkKind; price: number }

/** Printing, binding, delivery, and then each of its lines. */
export const chargesOf = (
  { printing, binding, delivery }: Omit<PriceLines, 'extras' | 'total'>,
  lines: readonly Line[],
): Charge[] => [
  { kind: 'printing', price: printing },
  { kind: 'binding', price: binding },
  { kind: 'delivery', price: delivery },
  ...lines.map((line): Charge => ({ kind: 'extras', price: linesInPaise([line]) })),
]

/** What of them costs something, in proportion where a person set the amount, each with its share of the discount. */
export function priceCharges<Kind extends Charge>(
  charges: readonly Kind[],
  { amount, discount }: { amount: number; discount: number },
) {
  const amounts = spread(
    amount,
    charges.map(({ price }) => price),
  )
  const priced = charges.map((charge, index) => ({ ...charge, amount: amounts[index] ?? 0 }))
  return withDiscount(
    priced.filter((charge) => charge.amount > 0),
    discount,
  )
}

/** By which a tax is added to prices. */
export type TaxRules = {
  seller: Place
  taxes: readonly Tax[]
  work: Record<WorkKind, { tax: string }>
}

/** The tax that is added to the price of an order, in paise. */
export function addTax(
  charges: readonly Charge[],
  price: { amount: number; discount: number },
  { seller, taxes, work }: TaxRules,
  buyer: Place,
): number {
  const priced = priceCharges(charges, price).map((charge) => ({ ...charge, tax: work[charge.kind].tax }))
  return computeTax(priced, partsByName(taxes, isBetweenStates(seller, buyer)), false).tax
}
