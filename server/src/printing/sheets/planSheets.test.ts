import { expect, test } from 'vitest'
import { planSheets, type Reports, withRanges } from './planSheets.ts'

// Which sheets a plan has, from what is known of its files alone.

const file = (id: string, page_count: number, page_ranges: string | null = null) => ({
  id,
  name: `${id}.pdf`,
  page_count,
  page_ranges,
})
const usual = {
  layout: '1-up',
  sides: 'double',
  bundle: false,
  fit: 'shrink',
  paper_size: 'A4',
  color: 'bw',
} as const

const none = { count: 0, ranges: '' }

/** Three pages: an upright one, then two that lie on A3, of which the last carries colour. */
const reports: Reports = new Map([
  [
    'a',
    {
      pages: 3,
      color_pages: { count: 1, ranges: '3' },
      black_pages: { count: 2, ranges: '1-2' },
      blank_pages: none,
      sizes: [
        { width: 210, height: 297, pages: { count: 1, ranges: '1' } },
        { width: 420, height: 297, pages: { count: 2, ranges: '2-3' } },
      ],
      landscape_pages: { count: 2, ranges: '2-3' },
      near_edge_pages: none,
      low_resolution_pages: none,
      lowest_dpi: null,
      missing_fonts: [],
      damaged_pages: none,
      unreadable_codes: [],
      codes_unchecked_pages: none,
    },
  ],
])

test('pages of another size are refused only where that is asked for', () => {
  expect(planSheets([file('a', 3)], usual, reports).impressions).toBe(3)
  const refused = (page_ranges: string | null) => () =>
    planSheets([file('a', 3, page_ranges)], { ...usual, fit: 'refuse' }, reports)
  expect(refused('1-2')).toThrow('a.pdf: page 2 is not A4 (210 × 297 mm)')
  expect(refused(null)).toThrow('a.pdf: pages 2-3 are not A4 (210 × 297 mm)')
})

test.each([
  ['bw', 0],
  ['color', 3],
  ['mixed', 1],
] as const)('an order in %s has %i of 3 impressions in colour', (color, color_impressions) => {
  expect(planSheets([file('a', 3)], { ...usual, color }, reports)).toMatchObject({ color_impressions })
})

test('a page of which nothing is known carries no colour in a mixed order', () => {
  expect(planSheets([file('b', 2)], { ...usual, color: 'mixed' }).color_impressions).toBe(0)
})

test('sheets are bound where most chosen pages lie, a booklet always at its fold', () => {
  const edge = (more: object, ranges: string | null = null) =>
    planSheets([file('a', 3, ranges)], { ...usual, ...more }, reports).documents[0]?.binding_edge
  expect(edge({})).toBe('short')
  expect(edge({}, '1')).toBe('long')
  expect(edge({ sides: 'single' })).toBe('long')
  expect(edge({ layout: 'booklet' })).toBe('short')
})

test('pages that are named for more files than there are say how many there are', () => {
  const named = (count: number) => () =>
    withRanges(
      Array.from({ length: count }, () => ({})),
      ['1', '1', '1'],
    )
  expect(named(1)).toThrow(/but there is 1$/)
  expect(named(2)).toThrow(/but there are 2$/)
})
