import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../database/db.ts'
import type { ChainedJob } from './impressions.ts'

export type LockedJob = ChainedJob & {
  number: number
  order_id: string
  file_id: string | null
  printer_id: string | null
  state: PrintJobState
  color: 'bw' | 'color' | 'mixed'
  paper_size: string
  cover: boolean
  binding_edge: 'long' | 'short'
  color_impressions: number
}

/**
 * All jobs of one request, the first one first: the named job, those that it goes on with, and those that go on with it.
 * Locked by the order, so that two people do not print the same again.
 */
export async function lockChain(db: Db, id: string): Promise<LockedJob[]> {
  await db`
    select 1 from orders where id = (select order_id from print_jobs where id = ${id}) for no key update`
  return db<LockedJob[]>`
    with recursive above as (
      select id, reprint_of from print_jobs where id = ${id}
      union all select j.id, j.reprint_of from print_jobs j join above a on j.id = a.reprint_of
    ), chain as (
      select id from above where reprint_of is null
      union all select j.id from print_jobs j join chain c on j.reprint_of = c.id
    )
    select id, number, order_id, file_id, printer_id, state, finished_at is not null as is_finished, copies, duplex,
      binding_edge, color, paper_size, cover, impressions, color_impressions, first_impression, impressions_done, impressions_wasted
    from print_jobs where id in (select id from chain) order by id`
}

/** Counts printed sides of a finished job as waste. */
export async function waste(db: Db, id: string, sides: number): Promise<void> {
  const { count } = await db`
    update print_jobs set impressions_wasted = impressions_wasted + ${sides}
    where id = ${id} and finished_at is not null and impressions_wasted + ${sides} <= impressions_done`
  if (count === 0) throw new Error('A job has fewer good sides than are to be wasted')
}
