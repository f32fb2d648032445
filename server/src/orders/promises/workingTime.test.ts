import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { workingTime } from './workingTime.ts'

const day = { opens: '09:00', closes: '20:00' }
const closed = { opens: '', closes: '' }
const week = { sun: closed, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day }

const added = (at: string, minutes: number, holidays: string[] = []) => {
  const time = workingTime(
    { opening_hours: week, holidays: holidays.map((one) => ({ day: one, name: 'Closed' })) },
    'Asia/Kolkata',
  )
  return new Date(time.add(Date.parse(at), minutes)).toISOString()
}

test('work that does not fit goes on at the next opening, over Sundays and holidays', () => {
  // Saturday 28 Nov 2026, 19:30 in Kolkata.
  expect(added('2026-11-28T19:30:00+05:30', 20)).toBe('2026-11-28T14:20:00.000Z')
  expect(added('2026-11-28T19:30:00+05:30', 60)).toBe('2026-11-30T04:00:00.000Z')
  expect(added('2026-11-28T19:30:00+05:30', 60, ['2026-11-30'])).toBe('2026-12-01T04:00:00.000Z')
  expect(added('2026-11-29T12:00:00+05:30', 0)).toBe('2026-11-30T03:30:00.000Z')
})

test('a day of a clock change has as many working minutes as pass', () => {
  const night = { opens: '00:00', closes: '12:00' }
  const hours = Object.fromEntries(weekdays.map((one) => [one, night])) as typeof week
  const { between } = workingTime({ opening_hours: hours, holidays: [] }, 'Europe/Berlin')
  const over = (from: string, to: string) => between(Date.parse(from), Date.parse(to)) / 60
  expect(over('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z')).toBe(11)
  expect(over('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe(13)
})

const clock = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
})
const hours = fc.option(fc.tuple(clock, clock), { nil: undefined }).map((pair) => {
  const [opens = '', closes = ''] = pair?.toSorted() ?? []
  return opens < closes ? { opens, closes } : closed
})
const shops = fc
  .record({ sun: hours, mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat: hours })
  .filter((days) => Object.values(days).some(({ opens }) => opens !== ''))
const moments = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-12-31') })
const days = fc.array(
  moments.map((at) => new Date(at).toISOString().slice(0, 10)),
  { maxLength: 30 },
)
const zones = fc.constantFrom(
  'Asia/Kolkata',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'UTC',
)

test('what was added lies between, ends in opening hours and never on a holiday', () => {
  fc.assert(
    fc.property(
      shops,
      days,
      zones,
      moments,
      fc.integer({ min: 1, max: 5_000 }),
      (shop, off, zone, at, minutes) => {
        const holidays = [...new Set(off)].map((one) => ({ day: one, name: 'Closed' }))
        const { add, between } = workingTime({ opening_hours: shop, holidays }, zone)
        const end = add(at, minutes)
        expect(end).toBeGreaterThan(at)
        expect(between(at, end)).toBeCloseTo(minutes, 3)
        expect(add(at, minutes + 1)).toBeGreaterThan(end)
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(end)
        expect(holidays.map((one) => one.day)).not.toContain(shown)
      },
    ),
    { numRuns: 60, seed: 40 },
  )
})
