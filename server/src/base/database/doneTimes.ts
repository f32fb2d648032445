/** When something was done, as it is kept: null where the time of its arrival says it. */
export type Done = { happened_at: string | null; said_at: string | null }

/** Done now, as everything is that says nothing else. */
export const doneNow: Done = { happened_at: null, said_at: null }

/** Clocks differ by so much without anybody's being wrong. */
const toleranceMs = 60_000

/**
 * When something was done that a device says was done at `said`: not after `now`, and not before `last`, the last change
 * of its record. What was said is kept where it is off by more than clocks usually are.
 */
export function whenDone(said: string | undefined, now: string, last: string | null = null): Done {
  if (said === undefined) return doneNow
  const [time, latest] = [Date.parse(said), Date.parse(now)]
  const earliest = last === null ? -Infinity : Math.min(Date.parse(last), latest)
  const off = Math.max(time - latest, earliest - time)
  const said_at = off > toleranceMs ? said : null
  if (time > latest) return { happened_at: null, said_at }
  return { happened_at: time < earliest ? last : said, said_at }
}
