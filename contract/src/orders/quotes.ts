import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Rupees, Time, Version } from '../values.ts'
import { OrderFile } from './orderFiles.ts'
import { NewOrder, Order } from './orders.ts'

export const quoteStatuses = ['open', 'expired', 'confirmed', 'withdrawn'] as const
export type QuoteStatus = (typeof quoteStatuses)[number]

/** How many days a quote is valid where nobody chose its last day. */
export const quoteDays = 14

/** A quote takes no payment. */
export const QuotedOrder = NewOrder.omit({ payment: true })

/** What was offered to a customer: an order that is not confirmed yet, at the prices of the day it was made. */
export const Quote = z
  .object({
    id: Id,
    /** Of its own series. */
    number: z.int(),
    status: z.enum(quoteStatuses),
    /** The order as it is taken in on confirmation; `uploads` are the ids of its files. */
    order: QuotedOrder,
    user_data: Order.shape.user_data,
    files: z.array(OrderFile.omit({ url: true })),
    pdf_page_count: z.int(),
    /** The parts of the amount. */
    prices: z.array(z.object({ text: z.string(), amount: Rupees })),
    amount: Rupees,
    discount: Rupees,
    /** What is added to its price; 0 where prices contain the tax. */
    tax: Rupees,
    payable: Rupees,
    /** The last day on which it can be confirmed. */
    valid_until: Day,
    /** The day of its prices. */
    priced_on: Day,
    created_at: Time,
    created_by: z.string(),
    confirmed_at: Time.nullable(),
    withdrawn_at: Time.nullable(),
    /** The order that it became. */
    confirmed_order: z.object({ id: Id, number: z.int() }).nullable(),
    version: Version,
  })
  .meta({ id: 'Quote' })
export type Quote = z.output<typeof Quote>

export const quoteOrderings = ['created_at', 'valid_until', 'payable'] as const

export const listQuotes = {
  method: 'GET',
  url: '/api/quotes/',
  config: {
    access: 'admin',
    summary: 'List quotes, newest first; query searches number, title, customer name and mobile.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(quoteOrderings),
      status: z.enum(quoteStatuses).optional(),
      user: Id.optional(),
    }),
    response: { 200: page(Quote) },
  },
} as const satisfies Endpoint

export const getQuote = {
  method: 'GET',
  url: '/api/quotes/:id/',
  config: { access: 'admin', summary: 'One quote.' },
  schema: { ...byId, response: { 200: Quote } },
} as const satisfies Endpoint

export const createQuote = {
  method: 'POST',
  url: '/api/quotes/',
  config: {
    work: 'upload',
    access: 'admin',
    opensTransactions: true,
    summary: `Quote an order at the prices of today; its files are uploaded ahead. Valid for ${quoteDays} days unless it says otherwise. Coupons and plans are not used before it is confirmed.`,
  },
  schema: {
    body: z.strictObject({ order: QuotedOrder, valid_until: Day.optional() }),
    response: { 201: Quote },
  },
} as const satisfies Endpoint

export const updateQuote = {
  method: 'PATCH',
  url: '/api/quotes/:id/',
  config: {
    work: 'upload',
    access: 'admin',
    opensTransactions: true,
    summary:
      'Change a quote that is not confirmed: a new `order` in place of the old one, or a new last day after it has expired, is priced by today. `status` withdrawn ends it, and open undoes that. Open also undoes a confirmation while nothing was done with its order, which is cancelled; 409 `order_changed` after that.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...Quote.shape, valid_until: Day }).partial(),
    response: { 200: Quote },
  },
} as const satisfies Endpoint

export const confirmQuote = {
  method: 'POST',
  url: '/api/quotes/:id/confirm/',
  config: {
    work: 'upload',
    access: 'admin',
    opensTransactions: true,
    summary:
      'Take the order of a quote in, once, at its prices. 409 if it is confirmed, withdrawn or expired (`expired`: a new `valid_until` renews it at the prices of today).',
  },
  schema: {
    ...byId,
    body: z.strictObject({ version: Version.optional() }),
    response: { 201: Order },
  },
} as const satisfies Endpoint

export const getQuotePdf = {
  method: 'GET',
  url: '/api/quotes/:id/pdf/',
  config: { work: 'report', access: 'admin', summary: 'A quote as a PDF for the customer.' },
  schema: { ...byId, response: { 200: z.unknown() } },
} as const satisfies Endpoint
