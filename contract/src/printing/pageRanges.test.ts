import { expect, test } from 'vitest'
import fc from '../../../test/fastCheck.ts'
import { pagesIn, parsePageRanges } from './pageRanges.ts'
import { pagesOfOtherSize } from './paperFit.ts'

test.each([
  ['', [1, 2, 3, 4, 5], null],
  [' , ', [1, 2, 3, 4, 5], null],
  ['1-5', [1, 2, 3, 4, 5], null],
  ['1-2, 3-5', [1, 2, 3, 4, 5], null],
  ['2-3', [2, 3], '2-3'],
  ['5, 1 – 2', [5, 1, 2], '5,1-2'],
  ['4;2', [4, 2], '4,2'],
  ['५, १–२', [5, 1, 2], '5,1-2'],
  ['٥، ١-٢', [5, 1, 2], '5,1-2'],
])('%o of five pages', (typed, pages, text) => {
  expect(parsePageRanges(typed, 5)).toEqual({ pages, text })
})

test.each([
  ['6', 'There is no page 6; the last is 5'],
  ['4-9', 'There is no page 6; the last is 5'],
  ['0', 'The first page is 1'],
  ['3-1', 'Write 1-3 instead of 3-1'],
  ['1-3,2', 'Page 2 is named twice'],
  ['one', '“one” is no page; write pages as 1-3,7'],
  ['1-', '“1-” is no page; write pages as 1-3,7'],
  ['-2', '“-2” is no page; write pages as 1-3,7'],
  ['1-999999999', 'There is no page 6; the last is 5'],
])('%o of five pages is refused', (typed, problem) => {
  expect(parsePageRanges(typed, 5)).toEqual({ problem })
})

test('what is kept names the same pages', () => {
  const choice = fc.integer({ min: 1, max: 60 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      pages: fc.shuffledSubarray(
        Array.from({ length: count }, (_, i) => i + 1),
        { minLength: 1 },
      ),
    }),
  )
  fc.assert(
    fc.property(choice, ({ count, pages }) => {
      const { text, pages: parsed } = parsePageRanges(pages.join(' , '), count)
      expect(parsed).toEqual(pages)
      expect(pagesIn(text ?? null, count)).toEqual(pages)
    }),
  )
})

test('pages of another size than the paper are found among those chosen', () => {
  const report = {
    pages: 6,
    sizes: [
      { width: 210, height: 297, pages: { ranges: '1-2' } },
      { width: 297, height: 209, pages: { ranges: '3' } },
      { width: 420, height: 297, pages: { ranges: '4,6' } },
      { width: 216, height: 279, pages: { ranges: '5' } },
    ],
  }
  expect(pagesOfOtherSize(report, [6, 1, 3, 4], 'A4')).toEqual([4, 6])
  expect(pagesOfOtherSize(report, [1, 2, 3, 4, 5, 6], 'A3')).toEqual([1, 2, 3, 5])
  expect(pagesOfOtherSize(report, [5], 'Letter')).toEqual([])
})

test('a text that was never accepted has no pages', () => {
  expect(() => pagesIn('9', 3)).toThrow('There is no page 9')
})
