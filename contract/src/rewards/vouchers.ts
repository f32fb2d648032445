import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import {
  asNumber,
  byId,
  Coins,
  Day,
  DayOrTime,
  Flag,
  Id,
  Ids,
  pngLimits,
  Time,
  text,
  Version,
} from '../values.ts'

/** A code with the data of its group; a sold code has the data as they were at the sale. */
export const Voucher = z
  .object({
    id: Id,
    /** Id of its group. */
    voucherInfoId: Id,
    voucher_code: z.string(),
    is_assigned: z.boolean(),
    is_active: z.boolean(),
    client: Id,
    client_name: z.string(),
    voucher_detail: z.string(),
    /** In coins. */
    cost: Coins,
    expiry_date: Day,
    /** A signed URL of its PNG, valid for 15 minutes. */
    image: z.string().nullable(),
    is_single: z.boolean(),
    created_on: Time,
    /** Grows when the code or its group is updated. */
    version: Version,
  })
  .meta({ id: 'Voucher' })
export type Voucher = z.output<typeof Voucher>

/** Codes are compared in NFKC, without case and invisible characters, so a code needs a visible one. */
export const VoucherCode = text(100).refine(
  (code) => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(code),
  'A code needs something that can be seen',
)
export const VoucherDetail = text(500)
const Cost = asNumber(Coins)

/** A PNG as a data URL. Base64 makes four characters of three bytes; decoding checks the content. */
const PngDataUrl = z
  .string()
  .max(Math.ceil(pngLimits.bytes / 3) * 4 + 30, 'The picture is larger than 10 MB')
  .regex(/^data:image\/png;base64,/, 'The picture must be a PNG')

const imageBodyLimit = 16 * 1024 * 1024

/** What the list of codes can be sorted by. */
export const voucherOrderings = ['created_on', 'expiry_date'] as const

export const listVouchers = {
  method: 'GET',
  url: '/api/get-voucher/',
  config: {
    access: 'admin',
    summary:
      'List codes, newest first; query searches company, code and cost. `id` is the id of a group (voucherInfoId).',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(
        voucherOrderings,
        'expiry_date: of the group; ties are sorted by group, then by id.',
        'id: as created_on, which is by group.',
      ),
      client_id: Id.optional(),
      id: Id.optional(),
      is_assigned: Flag.optional(),
    }),
    response: { 200: page(Voucher) },
  },
} as const satisfies Endpoint

export const getVoucher = {
  method: 'GET',
  url: '/api/get-voucher/:id/',
  config: { access: 'admin', summary: 'One code with the data of its group.' },
  schema: { ...byId, response: { 200: Voucher } },
} as const satisfies Endpoint

/** Codes of one company with the same detail, cost, expiry date and image. */
export const VoucherGroup = z
  .object({
    id: Id,
    client: Id,
    client_name: z.string(),
    voucher_detail: z.string(),
    cost: Coins,
    expiry_date: Day,
    image: z.string().nullable(),
    is_single: z.boolean(),
    codes: z.int(),
    /** Codes that can still be sold; 0 after the expiry date. */
    available: z.int(),
    created_on: Time,
    version: Version,
  })
  .meta({ id: 'VoucherGroup' })
export type VoucherGroup = z.output<typeof VoucherGroup>

/** What the list of voucher groups can be sorted by. */
export const voucherGroupOrderings = ['created_on', 'expiry_date', 'cost'] as const

export const listVoucherGroups = {
  method: 'GET',
  url: '/api/voucher-groups/',
  config: {
    access: 'admin',
    summary:
      'List voucher groups, newest first; query searches company, detail and cost. `available=true`: only groups with available codes.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(voucherGroupOrderings),
      client_id: Id.optional(),
      available: Flag.optional(),
    }),
    response: { 200: page(VoucherGroup) },
  },
} as const satisfies Endpoint

export const getVoucherGroup = {
  method: 'GET',
  url: '/api/voucher-groups/:id/',
  config: { access: 'admin', summary: 'One voucher group.' },
  schema: { ...byId, response: { 200: VoucherGroup } },
} as const satisfies Endpoint

export const createVouchers = {
  method: 'POST',
  url: '/api/save-voucher/',
  config: {
    access: 'admin',
    opensTransactions: true,
    bodyLimit: imageBodyLimit,
    summary: 'Create a voucher group with these codes. 409 names a code that the company already has.',
  },
  schema: {
    body: z
      .strictObject({
        client: Id,
        voucher_detail: VoucherDetail,
        cost: Cost,
        /** Today or later. */
        expiry_date: DayOrTime,
        image: PngDataUrl.nullable().optional(),
        is_single: z.boolean().default(false),
        vouchers: z
          .array(
            z.strictObject({
              voucher_code: VoucherCode,
              // Some clients send these; every new code has these values.
              is_assigned: z.literal(false).optional(),
              is_active: z.literal(true).optional(),
            }),
          )
          .min(1, 'Add at least one code')
          .max(10_000, 'At most 10,000 codes at once; upload a file for more'),
      })
      .refine(({ is_single, vouchers }) => !is_single || vouchers.length === 1, {
        path: ['vouchers'],
        message: 'A single voucher has one code',
      }),
    response: { 201: VoucherGroup },
  },
} as const satisfies Endpoint

export const updateVoucher = {
  method: 'PUT',
  url: '/api/save-voucher/',
  config: {
    access: 'admin',
    opensTransactions: true,
    bodyLimit: imageBodyLimit,
    record: '/api/get-voucher/:id/',
    summary:
      'Update a code, and the data of its group for all unsold codes. 409 if the code was sold. Absent fields keep their value.',
  },
  schema: {
    body: z.strictObject({
      id: Id,
      voucher_code: VoucherCode.optional(),
      voucher_detail: VoucherDetail.optional(),
      cost: Cost.optional(),
      /** Today or later; a day in the past is accepted only if it is unchanged. */
      expiry_date: DayOrTime.optional(),
      /** A new PNG; null removes the image; the URL of the current image changes nothing. */
      image: z.string().nullable().optional(),
      version: Version.optional(),
      // Read-only; may be sent back unchanged.
      ...Voucher.pick({
        voucherInfoId: true,
        is_assigned: true,
        is_active: true,
        client: true,
        client_name: true,
        is_single: true,
        created_on: true,
      }).partial().shape,
    }),
    response: { 200: Voucher },
  },
} as const satisfies Endpoint

export const deleteVouchers = {
  method: 'DELETE',
  url: '/api/delete-vouchers/',
  config: {
    access: 'admin',
    summary:
      'Delete codes, all or none; they stay in the bin for 30 days. A group is deleted with its last code. 409 if one was sold.',
  },
  schema: { querystring: z.strictObject({ voucher_ids: Ids }), response: { 204: z.null() } },
} as const satisfies Endpoint

/** Letters and digits that cannot be confused: no 0, O, 1 or I. */
export const codeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export const generateVouchers = {
  method: 'POST',
  url: '/api/generate-vouchers/',
  config: {
    work: 'bulk',
    access: 'admin',
    opensTransactions: true,
    summary:
      'Create a voucher group with random codes; get-voucher with the group’s id and format=csv exports them.',
  },
  schema: {
    body: z.strictObject({
      client: Id,
      voucher_detail: VoucherDetail,
      cost: Cost,
      expiry_date: DayOrTime,
      count: asNumber(
        z.int('This must be a whole number').min(1, 'At least 1').max(100_000, 'At most 100,000 at once'),
      ),
      prefix: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{0,20}$/, 'Letters, digits and hyphens, at most 20')
        .default(''),
      /** Random characters after the prefix. With 8, one guess in ten million hits one of 100,000 codes. */
      length: asNumber(
        z.int('This must be a whole number').min(8, 'At least 8').max(32, 'At most 32'),
      ).default(10),
    }),
    response: { 201: VoucherGroup },
  },
} as const satisfies Endpoint
