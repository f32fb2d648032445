import { z } from 'zod'
import { Happened } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { amountFilters, PaymentChoice, PaymentFields, paymentFilters } from '../money/paymentFields.ts'
import { csv, ordering, page, pageOfSearch, paging } from '../paging.ts'
import { OrderLayout, SheetFields } from '../printing/sheetFields.ts'
import { bindings, colorChoices, paperSizes, sides } from '../shop/configurations.ts'
import {
  Address,
  byId,
  Day,
  Flag,
  Id,
  optionalText,
  Said,
  Time,
  text,
  Version,
  wholeNumber,
} from '../values.ts'
import { DeliveryProof } from './deliveryProofs.ts'
import { Copies, OrderChangeFields } from './orderChanges.ts'
import { OrderFile, PrintFile } from './orderFiles.ts'
import { OrderHistoryEntry } from './orderHistory.ts'
import { orderOrderings, shopOrderNotes, staffOrderNotes } from './orderLists.ts'
import { orderStatuses } from './orderMoves.ts'
import { OrderLines, OrderPrice, priceFilters } from './orderPrice.ts'
import { PromiseFields, promiseChanges, promiseFilters } from './promiseFields.ts'

export const orderTypes = ['print', 'subscription'] as const
export const OrderStatusValue = z.enum(orderStatuses)
const OrderType = z.enum(orderTypes)

export const Order = z
  .object({
    id: Id,
    number: z.int(),
    title: z.string(),
    status: OrderStatusValue,
    order_type: OrderType,
    /** The sold plan that pays for a subscription order, and the pages that the order uses. */
    user_subscription_plan: Id.nullable(),
    plan_pages: z.int(),
    user: Id,
    /** Email, mobile and address of others' orders are null without the ability `customers`, prices without `prices`. */
    user_data: z.object({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      mobile: z.string().nullable(),
    }),
    assigned_user: Id.nullable(),
    assigned_user_data: z.object({ id: Id, full_name: z.string() }).nullable(),
    /** Where the printed order lies, until it goes out for delivery. */
    shelf_place: z.string().nullable(),
    ...PromiseFields,
    order_files: z.array(OrderFile),
    pdf_page_count: z.int(),
    copies: z.int(),
    color: z.enum(colorChoices),
    /** The impressions that `mixed` prints in colour: those with a page that carries colour; null for other colours. */
    color_pages: z.int().nullable(),
    sides: z.enum(sides),
    paper_size: z.enum(paperSizes),
    binding: z.enum(bindings),
    ...OrderLayout,
    /** Printed sides of one copy. */
    impressions: z.int(),
    /** Of those, sides that stay blank so that the next file of a bundle starts on a new sheet; they cost nothing. */
    blank_sides: z.int(),
    notes: z.string(),
    pickup: z.boolean(),
    address: Address.nullable(),
    ...OrderPrice,
    ...PaymentFields,
    created_at: Time,
    assigned_at: Time.nullable(),
    out_for_delivery_at: Time.nullable(),
    delivered_at: Time.nullable(),
    cancelled_at: Time.nullable(),
    attempts: z.int(),
    last_failed_attempt: z
      .object({ at: Time, by: z.string().nullable(), note: z.string().nullable() })
      .nullable(),
    delivery_proof: DeliveryProof.nullable(),
    allowed_transitions: z.array(OrderStatusValue),
    version: Version,
    /** Only for a single order, not in lists. */
    history: z.array(OrderHistoryEntry).optional(),
    /** Whether all of it can be changed still: nothing is printed. For a single order. */
    is_open_to_change: z.boolean().optional(),
    /** The code that only its job ticket shows; for a single order, and null for a staff user. */
    ticket_code: z.string().nullable().optional(),
  })
  .meta({ id: 'Order' })
export type Order = z.output<typeof Order>

const range = {
  from_date: Day.optional(),
  to_date: Day.optional(),
}

/** One status, or several: `status=confirmed&status=assigned`. */
const Statuses = z
  .union([OrderStatusValue, z.array(OrderStatusValue).max(orderStatuses.length)])
  .transform((statuses) => [...new Set([statuses].flat())])

export const listOrders = {
  method: 'GET',
  url: '/api/all-orders/',
  config: {
    access: 'admin',
    summary:
      'List orders, newest first; query searches number, title, customer name, mobile and email. By amount, or with a filter besides type, status and days, a page more than 500,000 rows from both ends of the list is refused (400).',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(orderOrderings, ...shopOrderNotes),
      ...range,
      status: Statuses.optional(),
      order_type: OrderType.optional(),
      exclude_order_type: OrderType.optional(),
      // What no counter counts: counted by index.
      user: Id.optional(),
      /** Orders of customers who own a voucher of this company. */
      client: Id.optional(),
      assigned_user: Id.optional(),
      color: z.enum(colorChoices).optional(),
      paper_size: z.enum(paperSizes).optional(),
      pickup: Flag.optional(),
      ...priceFilters,
      /** Only open orders that were created more than this many days of the shop ago. */
      waiting_days: wholeNumber(0, 36_500).optional(),
      ...promiseFilters,
      ...paymentFilters,
      ...amountFilters,
    }),
    response: { 200: pageOfSearch(Order) },
  },
} as const satisfies Endpoint

export const listMyOrders = {
  method: 'GET',
  url: '/api/my_orders/',
  config: {
    access: 'signed-in',
    summary: 'List the orders of one staff user; a staff user gets only their own.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(orderOrderings, ...staffOrderNotes),
      ...range,
      status: OrderStatusValue.optional(),
      assigned_user: Id.optional(),
      exclude_status: OrderStatusValue.optional(),
      /** Days of the delivery, inclusive: only delivered orders. */
      delivered_from: Day.optional(),
      delivered_to: Day.optional(),
      ...promiseFilters,
      ...amountFilters,
    }),
    response: { 200: page(Order) },
  },
} as const satisfies Endpoint

export const getOrder = {
  method: 'GET',
  url: '/api/all-orders/:id/',
  config: {
    access: 'signed-in',
    summary: 'One order with its files and history; a staff user sees only their own.',
  },
  schema: { ...byId, response: { 200: Order } },
} as const satisfies Endpoint

export const Note = text(1000)

/** The whole order or any part of it. Read-only fields may be sent back unchanged. */
export const OrderUpdate = z.strictObject({
  ...Order.partial().shape,
  ...OrderChangeFields,
  ...promiseChanges,
  title: text(200).optional(),
  notes: optionalText(2000).optional(),
  note: optionalText(1000).optional(),
  ...Happened,
})
export type OrderUpdate = z.output<typeof OrderUpdate>

export const updateOrder = {
  method: 'PATCH',
  url: '/api/all-orders/:id/',
  config: {
    access: 'signed-in',
    opensTransactions: true,
    summary:
      'Move or assign an order, promise a time, mark it as ready to be fetched, update its title, notes or address; and until it is printed, change all of it, priced again. Then 409 says what can change.',
  },
  schema: { ...byId, body: OrderUpdate, response: { 200: Order } },
} as const satisfies Endpoint

export const moveOrders = {
  method: 'POST',
  url: '/api/all-orders/bulk/',
  config: {
    work: 'bulk',
    access: 'signed-in',
    summary:
      'Change 1 to 500 orders, with a result for each; one with another version or assigned user stays. A staff user changes only their own, by status, note and is_ready. Who may change all that match gets the bulk job by which it can be undone.',
  },
  schema: {
    body: z.strictObject({
      ids: z.array(Id).min(1, 'Choose at least one order').max(500, 'At most 500 orders at once'),
      /** The version of each order as it was seen. */
      versions: z.array(z.int()).max(500).optional(),
      assigned_users: z.array(Id.nullable()).max(500).optional(),
      status: OrderStatusValue.optional(),
      assigned_user: Id.optional(),
      note: optionalText(1000).optional(),
      ...Happened,
      ...promiseChanges,
    }),
    response: {
      200: z.object({
        results: z.array(
          z.object({ id: Id, ok: z.boolean(), code: z.string().nullable(), message: Said.nullable() }),
        ),
        bulk_job: Id.nullable(),
      }),
    },
  },
} as const satisfies Endpoint

/** The JSON in the form field `order`. */
export const NewOrder = z.strictObject({
  user: Id,
  title: text(200),
  order_type: OrderType.default('print'),
  user_subscription_plan: Id.optional(),
  copies: Copies.default(1),
  color: z.enum(colorChoices).default('bw'),
  sides: z.enum(sides).default('single'),
  paper_size: z.enum(paperSizes).default('A4'),
  binding: z.enum(bindings).default('none'),
  ...SheetFields,
  notes: optionalText(2000).default(''),
  pickup: z.boolean().default(false),
  address: Address.nullable().optional(),
  coupon_code: optionalText(50).nullable().optional(),
  lines: OrderLines.default([]),
  referral_code: optionalText(50).nullable().optional(),
  /** Ids of files uploaded ahead of the order, in printing sequence. */
  uploads: z.array(Id).max(20, 'At most 20 files').default([]),
  promised_at: promiseChanges.promised_at,
  window_from: promiseChanges.window_from,
  ...PaymentChoice,
})
export type NewOrder = z.output<typeof NewOrder>

export const createOrder = {
  method: 'POST',
  url: '/api/all-orders/',
  config: {
    // 20 files of 100 MB, and the JSON of the order.
    bodyLimit: 20 * 100 * 1024 * 1024 + 2 * 1024 * 1024,
    access: 'admin',
    multipart: true,
    opensTransactions: true,
    record: '/api/all-orders/:id/',
    summary:
      'Create an order: multipart, a field `order` with JSON and one or more `files` (PDF, PNG, JPEG).',
  },
  schema: {
    // The form is streamed, so the handler itself validates the JSON of `order`.
    form: z.strictObject({ order: NewOrder, files: z.array(PrintFile).max(20).optional() }),
    response: { 201: Order },
  },
} as const satisfies Endpoint

export const listOrderStatuses = {
  method: 'GET',
  url: '/api/order_status',
  config: {
    access: 'signed-in',
    summary: 'The statuses of an order in their sequence, each with those that can follow it.',
  },
  schema: {
    response: {
      200: z.array(z.object({ value: OrderStatusValue, label: Said, next: z.array(OrderStatusValue) })),
    },
  },
} as const satisfies Endpoint
