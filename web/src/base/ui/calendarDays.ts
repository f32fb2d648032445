import { addDays, dayName, lengthOf, weekdayOf } from '../format/shopTime.ts'

// Days are YYYY-MM-DD, as everywhere: they have no hours and no zone.

const longMonth = /* @__PURE__ */ dayName({ month: 'long' })
const shortMonth = /* @__PURE__ */ dayName({ month: 'short' })
export const longWeekday = /* @__PURE__ */ dayName({ weekday: 'long' })
const shortWeekday = /* @__PURE__ */ dayName({ weekday: 'narrow' })

// A week starts on Sunday, as calendars in India do.
const firstSunday = '2023-01-01'

export const weekdays = () =>
  Array.from({ length: 7 }, (_, at) => {
    const day = addDays(firstSunday, at)
    return { name: longWeekday(day), letter: shortWeekday(day) }
  })

const two = (number: number) => String(number).padStart(2, '0')

/** 'January 2026' */
export const monthAndYear = (day: string) => `${longMonth(day)} ${yearOf(day)}`

export const monthNames = () => Array.from({ length: 12 }, (_, at) => shortMonth(`2023-${two(at + 1)}-01`))

export const yearOf = (day: string) => Number(day.slice(0, 4))
export const monthOf = (day: string) => Number(day.slice(5, 7))

/** The day in another month, or the last of that month where it is shorter. Months may be counted on over the year. */
export function dayIn(day: string, year: number, month: number): string {
  const months = year * 12 + month - 1
  const [inYear, inMonth] = [Math.floor(months / 12), (months % 12) + 1]
  const date = Math.min(Number(day.slice(8)), lengthOf(inYear, inMonth))
  return `${inYear}-${two(inMonth)}-${two(date)}`
}

/** The weeks of a day's month; what belongs to the months beside it is null. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`
  const before = weekdayOf(first)
  const length = lengthOf(yearOf(day), monthOf(day))
  const weeks = Math.ceil((before + length) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const at = week * 7 + weekday - before
      return at < 0 || at >= length ? null : addDays(first, at)
    }),
  )
}

/** Where a key leads in the calendar, or undefined if it leads nowhere. */
export function dayByKey(key: string, withShift: boolean, day: string): string | undefined {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'Home') return addDays(day, -weekdayOf(day))
  if (key === 'End') return addDays(day, 6 - weekdayOf(day))
  const step = withShift ? 12 : 1
  if (key === 'PageUp') return dayIn(day, yearOf(day), monthOf(day) - step)
  if (key === 'PageDown') return dayIn(day, yearOf(day), monthOf(day) + step)
  return undefined
}
