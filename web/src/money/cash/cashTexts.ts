import type { HandOver } from '@our-print/contract/money/cash.ts'
import { rupees } from '../../base/format/format.ts'

/** 'Short by ₹50.00', against the payments; where these agree, against what was declared. */
export function differenceText({ counted, expected, declared }: HandOver): string {
  if (counted === null || expected === null) return ''
  const off = counted - expected || counted - (declared ?? counted)
  if (off === 0) return 'Equal'
  const text = `${off < 0 ? 'Short' : 'Over'} by ${rupees(Math.abs(off))}`
  return counted === expected ? `${text} of what was declared` : text
}

/** Of cash that the server does not know of. */
export const unsentText = (unsent: number) =>
  `${rupees(unsent)} more is not sent from this phone yet. Send it before you hand it over.`

/** An amount with its sign. */
export const signed = (amount: number) =>
  `${amount < 0 ? '−' : amount > 0 ? '+' : ''}${rupees(Math.abs(amount))}`
