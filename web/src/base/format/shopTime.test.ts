import { afterEach, expect, test, vi } from 'vitest'
import { formatDateTime, formatTime } from './format.ts'
import { dayOf, today } from './shopTime.ts'

const shopIn = (zone: string) => document.documentElement.setAttribute('data-time-zone', zone)
afterEach(() => document.documentElement.removeAttribute('data-time-zone'))

// 11:30 pm in Kolkata, 8 am of the next day on Kiritimati, 10 am in Los Angeles.
const time = '2026-11-22T18:00:00Z'

test.each([
  ['Asia/Kolkata', '2026-11-22', '11:30 pm'],
  ['Pacific/Kiritimati', '2026-11-23', '8:00 am'],
  ['America/Los_Angeles', '2026-11-22', '10:00 am'],
  ['Asia/Kathmandu', '2026-11-22', '11:45 pm'],
])('a time is shown as in %s, wherever the browser is', (zone, day, hour) => {
  shopIn(zone)
  expect([dayOf(time), dayOf(Date.parse(time)), formatTime(time)]).toEqual([day, day, hour])
})

test('midnight and noon are 12', () => {
  shopIn('Asia/Kolkata')
  expect(formatDateTime('2026-11-22T18:30:00Z')).toBe('23rd Nov 2026, 12:00 am')
  expect(formatTime('2026-11-22T06:35:00Z')).toBe('12:05 pm')
})

test('an hour that comes twice, or not at all, is the one of the zone', () => {
  shopIn('America/New_York')
  expect(['05:30', '06:30'].map((at) => formatTime(`2026-11-01T${at}:00Z`))).toEqual(['1:30 am', '1:30 am'])
  expect(formatTime('2026-03-08T07:00:00Z')).toBe('3:00 am')
})

test('today is the day of the shop', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })
  shopIn('Pacific/Kiritimati')
  expect(today()).toBe('2026-11-23')
  shopIn('Pacific/Honolulu')
  expect(today()).toBe('2026-11-22')
})

test('a zone that the browser does not know leaves the page as it is', () => {
  shopIn('Moon/Tranquility')
  expect(dayOf('2026-11-22T12:00:00Z')).toMatch(/^2026-11-2[123]$/)
})
