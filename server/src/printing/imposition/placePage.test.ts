import { describe, expect, test } from 'vitest'
import { isPaper, paperPoints, placePage } from './placePage.ts'

const a4 = paperPoints('A4', false)
const larger = (percent: number) => ({
  width: a4.width * (1 + percent / 100),
  height: a4.height * (1 + percent / 100),
})

describe('a page that is larger than its paper', () => {
  test.each([0.5, 1, 2, 3, 4, 10, 100])('by %d % is shrunk until it fits', (percent) => {
    const { scale } = placePage(larger(percent), a4, 'shrink')
    expect(scale).toBeCloseTo(1 / (1 + percent / 100), 6)
    expect(placePage(larger(percent), a4, 'fit')).toEqual({ scale, turned: false })
    expect(placePage(larger(percent), a4, 'actual').scale).toBe(1)
  })

  test('in one direction only is shrunk, too', () => {
    expect(placePage({ width: 612, height: 792 }, a4, 'shrink').scale).toBeCloseTo(a4.width / 612, 6)
    expect(placePage({ width: 792, height: 612 }, a4, 'shrink')).toEqual({
      scale: expect.closeTo(a4.width / 612, 6),
      turned: true,
    })
  })

  test('by what programs round is left as it is', () => {
    expect(placePage(larger(0.3), a4, 'shrink').scale).toBe(1)
    expect(placePage(larger(-0.3), a4, 'fit').scale).toBe(1)
  })
})

test('a smaller page is made larger only where it is to fit', () => {
  expect(placePage(larger(-1), a4, 'shrink').scale).toBe(1)
  expect(placePage(larger(-1), a4, 'fit').scale).toBeCloseTo(1 / 0.99, 6)
})

test('a page is the paper already within a point, which is a third of a millimetre', () => {
  const off = (points: number) => ({ width: a4.width + points, height: a4.height - points })
  expect(isPaper(off(0.9), a4)).toBe(true)
  for (const points of [1.1, -1.1]) {
    expect(isPaper(off(points), a4)).toBe(false)
    expect(isPaper({ width: a4.width, height: a4.height + points }, a4)).toBe(false)
  }
})
