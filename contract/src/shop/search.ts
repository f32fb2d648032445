import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { searchKinds } from '../entityKinds.ts'
import { OrderStatusValue, orderTypes } from '../orders/orders.ts'
import { leadStatuses } from '../people/leads.ts'
import { Id, queryParameter, Time } from '../values.ts'
import { isSearchable } from './searchQuery.ts'

/** Most hits of each kind. */
export const searchHits = 5

/** How well a hit fits, the best first: a whole field, the start of a word or the end of a phone number, anything else. */
export const searchMatches = ['exact', 'prefix', 'contains'] as const

const hit = {
  id: Id,
  /** What people call the record. */
  title: z.string(),
  /** What tells it from others of its name; may be empty. */
  subtitle: z.string(),
  /** The phone number of the person or company, in E.164. */
  mobile: z.string().nullable(),
  match: z.enum(searchMatches),
}

/** A found record. What it has besides an id is what its screen needs to open it. */
export const SearchHit = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('order'),
      ...hit,
      number: z.int(),
      status: OrderStatusValue,
      order_type: z.enum(orderTypes),
      promised_at: Time.nullable(),
    }),
    z.object({ kind: z.literal('customer'), ...hit }),
    z.object({ kind: z.literal('company'), ...hit }),
    /** Staff users and super admins. */
    z.object({ kind: z.literal('staff'), ...hit, email: z.string() }),
    /** A voucher code; `voucherInfoId` is the id of its group. */
    z.object({ kind: z.literal('voucher'), ...hit, voucherInfoId: Id }),
    z.object({ kind: z.literal('coupon'), ...hit, code: z.string() }),
    z.object({ kind: z.literal('qr_code'), ...hit, code: z.int() }),
    z.object({ kind: z.literal('lead'), ...hit, status: z.enum(leadStatuses) }),
  ])
  .meta({ id: 'SearchHit' })
export type SearchHit = z.output<typeof SearchHit>

export const search = {
  method: 'GET',
  url: '/api/search',
  config: {
    access: 'admin',
    summary:
      'Find orders, customers, companies, staff users, voucher codes, coupons, QR codes and leads: at most 5 of each, the best match first. Kinds that failed or took too long are in `late`.',
  },
  schema: {
    querystring: z.strictObject({
      query: queryParameter.refine(isSearchable, 'Type at least 2 characters, or a digit').meta({
        description:
          'Names, numbers, phone numbers in any spelling or their last digits, emails, titles, codes. Matched literally, ignoring case. Of very common words the newest records are found; voucher codes are found by how they begin, sold ones also by any part.',
      }),
    }),
    response: {
      200: z
        .object({
          /** In the sequence of the kinds; each kind's best match first, then the newest. */
          results: z.array(SearchHit),
          late: z.array(z.enum(searchKinds)),
        })
        .meta({ id: 'SearchResults' }),
    },
  },
} as const satisfies Endpoint
