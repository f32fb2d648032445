import { expect, test, vi } from 'vitest'
import { noteClock, timeNow } from './clock.ts'

test('a clock that is hours ahead is corrected by the last answer, a slow answer changes nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-01-03T13:42:00Z') })
  noteClock('Sat, 03 Jan 2026 10:42:00 GMT')
  expect(timeNow()).toBe('2026-01-03T10:42:00.000Z')
  // Without network nothing is measured, and a page that is opened anew knows it still.
  vi.setSystemTime(Date.parse('2026-01-03T14:00:00Z'))
  noteClock(null)
  expect(timeNow()).toBe('2026-01-03T11:00:00.000Z')
  expect(Object.keys(localStorage)).toEqual(['clock'])
  noteClock('Sat, 03 Jan 2026 10:59:58 GMT')
  expect(timeNow()).toBe('2026-01-03T11:00:00.000Z')
  // The clock was set right.
  vi.setSystemTime(Date.parse('2026-01-03T11:01:00Z'))
  noteClock('Sat, 03 Jan 2026 11:00:58 GMT')
  expect(timeNow()).toBe('2026-01-03T11:01:00.000Z')
})
