import { z } from 'zod'
import { importBodyLimit } from '../csvImport.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { asNumber, byId, Coins, DayOrTime, Flag, formFile, Id, Said } from '../values.ts'
import { VoucherDetail } from './vouchers.ts'

export const SkippedCode = z.object({ line: z.int(), voucher_code: z.string(), reason: Said })

/** The result of an import or of a dry run. */
export const VoucherImport = z
  .object({
    /** Null for a dry run. */
    id: Id.nullable(),
    imported: z.int(),
    skipped_count: z.int(),
    /** The first 1,000 skipped lines. */
    skipped: z.array(SkippedCode),
  })
  .meta({ id: 'VoucherImport' })
export type VoucherImport = z.output<typeof VoucherImport>

export const importVouchers = {
  method: 'POST',
  url: '/api/upload_vouchers/',
  config: {
    work: 'import',
    bodyLimit: importBodyLimit,
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Import codes from a CSV `file` (header voucher_code, optional voucher_detail and cost; other columns of the exported lists are ignored, unknown ones refused) in one transaction. Every skipped line is reported, also an empty one between others. `dry_run=true` stores nothing.',
  },
  schema: {
    querystring: z.strictObject({
      client_id: Id,
      expiry_date: DayOrTime,
      /** Detail and cost for lines that have none. */
      voucher_detail: VoucherDetail.optional(),
      cost: asNumber(Coins).optional(),
      dry_run: Flag.optional(),
    }),
    form: z.strictObject({ file: formFile('text/csv', 'Choose a CSV file') }),
    response: { 200: VoucherImport },
  },
} as const satisfies Endpoint

export const listSkippedLines = {
  method: 'GET',
  url: '/api/voucher-imports/:id/skipped/',
  config: {
    access: 'admin',
    summary: 'List every skipped line of an import with its reason; kept for 30 days.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering([], '', 'id: by line.') }),
    response: {
      200: page(SkippedCode),
    },
  },
} as const satisfies Endpoint
