import { z } from 'zod'
import { languages } from '../customer/languages.ts'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Day, Id, Rupees, Time, text } from '../values.ts'

/** What the shop sells. */
export const salesKinds = ['invoice', 'credit_note'] as const
/** What it owes a company for its vouchers and writes itself, for the company that sells. It is never counted as sales. */
export const purchaseKinds = ['self_billed', 'self_billed_credit'] as const
export const invoiceKinds = [...salesKinds, ...purchaseKinds] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The stored forms of an invoice: A4, a roll of 80 mm, XML (UBL 2.1 by EN 16931), and A4 with XML in it (Factur-X). */
export const invoiceFiles = ['pdf', 'receipt', 'ubl', 'facturx'] as const
export type InvoiceFile = (typeof invoiceFiles)[number]

const Party = z.object({
  name: z.string(),
  address: z.string(),
  city: z.string(),
  pincode: z.string(),
  state: z.string(),
  country_code: z.string(),
  registration: z.string(),
})
export type Party = z.output<typeof Party>

/** Below zero where more of the sales of a voucher was voided than came. */
const SignedRupees = z.number()

export const InvoiceLine = z.object({
  id: Id,
  /** Null: it is for vouchers. */
  order: Id.nullable(),
  order_number: z.int().nullable(),
  text: z.string(),
  /** HSN or SAC code. */
  code: z.string(),
  /** The tax, and its rate in hundredths of a percent. */
  tax_name: z.string(),
  rate: z.int(),
  /** As priced, before its share of the discount. */
  amount: SignedRupees,
  discount: Rupees,
  net: SignedRupees,
  tax: Rupees,
  total: SignedRupees,
  /** What a credit note can still take of its price. */
  left: SignedRupees,
})
export type InvoiceLine = z.output<typeof InvoiceLine>

const facts = {
  id: Id,
  number: z.string(),
  kind: z.enum(invoiceKinds),
  issued_at: Time,
  /** The day of the shop on which it was issued. */
  day: Day,
  user: Id.nullable(),
  client: Id.nullable(),
  buyer: z.string(),
  /** Who is not the shop: the buyer, or the company that sells by a self-billed invoice. */
  counterparty: z.string(),
  /** The orders that it is for. */
  orders: z.array(z.object({ id: Id, number: z.int() })),
  /** Of a monthly or self-billed invoice: the first day of its month. */
  month: Day.nullable(),
  net: Rupees,
  tax: Rupees,
  total: Rupees,
  /** What credit notes took from it. */
  credited: Rupees,
  /** The invoice that a credit note corrects. */
  credits: Id.nullable(),
  credits_number: z.string().nullable(),
  reason: z.string(),
  /** Null: issued by the shop itself. */
  by: z.string().nullable(),
}

/** An invoice or a credit note, as lists show it. Amounts of credit notes are positive, too. */
export const InvoiceFacts = z.object(facts).meta({ id: 'InvoiceFacts' })
export type InvoiceFacts = z.output<typeof InvoiceFacts>

/** An invoice or a credit note as it was issued. It never changes. */
export const Invoice = z
  .object({
    ...facts,
    currency: z.string(),
    /** Of its texts and forms: the customer's when it was issued. */
    language: z.enum(languages),
    seller: Party,
    buyer_data: Party,
    prices_contain_tax: z.boolean(),
    /** What was paid of it when it was issued: it asks for the rest. */
    paid: Rupees,
    lines: z.array(InvoiceLine),
    taxes: z.array(
      z.object({
        name: z.string(),
        rate: z.int(),
        net: Rupees,
        tax: Rupees,
        parts: z.array(z.object({ name: z.string(), rate: z.int(), amount: Rupees })),
      }),
    ),
    credit_notes: z.array(z.object({ id: Id, number: z.string(), total: Rupees })),
    /** Links that end after 15 minutes. */
    files: z.object({
      pdf: z.string(),
      /** Null: a self-billed one has none. */
      receipt: z.string().nullable(),
      ubl: z.string(),
      facturx: z.string(),
    }),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.output<typeof Invoice>

export const listInvoices = {
  method: 'GET',
  url: '/api/invoices/',
  config: {
    access: 'admin',
    summary:
      'List invoices and credit notes, newest first; query searches number, buyer or seller, reason and order number. Self-billed ones, which are purchases, come with the kind purchases or all.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['issued_at', 'total'] as const),
      kind: z.enum([...invoiceKinds, 'purchases', 'all']).optional(),
      client: Id.optional(),
      user: Id.optional(),
      order: Id.optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(InvoiceFacts) },
  },
} as const satisfies Endpoint

export const getInvoice = {
  method: 'GET',
  url: '/api/invoices/:id/',
  config: { access: 'admin', summary: 'An invoice or a credit note, with links to its files.' },
  schema: { ...byId, response: { 200: Invoice } },
} as const satisfies Endpoint

/** A month of a company, as 2026-10. */
export const Month = z
  .string({ error: 'This is not a month (YYYY-MM)' })
  .regex(/^(19|20)\d{2}-(0[1-9]|1[0-2])$/, 'This is not a month (YYYY-MM)')

export const createInvoice = {
  method: 'POST',
  url: '/api/invoices/',
  config: {
    access: 'admin',
    summary:
      'Issue the invoice of an order, or the one of a company for all orders that were delivered until the end of a month and have none. An order has at most one that is not credited (409).',
  },
  schema: {
    body: z
      .strictObject({ order: Id.optional(), client: Id.optional(), month: Month.optional() })
      .refine(({ order, client, month }) => (order ? !client && !month : client && month), {
        error: 'Name either an order, or a client and a month',
        path: ['order'],
      }),
    response: { 201: Invoice },
  },
} as const satisfies Endpoint

export const createVoucherInvoice = {
  method: 'POST',
  url: '/api/clients/:id/voucher-invoice/',
  config: {
    access: 'admin',
    summary:
      'Issue the self-billed invoice of a month: what the shop owes a company for its vouchers by the statement. Once, after the month (422), unless it was credited as a whole (409).',
  },
  schema: {
    ...byId,
    body: z.strictObject({ month: Month }),
    response: { 201: Invoice },
  },
} as const satisfies Endpoint

export const creditInvoice = {
  method: 'POST',
  url: '/api/invoices/:id/credit/',
  config: {
    access: 'admin',
    summary:
      'Correct an invoice by a credit note: all that is left of it, or amounts of some lines, with tax where prices contain it.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      reason: text(500),
      lines: z
        .array(z.strictObject({ line: Id, amount: Rupees }))
        .min(1, 'Choose a line')
        .max(2000)
        .optional(),
    }),
    response: { 201: Invoice },
  },
} as const satisfies Endpoint

export const readInvoiceFile = {
  method: 'GET',
  url: '/api/invoice-files/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'A form of an invoice by its signed link: the same bytes for ever.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({
      file: z.enum(invoiceFiles),
      expires: z.string().max(20),
      signature: z.string().max(100),
    }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
