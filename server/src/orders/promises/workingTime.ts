import { type OpeningSettings, weekdays } from '@our-print/contract/shop/openingHours.ts'

const minute = 60_000
const oneDay = 86_400_000

/** The time in which a shop works, counted in minutes that pass: a clock change makes a day shorter or longer. */
export type WorkingTime = {
  /** When so many working minutes have passed; outside opening hours they start at the next opening. */
  add: (at: number, minutes: number) => number
  /** How many working minutes lie between; none if `to` is not later. */
  between: (from: number, to: number) => number
}

/** Of a day, with the day after it. */
type Span = { opens: number; closes: number; next: string }

/** All moments are milliseconds since 1970. */
export function workingTime({ opening_hours, holidays }: OpeningSettings, timeZone: string): WorkingTime {
  const closed = new Set(holidays.map(({ day }) => day))
  const known = new Map<string, Span>()
  const clock = zoneClock(timeZone)

  function spanOf(day: string): Span {
    const span = known.get(day) ?? readSpan(day)
    known.set(day, span)
    return span
  }
  // A closed day is a span without length.
  function readSpan(day: string): Span {
    const hours = opening_hours[weekdays[new Date(day).getUTCDay()] ?? 'sun']
    const isClosed = hours.opens === '' || closed.has(day)
    const opens = clock.momentOf(day, isClosed ? '00:00' : hours.opens)
    const closes = isClosed ? opens : clock.momentOf(day, hours.closes)
    return { opens, closes, next: new Date(Date.parse(day) + oneDay).toISOString().slice(0, 10) }
  }

  return {
    add(at, minutes) {
      let left = minutes * minute
      for (let span = spanOf(clock.dayOf(at)); ; span = spanOf(span.next)) {
        const { opens, closes } = span
        const from = Math.max(at, opens)
        if (from >= closes) continue
        if (left <= closes - from) return from + left
        left -= closes - from
      }
    },
    between(from, to) {
      let sum = 0
      for (let span = spanOf(clock.dayOf(from)); span.opens < to; span = spanOf(span.next)) {
        const { opens, closes } = span
        sum += Math.max(0, Math.min(to, closes) - Math.max(from, opens))
      }
      return sum / minute
    },
  }
}

function zoneClock(timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  /** What the clock shows, as if it were UTC. */
  const shownAt = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
  const days = new Map<number, string>()
  return {
    /** Asked of the format once a quarter of an hour, because it is slow: no clock changes its day or its zone within one. */
    dayOf(at: number): string {
      const quarter = Math.floor(at / (15 * minute))
      const day = days.get(quarter) ?? format.format(at).slice(0, 10)
      days.set(quarter, day)
      return day
    },
    /** When the clock shows this; where a clock change skips it, just after. */
    momentOf(day: string, time: string): number {
      const wanted = Date.parse(`${day}T${time}:00Z`)
      // The second step for a clock change in between.
      const near = wanted + wanted - shownAt(wanted)
      return near + wanted - shownAt(near)
    },
  }
}
