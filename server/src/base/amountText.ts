import { amountSign } from '@our-print/contract/money/currency.ts'

/** An amount in paise as people read it in a sentence. */
export const amountText = (paise: number) =>
  `${amountSign()}${(paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
