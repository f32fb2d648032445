import type { FloorColumn } from '@our-print/contract/printing/floor.ts'
import { expect, test } from 'vitest'
import { orderAt, placeOf, type Step, stepFrom } from './floorSelection.ts'

const columns = [['a', 'b', 'c'], [], ['d']].map((ids) => ({
  printer: null,
  orders: ids.map((id) => ({ id })),
})) as FloorColumn[]
const start = { column: 0, row: 0 }

test.each([
  [['down'], 'b'],
  [['down', 'down', 'down'], 'c'],
  [['up'], 'a'],
  // Past the printer that has none, and back to the row that is there.
  [['down', 'right'], 'd'],
  [['right', 'right'], 'd'],
  [['right', 'left'], 'a'],
] as [Step[], string][])('%j leads to %s', (steps, id) => {
  const end = steps.reduce((place, step) => stepFrom(columns, place, step), start)
  expect(orderAt(columns, end)?.id).toBe(id)
})

test('a chosen order is followed to another column, and its place is kept when it goes', () => {
  expect(placeOf(columns, 'd', start)).toEqual({ column: 2, row: 0 })
  expect(placeOf(columns, 'gone', { column: 0, row: 1 })).toEqual({ column: 0, row: 1 })
  expect(placeOf(columns, 'gone', { column: 0, row: 9 })).toEqual({ column: 0, row: 2 })
  expect(placeOf(columns, 'gone', { column: 1, row: 0 })).toEqual(start)
  expect(orderAt([], placeOf([], undefined, start))).toBeUndefined()
})
