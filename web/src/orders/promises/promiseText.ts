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

export type Promise = { promised_at: string | null; window_from?: string | null }

/** '3 Jan, 4:05 pm'; of a window 'between 4 and 5 pm' today, 'between 11 am and 1 pm', with its day on another one; '' without a time. */
export function promiseText({ promised_at, window_from }: Promise, isFull = false): string {
  if (!promised_at) return ''
  const timeText = isFull ? formatDateTime : formatSoon
  if (!window_from) return timeText(promised_at)
  const day = dayOf(window_from)
  const dayText = isFull ? `${formatDay(day)}, ` : day === today() ? '' : `${formatShortDay(day)}, `
  const [from, until] = [window_from, promised_at].map((time) => {
    const { hour, minute } = clockAt(time)
    return formatHour(hour, minute || undefined)
  }) as [string, string]
  const isOneDay = dayOf(promised_at) === day
  // The half of the day is said once.
  const first = isOneDay && from.slice(-2) === until.slice(-2) ? from.slice(0, -3) : from
  return `${dayText}between ${first} and ${isOneDay ? until : timeText(promised_at)}`
}

/** '3rd Jan 2026, 4:05 pm', '3rd Jan 2026, between 4 and 5 pm' */
export const fullPromiseText = (promise: Promise) => promiseText(promise, true)
