import { addTax, chargesOf, type TaxRules } from '@our-print/contract/money/charges.ts'
import type { Line, PriceLines } from '@our-print/contract/orders/price.ts'

/** What is known of a new order, in paise; `state` is undefined where it does not leave that of the shop. */
export type Priced = {
  prices: PriceLines | undefined
  lines: readonly Line[]
  discount: number
  state: string | undefined
}

/** The tax on a new order, in paise; undefined while half a page is typed, say. */
export default function taxOnPrice(rules: TaxRules, { prices, lines, discount, state }: Priced) {
  if (!prices) return undefined
  const charges = chargesOf(prices, lines)
  if (!charges.every(({ price }) => Number.isInteger(price) && price >= 0)) return undefined
  const buyer = state === undefined ? rules.seller : { ...rules.seller, state }
  return addTax(charges, { amount: prices.total, discount }, rules, buyer)
}
