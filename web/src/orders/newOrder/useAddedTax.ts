import { addTax, chargesOf } from '@our-print/contract/money/charges.ts'
import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import type { Line, PriceLines } from '@our-print/contract/orders/price.ts'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRead } from '../../base/api/api.ts'
import type { NewOrderFields } from './newOrderForm.ts'

type Priced = { prices: PriceLines | undefined; lines: readonly Line[]; discount: number }

/** By which tax is added, once there is a price to add it to: the page shows before it asks. */
export const useTaxRules = (prices: PriceLines | undefined) =>
  useRead(getTaxRules, {}, { enabled: prices !== undefined })

/** The tax that is added to the price, in paise, as the server adds it; undefined while something for it is missing. */
export function useAddedTax({ prices, lines, discount }: Priced): number | undefined {
  const { data } = useTaxRules(prices)
  const { control } = useFormContext<NewOrderFields>()
  const [pickup, state, company] = useWatch({ control, name: ['pickup', 'address.state', 'billed_to'] })
  if (!prices || !data) return undefined
  const { rules } = data
  if (!rules) return 0
  const charges = chargesOf(prices, lines)
  // While half a page is typed, say.
  if (!charges.every(({ price }) => Number.isInteger(price) && price >= 0)) return undefined
  const buyer = pickup || company ? rules.seller : { ...rules.seller, state }
  return addTax(charges, { amount: prices.total, discount }, rules, buyer)
}
