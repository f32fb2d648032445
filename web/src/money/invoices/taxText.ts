import type { TaxPart } from '@our-print/contract/money/taxes.ts'
import { plainNumber } from '@our-print/contract/plainPhone.ts'

/** CGST 9 + SGST 9, as people type what a tax is made of. */
export const textOfParts = (parts: readonly TaxPart[]): string =>
  parts.map(({ name, rate }) => `${name} ${rate / 100}`).join(' + ')

const partShape = /^(.*\S)\s+(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/

/** The parts that a text means, in hundredths of a percent; undefined where it is not understood. */
export function partsOfText(text: string): TaxPart[] | undefined {
  if (text.trim() === '') return []
  const parts = plainNumber(text)
    .split('+')
    .map((one) => {
      const [, name, whole, fraction = ''] = partShape.exec(one.trim()) ?? []
      return name && whole ? { name, rate: Number(whole) * 100 + Number(fraction.padEnd(2, '0')) } : undefined
    })
  return parts.includes(undefined) ? undefined : (parts as TaxPart[])
}
