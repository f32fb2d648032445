import { z } from 'zod'
import { Day, Flag, Time, ZonedTime } from '../values.ts'
import { orderStatuses } from './orderMoves.ts'
import { dueFilters, printedParts, soonLateMinutes } from './promises.ts'

/** Of every order. */
export const PromiseFields = {
  /** Until when it is promised. */
  promised_at: Time.nullable(),
  /** From when it arrives, where a window is agreed: the window ends at the promised time. */
  window_from: Time.nullable(),
  /** How much of it is printed, by document. */
  printed: z.enum(printedParts),
  /** A picked-up order that waits to be fetched. */
  is_ready: z.boolean(),
}

/** What says whether an order is late, of what belongs to an order. */
export const OpenPromise = { status: z.enum(orderStatuses), promised_at: Time.nullable() }

/** What is changed of them. */
export const promiseChanges = {
  promised_at: ZonedTime.nullable().optional(),
  /** Another promised time without it ends the window. */
  window_from: ZonedTime.nullable().optional(),
  is_ready: z.boolean().optional(),
}

/** What lists of orders are filtered by. */
export const promiseFilters = {
  promised_from: Day.optional(),
  promised_to: Day.optional(),
  due: z
    .enum(dueFilters)
    .optional()
    .meta({
      description: `Only open orders. late: the promised time is over; without one, open for over a week. soon: promised within ${soonLateMinutes} minutes. at_risk: promised for later, and will probably be done after it, by what waits before them and what is measured.`,
    }),
  printed: z.enum(printedParts).optional(),
  is_ready: Flag.optional(),
}
