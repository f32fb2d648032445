import { z } from 'zod'
import { OrderPayment } from '../money/payments.ts'
import { longestRanges } from '../printing/pageRanges.ts'
import { Id, optionalText, Rupees } from '../values.ts'
import { OrderLines } from './orderPrice.ts'
import { Position } from './positions.ts'

export const Copies = z.int('This must be a whole number').min(1, 'At least 1').max(1000, 'At most 1,000')

/** What can be changed in any order that is not cancelled. */
export const textFields = ['title', 'notes', 'address'] as const

/** What can be changed until an order is printed: what is printed, for whom and for how much. */
export const choiceFields = [
  'user',
  'user_subscription_plan',
  'copies',
  'color',
  'sides',
  'paper_size',
  'binding',
  'layout',
  'fit',
  'bundle',
  'pickup',
  'coupon_code',
  'lines',
  'price_by_hand',
  'price_by_hand_reason',
] as const

/** All that a change of an order can change: its fields, its files, and print jobs that were cancelled by it. */
export const changedFields = [
  ...textFields,
  'pay_by',
  'billed_to',
  ...choiceFields,
  'files',
  'payable',
  'promised_at',
  'window_from',
  'print_jobs',
] as const
export type ChangedField = (typeof changedFields)[number]

/** Those with which a print job that waits prints something else. */
export const printedFields: readonly ChangedField[] = [
  'copies',
  'color',
  'sides',
  'paper_size',
  'layout',
  'fit',
  'bundle',
  'files',
]
/** Those that change what is to be done for an order. */
export const workFields: readonly ChangedField[] = [...printedFields, 'binding', 'pickup']

const ChangedValue = z.union([z.string(), z.number(), z.boolean()]).nullable()
export const OrderFieldChange = z.object({
  field: z.enum(changedFields),
  from: ChangedValue,
  to: ChangedValue,
})
export type OrderFieldChange = z.output<typeof OrderFieldChange>

/** By which prices a changed order is priced again. */
export const priceDays = ['order_day', 'today'] as const
export type PriceDay = (typeof priceDays)[number]

/** What a change of an order takes besides the fields of the order. */
export const OrderChangeFields = {
  copies: Copies.optional(),
  coupon_code: optionalText(50).nullable().optional(),
  lines: OrderLines.nullable().optional(),
  price_by_hand: Rupees.nullable().optional(),
  /** Needed with a price by hand. */
  price_by_hand_reason: optionalText(200).nullable().optional(),
  /** The files to print, in this sequence: those of the order that stay, and uploads. The others are removed. */
  files: z
    .array(
      z.strictObject({ id: Id, page_ranges: z.string().trim().max(longestRanges).nullable().optional() }),
    )
    .min(1, 'Add at least one file')
    .max(20, 'At most 20 files')
    .optional(),
  /** By default the prices of the day on which the order was taken in. */
  prices: z.enum(priceDays).optional(),
  /** What is paid with `status` delivered, in the same transaction. */
  payment: OrderPayment.optional(),
  /** Where the phone was, with `status` delivered. Kept only where Configuration says so. */
  position: Position.optional(),
}
