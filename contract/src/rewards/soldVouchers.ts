import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Coins, Day, Flag, Id, optionalText, Time, text, Version } from '../values.ts'

/** A sold voucher, with its data as they were at the sale. */
export const SoldVoucher = z
  .object({
    id: Id,
    user: Id,
    user_data: z.object({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      mobile: z.string(),
    }),
    client: Id,
    client_name: z.string(),
    voucherInfoId: Id,
    voucher_code: z.string(),
    voucher_detail: z.string(),
    cost: Coins,
    purchased_at: Time,
    expiry_date: Day,
    image: z.string().nullable(),
    /** Who sold it. */
    by: z.string().nullable(),
    voided_at: Time.nullable(),
    voided_by: z.string().nullable(),
    void_reason: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'SoldVoucher' })
export type SoldVoucher = z.output<typeof SoldVoucher>

/** What the list of sold vouchers can be sorted by. */
export const soldVoucherOrderings = ['purchased_at', 'expiry_date'] as const

export const listSoldVouchers = {
  method: 'GET',
  url: '/api/get-purchased-voucher/',
  config: {
    access: 'admin',
    summary: 'List sold vouchers, newest first; query searches customer, mobile, company and code.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(soldVoucherOrderings),
      user_id: Id.optional(),
      client_id: Id.optional(),
      voided: Flag.optional(),
    }),
    response: { 200: page(SoldVoucher) },
  },
} as const satisfies Endpoint

export const getSoldVoucher = {
  method: 'GET',
  url: '/api/get-purchased-voucher/:id/',
  config: { access: 'admin', summary: 'One sold voucher.' },
  schema: { ...byId, response: { 200: SoldVoucher } },
} as const satisfies Endpoint

export const sellVoucher = {
  method: 'POST',
  url: '/api/save-purchased-voucher/',
  config: {
    access: 'admin',
    summary:
      'Sell a customer one available code of a voucher group for coins. 409 if no code is available, or it costs another `cost` than the customer was told; 422 if the coins are too few.',
  },
  schema: {
    body: z.strictObject({
      user_id: Id,
      voucher_info_id: Id,
      /** What the customer was told; nothing is sold for another cost. */
      cost: Coins.optional(),
    }),
    response: { 201: SoldVoucher },
  },
} as const satisfies Endpoint

export const voidSoldVoucher = {
  method: 'POST',
  url: '/api/void-purchased-voucher/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary: 'Void a sold voucher: the coins return, once, and the code is never sold again.',
  },
  schema: {
    body: z.strictObject({ id: Id, reason: optionalText(500).pipe(text(500)), version: Version.optional() }),
    response: { 200: SoldVoucher },
  },
} as const satisfies Endpoint
