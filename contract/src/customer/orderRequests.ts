import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { Copies } from '../orders/orderChanges.ts'
import { PrintFile } from '../orders/orderFiles.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { bindings, colorChoices, paperSizes, sides } from '../shop/configurations.ts'
import { Address, byId, Email, Id, Mobile, optionalText, RupeeSum, Time, text, Version } from '../values.ts'

export const requestKinds = ['new', 'again', 'cancel'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestStatuses = ['open', 'accepted', 'declined'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** All files of a request together, in megabytes. */
export const requestMegabytes = 50
/** How many requests of one phone are taken in a day. */
export const requestsPerPhone = 5
/** How many requests of visitors may be open at once; beyond, the form says to call. */
export const mostOpenRequests = 500

/** Minutes for which a code confirms a request; so long its files wait. */
export const codeMinutes = 10
/** How many wrong codes are taken before a new one is needed. */
export const codeTries = 5
/** How many codes are sent to one phone or email in an hour, and how many are asked for from one network. */
export const codesPerHour = { address: 4, network: 30 }

/** What a visitor wants to have printed. */
export const RequestedOrder = z.strictObject({
  title: text(200),
  copies: Copies.default(1),
  color: z.enum(colorChoices).default('bw'),
  sides: z.enum(sides).default('single'),
  paper_size: z.enum(paperSizes).default('A4'),
  binding: z.enum(bindings).default('none'),
  notes: optionalText(1000).default(''),
  pickup: z.boolean().default(false),
  address: Address.nullable().default(null),
})
export type RequestedOrder = z.output<typeof RequestedOrder>

/** Who asks. */
export const Visitor = z.strictObject({
  name: text(100),
  mobile: Mobile,
  email: z.union([Email, z.literal('').transform(() => null), z.null()]).default(null),
})
export type Visitor = z.output<typeof Visitor>

const RequestFile = z.object({
  id: Id,
  name: z.string(),
  content_type: z.string(),
  size: z.int(),
  page_count: z.int(),
  /** Valid for 15 minutes. */
  url: z.string(),
})

/** What a customer asks for without signing in. It is no order until a clerk accepts it. */
export const OrderRequest = z
  .object({
    id: Id,
    number: z.int(),
    /** new: an order of a visitor. again: the same order once more. cancel: that an order is cancelled. */
    kind: z.enum(requestKinds),
    status: z.enum(requestStatuses),
    /** The order that is to be printed again or cancelled. */
    order: z.object({ id: Id, number: z.int(), title: z.string() }).nullable(),
    name: z.string(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
    wanted: RequestedOrder.nullable(),
    /** The price that the visitor saw. */
    amount: RupeeSum.nullable(),
    message: z.string(),
    files: z.array(RequestFile),
    /** The customer with this mobile, if there is one. */
    customer: z.object({ id: Id, name: z.string() }).nullable(),
    created_at: Time,
    decided_at: Time.nullable(),
    decided_by: z.string().nullable(),
    reason: z.string(),
    /** The order that it became. */
    accepted_order: z.object({ id: Id, number: z.int() }).nullable(),
    version: Version,
  })
  .meta({ id: 'OrderRequest' })
export type OrderRequest = z.output<typeof OrderRequest>

export const listOrderRequests = {
  method: 'GET',
  url: '/api/order-requests/',
  config: {
    access: 'admin',
    summary:
      'List what customers ask for, newest first; query searches number, name, mobile, title and message.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(['created_at'] as const),
      status: z.enum(requestStatuses).optional(),
      kind: z.enum(requestKinds).optional(),
    }),
    response: { 200: page(OrderRequest) },
  },
} as const satisfies Endpoint

export const getOrderRequest = {
  method: 'GET',
  url: '/api/order-requests/:id/',
  config: { access: 'admin', summary: 'One request, with links to its files.' },
  schema: { ...byId, response: { 200: OrderRequest } },
} as const satisfies Endpoint

/** The JSON in the form field `request`. */
export const NewRequest = z.strictObject({
  ...Visitor.shape,
  wanted: RequestedOrder,
  /** A honeypot: people do not see this field. */
  website: z.string().max(2000).optional(),
})

export const createOrderRequest = {
  method: 'POST',
  url: '/api/order-requests/',
  config: {
    access: 'public',
    multipart: true,
    opensTransactions: true,
    bodyLimit: requestMegabytes * 1024 * 1024 + 1024 * 1024,
    summary: `Ask for an order, where Configuration takes orders by link (else 404): multipart, a field \`request\` with JSON and one or more \`files\`, together at most ${requestMegabytes} MB. 429 after ${requestsPerPhone} requests of one phone in a day. Where a message can bring a code, the visitor confirms it on the page that \`confirmation\` names.`,
  },
  schema: {
    form: z.strictObject({ request: NewRequest, files: z.array(PrintFile).max(20).optional() }),
    response: {
      201: z.object({
        /** Null where it must be confirmed first. */
        number: z.int().nullable(),
        amount: RupeeSum,
        /** The page on which the visitor types the code that was sent to them; until then the shop has no request. */
        confirmation: z.string().nullable(),
      }),
    },
  },
} as const satisfies Endpoint

export const acceptOrderRequest = {
  method: 'POST',
  url: '/api/order-requests/:id/accept/',
  config: {
    work: 'upload',
    access: 'admin',
    opensTransactions: true,
    summary:
      'Do what a request asks for, once: take the order in at the prices of today, with `wanted` in place of what the visitor wrote, for the customer with this mobile or a new one; print the order again; or cancel it.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      version: Version.optional(),
      /** Corrections of a visitor’s order. */
      wanted: RequestedOrder.optional(),
    }),
    response: { 201: OrderRequest },
  },
} as const satisfies Endpoint

export const declineOrderRequest = {
  method: 'POST',
  url: '/api/order-requests/:id/decline/',
  config: {
    access: 'admin',
    summary:
      'Decline a request, with a reason that the customer can be told. Its files are removed within a day.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ reason: text(500), version: Version.optional() }),
    response: { 201: OrderRequest },
  },
} as const satisfies Endpoint

export const readRequestFile = {
  method: 'GET',
  url: '/api/order-request-files/:id/',
  config: {
    work: 'file',
    access: 'public',
    unlimited: true,
    summary: 'The bytes of a file of a request by its signed link; supports ranges.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ expires: z.string().max(20), signature: z.string().max(100) }),
    response: { 200: z.unknown() },
  },
} as const satisfies Endpoint
