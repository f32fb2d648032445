import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { PaidAmount, paymentDetails } from '../money/payments.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Coins, Day, formFile, Id, optionalText, Rupees, Time, text, Version } from '../values.ts'
import { complaintReasons, resolutions } from './complaintReasons.ts'

/** Something was wrong with a delivered order. */
export const Complaint = z
  .object({
    id: Id,
    order: Id,
    order_number: z.int(),
    order_title: z.string(),
    customer: z.string(),
    reason: z.enum(complaintReasons),
    text: z.string(),
    /** The links are valid for 15 minutes. */
    photos: z.array(z.object({ id: Id, url: z.string() })),
    at: Time,
    by: z.string(),
    /** Null while it is open. */
    resolution: z.enum(resolutions).nullable(),
    note: z.string(),
    /** The coins of a credit. */
    coins: z.number().nullable(),
    /** What the order costs less by a refund; null for who sees no prices. */
    refund: Rupees.nullable(),
    /** Of it, what was paid back; the rest was not paid yet. */
    paid_back: Rupees.nullable(),
    /** The order that prints it again. */
    reprint: z.object({ id: Id, number: z.int() }).nullable(),
    resolved_at: Time.nullable(),
    resolved_by: z.string().nullable(),
    version: Version,
  })
  .meta({ id: 'Complaint' })
export type Complaint = z.output<typeof Complaint>

const range = { from_date: Day.optional(), to_date: Day.optional() }

export const listComplaints = {
  method: 'GET',
  url: '/api/complaints/',
  config: {
    access: 'admin',
    summary:
      'List complaints, newest first; query searches order number, title, customer name and what was said.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      ...range,
      reason: z.enum(complaintReasons).optional(),
      /** `open` ones wait for a resolution. */
      resolution: z.enum(['open', ...resolutions]).optional(),
    }),
    response: { 200: page(Complaint) },
  },
} as const satisfies Endpoint

export const countComplaints = {
  method: 'GET',
  url: '/api/complaint-counts/',
  config: { access: 'admin', summary: 'How many complaints there were for each reason, and how they ended.' },
  schema: {
    querystring: z.strictObject(range),
    response: {
      200: z
        .object({
          counts: z.array(
            z.object({
              reason: z.enum(complaintReasons),
              complaints: z.int(),
              open: z.int(),
              reprints: z.int(),
              refunds: z.int(),
              credits: z.int(),
            }),
          ),
        })
        .meta({ id: 'ComplaintCounts' }),
    },
  },
} as const satisfies Endpoint

export const getComplaint = {
  method: 'GET',
  url: '/api/complaints/:id/',
  config: { access: 'admin', summary: 'One complaint.' },
  schema: { ...byId, response: { 200: Complaint } },
} as const satisfies Endpoint

export const listOrderComplaints = {
  method: 'GET',
  url: '/api/all-orders/:id/complaints/',
  config: {
    access: 'signed-in',
    summary: 'The complaints about an order, newest first; a staff user reads those about their own orders.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering() }),
    response: { 200: page(Complaint) },
  },
} as const satisfies Endpoint

const Photo = formFile('image/jpeg, image/png', 'Choose a photo')

export const createComplaint = {
  method: 'POST',
  url: '/api/all-orders/:id/complaints/',
  config: {
    // Three photos of 10 MB, and the text.
    bodyLimit: 31 * 1024 * 1024,
    access: 'signed-in',
    multipart: 'or JSON',
    opensTransactions: true,
    summary:
      'Say that something is wrong with a delivered order, with up to three photos. An order has one open complaint at a time. A staff user does so for their own orders.',
  },
  schema: {
    ...byId,
    form: z.strictObject({
      reason: z.enum(complaintReasons, { error: 'Choose what is wrong' }),
      text: optionalText(2000).default(''),
      photo_1: Photo.optional(),
      photo_2: Photo.optional(),
      photo_3: Photo.optional(),
    }),
    response: { 201: Complaint },
  },
} as const satisfies Endpoint

export const resolveComplaint = {
  method: 'POST',
  url: '/api/complaints/:id/resolve/',
  config: {
    work: 'upload',
    access: 'admin',
    secondPerson: true,
    opensTransactions: true,
    summary:
      'End a complaint: `reprint` takes the order in once more at no charge, its print counts as waste; `refund` lowers what it costs and pays back what is then paid too much (`account`: to the account of who paid); `credit` gives the customer coins; `nothing` needs a note. The order keeps the coins it earned.',
  },
  schema: {
    ...byId,
    body: z.discriminatedUnion('resolution', [
      z.strictObject({
        resolution: z.literal('reprint'),
        note: optionalText(1000).default(''),
        version: Version.optional(),
      }),
      z.strictObject({
        resolution: z.literal('refund'),
        amount: PaidAmount.refine((rupees) => rupees > 0, 'This must be more than zero'),
        method: paymentDetails.method,
        reference: paymentDetails.reference,
        note: optionalText(1000).default(''),
        version: Version.optional(),
      }),
      z.strictObject({
        resolution: z.literal('credit'),
        coins: Coins.min(0.01, 'At least 0.01'),
        note: optionalText(1000).default(''),
        version: Version.optional(),
      }),
      z.strictObject({
        resolution: z.literal('nothing'),
        note: text(1000),
        version: Version.optional(),
      }),
    ]),
    response: { 200: Complaint },
  },
} as const satisfies Endpoint

export const readComplaintPhoto = {
  method: 'GET',
  url: '/api/complaint-photos/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'The bytes of a signed photo link, which is valid for 15 minutes.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
