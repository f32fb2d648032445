import { describe, expect, test } from 'vitest'
import { areaPath, barsPath, linePath, namedPoints, placeOf, pointAt, scaleTicks } from './chartScale.ts'

describe('the numbers of an axis', () => {
  test.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [9, [0, 5, 10]],
    [13, [0, 5, 10, 15]],
    [40, [0, 10, 20, 30, 40]],
    [41, [0, 20, 40, 60]],
    [87, [0, 25, 50, 75, 100]],
    [12_345, [0, 5000, 10_000, 15_000]],
    [8_412.5, [0, 2500, 5000, 7500, 10_000]],
  ])('up to %d are round, few and whole', (max, expected) => {
    expect(scaleTicks(max)).toEqual(expected)
  })

  test('reach the highest value, in at most five, whatever it is', () => {
    for (let max = 1; max < 1e9; max = Math.ceil(max * 1.37)) {
      const ticks = scaleTicks(max)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
    }
  })
})

describe('the names of points', () => {
  test.each([
    [0, []],
    [1, [0]],
    [7, [0, 1, 2, 3, 4, 5, 6]],
    [14, [1, 3, 5, 7, 9, 11, 13]],
    [30, [2, 5, 8, 11, 14, 17, 20, 23, 26, 29]],
    [31, [2, 9, 16, 23, 30]],
  ])('of %d points are even and end with the last', (count, expected) => {
    expect(namedPoints(count, 10)).toEqual(expected)
  })

  test('are never more than there is room for', () => {
    for (let count = 1; count < 2000; count += 7) {
      const named = namedPoints(count, 10)
      expect(named.length).toBeLessThanOrEqual(10)
      expect(named.at(-1)).toBe(count - 1)
      expect(named[0]).toBeGreaterThanOrEqual(0)
    }
  })
})

test('lines go from edge to edge, bars have room beside them', () => {
  expect([0, 1, 2].map((at) => placeOf('lines', at, 3))).toEqual([0, 50, 100])
  expect(placeOf('lines', 0, 1)).toBe(50)
  expect([0, 1].map((at) => placeOf('bars', at, 2))).toEqual([25, 75])
})

test('the nearest point is found, outside of the chart too', () => {
  expect([-0.2, 0.24, 0.26, 0.74, 0.76, 1.5].map((share) => pointAt('lines', share, 3))).toEqual([
    0, 0, 1, 1, 2, 2,
  ])
  expect([-0.2, 0.49, 0.51, 1, 2].map((share) => pointAt('bars', share, 2))).toEqual([0, 0, 1, 1, 1])
})

test('paths are drawn in percent, from the top left', () => {
  expect(linePath([0, 5, 10], 10)).toBe('M0 100L50 50L100 0')
  expect(linePath([0, 5, 10], 10, 1, 2)).toBe('M50 50L100 0')
  expect(areaPath([0, 10], 10)).toBe('M0 100L100 0V100H0Z')
  expect(areaPath([3], 10)).toBe('')
  expect(barsPath([2, 0], [0, 0], 10)).toBe('M19 100V80h12V100Z')
  expect(barsPath([2, 4], [1, 2], 10, 1)).toBe('M69 80V40h12V80Z')
})
