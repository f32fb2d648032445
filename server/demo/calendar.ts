import type { Random } from './random.ts'

/** A day of the shop: Monday is 1, `starts` in milliseconds, `date` as YYYY-MM-DD. */
export type Day = { weekday: number; starts: number; date: string }

export const hour = 3_600_000
export const opening = 9 * hour
const closing = 20 * hour
const openFor = closing - opening

/** The date this many days later, or earlier. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10)

// Orders by weekday, Monday first.
const weekdayWeights = [1.7, 1.2, 1.1, 1.1, 1.2, 0.8, 0.3]

// Orders by hour, from opening to closing.
const busyHours = [2, 4, 5, 4, 2, 3, 4, 5, 6, 5, 3].map((weight, index) => ({
  weight,
  starts: opening + index * hour,
}))

/** The times of this many orders, in order. Later days have more orders; the last one ends now. */
export function* arrivals(random: Random, days: readonly Day[], count: number, now: number) {
  const weights = days.map(
    ({ weekday }, index) => (weekdayWeights[weekday - 1] ?? 1) * (0.6 + index / days.length),
  )
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let made = 0
  for (const [index, day] of days.entries()) {
    passed += weights[index] ?? 0
    const due = index === days.length - 1 ? count : Math.round((count * passed) / whole)
    const age = days.length - 1 - index
    const orders = Array.from({ length: due - made }, () => ({ ...arrive(random, day, now), day, age }))
    yield* orders.toSorted((a, b) => a.at - b.at)
    made = due
  }
}

/** A time within the opening hours of the day, and the share of them that had passed. */
function arrive(random: Random, { starts }: Day, now: number): { at: number; share: number } {
  const time = random.weighted(busyHours).starts + random.uniform(0, hour)
  const elapsed = now - starts
  const share = (time - opening) / openFor
  if (elapsed >= closing) return { at: Math.floor(starts + time), share }
  // Today's orders fall into the part of the day that is over.
  const first = elapsed > opening + hour ? opening : 0
  return { at: Math.floor(starts + first + share * (elapsed - first) * 0.97), share }
}

/** Adds hours to a time: all hours, or only opening hours. */
export type Clock = { read(moment: number): number; momentOf(reading: number): number }

export const wallClock: Clock = { read: (moment) => moment, momentOf: Math.floor }

/** Counts only opening hours, from this day's opening on. */
export function workClock({ starts }: Day): Clock {
  const zero = starts + opening
  return {
    read: (moment) => {
      const days = Math.floor((moment - zero) / (24 * hour))
      return days * openFor + Math.min(moment - zero - days * 24 * hour, openFor)
    },
    momentOf: (reading) => {
      const days = Math.floor(reading / openFor)
      return Math.floor(zero + days * 24 * hour + (reading - days * openFor))
    },
  }
}
