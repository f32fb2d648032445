import { z } from 'zod'
import { asNumber, Id, mostRupees, Rupees, twoPlaces } from '../values.ts'
import { OrderPayment } from './payments.ts'
import { paymentStatuses, payTimes } from './paymentTerms.ts'

/** Of every order: what was paid of it. Null where the reader sees no prices. */
export const PaymentFields = {
  /** The sum of its payments; below zero only what is due. */
  paid: Rupees.nullable(),
  /** What is left to pay; negative where too much was paid, or the order was cancelled after it was paid. */
  due: z.number().nullable(),
  payment_status: z.enum(paymentStatuses).nullable(),
  /** When it is to be paid. */
  pay_by: z.enum(payTimes),
  /** The company that pays for it; null: the customer does. */
  billed_to: Id.nullable(),
  billed_to_data: z.object({ id: Id, name: z.string() }).nullable(),
}

/** How a new order is paid. */
export const PaymentChoice = {
  /** At the door where nothing is said. `on_account` within what the customer or company may owe. */
  pay_by: z.enum(payTimes).optional(),
  billed_to: Id.nullable().optional(),
  /** What is paid right there. */
  payment: OrderPayment.optional(),
}

/** One payment status, or several: `payment_status=unpaid&payment_status=part_paid`. */
const PaymentStatuses = z
  .union([z.enum(paymentStatuses), z.array(z.enum(paymentStatuses)).max(paymentStatuses.length)])
  .transform((statuses) => [...new Set([statuses].flat())])

/** Below zero where too much was paid. */
const Amount = z.number().min(-mostRupees).max(mostRupees).refine(twoPlaces, 'At most two decimal places')

/** What all lists of orders are filtered by, in rupees; `due` alone asks for what is late. */
export const amountFilters = {
  payment_status: PaymentStatuses.optional(),
  paid_from: asNumber(Amount).optional(),
  paid_to: asNumber(Amount).optional(),
  due_from: asNumber(Amount).optional(),
  due_to: asNumber(Amount).optional(),
}

/** What lists of the orders of the whole shop are filtered by. */
export const paymentFilters = {
  pay_by: z.enum(payTimes).optional(),
  billed_to: Id.optional(),
}
