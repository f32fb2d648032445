import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { Flag, Id, queryParameter, Rupees, Time, text } from './values.ts'

/** How many referrers one request brings; fewer are the last ones. */
export const referralsAtOnce = 50

const Person = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  mobile: z.string(),
  created_at: Time,
})

/** A referrer with those who came by their code. A referral counts while the newcomer's first order is delivered. */
export const Referrer = z
  .object({
    user: Person,
    referral_code: z.string(),
    /** The newest 100. */
    referrals: z.array(
      z.object({
        id: Id,
        user: Person,
        /** The order's payable, in rupees. */
        sale_amount: Rupees,
        order: Id,
        order_number: z.int(),
        counted_at: Time,
        /** Why a person should look at it, if anything. */
        suspicions: z.array(z.string()),
      }),
    ),
    referrals_count: z.int(),
    /** The newest 20 claims that the shop fulfilled, each with the person whose order earned it. */
    recent_claims: z.array(
      z.object({ user: Person, claims: z.int(), claimed_at: Time, by: z.string().nullable() }),
    ),
    total_claims: z.int(),
    remaining_claims: z.int(),
    /** When the shop last fulfilled claims; null where it never did. */
    my_claim: Time.nullable(),
  })
  .meta({ id: 'Referrer' })
export type Referrer = z.output<typeof Referrer>

/** A referrer's line in the exported file. */
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

export const listReferrers = {
  method: 'GET',
  url: '/referral_app/referrals-stats/',
  config: {
    access: 'admin',
    summary:
      'Referrers, newest first, rows `start` to `end` (at most 50): a plain list. `due=true`: only with claims left.',
  },
  schema: {
    querystring: z
      .strictObject({
        start: Position.default(0),
        /** Unless told, as many as one request brings. */
        end: Position.optional(),
        query: queryParameter.optional(),
        due: Flag.optional(),
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
    summary:
      'All claims of a referrer are fulfilled: remaining_claims becomes 0, the history stays. 409 where none is left.',
  },
  schema: {
    body: z.strictObject({ referral_code: text(50) }),
    response: { 200: Referrer },
  },
} as const satisfies Endpoint

/** Both sides of one customer: who brought them, and whether that counts yet. */
export const CustomerReferral = z
  .object({
    referred_by: z
      .object({
        user: Person,
        referral_code: z.string(),
        order: Id,
        order_number: z.int(),
        counted_at: Time.nullable(),
      })
      .nullable(),
    as_referrer: Referrer.nullable(),
    /** Whether a code may come with their next order: no order of theirs stands, cancelled ones apart. */
    may_bring_code: z.boolean(),
  })
  .meta({ id: 'CustomerReferral' })
export type CustomerReferral = z.output<typeof CustomerReferral>

export const getCustomerReferral = {
  method: 'GET',
  url: '/referral_app/api/customer-referral/',
  config: { access: 'admin', summary: 'Who brought a customer, and whom they brought.' },
  schema: { querystring: z.strictObject({ user_id: Id }), response: { 200: CustomerReferral } },
} as const satisfies Endpoint
