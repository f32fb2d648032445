import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../../base/database/db.ts'
import { notFound } from '../../base/http/problem.ts'
import type { ChainedJob } from './impressions.ts'

export type LockedJob = ChainedJob & {
  number: number
  order_id: string
  file_id: string | null
  printer_id: string | null
  state: PrintJobState
  reasons: string[]
  color: 'bw' | 'color' | 'mixed'
  paper_size: string
  cover: boolean
  /** Its job ticket may be printed. */
  has_ticket: boolean
  binding_edge: 'long' | 'short'
  color_impressions: number
  /** Of the last job, a reprint that printed nothing: sides that are good again, and still to be replaced. */
  given_back: number
}

/** The jobs of one document of an order. */
export type LockedJobs = {
  order: { copies: number; status: OrderStatus }
  /** Those of one request, the first one first: the named job, those that it goes on with, and those that go on with it. */
  chain: LockedJob[]
  others: LockedJob[]
}

/** The jobs of the document of a job. Locked by the order, so that two people do not print the same again. */
export async function lockChain(db: Db, id: string): Promise<LockedJobs> {
  const [order] = await db<LockedJobs['order'][]>`
    select copies, status from orders
    where id = (select order_id from print_jobs where id = ${id}) for no key update`
  if (!order) throw notFound('Print job')
  const jobs = await db<(LockedJob & { is_in_chain: boolean })[]>`
    with recursive above as (
      select id, reprint_of from print_jobs where id = ${id}
      union all select j.id, j.reprint_of from print_jobs j join above a on j.id = a.reprint_of
    ), chain as (
      select id from above where reprint_of is null
      union all select j.id from print_jobs j join chain c on j.reprint_of = c.id
    )
    select j.id, j.number, j.order_id, j.file_id, j.printer_id, j.state, j.reasons, j.finished_at is not null as is_finished,
      j.copies, j.duplex, j.binding_edge, j.color, j.paper_size, j.cover, j.cover_sent_at is not null as has_ticket, j.impressions, j.color_impressions,
      j.first_impression, j.impressions_done, j.impressions_wasted, j.replaces, j.id in (select id from chain) as is_in_chain,
      case when j.finished_at is null or j.impressions_done > 0 or exists (
          select from print_jobs n where n.order_id = j.order_id and n.file_id is not distinct from j.file_id and n.id > j.id
            and (n.finished_at is null or n.impressions_done > 0)) then 0
        else (select coalesce(sum(r.value::int), 0) from jsonb_each_text(j.replaces) r) end::int as given_back
    from print_jobs named join print_jobs j
      on j.order_id = named.order_id and j.file_id is not distinct from named.file_id
    where named.id = ${id} order by j.id`
  return {
    order,
    chain: jobs.filter(({ is_in_chain }) => is_in_chain),
    others: jobs.filter(({ is_in_chain }) => !is_in_chain),
  }
}

/** Counts printed sides of a finished job as waste. */
export async function waste(db: Db, id: string, sides: number): Promise<void> {
  const { count } = await db`
    update print_jobs set version = version + 1, impressions_wasted = impressions_wasted + ${sides}
    where id = ${id} and finished_at is not null and impressions_wasted + ${sides} <= impressions_done`
  if (count === 0) throw new Error('A job has fewer good sides than are to be wasted')
}
