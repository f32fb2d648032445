import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { byId, formFile, Id, Time } from '../values.ts'
import { printFileTypes } from './printFileTypes.ts'

export const OrderFile = z
  .object({
    id: Id,
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    page_count: z.int(),
    /** The pages to print, in this sequence, as `7,1-3`; null for all. */
    page_ranges: z.string().nullable(),
    /** Since then its bytes are gone, as of all orders that ended long before: its link answers 410. */
    removed_at: Time.nullable(),
    url: z.string(),
  })
  .meta({ id: 'OrderFile' })
export type OrderFile = z.output<typeof OrderFile>

export const PrintFile = formFile(
  printFileTypes.map(({ content_type }) => content_type).join(', '),
  'Choose a file',
)

export const listPrintFileTypes = {
  method: 'GET',
  url: '/api/print-file-types/',
  config: {
    access: 'admin',
    summary:
      'The kinds of files that this server takes in to print: DOCX and PPTX are among them where LibreOffice is installed.',
  },
  schema: { response: { 200: z.object({ names: z.array(z.string()) }).meta({ id: 'PrintFileTypes' }) } },
} as const satisfies Endpoint

export const Upload = OrderFile.omit({ url: true, page_ranges: true, removed_at: true }).meta({
  id: 'Upload',
})
export type Upload = z.output<typeof Upload>

export const createUpload = {
  method: 'POST',
  url: '/api/order-uploads/',
  config: {
    bodyLimit: 101 * 1024 * 1024,
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    summary:
      'Upload one file ahead of its order: multipart with `files`. Deleted after a day if no order took it.',
  },
  schema: { form: z.strictObject({ files: PrintFile }), response: { 201: Upload } },
} as const satisfies Endpoint

export const deleteUpload = {
  method: 'DELETE',
  url: '/api/order-uploads/:id/',
  config: { access: 'admin', opensTransactions: true, summary: 'Delete an upload that no order has taken.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const listOrderFiles = {
  method: 'GET',
  url: '/api/order-files/',
  config: {
    access: 'signed-in',
    summary: 'The files of an order, with links that are valid for 15 minutes.',
  },
  schema: { querystring: z.strictObject({ order_id: Id }), response: { 200: z.array(OrderFile) } },
} as const satisfies Endpoint

export const readOrderFile = {
  method: 'GET',
  url: '/api/order-files/:order_id/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'The bytes of a signed file link, which is valid for 15 minutes; supports ranges.',
  },
  schema: {
    params: z.strictObject({ order_id: Id, id: Id }),
    querystring: z.strictObject({
      expires: z.string().max(20),
      signature: z.string().max(100),
      download: z.literal('1').optional(),
    }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
