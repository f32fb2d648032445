import { z } from 'zod'
import { DoneTimes } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Flag, Id, mostRupees, optionalText, Time, text, twoPlaces, ZonedTime } from '../values.ts'
import { paymentMethods } from './paymentTerms.ts'

const Method = z.string().min(1).max(40)

/** A payment: never changed or deleted, but reversed by another one. */
export const Payment = z
  .object({
    id: Id,
    number: z.int(),
    /** Null: it went to the account of the customer or company. */
    order: Id.nullable(),
    order_number: z.int().nullable(),
    user: Id.nullable(),
    client: Id.nullable(),
    /** The customer, or the company where it pays. */
    payer: z.string(),
    /** One of the usual ones, or one that the configuration adds. */
    method: Method,
    /** In rupees; a refund is negative. */
    amount: z.number(),
    at: Time,
    /** `happened_at`: when the money changed hands, which may be before it was entered. */
    ...DoneTimes,
    by: Id,
    by_name: z.string(),
    reference: z.string().nullable(),
    note: z.string(),
    /** The payment that it undoes. */
    reverses: Id.nullable(),
    /** The payment that undoes it. */
    reversed_by: Id.nullable(),
    /** The day of the shop to which it belongs, by `happened_at`. */
    day: Day,
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof Payment>

/** An amount of a payment, in rupees: negative for a refund, never 0. */
export const PaidAmount = z
  .number({ error: 'This must be a number' })
  .min(-mostRupees, 'This is too much')
  .max(mostRupees, 'This is too much')
  .refine((rupees) => rupees !== 0, 'This cannot be zero')
  .refine(twoPlaces, 'At most two decimal places')

/** What is said of a payment, wherever it is taken. */
export const paymentDetails = {
  method: Method,
  reference: optionalText(100).nullable().default(null),
  note: optionalText(500).default(''),
  /**
   * When the money changed hands, by default now. A day whose money is counted is refused, but not to a courier or with a
   * delivery: that payment counts today, and `said_at` has the time.
   */
  happened_at: ZonedTime.optional(),
  /** A second payment with the same reference is meant. */
  allow_same_reference: z.boolean().default(false),
}

/** What is paid of an order with its intake or its delivery; all that is due where no amount is named. */
export const OrderPayment = z.strictObject({
  amount: PaidAmount.refine((rupees) => rupees > 0, 'This must be more than zero').optional(),
  ...paymentDetails,
})
export type OrderPayment = z.output<typeof OrderPayment>

export const paymentOrderings = ['happened_at', 'amount', 'number'] as const

export const listPayments = {
  method: 'GET',
  url: '/api/payments/',
  config: {
    access: 'signed-in',
    summary:
      'List payments, newest first; query searches number, reference, note, order number and name of the payer. A delivery staff user sees those of their own orders.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(paymentOrderings),
      order: Id.optional(),
      user: Id.optional(),
      client: Id.optional(),
      by: Id.optional(),
      method: Method.optional(),
      /** Whether a statement of the bank, UPI app or card company has it; of the days of which there are statements. */
      in_statement: Flag.optional(),
      /** Those that a line of a statement may be. */
      could_be: Id.optional(),
      /** Days on which the money changed hands, inclusive. */
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(Payment) },
  },
} as const satisfies Endpoint

export const getPayment = {
  method: 'GET',
  url: '/api/payments/:id/',
  config: {
    access: 'signed-in',
    summary: 'One payment; a delivery staff user sees those of their own orders.',
  },
  schema: { ...byId, response: { 200: Payment } },
} as const satisfies Endpoint

export const createPayment = {
  method: 'POST',
  url: '/api/payments/',
  config: {
    access: 'signed-in',
    secondPerson: true,
    summary: `Take a payment for an order, or to the account of a customer or company; negative: pay back. Usual methods: ${paymentMethods.join(', ')}. A delivery staff user takes payments of their own orders, but not from an account. \`happened_at\` is any time in the past, also before the order: money is paid ahead, and entered late.`,
  },
  schema: {
    body: z
      .strictObject({
        order: Id.optional(),
        user: Id.optional(),
        client: Id.optional(),
        amount: PaidAmount,
        ...paymentDetails,
      })
      .refine(
        ({ order, user, client }) => [order, user, client].filter((one) => one !== undefined).length === 1,
        { error: 'Name either an order, a user or a client', path: ['order'] },
      ),
    response: { 201: Payment },
  },
} as const satisfies Endpoint

export const reversePayment = {
  method: 'POST',
  url: '/api/payments/:id/reverse/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary: 'Undo a payment that was entered by mistake, by another one of the opposite amount; once.',
  },
  schema: { ...byId, body: z.strictObject({ reason: text(500) }), response: { 201: Payment } },
} as const satisfies Endpoint
