import { expect, test } from 'vitest'
import { type Page, rowsThatMoved, withNewest } from './LiveRows.tsx'

/** A page of a list whose rows have ids of one letter; '<' before and '>' behind them: there is another page. */
const pageOf = (rows: string): Page => ({
  count: 99,
  previous: rows.startsWith('<') ? 'url' : null,
  next: rows.endsWith('>') ? 'url' : null,
  results: rows
    .replace(/[<>]/g, '')
    .split('')
    .map((id) => ({ id })),
})

test.each([
  ['a row pushed off a full page', 'abcd>', 'xabc>', 'x', ''],
  ['two, one of them for a row that left', 'abcd>', 'xyac>', 'xy', 'b'],
  ['a row that left, and one that came from the next page', 'abcd>', 'acde>', '', 'b'],
  ['the last row left a full page', 'abcd>', 'abc', '', 'd'],
  ['everything pushed off', 'abcd>', 'wxyz>', 'wxyz', ''],
  ['everything left', 'abcd', 'x', 'x', 'abcd'],
  ['a row of a page that is not full', 'ab', 'xa', 'x', 'b'],
  ['one came in on the page before', '<efgh>', '<defg>', '', ''],
  ['one left the page before', '<efgh>', '<fghi>', '', ''],
  ['one came in on a later page', '<efgh>', '<exfg>', 'x', ''],
  ['nothing', '<efgh>', '<efgh>', '', ''],
])('rows that moved: %s', (_, shown, now, entered, gone) => {
  const moved = rowsThatMoved(pageOf(shown), pageOf(now))
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join('')
  expect({ entered: ids(moved.entered), gone: ids(moved.gone) }).toEqual({ entered, gone })
})

test('a page that was read late takes nothing back', () => {
  const page = (...results: Page['results']): Page => ({ ...pageOf(''), results })
  const [a1, a2, b] = [{ id: 'a', version: 1 }, { id: 'a', version: 2 }, { id: 'b' }]
  expect(withNewest(page(a1, b), page(a2)).results).toEqual([a2, b])
  expect(withNewest(page(a2, b), page(a1)).results).toEqual([a2, b])
})
