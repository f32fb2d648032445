import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, Id, Time } from '../values.ts'

/** A month of the shop, YYYY-MM. */
export const Month = z
  .string()
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'This is not a month (YYYY-MM)')
  .meta({ description: 'YYYY-MM; this month by default.' })

/** Codes of a month: opening + received − sold − voided − expired = closing. */
const codes = {
  /** That could be sold when the month began. */
  opening: z.int(),
  received: z.int(),
  /** Without those whose sale was voided; negative where sales of earlier months were. */
  sold: z.int(),
  /** Sales that were voided, and codes that were deleted, without those that were restored. */
  voided: z.int(),
  expired: z.int(),
  /** That could be sold when the month ended, or can be now. */
  closing: z.int(),
  /** For those that were sold, by the price that was agreed at each sale, in rupees. */
  due: z.number(),
}

/** The codes of one voucher group in a month. */
export const VoucherStatementLine = z.object({
  /** Null: the group is gone, with what was in it. */
  voucher_detail: z.string().nullable(),
  voucherInfoId: Id,
  ...codes,
})
export type VoucherStatementLine = z.output<typeof VoucherStatementLine>

/** What came, was sold, voided and expired of a company's codes in a month, and what is due for it. */
export const VoucherStatement = z
  .object({
    client: Id,
    client_name: z.string(),
    month: z.string(),
    /** Of a code that is sold from now on. */
    agreed_price: z.number(),
    ...codes,
    /** The groups of which something moved or is there; the first 200, and all in the file. */
    lines: z.array(VoucherStatementLine),
    lines_count: z.int(),
    /** The self-billed invoice of this month, unless it was credited as a whole. */
    invoice: z.object({ id: Id, number: z.string() }).nullable(),
  })
  .meta({ id: 'VoucherStatement' })
export type VoucherStatement = z.output<typeof VoucherStatement>

export const statementLinesShown = 200

export const getVoucherStatement = {
  method: 'GET',
  url: '/api/clients/:id/voucher-statement/',
  config: {
    work: 'report',
    access: 'admin',
    summary:
      'Stock of a company’s codes in a month and what is due for those that were sold: opening + received − sold − voided − expired = closing. As JSON, CSV or PDF.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({
      month: Month.optional(),
      format: z.enum(['csv', 'pdf']).optional(),
    }),
    response: { 200: VoucherStatement },
  },
} as const satisfies Endpoint

/** What happened to one code. */
export const VoucherChain = z
  .object({
    voucher_code: z.string(),
    client_name: z.string(),
    state: z.enum(['available', 'sold', 'voided', 'deleted', 'expired']),
    steps: z.array(
      z.object({
        what: z.enum(['received', 'sold', 'voided', 'deleted', 'expired']),
        at: Time,
        by: z.string().nullable(),
        /** The file and its SHA-256, to whom it was sold, why it was voided. */
        detail: z.string(),
      }),
    ),
  })
  .meta({ id: 'VoucherChain' })
export type VoucherChain = z.output<typeof VoucherChain>

export const getVoucherChain = {
  method: 'GET',
  url: '/api/get-voucher/:id/chain/',
  config: {
    access: 'admin',
    summary:
      'The way of one code, also of one in the bin: by which file it came, to whom it was sold for what, that it was voided or expired.',
  },
  schema: { ...byId, response: { 200: VoucherChain } },
} as const satisfies Endpoint
