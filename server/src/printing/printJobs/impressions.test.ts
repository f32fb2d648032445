import { expect, test } from 'vitest'
import {
  askedOf,
  type ChainedJob,
  exceeds,
  frontOf,
  openOf,
  replacedSides,
  restOf,
  totalOf,
} from './impressions.ts'

const job = (fields: Partial<ChainedJob> = {}): ChainedJob => ({
  id: 'a',
  copies: 1,
  duplex: false,
  impressions: 10,
  first_impression: 1,
  is_finished: true,
  impressions_done: 0,
  impressions_wasted: 0,
  ...fields,
})

test('sides of all copies, and the front of their sheet', () => {
  expect(totalOf(job({ copies: 3, first_impression: 8 }))).toBe(9)
  expect([1, 2, 3, 4].map((side) => frontOf(side, true))).toEqual([1, 1, 3, 3])
})

test.each([
  ['nothing printed', {}, { copies: 1, first_impression: 1 }],
  ['one copy, begun', { impressions_done: 4 }, { copies: 1, first_impression: 5 }],
  [
    'one copy, the front of a sheet without its back',
    { impressions_done: 5, duplex: true },
    { copies: 1, first_impression: 5 },
  ],
  [
    'a reprint that was begun',
    { first_impression: 4, impressions_done: 2 },
    { copies: 1, first_impression: 6 },
  ],
  ['three copies, the second begun', { copies: 3, impressions_done: 15 }, { copies: 2, first_impression: 1 }],
  ['three copies, the last begun', { copies: 3, impressions_done: 25 }, { copies: 1, first_impression: 6 }],
  ['three copies, two whole', { copies: 3, impressions_done: 20 }, { copies: 1, first_impression: 1 }],
])('the rest of a job: %s', (_name, fields, rest) => {
  expect(restOf(job(fields))).toMatchObject(rest)
})

test('a job that is printed has no rest', () => {
  expect(restOf(job({ impressions_done: 10 }))).toBeUndefined()
})

test('what is printed again beyond what was asked for replaces good sides', () => {
  const whole = job({ impressions_done: 10 })
  expect(replacedSides([whole], 'a', 3)).toEqual([{ id: 'a', sides: 3 }])
  // Going on where a job was cancelled replaces nothing; starting a bit earlier replaces that bit.
  const cut = job({ impressions_done: 4 })
  expect(replacedSides([cut], 'a', 6)).toEqual([])
  expect(replacedSides([cut], 'a', 8)).toEqual([{ id: 'a', sides: 2 }])
  // A reprint under way counts as printed.
  const again = job({ id: 'b', first_impression: 5, is_finished: false })
  expect(replacedSides([cut, again], 'a', 2)).toEqual([{ id: 'a', sides: 2 }])
  // More than the job itself printed: the newest of the others.
  const rest = job({ id: 'b', first_impression: 5, impressions_done: 6 })
  expect(replacedSides([cut, rest], 'a', 8)).toEqual([
    { id: 'a', sides: 4 },
    { id: 'b', sides: 4 },
  ])
  expect(replacedSides([], 'a', 8)).toEqual([])
})

test('a reprint of more copies than its job had asks for more, until it has printed nothing', () => {
  const whole = job({ impressions_done: 10 })
  const again = job({ id: 'b', copies: 2, impressions_done: 15, replaces: { a: 10 } })
  expect(askedOf([whole, again], 'b')).toBe(20)
  // What goes on with it, and another reprint, replace only what is more than that.
  const chain = [{ ...whole, impressions_wasted: 10 }, again]
  expect(replacedSides(chain, 'b', 5)).toEqual([])
  expect(replacedSides(chain, 'b', 10)).toEqual([{ id: 'b', sides: 5 }])
  expect(
    askedOf([job({ impressions_done: 4 }), job({ id: 'b', impressions_done: 6, first_impression: 5 })], 'a'),
  ).toBe(10)
  const nothing = { ...again, impressions_done: 0 }
  expect([askedOf([whole, nothing], 'a'), askedOf([whole, nothing], 'b')]).toEqual([10, 20])
})

test('no side is replaced twice, none that was waste already, and none of a job under way', () => {
  const cut = job({ impressions_done: 4 })
  const wasted = job({ impressions_done: 10, impressions_wasted: 3 })
  expect(replacedSides([wasted], 'a', 5)).toEqual([{ id: 'a', sides: 2 }])
  expect(replacedSides([wasted], 'a', 20)).toEqual([{ id: 'a', sides: 7 }])
  const rest = job({ id: 'b', first_impression: 5, impressions_done: 6 })
  const open = job({ id: 'c', is_finished: false, impressions_done: 2 })
  expect(replacedSides([cut, rest, open], 'a', 30)).toEqual([
    { id: 'a', sides: 4 },
    { id: 'b', sides: 6 },
  ])
})

test('jobs of the same document count where more than all copies would be there', () => {
  const [cut, other] = [job({ impressions_done: 4 }), job({ id: 'o', impressions_done: 10 })]
  expect(replacedSides([cut], 'a', 6, [other], 20)).toEqual([])
  expect(replacedSides([cut], 'a', 6, [other], 12)).toEqual([
    { id: 'a', sides: 4 },
    { id: 'o', sides: 4 },
  ])
})

test('more than is asked for comes out with what is in the queue, not with what is printed', () => {
  const jobs = [job({ impressions_done: 10 }), job({ is_finished: false, copies: 2 })]
  expect(openOf(jobs)).toBe(20)
  expect([exceeds(30, 10, openOf(jobs)), exceeds(30, 11, openOf(jobs))]).toEqual([false, true])
})
