import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import type { PriceLines } from '@our-print/contract/orders/price.ts'
import { useEffect, useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import type { Priced } from './taxOnPrice.ts'

const file = lazyFile(() => import('./taxOnPrice.ts'))

/** By which tax is added, once there is a price to add it to: the page shows before it asks. */
export const useTaxRules = (prices: PriceLines | undefined) =>
  useRead(getTaxRules, {}, { enabled: prices !== undefined })

/** The tax that is added to the price, in paise, as the server adds it; undefined while something for it is missing. */
export function useAddedTax(priced: Priced): number | undefined {
  const rules = useTaxRules(priced.prices).data?.rules
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof file.get>>>()
  useEffect(() => {
    if (rules) void file.get().then(setLoaded)
  }, [rules])
  return rules ? loaded?.default(rules, priced) : rules === null ? 0 : undefined
}
