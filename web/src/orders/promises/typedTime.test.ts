import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseTime, proposedTimes } from './typedTime.ts'

// Tuesday, 24th Nov 2026, 11:30 in the shop; in UTC it is 06:00.
const now = '2026-11-24T06:00:20Z'
beforeEach(() => {
  document.documentElement.dataset['timeZone'] = 'Asia/Kolkata'
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
})
afterEach(() => vi.useRealTimers())

/** What the shop's clock shows then. */
const read = (text: string) => {
  const time = parseTime(text)
  return time && new Date(Date.parse(time) + 5.5 * 3_600_000).toISOString().slice(0, 16)
}

test.each([
  ['in 2 hours', '2026-11-24T13:31'],
  ['In 2 Hours ', '2026-11-24T13:31'],
  ['2h', '2026-11-24T13:31'],
  ['in an hour', '2026-11-24T12:31'],
  ['in 1.5 hours', '2026-11-24T13:01'],
  ['45 min', '2026-11-24T12:16'],
  ['in 3 days', '2026-11-27T11:31'],
  ['tomorrow 10', '2026-11-25T10:00'],
  ['tomorrow at 10:15 am', '2026-11-25T10:15'],
  ['tomorrow', '2026-11-25T18:00'],
  ['today 5', '2026-11-24T17:00'],
  ['17:30', '2026-11-24T17:30'],
  // Over for today.
  ['9', '2026-11-25T09:00'],
  ['5 pm', '2026-11-24T17:00'],
  ['12 am', '2026-11-25T00:00'],
  ['noon', '2026-11-24T12:00'],
  ['fri 5pm', '2026-11-27T17:00'],
  ['tuesday 10', '2026-12-01T10:00'],
  ['25 nov 14:30', '2026-11-25T14:30'],
  ['25/11 14.30', '2026-11-25T14:30'],
  ['25/11/2027', '2027-11-25T18:00'],
  ['3 jan 2027 9 am', '2027-01-03T09:00'],
  // Next year's.
  ['3 jan', '2027-01-03T18:00'],
  ['2026-12-01 08:05', '2026-12-01T08:05'],
  ['day after tomorrow 10', '2026-11-26T10:00'],
  ['2 घंटे में', '2026-11-24T13:31'],
  ['एक घंटे में', '2026-11-24T12:31'],
  ['आधे घंटे में', '2026-11-24T12:01'],
  ['डेढ़ घंटे में', '2026-11-24T13:01'],
  ['४५ मिनट', '2026-11-24T12:16'],
  ['कल 10 बजे', '2026-11-25T10:00'],
  ['कल सुबह 10:15', '2026-11-25T10:15'],
  ['कल', '2026-11-25T18:00'],
  ['परसों शाम 5 बजे तक', '2026-11-26T17:00'],
  ['आज रात 9 बजे', '2026-11-24T21:00'],
  ['रात 12 बजे', '2026-11-25T00:00'],
  ['दोपहर 12 बजे', '2026-11-24T12:00'],
  ['शुक्रवार को शाम 5 बजे', '2026-11-27T17:00'],
])('%s', (text, shown) => {
  expect(read(text)).toBe(shown)
})

test.each([
  '',
  'soon',
  'tomorrow 25',
  '31/2',
  '13 pm',
  'in hours',
  'someday 10',
  '10:75',
  'tomorrow tomorrow',
  'कल कल',
  'जल्दी',
])('no time: %s', (text) => {
  expect(parseTime(text)).toBeNull()
})

test('every proposal is a time to come, and today is proposed only while it lasts', () => {
  const typedOf = () => proposedTimes().map(({ typed }) => typed)
  for (const text of typedOf()) expect(Date.parse(parseTime(text) ?? '')).toBeGreaterThan(Date.parse(now))
  expect(typedOf()).toContain('today 6 pm')
  vi.setSystemTime(new Date('2026-11-24T12:00:00Z'))
  expect(typedOf()).not.toContain('today 6 pm')
})

test('where clocks are changed, the clock of that day counts', () => {
  document.documentElement.dataset['timeZone'] = 'Europe/Berlin'
  vi.setSystemTime(new Date('2027-03-27T11:00:00Z'))
  expect(parseTime('tomorrow 10')).toBe('2027-03-28T08:00:00.000Z')
  expect(parseTime('today 10')).toBe('2027-03-27T09:00:00.000Z')
})
