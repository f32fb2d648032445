import type { Order } from '@our-print/contract/orders/orders.ts'
import { orderChanged } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../../base/database/db.ts'
import type { LoadedPrinter } from './choosePrinter.ts'

/** What is printed of an order, and how. */
export type PrintedOrder = Pick<
  Order,
  'id' | 'number' | 'title' | 'status' | 'copies' | 'color' | 'paper_size' | 'version'
>

const orderColumns = (db: Db) => db`id, number, title, status, copies, color, paper_size, version`

export const findOrders = (db: Db, ids: string[]) => db<PrintedOrder[]>`
  select ${orderColumns(db)} from orders where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`

/** The same, locked: so that two people do not print an order twice, and nobody cancels it meanwhile. */
export async function lockOrders(db: Db, ids: string[]): Promise<PrintedOrder[]> {
  await db`select 1 from orders where id = any(${ids}::uuid[]) order by id for no key update`
  return findOrders(db, ids)
}

/** The printers in use, with the sides that wait for them. */
export const findPrinters = (db: Db) => db<LoadedPrinter[]>`
  select p.id, p.name, p.prints_color, p.prints_duplex, p.paper_sizes, p.click_bw, p.click_color, p.status,
    p.seen_at is not null as has_answered,
    coalesce(open.impressions, 0)::bigint as open_impressions
  from printers p left join lateral (
    select sum(j.copies::bigint * (j.impressions - j.first_impression + 1) - j.impressions_done) as impressions
    from print_jobs j where j.printer_id = p.id and j.finished_at is null) open on true
  where p.is_active order by p.name`

/** What is printed of a document and what open jobs will print, and the latter alone. */
export type DocumentSides = {
  order: string
  file: string | null
  sides: number
  open: number
  newest: string | null
}

/**
 * Of each document of some orders that was printed: its sides, all copies, and its newest job that is no reprint, since the
 * order prints as it does.
 */
export const findSides = (db: Db, orders: string[]) => db<DocumentSides[]>`
  select order_id as "order", file_id as file,
    sum(case when finished_at is null then copies * (impressions - first_impression + 1) else impressions_done end
      - impressions_wasted)::bigint as sides,
    sum(case when finished_at is null then copies * (impressions - first_impression + 1) else 0 end)::bigint as open,
    (array_agg(id order by (reprint_of is null) desc, id desc) filter (where not ${orderChanged} = any(reasons)))[1] as newest
  from print_jobs where order_id = any(${orders}::uuid[]) group by order_id, file_id`

export type NewJob = {
  order_id: string
  file_id: string | null
  printer_id: string | null
  state: 'queued' | 'held' | 'done'
  copies: number
  duplex: boolean
  binding_edge: 'long' | 'short'
  color: Order['color']
  paper_size: string
  cover: boolean
  impressions: number
  color_impressions: number
  first_impression: number
  impressions_done: number
  reprint_of: string | null
  reprint_reason: string | null
  created_by: string
  is_automatic?: boolean
  /** Of a reprint: the sides of other jobs, by their ids, that became waste for it. */
  replaces?: Record<string, number>
}

/** Adds a job; one that is printed by hand is done at once. */
export async function insert(db: Db, job: NewJob): Promise<string> {
  const [{ now }] = await db<[{ now: string }]>`select now()`
  const finished_at = job.state === 'done' ? now : null
  const [{ id }] = await db<
    [{ id: string }]
  >`insert into print_jobs ${db({ ...job, replaces: db.json(job.replaces ?? {}), finished_at })} returning id`
  return id
}
