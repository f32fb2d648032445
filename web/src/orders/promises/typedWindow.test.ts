import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fullPromiseText, promiseText } from './promiseText.ts'
import { parsePromise } from './typedWindow.ts'

// Tuesday, 24th Nov 2026, 11:30 in the shop; in UTC it is 06:00.
beforeEach(() => {
  document.documentElement.dataset['timeZone'] = 'Asia/Kolkata'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T06:00:20Z') })
})
afterEach(() => vi.useRealTimers())

test.each([
  ['between 4 and 5 pm', 'between 4 and 5 pm'],
  ['4 to 5 pm', 'between 4 and 5 pm'],
  ['from 16:00 to 17:30', 'between 4 and 5:30 pm'],
  ['today 4-5', 'between 4 and 5 pm'],
  ['16–17', 'between 4 and 5 pm'],
  ['11 am - 1', 'between 11 am and 1 pm'],
  ['11 to 1 pm', 'between 11 am and 1 pm'],
  ['between 6 and 8', 'between 6 and 8 pm'],
  ['tomorrow between 9 and 11', '25 Nov, between 9 and 11 am'],
  ['between tomorrow 9 and 11', '25 Nov, between 9 and 11 am'],
  ['10 to noon', 'between 10 am and 12 pm'],
  ['शाम 4 से 5 बजे', 'between 4 and 5 pm'],
  ['कल सुबह 9 से 11 बजे के बीच', '25 Nov, between 9 and 11 am'],
  ['4 और 5 बजे के बीच', 'between 4 and 5 pm'],
  ['fri 8-9 pm', '27 Nov, between 8 and 9 pm'],
  ['25/11 14.30-15', '25 Nov, between 2:30 and 3 pm'],
  // Over for today.
  ['8 to 9 am', '25 Nov, between 8 and 9 am'],
  // Not over yet, though it has begun.
  ['11 to 12', 'between 11 am and 12 pm'],
  // No window, but a time.
  ['2026-12-01 08:05', '1 Dec, 8:05 am'],
  ['25-11-2027', '25 Nov, 6:00 pm'],
  ['tomorrow 10', '25 Nov, 10:00 am'],
])('%s', (typed, shown) => {
  const promise = parsePromise(typed)
  expect(promise && promiseText(promise)).toBe(shown)
})

test.each([
  '',
  'between',
  '5 pm to 4 pm',
  '4 pm to 4 pm',
  '25 to 26',
  'between 4 and',
  'someday 4-5 pm',
  '4-5-6 pm',
])('no time: %s', (typed) => {
  expect(parsePromise(typed)).toBeNull()
})

test('in full a window says its day, and one over midnight both days', () => {
  const window = { window_from: '2026-11-24T10:30:00Z', promised_at: '2026-11-24T11:30:00Z' }
  expect(fullPromiseText(window)).toBe('24th Nov 2026, between 4 and 5 pm')
  expect(fullPromiseText({ ...window, window_from: null })).toBe('24th Nov 2026, 5:00 pm')
  expect(promiseText({ ...window, promised_at: '2026-11-25T02:30:00Z' })).toBe(
    'between 4 pm and 25 Nov, 8:00 am',
  )
})
