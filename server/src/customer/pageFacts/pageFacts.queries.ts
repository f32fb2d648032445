import { type OrderPage, thumbnailPages } from '@our-print/contract/customer/orderPage.ts'
import type { salesKinds } from '@our-print/contract/money/invoices.ts'
import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import { workFields } from '@our-print/contract/orders/orderChanges.ts'
import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { inSequence, type Stop } from '@our-print/contract/orders/roundSequence.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { timeInJson } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import type { Report } from '../../printing/prepress/summarize.ts'
import { freeWindows } from '../../shop/configurations/arrivalWindows.queries.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { undoNotes } from './undoNotes.ts'

export type PageFacts = Pick<
  Order,
  | 'number'
  | 'title'
  | 'pickup'
  | 'is_ready'
  | 'printed'
  | 'version'
  | 'notes'
  | 'copies'
  | 'color'
  | 'sides'
  | 'paper_size'
  | 'binding'
  | 'layout'
  | 'pdf_page_count'
  | 'created_at'
  | 'out_for_delivery_at'
  | 'delivered_at'
  | 'cancelled_at'
  | 'promised_at'
  | 'window_from'
  | 'attempts'
> & {
  id: string
  status: OrderStatus
  amount: number
  discount: number
  tax: number
  payable: number
  paid: number
  due: number
  assigned_user: string | null
  courier: string | null
  pickup_code: string
  /** A company pays it, or the customer later. */
  is_on_account: boolean
  is_open_to_change: boolean
  is_priced_by_hand: boolean
  has_open_complaint: boolean
  /** Of the customer: the same again, or to cancel it. */
  has_open_request: boolean
  last_request: OrderPage['asked']
  ready_at: string | null
  printed_at: string | null
  /** Of all jobs that were not cancelled. */
  sheets_done: number
  sheets: number
  /** The last time that the promise was moved, and whether the work was changed, since the order is of this customer. */
  moved_from: string | null
  moved_by: string | null
  was_changed: boolean
  time_zone: string
  files: {
    id: string
    name: string
    page_count: number
    page_ranges: string | null
    removed_at: string | null
    report: Report | null
    approved_at: string | null
  }[]
  invoices: { id: string; number: string; kind: (typeof salesKinds)[number] }[]
}

/** When an order `o` came to where it is told to be: as done, which may have been sent later. */
const movedAt = (db: Db, status: 'out-for-delivery' | 'delivered', arrived: Fragment) => db`
  case when ${arrived} is not null then ${timeInJson(
    db,
    db`coalesce((select coalesce(h.happened_at, h.at) from order_history h
      where h.order_id = o.id and h.to_status = ${status} and h.from_status not in ('delivered', ${status})
      order by h.id desc limit 1), ${arrived})`,
  )} end`

/** How often somebody was at the door of an order `o`: without starts that were a mistake. */
const attempts = (db: Db) => db`
  case when o.attempts = 0 then 0 else (select count(*)::int from order_history h
    where h.order_id = o.id and h.from_status = 'out-for-delivery' and h.to_status = 'assigned'
      and coalesce(h.note, '') <> all(${[...undoNotes]}::text[])) end`

/** All that the page of an order is made of, besides the configuration. */
async function readOrder(db: Db, id: string): Promise<PageFacts> {
  const [facts] = await db<[PageFacts]>`
    select o.id, o.number, o.title, o.status, o.pickup, o.is_ready, o.printed, o.version, o.notes, o.copies, o.color,
      o.sides, o.paper_size, o.binding, o.layout, o.pdf_page_count, ${attempts(db)} as attempts, o.assigned_user,
      ${timeInJson(db, db`o.created_at`)} as created_at, ${movedAt(db, 'out-for-delivery', db`o.out_for_delivery_at`)} as out_for_delivery_at,
      ${movedAt(db, 'delivered', db`o.delivered_at`)} as delivered_at, ${timeInJson(db, db`o.cancelled_at`)} as cancelled_at,
      ${timeInJson(db, db`o.promised_at`)} as promised_at, ${timeInJson(db, db`o.window_from`)} as window_from, (o.amount / 100.0)::float8 as amount,
      (o.discount / 100.0)::float8 as discount, (coalesce(o.tax, 0) / 100.0)::float8 as tax,
      (o.payable / 100.0)::float8 as payable,
      ((o.paid + o.settled_before) / 100.0)::float8 as paid, (o.due / 100.0)::float8 as due,
      split_part(s.full_name, ' ', 1) as courier, pickup_code(o.id) as pickup_code,
      o.client_id is not null or o.pay_by = 'on_account' as is_on_account,
      is_open_to_change(o) as is_open_to_change, o.calculated_amount is not null as is_priced_by_hand,
      exists (select from complaints c where c.order_id = o.id and c.resolution is null) as has_open_complaint,
      exists (select from order_requests r where r.order_id = o.id and r.status = 'open') as has_open_request,
      (select json_build_object('kind', r.kind, 'status', r.status, 'reason', r.reason) from order_requests r
        where r.order_id = o.id and r.created_at > b.since order by r.id desc limit 1) as last_request,
      (select ${timeInJson(db, db`coalesce(h.happened_at, h.at)`)} from order_history h
        where h.order_id = o.id and h.is_ready order by h.at desc limit 1) as ready_at,
      case when o.printed = 'all' then
        (select ${timeInJson(db, db`max(j.finished_at)`)} from print_jobs j where j.order_id = o.id and j.state = 'done') end as printed_at,
      p.sheets_done, p.sheets, m.moved_from, m.moved_by,
      exists (select from order_history h, jsonb_array_elements(h.changes) c
        where h.order_id = o.id and h.at > b.since and c ->> 'field' = any(${[...workFields]}::text[])) as was_changed,
      (select time_zone from shop_clock) as time_zone,
      array(select json_build_object('id', f.id, 'name', f.name, 'page_count', f.page_count, 'page_ranges', f.page_ranges,
          'removed_at', ${timeInJson(db, db`f.removed_at`)}, 'report', r.report, 'approved_at', ${timeInJson(db, db`a.approved_at`)})
        from order_files f left join file_preflights r on r.file_id = f.id left join file_approvals a on a.file_id = f.id
        where f.order_id = o.id and f.kind = 'print' order by f.position) as files,
      array(select json_build_object('id', i.id, 'number', i.number, 'kind', i.kind) from invoices i
        where i.month is null and i.id in (select l.invoice_id from invoice_lines l where l.order_id = o.id)
          and coalesce(i.user_id = o.user_id, true)
        order by i.id) as invoices
    from orders o left join staff_users s on s.id = o.assigned_user,
      -- Since when it is of this customer: what the one before asked and chose is not told.
      lateral (select coalesce(max(h.at), '-infinity') as since from order_history h
        where h.order_id = o.id and h.changes @> '[{"field": "user"}]') b,
      lateral (select coalesce(sum(job_sheets(j) - (j.cover and j.impressions_done > 0)::int), 0)::int as sheets_done,
          coalesce(sum(j.copies * ceil((j.impressions - j.first_impression + 1) / case when j.duplex then 2.0 else 1 end)), 0)::int as sheets
        from print_jobs j where j.order_id = o.id and j.state not in ('cancelled', 'failed') and j.reprint_of is null) p
      left join lateral (select c ->> 'from' as moved_from, h.by as moved_by
        from order_history h, jsonb_array_elements(h.changes) c
        where h.order_id = o.id and h.at > b.since and c ->> 'field' = 'promised_at' and c ->> 'from' is not null
        order by h.at desc limit 1) m on true
    where o.id = ${id}`
  return facts
}

/** The stops that its courier has before this order, in the sequence in which they go. */
async function countStopsBefore(db: Db, order: PageFacts): Promise<number> {
  if (order.status !== 'out-for-delivery' || order.assigned_user === null) return 0
  const { assigned_user } = order
  const [[sequence], stops] = await Promise.all([
    db<{ orders: string[] }[]>`select orders from round_sequences where staff_user = ${assigned_user}`,
    db<(Stop & { id: string })[]>`
    select id, address, created_at, ${timeInJson(db, db`promised_at`)} as promised_at,
      ${timeInJson(db, db`window_from`)} as window_from from orders
    where assigned_user = ${assigned_user} and status = 'out-for-delivery' order by id limit 500`,
  ])
  return Math.max(
    0,
    inSequence(stops, sequence?.orders ?? []).findIndex(({ id }) => id === order.id),
  )
}

/** Whether it is still with the shop. */
export const isHere = ({ status }: Pick<PageFacts, 'status'>) =>
  status === 'confirmed' || status === 'assigned'

export type PageSource = {
  order: PageFacts
  stopsBefore: number
  configuration: Configuration
  /** That are free; none where nothing is brought. */
  windows: ArrivalWindow[]
}

export async function readSource(db: Db, id: string): Promise<PageSource> {
  const [order, configuration] = await Promise.all([readOrder(db, id), configurations.get(db)])
  const [stopsBefore, windows] = await Promise.all([
    countStopsBefore(db, order),
    configuration.arrival_windows.length > 0 && isHere(order) && !order.pickup ? freeWindows(db, id) : [],
  ])
  return { order, configuration, stopsBefore, windows }
}

/** The pages of the files of an order that are shown as small pictures, from 1. */
export function thumbnailsOf(files: readonly { page_count: number }[]): number[][] {
  let left: number = thumbnailPages.ofOrder
  return files.map(({ page_count }) => {
    const shown = Math.min(page_count, thumbnailPages.ofFile, left)
    left -= shown
    return Array.from({ length: shown }, (_, at) => at + 1)
  })
}

/** Agrees to what the check of a file found; once. */
export async function approveFile(db: Db, file: string, warnings: readonly string[]): Promise<boolean> {
  const approved = await db`
    insert into file_approvals (file_id, warnings) values (${file}, ${db.json([...warnings])})
    on conflict (file_id) do nothing returning 1`
  return approved.length > 0
}

/** The next customer of an order has agreed to nothing. */
export const forgetApprovals = (db: Db, order: string) => db`
  delete from file_approvals where file_id in (select id from order_files where order_id = ${order})`

/** Whether an invoice is of this order alone, and not to a customer whose it was before. */
export async function isInvoiceOf(db: Db, order: string, invoice: string): Promise<boolean> {
  const [found] = await db`
    select from invoices i join orders o on o.id = ${order} and coalesce(i.user_id = o.user_id, true)
    where i.id = ${invoice} and i.month is null
      and exists (select from invoice_lines l where l.invoice_id = i.id and l.order_id = o.id)`
  return found !== undefined
}

/** Locks an order, so that what a customer may do stays true. */
export const lock = (db: Db, order: string) => db`select from orders where id = ${order} for no key update`
