import {
  dayOf,
  formatDateTime,
  formatDay,
  formatHour,
  formatShortDay,
  formatSoon,
  today,
} from '../../base/format/format.ts'
import { clockAt } from '../../base/format/shopTime.ts'

export type Promise = { promised_at: string; window_from?: string | null }

/** '3 Jan, 4:05 pm'; of a window 'between 4 and 5 pm' today, 'between 11 am and 1 pm', with its day on another one. */
export const promiseText = (promise: Promise) =>
  textOf(promise, formatSoon, (day) => (day === today() ? '' : `${formatShortDay(day)}, `))

/** '3rd Jan 2026, 4:05 pm', '3rd Jan 2026, between 4 and 5 pm' */
export const fullPromiseText = (promise: Promise) =>
  textOf(promise, formatDateTime, (day) => `${formatDay(day)}, `)

function textOf(
  { promised_at, window_from }: Promise,
  timeText: (time: string) => string,
  dayText: (day: string) => string,
): string {
  if (!window_from) return timeText(promised_at)
  const day = dayOf(window_from)
  const [from, until] = [clockText(window_from), clockText(promised_at)]
  if (dayOf(promised_at) !== day) return `${dayText(day)}between ${from} and ${timeText(promised_at)}`
  return `${dayText(day)}between ${from.slice(-2) === until.slice(-2) ? from.slice(0, -3) : from} and ${until}`
}

/** '4 pm', '4:30 pm' */
function clockText(time: string): string {
  const { hour, minute } = clockAt(time)
  return minute === 0 ? formatHour(hour) : formatHour(hour, minute)
}
