import { describe, expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import {
  bindingEdge,
  countPaidSides,
  countSheets,
  isBlank,
  type Layout,
  layouts,
  laySheets,
  type SheetChoices,
} from './sheetLayout.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const pagesOn = (files: number[], choices: SheetChoices) =>
  laySheets(files.map(upTo), choices).map(({ sides }) =>
    sides.map((side) => side.map((place) => (place ? place.page + 100 * place.file : 0))),
  )
const single = { layout: '1-up', sides: 'single', bundle: false } as const

describe('pages on sides', () => {
  test('two and four on a side, the last side filled up with blanks', () => {
    expect(pagesOn([3], { ...single, layout: '2-up' })).toEqual([
      [
        [1, 2],
        [3, 0],
      ],
    ])
    expect(pagesOn([5], { ...single, layout: '4-up' })).toEqual([
      [
        [1, 2, 3, 4],
        [5, 0, 0, 0],
      ],
    ])
  })

  test('a booklet of eight pages is two sheets: 8 1, 2 7, 6 3, 4 5', () => {
    const booklet = { layout: 'booklet', sides: 'double', bundle: false } as const
    expect(pagesOn([8], booklet)).toEqual([
      [
        [8, 1],
        [2, 7],
        [6, 3],
        [4, 5],
      ],
    ])
    expect(pagesOn([6], booklet)).toEqual([
      [
        [0, 1],
        [2, 0],
        [6, 3],
        [4, 5],
      ],
    ])
    // Nothing on its back: one side.
    expect(pagesOn([1], booklet)).toEqual([[[0, 1]]])
  })

  test('are counted: blank ones, and those in colour where any of their pages is', () => {
    const bundle = laySheets([1, 3].map(upTo), { layout: '1-up', sides: 'double', bundle: true })
    const counts = { impressions: 5, blank_sides: 1, sheets: 3 }
    expect(countSheets(bundle, (file, page) => file === 1 && page > 1)).toEqual({
      ...counts,
      color_impressions: 2,
    })
    expect(countSheets(bundle)).toEqual({ ...counts, color_impressions: 0 })
    const pairs = laySheets([upTo(4)], { ...single, layout: '2-up' })
    expect(countSheets(pairs, (_file, page) => page === 1).color_impressions).toBe(1)
  })

  test('in a double-sided bundle each file starts on a new sheet', () => {
    const bundle = { layout: '1-up', sides: 'double', bundle: true } as const
    expect(pagesOn([3, 2, 1], bundle)).toEqual([[[1], [2], [3], [0], [101], [102], [201]]])
    expect(pagesOn([3, 1], { ...bundle, sides: 'single' })).toEqual([[[1], [2], [3], [101]]])
    expect(pagesOn([3, 2], { ...bundle, layout: '4-up' })).toEqual([
      [
        [1, 2, 3, 0],
        [0, 0, 0, 0],
        [101, 102, 0, 0],
      ],
    ])
    expect(pagesOn([3, 2], { ...bundle, bundle: false })).toEqual([
      [[1], [2], [3]],
      [[101], [102]],
    ])
  })

  test('in a booklet of several files each starts on a right-hand page', () => {
    const sides = pagesOn([3, 2], { layout: 'booklet', sides: 'double', bundle: true })
    expect(sides).toEqual([
      [
        [0, 1],
        [2, 0],
        [102, 3],
        [0, 101],
      ],
    ])
  })

  test('double-sided sheets turn at their left edge', () => {
    expect(layouts.map((layout) => bindingEdge(layout, false))).toEqual(['long', 'short', 'long', 'short'])
    expect(layouts.map((layout) => bindingEdge(layout, true))).toEqual(['short', 'long', 'short', 'short'])
  })
})

// The same files and choices in each run.
const fixed = { seed: 22, numRuns: 300 }

describe('for any files and choices', () => {
  const files = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 })
  const choices = fc.record({
    layout: fc.constantFrom(...layouts),
    sides: fc.constantFrom('single', 'double'),
    bundle: fc.boolean(),
  })
  const perSide: Record<Layout, number> = { '1-up': 1, '2-up': 2, '4-up': 4, booklet: 2 }

  test('each page is printed once, each side has its places, none at the end is blank', () => {
    fc.assert(
      fc.property(files, choices, (counts, chosen) => {
        const documents = laySheets(counts.map(upTo), chosen)
        expect(documents).toHaveLength(chosen.bundle ? 1 : counts.length)
        const printed = documents.flatMap(({ sides }) => sides.flat()).filter((place) => place !== null)
        const all = counts.flatMap((count, file) => upTo(count).map((page) => ({ file, page })))
        expect(printed.toSorted((a, b) => a.file - b.file || a.page - b.page)).toEqual(all)
        for (const { sides } of documents) {
          expect(sides.every((side) => side.length === perSide[chosen.layout])).toBe(true)
          expect(isBlank(sides.at(-1) ?? [])).toBe(false)
        }
      }),
      fixed,
    )
  })

  test('without a bundle, impressions are the pages through the places of a side, and none is blank', () => {
    fc.assert(
      fc.property(files, choices, (counts, chosen) => {
        fc.pre(chosen.layout !== 'booklet')
        const { impressions, blank_sides, sheets } = countSheets(
          laySheets(counts.map(upTo), { ...chosen, bundle: false }),
        )
        const needed = counts.map((count) => Math.ceil(count / perSide[chosen.layout]))
        expect(impressions).toBe(needed.reduce((a, b) => a + b))
        expect(blank_sides).toBe(0)
        const perSheet = chosen.sides === 'double' ? 2 : 1
        expect(sheets).toBe(needed.map((sides) => Math.ceil(sides / perSheet)).reduce((a, b) => a + b))
      }),
      fixed,
    )
  })

  const paidOf = (counts: number[], chosen: SheetChoices, bundle: boolean, step = 1) =>
    countPaidSides(counts.map(upTo), { ...chosen, bundle }, (_file, page) => page % step === 0)

  test('a bundle never costs more than its files apart, in colour, too; in rows it costs the same', () => {
    fc.assert(
      fc.property(files, choices, fc.integer({ min: 1, max: 5 }), (counts, chosen, step) => {
        const [bundle, apart] = [true, false].map((is) => paidOf(counts, chosen, is, step))
        if (!bundle || !apart) throw new Error('Nothing was counted')
        if (chosen.layout !== 'booklet') expect(bundle).toEqual(apart)
        expect(bundle.paid_sides).toBeLessThanOrEqual(apart.paid_sides)
        expect(bundle.paid_color_sides).toBeLessThanOrEqual(apart.paid_color_sides)
        expect(bundle.paid_color_sides).toBeLessThanOrEqual(bundle.paid_sides)
      }),
      {
        ...fixed,
        // Files that print a side less apart.
        examples: [
          [3, 1, 3],
          [1, 4],
          [2, 3, 1],
        ].map((counts) => [counts, { layout: 'booklet', sides: 'double', bundle: true }, 2]),
      },
    )
  })

  test('a booklet of several files prints at most one side more than it pays for', () => {
    const booklet = { layout: 'booklet', sides: 'double', bundle: true } as const
    fc.assert(
      fc.property(files, (counts) => {
        const { impressions, blank_sides } = countSheets(laySheets(counts.map(upTo), booklet))
        const paid = paidOf(counts, booklet, true).paid_sides
        expect([paid, paid + 1]).toContain(impressions - blank_sides)
      }),
      fixed,
    )
    expect(countSheets(laySheets([3, 1, 3].map(upTo), booklet)).impressions).toBe(6)
    expect(paidOf([3, 1, 3], booklet, true).paid_sides).toBe(5)
  })

  test('folded and stapled, a booklet reads from the first page to the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
        const [booklet] = laySheets([upTo(count)], { layout: 'booklet', sides: 'double', bundle: false })
        const sides = booklet?.sides ?? []
        const at = (side: number, place: number) => sides[side]?.[place]?.page
        const read: (number | undefined)[] = []
        const sheets = Math.ceil(sides.length / 2)
        // Into the middle by the right halves of the fronts and their backs, out again by the other halves.
        for (let sheet = 0; sheet < sheets; sheet++) read.push(at(2 * sheet, 1), at(2 * sheet + 1, 0))
        for (let sheet = sheets - 1; sheet >= 0; sheet--) read.push(at(2 * sheet + 1, 1), at(2 * sheet, 0))
        expect(read.filter((page) => page !== undefined)).toEqual(upTo(count))
        expect(read.slice(0, count)).toEqual(upTo(count))
      }),
      fixed,
    )
  })
})
