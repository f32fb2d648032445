import { asTyped, clockOf, dayFrom, nextDayFor, parseTime, splits, timeAt } from './typedTime.ts'

export type TypedPromise = { window_from: string | null; promised_at: string }

/** A time, or a window such as 'between 4 and 5 pm', 'tomorrow 10-12', '25 Nov 16 to 17'. Null if it is neither. */
export function parsePromise(text: string, now = Date.now()): TypedPromise | null {
  const promised_at = parseTime(text, now)
  return promised_at === null ? parseWindow(text, now) : { window_from: null, promised_at }
}

function parseWindow(text: string, now: number): TypedPromise | null {
  const typed = asTyped(text).replace(/\b(between|from) /, '')
  const [, left = '', right = ''] = /^(.+?)(?: ?[-–] ?| (?:to|and|until) )([^-–]+)$/.exec(typed) ?? []
  for (const [day, from] of splits(left))
    for (const [first, last] of readings(from, right)) {
      const [begins, ends] = [clockOf(first), clockOf(last)]
      if (!begins || !ends || minutesOf(begins) >= minutesOf(ends)) continue
      const chosen = day === '' ? nextDayFor(ends, now) : dayFrom(day, now)
      if (!chosen) continue
      return {
        window_from: timeAt(chosen, begins.hour, begins.minute),
        promised_at: timeAt(chosen, ends.hour, ends.minute),
      }
    }
  return null
}

const minutesOf = ({ hour, minute }: { hour: number; minute: number }) => hour * 60 + minute

/** What may be meant, the likeliest first: the half of the day is often said once. */
function readings(from: string, until: string): [string, string][] {
  const [isSaid, isSaidLast] = [from, until].map((each) => /(am|pm|noon)$/.test(each))
  if (isSaid && !isSaidLast) return ['am', 'pm'].map((half) => [from, `${until} ${half}`])
  if (isSaid || !isSaidLast)
    return [
      [from, until],
      [from, `${until} pm`],
    ]
  const half = until.slice(-2)
  const halves = half === 'am' ? ['am'] : ['pm', 'am']
  return halves.map((each) => [`${from} ${each}`, until])
}
