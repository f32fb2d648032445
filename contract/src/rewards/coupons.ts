import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import {
  asNumber,
  byId,
  Day,
  DayOrTime,
  Id,
  Rupees,
  Said,
  Time,
  text,
  twoPlaces,
  Version,
} from '../values.ts'

export const Coupon = z
  .object({
    id: Id,
    /** For the shop only; customers see the code. */
    name: z.string(),
    code: z.string(),
    discount_percentage: z.number(),
    /** From the start of the first day to the end of the last one, in the shop's time zone. */
    valid_from: Day,
    valid_to: Day,
    one_time_only: z.boolean(),
    isfornew: z.boolean(),
    usage_count: z.int(),
    /** Discount in rupees over all its uses, except uses given back. */
    given_away: z.number(),
    version: Version,
  })
  .meta({ id: 'Coupon' })
export type Coupon = z.output<typeof Coupon>

export const CouponForm = z
  .strictObject({
    name: text(200),
    /** Unique, ignoring case. */
    code: text(50)
      .regex(/^\S+$/, 'Write the code as one word, without spaces')
      // No second pattern: not every reader of the description knows \p, or compiles with the flag that it needs.
      .refine(
        (code) => !/\p{C}/u.test(code),
        'The code has a hidden character: type it instead of pasting it',
      ),
    discount_percentage: asNumber(
      z
        .number()
        .gt(0, 'A discount is above 0 %')
        .max(100, 'A discount is at most 100 %')
        .refine(twoPlaces, 'At most two decimal places'),
    ),
    valid_from: DayOrTime,
    valid_to: DayOrTime,
    one_time_only: z.boolean().default(false),
    isfornew: z.boolean().default(false),
    /** Computed by the server; ignored when sent. */
    usage_count: z.int().optional(),
    given_away: z.number().optional(),
    id: Id.optional(),
    version: Version.optional(),
  })
  .refine(({ valid_from, valid_to }) => valid_to >= valid_from, {
    path: ['valid_to'],
    message: 'The end cannot be before the start',
  })
export type CouponForm = z.input<typeof CouponForm>

export const listCoupons = {
  method: 'GET',
  url: '/coupon_app/api/coupons/',
  config: {
    access: 'admin',
    summary:
      'List all coupons, newest first, as an array; with limit, offset, page or page_size one page of them, as other lists. query searches codes and names.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
    }),
    response: { 200: z.union([z.array(Coupon), page(Coupon)]) },
  },
} as const satisfies Endpoint

export const getCoupon = {
  method: 'GET',
  url: '/coupon_app/api/coupons/:id/',
  config: { access: 'admin', summary: 'One coupon.' },
  schema: { ...byId, response: { 200: Coupon } },
} as const satisfies Endpoint

export const createCoupon = {
  method: 'POST',
  url: '/coupon_app/api/coupons/',
  config: { access: 'admin', summary: 'Create a coupon.' },
  schema: { body: CouponForm, response: { 201: Coupon } },
} as const satisfies Endpoint

export const updateCoupon = {
  method: 'PUT',
  url: '/coupon_app/api/coupons/:id/',
  config: { access: 'admin', summary: 'Update a coupon; orders that used it keep their discount.' },
  schema: { ...byId, body: CouponForm, response: { 200: Coupon } },
} as const satisfies Endpoint

export const deleteCoupon = {
  method: 'DELETE',
  url: '/coupon_app/api/coupons/:id/',
  config: {
    access: 'admin',
    summary: 'Delete a coupon; it stays in the bin for 30 days. Orders keep its code and discount.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const CouponUse = z
  .object({
    id: Id,
    coupon: Id.nullable(),
    code: z.string(),
    order: Id,
    order_number: z.int(),
    user: Id,
    user_data: z.object({ id: Id, first_name: z.string(), last_name: z.string(), mobile: z.string() }),
    /** In rupees. */
    discount: Rupees,
    at: Time,
    /** Set when the order was cancelled. */
    given_back_at: Time.nullable(),
  })
  .meta({ id: 'CouponUse' })
export type CouponUse = z.output<typeof CouponUse>

export const listCouponUses = {
  method: 'GET',
  url: '/coupon_app/api/coupon-uses/',
  config: {
    access: 'admin',
    summary: 'List coupon uses with customer and order, newest first; query searches code, name and mobile.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['at']),
      coupon_id: Id.optional(),
      user_id: Id.optional(),
    }),
    response: { 200: page(CouponUse) },
  },
} as const satisfies Endpoint

export const validateCoupon = {
  method: 'POST',
  url: '/coupon_app/api/coupons/validate/',
  config: {
    access: 'admin',
    summary:
      'The discount of a code for this customer and amount today, or why there is none. The coupon is not used.',
  },
  schema: {
    body: z.strictObject({ code: text(50), user_id: Id, amount: Rupees }),
    response: {
      200: z.object({ valid: z.boolean(), discount: Rupees, payable: Rupees, reason: Said.nullable() }),
    },
  },
} as const satisfies Endpoint
