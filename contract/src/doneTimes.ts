import { z } from 'zod'
import { Time, ZonedTime } from './values.ts'

/** What a request may say: when it was done, where it could not be sent at once. */
export const Happened = { happened_at: ZonedTime.optional() }

/** The times of what was done, beside the time at which the server heard of it. */
export const DoneTimes = {
  /** When it was done: never later than it arrived, and never before what happened to the record by then. */
  happened_at: Time,
  /** What the device said, where that could not be so; else null. */
  said_at: Time.nullable(),
}
export type DoneTimes = z.output<z.ZodObject<typeof DoneTimes>>
