import { describe, expect, test } from 'vitest'
import { type Ink, inkOf } from './inkOf.ts'

type Color = readonly [red: number, green: number, blue: number]

/** A white page of 20 × 10 pixels with some pixels of a colour, and black behind the end of its lines. */
function pageOf([red, green, blue]: Color, ...places: [x: number, y: number][]) {
  const [width, height, stride] = [20, 10, 88]
  const pixels = new Uint8Array(stride * height).fill(255)
  for (let y = 0; y < height; y++) pixels.fill(0, y * stride + 4 * width, (y + 1) * stride)
  for (const [x, y] of places) pixels.set([blue, green, red], y * stride + 4 * x)
  return inkOf({ pixels, width, height, stride })
}
const pageWith = (color: Color, x = 6, y = 4) => pageOf(color, [x, y])

test.each<[Color, Ink]>([
  // A grey of two of a hundred is the blur beside a letter, one of three is a tint.
  [[250, 250, 250], 'none'],
  [[249, 249, 249], 'black'],
  [[247, 247, 247], 'black'],
  [[0, 0, 0], 'black'],
  // Black that is made of four inks comes out up to 7 apart.
  [[47, 40, 40], 'black'],
  [[48, 40, 40], 'color'],
  [[255, 255, 247], 'color'],
  [[255, 247, 255], 'color'],
  [[247, 255, 255], 'color'],
  [[255, 0, 0], 'color'],
])('a pixel of %j is %s', (color, ink) => {
  expect(pageWith(color).ink).toBe(ink)
})

describe('the distance from the nearest edge', () => {
  test.each([
    ['left', 1, 5, 1],
    ['top', 9, 2, 2],
    ['right', 16, 5, 3],
    ['bottom', 9, 8, 1],
  ])('which is the %s one', (_edge, x, y, margin) => {
    expect(pageWith([0, 0, 0], x, y).margin).toBe(margin)
  })

  test.each<[string, [number, number][], number]>([
    [
      'left',
      [
        [1, 4],
        [9, 5],
      ],
      1,
    ],
    [
      'top',
      [
        [9, 1],
        [10, 5],
      ],
      1,
    ],
    [
      'right',
      [
        [18, 4],
        [9, 5],
      ],
      1,
    ],
    [
      'bottom',
      [
        [9, 4],
        [10, 8],
      ],
      1,
    ],
  ])('is that of all that is printed: %s', (_edge, places, margin) => {
    expect(pageOf([0, 0, 0], ...places).margin).toBe(margin)
    expect(pageOf([0, 0, 0], ...places.toReversed()).margin).toBe(margin)
  })

  test('is nothing on a blank page', () => {
    expect(pageWith([255, 255, 255]).margin).toBeUndefined()
  })
})
