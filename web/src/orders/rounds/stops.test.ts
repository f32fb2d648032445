import type { Order } from '@our-print/contract/orders/orders.ts'
import { byArea, inSequence } from '@our-print/contract/orders/roundSequence.ts'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { mapRoutes } from './MapButton.tsx'
import { areasOf, moved } from './stops.ts'

const stop = (id: string, pincode: string | null, more: Partial<Order> = {}): Order => ({
  ...order,
  id,
  address: pincode === null || !order.address ? null : { ...order.address, line1: `House ${id}`, pincode },
  ...more,
})
const ids = (stops: readonly Order[]) => stops.map(({ id }) => id)

test('stops are sorted by area, then the oldest first, those at the shop last', () => {
  const stops = [
    stop('shop', null),
    stop('new', '560066', { created_at: '2026-01-05T00:00:00Z' }),
    stop('far', '560100'),
    stop('old', '560 066', { created_at: '2026-01-01T00:00:00Z' }),
  ]
  expect(ids(byArea(stops))).toEqual(['old', 'new', 'far', 'shop'])
  expect(areasOf(byArea(stops)).map(({ title, stops }) => [title, stops.length])).toEqual([
    ['560066 Bengaluru', 2],
    ['560100 Bengaluru', 1],
    ['At the shop', 1],
  ])
})

test('windows of this round come first, the one that ends first in front; those of a later round come last', () => {
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const window = (from: number, until: number) => ({
    window_from: inHours(from),
    promised_at: inHours(until),
  })
  const stops = [
    stop('tomorrow', '560001', window(24, 25)),
    // Promised, but for no window: it may come before or after the others.
    stop('promised', '560001', { promised_at: inHours(1) }),
    stop('late', '560200', window(-2, -1)),
    stop('evening', '560002', window(5, 6)),
    stop('noon', '560100', window(1, 3)),
    stop('shop', null, window(1, 2)),
  ]
  expect(ids(byArea(stops))).toEqual(['late', 'noon', 'evening', 'promised', 'tomorrow', 'shop'])
})

test('the saved sequence holds, a new order follows the last stop of its area, and one that is gone is no gap', () => {
  const stops = [stop('a', '1'), stop('b', '2'), stop('c', '1'), stop('d', '2'), stop('e', '9')]
  expect(ids(inSequence(stops, ['b', 'gone', 'a']))).toEqual(['b', 'd', 'a', 'c', 'e'])
  expect(ids(inSequence(stops, []))).toEqual(['a', 'c', 'b', 'd', 'e'])
})

test('what is read later comes below, also in an area that is there already', () => {
  const stops = [stop('a', '1'), stop('b', '2'), stop('c', '1'), stop('d', '2')]
  const partOf = ({ id }: { id: string }) => (id < 'c' ? 0 : 1)
  expect(ids(inSequence(stops, [], partOf))).toEqual(['a', 'b', 'c', 'd'])
  expect(ids(inSequence(stops, ['d', 'b', 'a'], partOf))).toEqual(['d', 'b', 'a', 'c'])
})

test('an area has a heading of its own each time the round comes to it', () => {
  const areas = areasOf([stop('a', '1'), stop('b', '2'), stop('c', '1')])
  expect(areas.map(({ title }) => title)).toEqual(['1 Bengaluru', '2 Bengaluru', '1 Bengaluru'])
  expect(new Set(areas.map(({ key }) => key)).size).toBe(3)
})

test.each([
  [0, ['c', 'a', 'b', 'd']],
  [2, ['a', 'b', 'c', 'd']],
  [3, ['a', 'b', 'd', 'c']],
])('a stop moves to place %i', (to, expected) => {
  expect(moved(['a', 'b', 'c', 'd'], 'c', to)).toEqual(expected)
})

test('the round is one link with all stops on the way, from where the phone is', () => {
  const [route, ...others] = mapRoutes([stop('1', '560001'), stop('2', '560002'), stop('3', '560003')])
  const { origin, pathname, searchParams } = new URL(route?.href ?? '')
  expect([origin + pathname, others]).toEqual(['https://www.google.com/maps/dir/', []])
  expect(Object.fromEntries(searchParams)).toEqual({
    api: '1',
    travelmode: 'driving',
    waypoints:
      'House 1, Whitefield, Bengaluru, Karnataka, 560001, India|House 2, Whitefield, Bengaluru, Karnataka, 560002, India',
    destination: 'House 3, Whitefield, Bengaluru, Karnataka, 560003, India',
  })
})

test('a longer round is cut into links that the map takes', () => {
  const many = Array.from({ length: 23 }, (_, at) => stop(String(at), '560001'))
  expect(mapRoutes(many).map(({ first, last }) => [first, last])).toEqual([
    [1, 10],
    [11, 20],
    [21, 23],
  ])
  // What is done is left out; the others keep the numbers that they have on the screen.
  expect(mapRoutes(many.slice(3), many).map(({ first, last }) => [first, last])).toEqual([
    [4, 13],
    [14, 23],
  ])
  // Long addresses in another script: each character takes nine in a link.
  const long = many.map((one) => ({
    ...one,
    address: one.address && { ...one.address, line2: 'ಕನ್ನಡ'.repeat(8) },
  }))
  const routes = mapRoutes(long)
  expect(routes.length).toBeGreaterThan(3)
  expect(routes.every(({ href }) => href.length <= 2048)).toBe(true)
  expect(routes.map(({ first }) => first).slice(1)).toEqual(routes.map(({ last }) => last + 1).slice(0, -1))
  expect(routes.at(-1)?.last).toBe(23)
  expect(mapRoutes([])).toEqual([])
})
