import { expect, test } from 'vitest'
import { improved, lengthOf, metresBetween, mostExact, type Place, shortestWay } from './shortestWay.ts'

/** Numbers from 0 to 1, the same for a seed. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
function placesOf(seed: number, count: number): { shop: Place; stops: Place[] } {
  const next = numbers(seed)
  const place = () => ({ latitude: 12.9 + next() / 5, longitude: 77.5 + next() / 5 })
  return { shop: place(), stops: Array.from({ length: count }, place) }
}
function sequencesOf<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]]
  return all.flatMap((first, at) => sequencesOf(all.toSpliced(at, 1)).map((rest) => [first, ...rest]))
}
const sameStops = (way: readonly Place[], stops: readonly Place[]) =>
  expect(new Set(way)).toEqual(new Set(stops))

test.each(Array.from({ length: 9 }, (_, count) => count))('%i stops: no sequence is shorter', (count) => {
  for (let seed = 1; seed <= (count < 8 ? 5 : 2); seed++) {
    const { shop, stops } = placesOf(seed * 100 + count, count)
    const way = shortestWay(shop, stops)
    expect(way).toHaveLength(count)
    sameStops(way, stops)
    const shortest = Math.min(...sequencesOf(stops).map((one) => lengthOf(shop, one)))
    expect(lengthOf(shop, way)).toBeCloseTo(shortest, 6)
  }
})

test('there and back is as far, and a place is no way from itself', () => {
  const { stops } = placesOf(7, 20)
  for (const one of stops)
    for (const other of stops) {
      expect(metresBetween(one, other)).toBeCloseTo(metresBetween(other, one), 6)
      if (one === other) expect(metresBetween(one, other)).toBe(0)
      else expect(metresBetween(one, other)).toBeGreaterThan(0)
    }
  // A degree of latitude; over the date line it is near.
  expect(metresBetween({ latitude: 0, longitude: 10 }, { latitude: 1, longitude: 10 })).toBeCloseTo(
    111_195,
    -1,
  )
  expect(
    metresBetween({ latitude: 0, longitude: 179.999 }, { latitude: 0, longitude: -179.999 }),
  ).toBeCloseTo(222.4, 0)
})

test('the sequence in which the stops were before is of no matter', () => {
  for (const count of [6, mostExact]) {
    const { shop, stops } = placesOf(count, count)
    expect(lengthOf(shop, shortestWay(shop, stops.toReversed()))).toBeCloseTo(
      lengthOf(shop, shortestWay(shop, stops)),
      6,
    )
  }
})

test.each([mostExact + 1, 40, 150])(
  '%i stops: each once, and no part turned round would be shorter',
  (count) => {
    const { shop, stops } = placesOf(count, count)
    const way = shortestWay(shop, stops)
    expect(way).toHaveLength(count)
    sameStops(way, stops)
    for (let from = 0; from < count - 1; from++) {
      const turned = [...way.slice(0, from), ...way.slice(from).toReversed()]
      expect(lengthOf(shop, way)).toBeLessThanOrEqual(lengthOf(shop, turned) + 0.1)
    }
  },
)

test('2-opt is never longer than what it began with', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { shop, stops } = placesOf(seed, 15)
    const all = [shop, ...stops]
    const metres = all.map((one) => Float64Array.from(all, (other) => metresBetween(one, other)))
    const start = stops.map((_, at) => at + 1)
    const wayOf = (sequence: readonly number[]) => sequence.map((at) => all[at] as Place)
    const better = improved(start, metres)
    expect(better.toSorted((one, other) => one - other)).toEqual(start)
    expect(lengthOf(shop, wayOf(better))).toBeLessThanOrEqual(lengthOf(shop, stops))
  }
})

test('stops at the same place, and a shop without stops', () => {
  const here = { latitude: 12, longitude: 77 }
  expect(shortestWay(here, [])).toEqual([])
  expect(
    shortestWay(
      here,
      Array.from({ length: 20 }, () => ({ ...here })),
    ),
  ).toHaveLength(20)
})
