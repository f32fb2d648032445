import { z } from 'zod'
import { colors, paperSizes } from './configurations.ts'
import { orderStatuses } from './rules/orderMoves.ts'
import { asNumber, Flag, Id, Rupees, wholeNumber } from './values.ts'

/** What lists of orders can be sorted by. */
export const orderOrderings = ['created_at', 'payable'] as const

/** A page of a filtered list, or of a list by amount, lies at most this many rows from one of its ends. */
export const mostSkippedOrders = 500_000

const Status = z.enum(orderStatuses)

/** One status, or several: `status=confirmed&status=assigned`. */
export const Statuses = z
  .union([Status, z.array(Status).max(orderStatuses.length)])
  .transform((statuses) => [...new Set([statuses].flat())])

/** Filters that no counter covers: counted by index. */
export const orderOptions = {
  user: Id.optional(),
  assigned_user: Id.optional(),
  color: z.enum(colors).optional(),
  paper_size: z.enum(paperSizes).optional(),
  pickup: Flag.optional(),
  payable_from: asNumber(Rupees).optional(),
  payable_to: asNumber(Rupees).optional(),
  waiting_days: wholeNumber(0, 36_500)
    .optional()
    .meta({ description: 'Only open orders that were created more than this many days of the shop ago.' }),
}
