// The targets of issue 11 and of the earlier ones, and what `--quick --check` holds. A ratio is to what the work is
// compared with in the same run: the limit, or the work that is named.

export type Target = {
  /** Throughput as a ratio, at least. */
  throughput?: number
  /** p50 at one client as a ratio, at most. */
  p50?: number
  /** Requests a second, at least. */
  perSecond?: number
  /** p50 at one client, at most. */
  milliseconds?: number
  /** What `--quick --check` starts from while the target itself is not reached. */
  held?: { throughput?: number; p50?: number; processor?: number }
}

/** Room for noise: `--quick --check` accepts this part of a target's throughput, and a p50 this much longer. */
const quickRoom = 0.75

/**
 * The same for CPU time, of `held.processor`. That is the lowest ratio of the work in five or six quick runs on two cores with
 * a load of 7 to 15; the highest one was 1.2 to 1.9 times as much.
 */
const processorRoom = 0.85

export const targets = {
  'one order, files and history': {
    throughput: 0.9,
    p50: 1.4,
    held: { throughput: 0.9, p50: 2.0, processor: 0.92 },
  },
  'list by status, first page': {
    throughput: 1,
    p50: 1.3,
    held: { throughput: 0.7, p50: 1.4, processor: 0.62 },
  },
  'list by status, page 2,000': { throughput: 1, p50: 1.3 },
  'list by date range': { throughput: 0.9, p50: 1.3, held: { throughput: 0.8, p50: 1.5, processor: 0.67 } },
  'list by staff user': { throughput: 0.9, p50: 1.3, held: { throughput: 0.8, p50: 1.5, processor: 0.67 } },
  'list by customer': { throughput: 0.9, p50: 1.3 },
  'dashboard, beside a list call': {
    throughput: 0.8,
    p50: 1.3,
    held: { throughput: 0.43, p50: 1.6, processor: 0.46 },
  },
  'PATCH of a status': { throughput: 0.5, p50: 2.5, held: { throughput: 0.3, p50: 4.3, processor: 0.31 } },
  'bulk move of 100': { throughput: 0.7, held: { throughput: 0.65, processor: 0.64 } },
  'order intake, 3-page PDF': { perSecond: 348, milliseconds: 5 },
  'search for an order number': { milliseconds: 2 },
  'search for a mobile': { milliseconds: 4 },
  'search for four digits': { milliseconds: 10 },
  'search for ‘kowalski’': { milliseconds: 10 },
  'search for ‘an’': { milliseconds: 150 },
} satisfies Record<string, Target>

export type WorkName = keyof typeof targets

/** Any search with a date range or a status. */
export const narrowedSearch: Target = { milliseconds: 50 }

/** The works that `--quick` measures, in about a minute. */
export const quickWorks: WorkName[] = [
  'one order, files and history',
  'list by status, first page',
  'list by date range',
  'list by staff user',
  'dashboard, beside a list call',
  'PATCH of a status',
  'bulk move of 100',
  'search for ‘kowalski’',
]

/** Throughput and p50 of a work at the largest size beside the smallest. */
export const growth: Target = { throughput: 1 / 1.2, p50: 1.2 }

/** MiB of the server process after the works. */
export const memory = 160

/** Milliseconds (p50) of each kind of record in the search across the app, at one client. */
export const lookup = 20

/** Seconds of a second start with the largest number of orders. */
export const secondStart = 1

/** KiB of JavaScript (Brotli) until a screen shows. */
export const javaScript = { signIn: 100, orders: 160 }

/** The first view in a throttled browser: seconds of each screen, by a word of its name, and what all must keep. */
export const firstView = {
  seconds: { 'sign-in': 2.0, orders: 2.4, dashboard: 3.4, 'new order': 4.2 } as Record<string, number>,
  requests: 10,
  secondVisit: 1.2,
}

/** Milliseconds with a 4 times slower processor until the browser has painted. */
export const interaction = { route: 100, typing: 50 }

/** Whether figures reach a target; undefined where there is none. */
export function isReached(
  { perSecond, p50, throughputRatio, p50Ratio }: Measured,
  { throughput, p50: slowest, perSecond: least, milliseconds }: Target,
): boolean {
  return (
    (throughput === undefined || (throughputRatio ?? 0) >= throughput) &&
    (slowest === undefined || (p50Ratio ?? Infinity) <= slowest) &&
    (least === undefined || perSecond >= least) &&
    (milliseconds === undefined || p50 <= milliseconds)
  )
}

type Measured = {
  perSecond: number
  p50: number
  throughputRatio?: number
  p50Ratio?: number
  processorRatio?: number
}

/** On a busy machine elapsed time means little, so `--quick` compares CPU time with the target of the throughput. */
export const byProcessor = ({ processorRatio }: Measured): Measured => ({
  perSecond: Infinity,
  p50: 0,
  p50Ratio: 0,
  throughputRatio: processorRatio ?? Infinity,
})

/** A target with room for noise; on a busy machine, for what `byProcessor` gives. */
export function withRoom({ held, ...target }: Target, isByProcessor = false): Target {
  if (isByProcessor && held?.processor !== undefined) return { throughput: held.processor * processorRoom }
  const { throughput, p50, perSecond, milliseconds } = { ...target, ...held }
  return {
    ...(throughput !== undefined && { throughput: throughput * quickRoom }),
    ...(p50 !== undefined && { p50: p50 / quickRoom }),
    ...(perSecond !== undefined && { perSecond: perSecond * quickRoom }),
    ...(milliseconds !== undefined && { milliseconds: milliseconds / quickRoom }),
  }
}
