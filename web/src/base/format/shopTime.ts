import { locale } from './locale.ts'

// The only place that asks a clock for a day or an hour: they are the shop's, wherever the browser is (test/shopTime.test.ts).

/** The shop's day and time of day, in numbers. */
type Clock = { day: string; hour: number; minute: number }

type Reader = { zone: string; format: Intl.DateTimeFormat }
let reader: Reader | undefined

/** The time zone of the shop, which index.html carries from the server. */
const zoneOfShop = () => document.documentElement.dataset['timeZone'] ?? ''

// Made at its first use: it takes milliseconds, which the first view has not got.
function readerOf(zone: string): Reader {
  if (reader?.zone !== zone) reader = { zone, format: formatIn(zone) }
  return reader
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const two = '2-digit'
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, ...(zone && { timeZone: zone }) })
  } catch {
    // The server knows a zone that this browser does not: its own clock is better than no page.
    return new Intl.DateTimeFormat('en-US', parts)
  }
}

/** What the shop's clock shows at a time: ISO text, or milliseconds since 1970. */
export function clockAt(time: string | number): Clock {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  const read = readerOf(zoneOfShop()).format.formatToParts(typeof time === 'string' ? Date.parse(time) : time)
  for (const { type, value } of read) parts[type] = value
  const { year = '', month = '', day = '', hour, minute } = parts
  return { day: `${year}-${month}-${day}`, hour: Number(hour), minute: Number(minute) }
}

/** The shop's day at a time, YYYY-MM-DD. */
export const dayOf = (time: string | number) => clockAt(time).day

/** The shop's day now. */
export const today = () => dayOf(Date.now())

/** Now, or a time in milliseconds, as the server writes times. */
export const isoTime = (time = Date.now()) => new Date(time).toISOString()

// What follows counts days, which have no hours and no zone.

const dateOf = (day: string) => new Date(`${day}T00:00:00Z`)

/** The day this number of days later; earlier if negative. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The number of days, both ends included. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** From 0, a Sunday. */
export const weekdayOf = (day: string) => dateOf(day).getUTCDay()

/** The number of days of a month, which is counted from 1. */
export const lengthOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Months in a row, as '2026-11', backwards from the one that is so many before that of a day. */
export function monthsBefore(day: string, before: number, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - before - back, 1)).toISOString().slice(0, 7),
  )
}

/** The names of days in one form: of their weekdays or months. */
export function dayName(form: Pick<Intl.DateTimeFormatOptions, 'month' | 'weekday'>) {
  let made: Intl.DateTimeFormat | undefined
  return (day: string) => {
    made ??= new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' })
    return made.format(dateOf(day))
  }
}
