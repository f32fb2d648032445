import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { bindings, colorChoices, paperSizes, sides } from '../shop/configurations.ts'
import { Id, RupeeSum } from '../values.ts'
import { SheetFields } from './sheetFields.ts'

/** What leaves the printer as one print job. */
export const SheetDocument = z
  .object({
    /** The file of the order; null for a bundle of all. */
    file: Id.nullable(),
    name: z.string(),
    /** Pages of the PDF: printed sides of a copy. */
    impressions: z.int(),
    /** Those printed in colour. */
    color_impressions: z.int(),
    sheets: z.int(),
    duplex: z.boolean(),
    /** The edge of the paper at which double-sided sheets turn like the pages of a book. */
    binding_edge: z.enum(['long', 'short']),
  })
  .meta({ id: 'SheetDocument' })
export type SheetDocument = z.output<typeof SheetDocument>

export const listSheets = {
  method: 'GET',
  url: '/api/sheets/',
  config: {
    work: 'file',
    access: 'admin',
    opensTransactions: true,
    summary:
      'What an order prints: a document for each file, or one bundle, with its printed sides and sheets.',
  },
  schema: {
    querystring: z.strictObject({ order_id: Id }),
    response: { 200: z.array(SheetDocument) },
  },
} as const satisfies Endpoint

export const readSheets = {
  method: 'GET',
  url: '/api/sheets/:order/',
  config: {
    work: 'file',
    access: 'admin',
    opensTransactions: true,
    summary:
      'The PDF that is printed of an order: each page is a side of a sheet. `file` is that of the document; without it, the bundle or the only file.',
  },
  schema: {
    params: z.strictObject({ order: Id }),
    querystring: z.strictObject({ file: Id.optional() }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint

const preview = {
  /** Files uploaded ahead of the order, in printing sequence. */
  uploads: z.array(Id).min(1, 'Add at least one file').max(20, 'At most 20 files'),
  ...SheetFields,
  sides: z.enum(sides).default('single'),
  paper_size: z.enum(paperSizes).default('A4'),
}

export const previewSheets = {
  method: 'POST',
  url: '/api/sheets/preview/',
  config: {
    work: 'file',
    access: 'admin',
    opensTransactions: true,
    summary:
      'What an order of these files would print, and its price without coupon or plan. Nothing is stored. Without `mixed` colour and double sides it does not read the files.',
  },
  schema: {
    body: z.strictObject({
      ...preview,
      color: z.enum(colorChoices).default('bw'),
      copies: z.int().min(1).max(1000).default(1),
      binding: z.enum(bindings).default('none'),
      pickup: z.boolean().default(false),
    }),
    response: {
      200: z.object({
        pages: z.int(),
        impressions: z.int(),
        blank_sides: z.int(),
        color_impressions: z.int(),
        sheets: z.int(),
        amount: RupeeSum,
        documents: z.array(SheetDocument),
      }),
    },
  },
} as const satisfies Endpoint

export const previewSheetsPdf = {
  method: 'POST',
  url: '/api/sheets/preview/pdf/',
  config: {
    work: 'file',
    access: 'admin',
    opensTransactions: true,
    summary:
      'The PDF that an order of these files would print, for one of its documents. Nothing is stored; the last results are kept for some minutes.',
  },
  schema: {
    body: z.strictObject({
      ...preview,
      /** The upload whose document is asked for; null for the bundle, or the only file. */
      file: Id.nullable().default(null),
    }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
