import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Day, Said } from '../values.ts'
import { days } from './production.ts'

export const keptGroups = ['week', 'kind', 'printer', 'courier'] as const
export type KeptGroup = (typeof keptGroups)[number]

/** Minutes of the clock; null where there are no orders of which to say it. */
const Minutes = z.int().nullable()

/** How promises were kept: of all orders, or of those of one week, kind, printer or courier. */
export const KeptPromises = z
  .object({
    /** The week’s Monday; the kind; the id of the printer or courier, `by-hand` or `nobody`. */
    id: z.string(),
    label: Said,
    /** Promised orders that are delivered, or ready for pick-up. */
    orders: z.int(),
    kept: z.int(),
    missed: z.int(),
    /** Not done yet though the promised time is over; in none of the other figures. */
    overdue: z.int(),
    /** How late the missed ones were. */
    late_median: Minutes,
    late_p90: Minutes,
    /** Orders of which it is known what the model proposed when they were taken in. */
    proposed: z.int(),
    /** Minutes from the proposed time until they were done, below zero where they were done before it. */
    error_median: Minutes,
    error_p90: Minutes,
  })
  .meta({ id: 'KeptPromises' })
export type KeptPromises = z.output<typeof KeptPromises>

export const getKeptPromises = {
  method: 'GET',
  url: '/api/promises/kept/',
  config: {
    access: 'admin',
    work: 'report',
    summary:
      'Promises of a range of days that were kept or missed, and how far the proposed times were off, by the week of the promise, kind of work, printer or courier; the last 30 days by default, at most two years. An order is done when it is delivered, or before that ready for pick-up.',
  },
  schema: {
    querystring: z.strictObject({
      ...days,
      by: z.enum(keptGroups).optional().meta({ description: 'week by default.' }),
    }),
    response: {
      200: z.object({ from_date: Day, to_date: Day, total: KeptPromises, rows: z.array(KeptPromises) }),
    },
  },
} as const satisfies Endpoint
