import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { ArrivalWindow } from '../orders/arrivalWindows.ts'
import { orderStatuses } from '../orders/orderMoves.ts'
import { byId, Rupees, Time } from '../values.ts'
import { requestKinds, requestStatuses } from './orderRequests.ts'

/** 128 random bits. */
export const OrderCode = z.string().regex(/^[\w-]{22}$/, 'This is not a code')

/** How many days after an order has ended its page ends, too. */
export const orderPageDays = 90

/** How many pages of an order its page shows as small pictures: of each file, and of all. */
export const thumbnailPages = { ofFile: 4, ofOrder: 8 } as const

export const stepStates = ['done', 'now', 'next'] as const

const Step = z.object({
  text: z.string(),
  state: z.enum(stepStates),
  at: Time.nullable(),
})

const PageFile = z.object({
  name: z.string(),
  page_count: z.int(),
  page_ranges: z.string().nullable(),
  /** Addresses of small pictures of its first pages. */
  thumbnails: z.array(z.string()),
  /** What may print differently from what the customer expects; only while they can answer it. */
  warnings: z.array(z.string()),
  /** Since when they have agreed to it. */
  approved_at: Time.nullable(),
})

/** What the customer can do now. */
export const customerActs = [
  'approve',
  'files',
  'note',
  'recipient',
  'window',
  'cancel',
  'again',
  'report',
] as const
export type CustomerAct = (typeof customerActs)[number]

/** An order as its customer sees it by its link. No person’s phone, email or surname, no id, and no other order is in it. */
export const OrderPage = z
  .object({
    number: z.int(),
    title: z.string(),
    status: z.enum(orderStatuses),
    shop: z.object({ name: z.string(), phone: z.string(), email: z.string(), address: z.string() }),
    steps: z.array(Step),
    /** While it prints: how many sheets, of how many. */
    printing: z.object({ sheets_done: z.int(), sheets: z.int() }).nullable(),
    promised_at: Time.nullable(),
    /** From when it arrives, if a window is agreed. */
    window_from: Time.nullable(),
    /** The windows that the customer may choose instead. */
    windows: z.array(ArrivalWindow),
    /** The time that was promised before, and why it is another one now. */
    promise_moved: z.object({ from: Time, why: z.string() }).nullable(),
    files: z.array(PageFile),
    /** The options in words. */
    options: z.array(z.string()),
    notes: z.string(),
    amount: Rupees,
    discount: Rupees,
    tax: Rupees,
    payable: Rupees,
    paid: Rupees,
    due: Rupees,
    /** A company pays it, or the customer later: nothing is to be paid now. */
    on_account: z.boolean(),
    /** The text of the QR code with which the rest is paid; null if nothing is due, or the shop has named no payee. */
    payment_code: z.string().nullable(),
    payee: z.string(),
    documents: z.array(
      z.object({ kind: z.enum(['invoice', 'credit_note', 'receipt']), number: z.string(), url: z.string() }),
    ),
    /** Who brings it, once it is on the road, and how many stops come first. */
    courier: z.object({ first_name: z.string(), stops_before: z.int() }).nullable(),
    /** Where it is fetched, and the code that shows that it is theirs. */
    pickup: z.object({ place: z.string(), code: z.string(), is_ready: z.boolean() }).nullable(),
    /** What the customer last asked the shop for here, and its answer. */
    asked: z
      .object({ kind: z.enum(requestKinds), status: z.enum(requestStatuses), reason: z.string() })
      .nullable(),
    acts: z.array(z.enum(customerActs)),
    version: z.int(),
  })
  .meta({ id: 'OrderPage' })
export type OrderPage = z.output<typeof OrderPage>

export const getOrderPage = {
  method: 'GET',
  url: '/api/order-page/:code/',
  config: {
    access: 'public',
    unlimited: true,
    summary:
      'An order as its customer sees it by its link. 404 for an unknown, revoked or ended code; misses have a rate limit of their own.',
  },
  schema: { params: z.strictObject({ code: z.string().max(200) }), response: { 200: OrderPage } },
} as const satisfies Endpoint

/** The customer’s link of an order, as the office sees it. */
export const OrderLink = z
  .object({
    /** none: nobody has asked for it yet. lost: made with another key for secrets, so that it can only be renewed. */
    state: z.enum(['none', 'open', 'revoked', 'ended', 'lost']),
    url: z.string().nullable(),
    created_at: Time.nullable(),
    revoked_at: Time.nullable(),
    /** Of an order that has ended: when the page ends, too. */
    ends_at: Time.nullable(),
    /** What the customer shows when they fetch the order. */
    pickup_code: z.string().nullable(),
  })
  .meta({ id: 'OrderLink' })
export type OrderLink = z.output<typeof OrderLink>

const url = '/api/all-orders/:id/customer-link/'

export const getOrderLink = {
  method: 'GET',
  url,
  config: { access: 'admin', secret: true, summary: 'The link under which the customer sees an order.' },
  schema: { ...byId, response: { 200: OrderLink } },
} as const satisfies Endpoint

export const createOrderLink = {
  method: 'POST',
  url,
  config: {
    access: 'admin',
    secret: true,
    summary:
      'Make the customer’s link of an order, or a new one in place of the old one, which ends; without `renew` an open one stays.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ renew: z.boolean().default(true) }).optional(),
    response: { 201: OrderLink },
  },
} as const satisfies Endpoint

export const revokeOrderLink = {
  method: 'DELETE',
  url,
  config: { access: 'admin', summary: 'Revoke the customer’s link of an order; a new one can be made.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
