import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { orderingBy } from '../paging.ts'
import { Flag, Id, queryParameter, Rupees, Said, Time, text } from '../values.ts'

/** The most referrers of one response; a shorter list is the last part. */
export const referralsAtOnce = 50

const Customer = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  mobile: z.string(),
  created_at: Time,
})

/** A referrer with their referrals. A referral counts while the referred customer's first order is delivered. */
export const Referrer = z
  .object({
    user: Customer,
    referral_code: z.string(),
    /** The newest 100. */
    referrals: z.array(
      z.object({
        id: Id,
        user: Customer,
        /** The order's payable, in rupees. */
        sale_amount: Rupees,
        order: Id,
        order_number: z.int(),
        counted_at: Time,
        /** Reasons to check the referral by hand; empty if none. */
        suspicions: z.array(Said),
      }),
    ),
    referrals_count: z.int(),
    /** The newest 20 fulfilled claims, each with the referred customer whose order earned it. */
    recent_claims: z.array(
      z.object({ user: Customer, claims: z.int(), claimed_at: Time, by: z.string().nullable() }),
    ),
    total_claims: z.int(),
    remaining_claims: z.int(),
    /** When claims were last fulfilled; null if never. */
    my_claim: Time.nullable(),
  })
  .meta({ id: 'Referrer' })
export type Referrer = z.output<typeof Referrer>

/** A row of the CSV export. */
export const ReferrerLine = z.object({
  user_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  mobile: z.string(),
  referral_code: z.string(),
  referrals: z.int(),
  total_claims: z.int(),
  claimed: z.int(),
  remaining_claims: z.int(),
})

const Position = z
  .string()
  .regex(/^\d{1,9}$/, 'This must be a whole number of at least 0')
  .transform(Number)

/** What the list of referrers can be sorted by. */
export const referrerOrderings = ['first_counted', 'remaining_claims', 'total_claims'] as const

export const listReferrers = {
  method: 'GET',
  url: '/referral_app/referrals-stats/',
  config: {
    access: 'admin',
    summary:
      'List referrers, newest first, rows `start` to `end` (at most 50), as an array. `due=true`: only those with remaining claims.',
  },
  schema: {
    querystring: z
      .strictObject({
        start: Position.default(0),
        /** By default, `start` + 50. */
        end: Position.optional(),
        query: queryParameter.optional(),
        due: Flag.optional(),
        ...orderingBy(referrerOrderings, 'first_counted: by when the first referral of each was counted.'),
        user_id: Id.optional(),
        format: z.literal('csv').optional(),
      })
      .refine(({ start, end = start }) => end >= start && end - start <= referralsAtOnce, {
        path: ['end'],
        message: `At most ${referralsAtOnce} rows at once, and the end not before the start`,
      }),
    response: { 200: z.array(Referrer) },
  },
} as const satisfies Endpoint

export const markFulfilled = {
  method: 'POST',
  url: '/referral_app/api/mark-as-fulfilled/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary:
      'Fulfil all remaining claims of a referrer: remaining_claims becomes 0, the history stays. 409 if none remain.',
  },
  schema: {
    body: z.strictObject({ referral_code: text(50) }),
    response: { 200: Referrer },
  },
} as const satisfies Endpoint

/** A customer as the referred one and as a referrer. */
export const CustomerReferral = z
  .object({
    referred_by: z
      .object({
        user: Customer,
        referral_code: z.string(),
        order: Id,
        order_number: z.int(),
        counted_at: Time.nullable(),
      })
      .nullable(),
    as_referrer: Referrer.nullable(),
    /** Whether their next order may have a referral code: true if all their orders are cancelled, or they have none. */
    may_bring_code: z.boolean(),
  })
  .meta({ id: 'CustomerReferral' })
export type CustomerReferral = z.output<typeof CustomerReferral>

export const getCustomerReferral = {
  method: 'GET',
  url: '/referral_app/api/customer-referral/',
  config: {
    access: 'admin',
    summary: 'The referral by which a customer came, and the customer as a referrer.',
  },
  schema: { querystring: z.strictObject({ user_id: Id }), response: { 200: CustomerReferral } },
} as const satisfies Endpoint
