import { Problem } from '../../base/http/problem.ts'

/** What a counter said at a moment, and what print jobs had printed until then. */
export type CounterState = { impressions: number; jobs: number; at: string }

/** The readings right before and after a new one, or after the one that it corrects. */
export type Neighbours = { before: CounterState | undefined; after: CounterState | undefined }

/** More sides a day than that, beside the jobs, are asked about: a digit too many is more likely. */
const mostBesideJobs = 10_000
const day = 86_400_000

const number = new Intl.NumberFormat('en-IN')
const sides = (count: number) => (count === 1 ? '1 side' : `${number.format(count)} sides`)

/** Asks about a reading that looks mistyped. The caller sends it again with `is_confirmed` if it is right. */
export function checkPlausible(reading: CounterState, { before, after }: Neighbours): void {
  const doubt = (before && doubtAfter(before, reading)) ?? (after && doubtBefore(reading, after))
  if (!doubt) return
  const message = `${doubt} Check the number; if it is right, confirm it.`
  throw new Problem(422, 'implausible', message, { fields: [{ message, context: { key: 'impressions' } }] })
}

function doubtAfter(before: CounterState, now: CounterState): string | undefined {
  const last = `The reading before says ${number.format(before.impressions)}`
  if (now.impressions < before.impressions) {
    return `${last}, and a counter goes back only on a new machine.`
  }
  const days = Math.max(1, (Date.parse(now.at) - Date.parse(before.at)) / day)
  const counted = now.impressions - before.impressions
  const byJobs = now.jobs - before.jobs
  if (counted - byJobs <= mostBesideJobs * days) return undefined
  return `${last}: this is ${sides(counted)} more, and print jobs printed ${number.format(byJobs)} of them.`
}

function doubtBefore(now: CounterState, after: CounterState): string | undefined {
  if (now.impressions <= after.impressions) return undefined
  return `The reading after it says only ${number.format(after.impressions)}.`
}
