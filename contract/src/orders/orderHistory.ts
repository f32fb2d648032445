import { z } from 'zod'
import { DoneTimes } from '../doneTimes.ts'
import { Said, Time } from '../values.ts'
import { OrderFieldChange } from './orderChanges.ts'
import { orderStatuses } from './orderMoves.ts'

const Status = z.enum(orderStatuses)

/** A move of an order; or, with the same status on both sides, another thing that became of it. */
export const OrderHistoryEntry = z.object({
  /** When the server heard of it: by this the history is sorted. */
  at: Time,
  ...DoneTimes,
  by: z.string().nullable(),
  from: Status.nullable(),
  to: Status,
  note: Said.nullable(),
  /** That it is ready to be fetched, or no longer. */
  is_ready: z.boolean().nullable(),
  /** That it was taken in and printed by itself, or not; the note says where, or why not. */
  auto_printed: z.boolean().nullable(),
  /** That a refused act of a courier was sent to the office, or settled there; the note says what. */
  courier_task: z.enum(['sent', 'settled']).nullable(),
  /** Set where the entry is only a note, or tells of a complaint; null for moves and changes. */
  noted: z.enum(['note', 'complaint']).nullable(),
  /** What was changed, as far as the reader sees it. */
  changes: z.array(OrderFieldChange).nullable(),
})
export type OrderHistoryEntry = z.output<typeof OrderHistoryEntry>
