import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, Time } from '../values.ts'

/** A file that a customer had printed. */
export const CustomerFile = z
  .object({
    id: Id,
    name: z.string(),
    content_type: z.string(),
    size: z.int(),
    page_count: z.int(),
    order: Id,
    order_number: z.int(),
    /** When it was taken in. */
    created_at: Time,
    /** Since then its bytes are gone. */
    removed_at: Time.nullable(),
  })
  .meta({ id: 'CustomerFile' })
export type CustomerFile = z.output<typeof CustomerFile>

export const listCustomerFiles = {
  method: 'GET',
  url: '/api/users/:id/files/',
  config: {
    access: 'admin',
    summary: 'The files of a customer’s orders, newest first; query searches their names.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(['created_at']) }),
    response: { 200: page(CustomerFile) },
  },
} as const satisfies Endpoint
