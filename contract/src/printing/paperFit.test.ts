import { expect, test } from 'vitest'
import { isMostlyLandscape, isPaperSize, pagesOfOtherSize } from './paperFit.ts'

test.each([
  [210, 297, true],
  [297, 210, true],
  [212, 295, true],
  [212.1, 297, false],
  [210, 294.9, false],
  // A4 with a bleed of 3 mm.
  [216, 303, false],
])('a page of %d × %d mm is A4: %s', (width, height, isA4) => {
  expect(isPaperSize({ width, height }, 'A4')).toBe(isA4)
})

test('of the chosen pages, those of another size are named in rising sequence', () => {
  const sizes = [
    { width: 210, height: 297, pages: { ranges: '1-3' } },
    { width: 216, height: 279, pages: { ranges: '4-6' } },
  ]
  expect(pagesOfOtherSize({ sizes, pages: 6 }, [6, 1, 4], 'A4')).toEqual([4, 6])
  expect(pagesOfOtherSize({ sizes, pages: 6 }, [6, 1, 4], 'Letter')).toEqual([1])
})

test('as many upright as landscape pages lie upright', () => {
  const [upright, across] = [
    { width: 210, height: 297 },
    { width: 297, height: 210 },
  ]
  expect(isMostlyLandscape([upright, across])).toBe(false)
  expect(isMostlyLandscape([upright, across, across])).toBe(true)
  expect(isMostlyLandscape([{ width: 210.4, height: 210 }])).toBe(false)
})
