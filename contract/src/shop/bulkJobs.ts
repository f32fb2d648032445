import { z } from 'zod'
import { Happened } from '../doneTimes.ts'
import type { Endpoint } from '../endpoint.ts'
import { bulkKinds } from '../entityKinds.ts'
import { orderStatuses } from '../orders/orderMoves.ts'
import { listOrders, OrderStatusValue } from '../orders/orders.ts'
import { promiseChanges } from '../orders/promiseFields.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { listClients } from '../rewards/clients.ts'
import { listQrCodes } from '../rewards/qrCodes.ts'
import { listVouchers } from '../rewards/vouchers.ts'
import { byId, Id, optionalText, Said, Time } from '../values.ts'

/** At most so many records in one bulk job. */
export const mostBulkRecords = 50_000
/** At most so many bulk jobs of the shop that have not ended. */
export const mostBulkJobs = 3
/** Days for which an ended bulk job is kept, with its report and its undo. */
export const bulkJobDays = 30

export const bulkActions = ['update', 'delete', 'print', 'undo'] as const
export type BulkAction = (typeof bulkActions)[number]
export const bulkJobStatuses = ['queued', 'running', 'done', 'cancelled', 'failed'] as const
export type BulkJobStatus = (typeof bulkJobStatuses)[number]
/** `unchanged`: the record was as wanted already. */
export const bulkOutcomes = ['changed', 'unchanged', 'refused'] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** What a bulk job does to each order; as the body of a bulk move. */
const orderChange = {
  status: OrderStatusValue.optional(),
  assigned_user: Id.optional(),
  note: optionalText(1000).optional(),
  /** Orders with another status are refused. */
  from: z.array(OrderStatusValue).min(1).max(orderStatuses.length).optional(),
  ...promiseChanges,
}
export const BulkOrderChange = z.strictObject({
  ...orderChange,
  /** Orders that others gave to somebody after this time are refused. */
  assigned_before: Time.optional(),
  /** When what was done at once was done, where that was said. */
  ...Happened,
})
export type BulkOrderChange = z.output<typeof BulkOrderChange>

/** One action on all records that matched a filter, run by the server in the background. */
export const BulkJob = z
  .object({
    id: Id,
    kind: z.enum(bulkKinds),
    action: z.enum(bulkActions),
    /** What an update does to each order. */
    change: BulkOrderChange.nullable(),
    assigned_user_data: z.object({ id: Id, full_name: z.string() }).nullable(),
    status: z.enum(bulkJobStatuses),
    /** The number of records, fixed when the job was created. */
    total: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    can_undo: z.boolean(),
    /** The bulk job that this one undoes. */
    undoes: Id.nullable(),
    /** Why it failed. */
    error: Said.nullable(),
    created_by: Id,
    created_by_name: z.string(),
    created_at: Time,
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
  })
  .meta({ id: 'BulkJob' })
export type BulkJob = z.output<typeof BulkJob>

/** The result of one record; without an outcome it was not reached (yet). */
export const BulkJobRecord = z
  .object({
    position: z.int(),
    record_id: Id,
    /** The record's number, code or name when the job was created. */
    name: z.string(),
    outcome: z.enum(bulkOutcomes).nullable(),
    code: z.string().nullable(),
    message: Said.nullable(),
  })
  .meta({ id: 'BulkJobRecord' })
export type BulkJobRecord = z.output<typeof BulkJobRecord>

const ofPage = ['limit', 'offset', 'page', 'page_size', 'format', 'ordering'] as const
type OfPage = (typeof ofPage)[number]

/** The filter of a list: its query parameters, but for those of a page, a sequence or a file. */
function filterOf<Shape extends z.ZodRawShape>({ shape }: z.ZodObject<Shape>) {
  const filters = Object.entries(shape).filter(([name]) => !ofPage.includes(name as OfPage))
  return z.strictObject(Object.fromEntries(filters) as Omit<Shape, OfPage>)
}

/** The exact number of records that the person was shown and confirmed. */
const count = z.int().min(1, 'Nothing matches').max(100_000_000)

const summary = `The query parameters are the filter of the list. The records are fixed at this moment: 409 (count_changed) with the number in \`current\` if it is not \`count\`, 422 for more than ${mostBulkRecords.toLocaleString('en')} records, 409 (too_many_jobs) while ${mostBulkJobs} bulk jobs of the shop have not ended.`

const deletion = z.strictObject({ action: z.literal('delete'), count })

export const createOrderBulkJob = {
  method: 'POST',
  url: '/api/all-orders/bulk-jobs/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: `Apply one change to all orders that match a filter, in the background. ${summary}`,
  },
  schema: {
    querystring: filterOf(listOrders.schema.querystring),
    body: z.strictObject({
      ...orderChange,
      count,
      /** How old the list is that the person saw: orders that others gave to somebody since then are refused. */
      seen_seconds_ago: z.int().min(0).max(86_400).optional(),
    }),
    response: { 201: BulkJob },
  },
} as const satisfies Endpoint

export const createClientBulkJob = {
  method: 'POST',
  url: '/api/clients/bulk-jobs/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: `Delete all companies that match a filter, in the background. ${summary}`,
  },
  schema: {
    querystring: filterOf(listClients.schema.querystring),
    body: deletion,
    response: { 201: BulkJob },
  },
} as const satisfies Endpoint

export const createVoucherBulkJob = {
  method: 'POST',
  url: '/api/get-voucher/bulk-jobs/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: `Delete all codes that match a filter, in the background. ${summary}`,
  },
  schema: {
    querystring: filterOf(listVouchers.schema.querystring),
    body: deletion,
    response: { 201: BulkJob },
  },
} as const satisfies Endpoint

export const createQrCodeBulkJob = {
  method: 'POST',
  url: '/api/qr-codes/bulk-jobs/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: `Delete all QR codes that match a filter, in the background. ${summary}`,
  },
  schema: {
    querystring: filterOf(listQrCodes.schema.querystring),
    body: deletion,
    response: { 201: BulkJob },
  },
} as const satisfies Endpoint

export const listBulkJobs = {
  method: 'GET',
  url: '/api/bulk-jobs/',
  config: {
    access: 'admin',
    summary: `List bulk jobs of the last ${bulkJobDays} days, newest first; query searches who created them.`,
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      status: z.enum(bulkJobStatuses).optional(),
    }),
    response: { 200: page(BulkJob) },
  },
} as const satisfies Endpoint

export const getBulkJob = {
  method: 'GET',
  url: '/api/bulk-jobs/:id/',
  config: { access: 'admin', summary: 'One bulk job with its progress.' },
  schema: { ...byId, response: { 200: BulkJob } },
} as const satisfies Endpoint

export const listBulkJobRecords = {
  method: 'GET',
  url: '/api/bulk-jobs/:id/records/',
  config: {
    access: 'admin',
    summary: 'The report of a bulk job: the result of each record. query searches names and messages.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering([], '', 'id: by position.'),
      outcome: z.enum(bulkOutcomes).optional(),
    }),
    response: { 200: page(BulkJobRecord) },
  },
} as const satisfies Endpoint

export const cancelBulkJob = {
  method: 'POST',
  url: '/api/bulk-jobs/:id/cancel/',
  config: {
    access: 'admin',
    summary: 'Stop a bulk job: what it changed stays changed, the rest is left alone. 409 if it has ended.',
  },
  schema: { ...byId, response: { 200: BulkJob } },
} as const satisfies Endpoint

export const undoBulkJob = {
  method: 'POST',
  url: '/api/bulk-jobs/:id/undo/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary:
      'Undo an ended bulk job by another one, over the records that it changed. Those that were changed since are refused. 409 if it cannot be undone.',
  },
  schema: { ...byId, response: { 201: BulkJob } },
} as const satisfies Endpoint
