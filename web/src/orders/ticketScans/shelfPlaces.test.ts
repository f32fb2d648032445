import { expect, test } from 'vitest'
import { shelfPlaces } from './ShelfLabelsPage.tsx'

test.each([
  ['A-B', 2, ['A1', 'A2', 'B1', 'B2']],
  ['c', 1, ['C1']],
  ['B-A', 1, ['A1', 'B1']],
  [' a - b ', 1.9, ['A1', 'B1']],
  ['', 3, []],
  ['1-2', 3, []],
  ['A', 0, []],
  ['A', Number.NaN, []],
])('rows %s with %d places', (rows, columns, places) => expect(shelfPlaces(rows, columns)).toEqual(places))

test('a row has 99 places at most', () => expect(shelfPlaces('A', 1000)).toHaveLength(99))
