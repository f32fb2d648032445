import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Day, Id, RupeeSum, Time } from '../values.ts'
import { salesKinds } from './invoices.ts'

/** What was sold on a day with one tax. */
export const SalesRow = z
  .object({
    id: z.string(),
    day: Day,
    kind: z.enum(salesKinds),
    tax_name: z.string(),
    /** In hundredths of a percent. */
    rate: z.int(),
    documents: z.int(),
    /** Below zero for credit notes. */
    net: z.number(),
    tax: z.number(),
    total: z.number(),
  })
  .meta({ id: 'SalesRow' })
export type SalesRow = z.output<typeof SalesRow>

export const listSales = {
  method: 'GET',
  url: '/api/registers/sales/',
  config: {
    work: 'report',
    access: 'admin',
    summary: 'Invoices and credit notes by day, tax and rate; query searches the tax.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['day'] as const),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(SalesRow) },
  },
} as const satisfies Endpoint

/** A delivered order that is not wholly paid. */
export const OutstandingRow = z
  .object({
    id: Id,
    order_number: z.int(),
    payer: z.string(),
    user: Id,
    client: Id.nullable(),
    delivered_at: Time,
    /** Since its delivery. */
    days: z.int(),
    invoice: z.string().nullable(),
    total: RupeeSum,
    paid: RupeeSum,
    due: RupeeSum,
  })
  .meta({ id: 'OutstandingRow' })
export type OutstandingRow = z.output<typeof OutstandingRow>

export const listOutstanding = {
  method: 'GET',
  url: '/api/registers/outstanding/',
  config: {
    work: 'report',
    access: 'admin',
    summary: 'What is owed for delivered orders, the oldest first; query searches order number and payer.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['due', 'delivered_at'] as const),
      client: Id.optional(),
    }),
    response: { 200: page(OutstandingRow) },
  },
} as const satisfies Endpoint
