import { expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import { computeTax, partsIn, spread, type Tax, withDiscount } from './taxes.ts'

const gst: Tax = {
  name: 'GST 18%',
  parts: [
    { name: 'CGST', rate: 900 },
    { name: 'SGST', rate: 900 },
  ],
  between: [{ name: 'IGST', rate: 1800 }],
}
const vat: Tax = { name: 'VAT 19%', parts: [{ name: 'VAT', rate: 1900 }], between: [] }
const odd: Tax = {
  name: 'Odd',
  parts: [
    { name: 'A', rate: 333 },
    { name: 'B', rate: 1 },
    { name: 'C', rate: 9666 },
  ],
  between: [],
}
const none: Tax = { name: 'No tax', parts: [], between: [] }
const taxes = [gst, vat, odd, none]
const partsOf = (isBetween: boolean) => (name: string) => {
  const tax = taxes.find((one) => one.name === name)
  return tax ? partsIn(tax, isBetween) : []
}
const compute = (lines: [string, number][], contains: boolean, isBetween = false) =>
  computeTax(
    lines.map(([tax, amount]) => ({ tax, amount, discount: 0 })),
    partsOf(isBetween),
    contains,
  )

test('GST is CGST and SGST within a state, and IGST between two', () => {
  expect(compute([['GST 18%', 100_00]], false)).toMatchObject({
    net: 100_00,
    tax: 18_00,
    total: 118_00,
    groups: [
      {
        parts: [
          { name: 'CGST', amount: 9_00 },
          { name: 'SGST', amount: 9_00 },
        ],
      },
    ],
  })
  expect(compute([['GST 18%', 100_00]], false, true).groups[0]?.parts).toEqual([
    { name: 'IGST', rate: 1800, amount: 18_00 },
  ])
  // 118 contains 18 of tax.
  expect(compute([['GST 18%', 118_00]], true)).toMatchObject({ net: 100_00, tax: 18_00, total: 118_00 })
})

test('tax is computed on the sum of the lines, half a paisa up, and spread over them', () => {
  // 3 × 0.50 paise of tax each, were it computed on each line.
  const lines: [string, number][] = [
    ['VAT 19%', 3],
    ['VAT 19%', 3],
    ['VAT 19%', 3],
  ]
  const { tax, lines: taxed } = compute(lines, false)
  // 9 × 19 % = 1.71
  expect(tax).toBe(2)
  expect(taxed.map((line) => line.tax)).toEqual([1, 1, 0])
  // 50 × 1 % = 0.5, up.
  const half: Tax = { name: 'VAT 19%', parts: [{ name: 'VAT', rate: 100 }], between: [] }
  expect(computeTax([{ tax: 'x', amount: 50, discount: 0 }], () => half.parts, false).tax).toBe(1)
})

test('a discount is spread by the largest remainder', () => {
  const lines = withDiscount([{ amount: 100 }, { amount: 100 }, { amount: 100 }], 100)
  expect(lines.map(({ discount }) => discount)).toEqual([34, 33, 33])
  expect(spread(10, [0, 0])).toEqual([10, 0])
  expect(spread(7, [1, 0, 6])).toEqual([1, 0, 6])
})

const basket = fc.array(
  fc.record({
    tax: fc.constantFrom(...taxes.map(({ name }) => name)),
    amount: fc.integer({ min: 0, max: 10_000_000_000 }),
  }),
  { minLength: 1, maxLength: 12 },
)

test('of any basket lines, taxes and totals add up, and no part is off by more than its rounding', () => {
  fc.assert(
    fc.property(
      basket,
      fc.integer({ min: 0, max: 100 }),
      fc.boolean(),
      fc.boolean(),
      (some, percent, contains, isBetween) => {
        const amount = some.reduce((sum, line) => sum + line.amount, 0)
        const lines = withDiscount(some, Math.floor((amount / 100) * percent))
        const result = computeTax(lines, partsOf(isBetween), contains)
        const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
        const price = sum(lines.map((line) => line.amount - line.discount))
        expect(lines.every((line) => line.discount >= 0 && line.discount <= line.amount)).toBe(true)
        expect(result.net + result.tax).toBe(result.total)
        expect(contains ? result.total : result.net).toBe(price)
        for (const field of ['net', 'tax'] as const) {
          expect(sum(result.lines.map((line) => line[field]))).toBe(result[field])
          expect(sum(result.groups.map((group) => group[field]))).toBe(result[field])
        }
        for (const [index, line] of result.lines.entries()) {
          const priced = (lines[index]?.amount ?? 0) - (lines[index]?.discount ?? 0)
          expect(contains ? line.total : line.net).toBe(priced)
          expect(line.net >= 0 && line.tax >= 0 && line.net + line.tax === line.total).toBe(true)
        }
        for (const group of result.groups) {
          expect(sum(group.parts.map((part) => part.amount))).toBe(group.tax)
          for (const part of group.parts) {
            const base = BigInt(contains ? group.net + group.tax : group.net)
            const exact = base * BigInt(part.rate)
            const below = BigInt(10_000 + (contains ? group.rate : 0))
            const off = BigInt(part.amount) * below - exact
            expect(2n * off <= below && 2n * off > -below).toBe(true)
            expect(Number.isSafeInteger(part.amount)).toBe(true)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})
