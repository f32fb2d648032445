import {
  finalPrintJobStates,
  orderChanged,
  type PrintJobState,
} from '@our-print/contract/printing/printJobStates.ts'
import type { Db } from '../../base/database/db.ts'
import { conflict, notFound } from '../../base/http/problem.ts'
import { orderLocked } from './printerQueue.queries.ts'

// What people change of a job. While its printer has it, they only say what they want: the runner of the printer does it.

/** Refuses what a statement did not find. */
async function refuse(db: Db, id: string, wanted: string): Promise<never> {
  const [job] = await db<{ state: PrintJobState }[]>`select state from print_jobs where id = ${id}`
  if (!job) throw notFound('Print job')
  const isOver = (finalPrintJobStates as readonly string[]).includes(job.state)
  throw conflict(
    `A job that is ${stateWords[job.state]} cannot be ${wanted}.`,
    isOver ? 'ended' : 'at_printer',
  )
}

const stateWords: Record<PrintJobState, string> = {
  queued: 'waiting',
  held: 'held',
  sending: 'being sent',
  pending: 'at its printer',
  printing: 'printing',
  stopped: 'at its printer',
  done: 'done',
  cancelled: 'cancelled',
  failed: 'failed',
}

/** Cancels a job at once while it waits, or if the printer’s answer is given up; else its runner cancels it. */
export async function cancel(db: Db, id: string, giveUp: boolean): Promise<void> {
  const isOver = db`(state in ('queued', 'held') or ${giveUp})`
  const { count } = await db`
    with ${orderLocked(db, id)}
    update print_jobs set version = version + 1, state = case when ${isOver} then 'cancelled' else state end,
      finished_at = case when ${isOver} then now() end,
      message = case when ${giveUp} and state not in ('queued', 'held')
        then 'Given up without an answer of the printer. Look at what it printed.'
        when ${isOver} then null else message end,
      cancel_asked_at = now(), move_to = null, next_try_at = now()
    from locked where order_id = locked_order and id = ${id} and finished_at is null`
  if (count === 0) await refuse(db, id, 'cancelled')
}

/** What was printed of an order when it was cancelled: good sides, all that it needs, and printers that are told to stop. */
export type PrintedBefore = { order: string; good: number; needed: number; printers: string[] }

/**
 * Cancels the open jobs of cancelled orders: at once where they wait, else their runner tells the printer. The orders are
 * locked by the caller, so that no job is added meanwhile. Answers for those of which something was printed or is at a printer.
 */
export const cancelOfOrders = (db: Db, orders: string[]) => db<PrintedBefore[]>`
  with open as (
    select id, state in ('queued', 'held') as waits from print_jobs
    where order_id = any(${orders}::uuid[]) and finished_at is null order by id for update
  ), stopped as (
    update print_jobs j set version = j.version + 1, state = case when waits then 'cancelled' else state end,
      finished_at = case when waits then now() end,
      message = case when waits then 'The order was cancelled.' else message end,
      cancel_asked_at = now(), move_to = null, failures = 0, next_try_at = now()
    from open where open.id = j.id returning j.order_id, j.printer_id, waits, j.replaces
  )
  select o.id as "order", told.good, order_impressions(o) as needed, told.printers
  from orders o cross join lateral (
    select coalesce(array_agg(distinct p.name) filter (where not s.waits), '{}') as printers,
      -- What they replace is good again, which this statement does not see yet.
      (good_impressions(o) + coalesce(sum(b.sides) filter (where s.waits), 0))::bigint as good
    from stopped s join printers p on p.id = s.printer_id
    cross join lateral (select sum(r.value::int) as sides from jsonb_each_text(s.replaces) r) b
    where s.order_id = o.id) told
  where o.id = any(${orders}::uuid[]) and (told.good > 0 or told.printers <> '{}')`

/** Cancels those of some jobs that wait, and returns them. Who ends jobs has locked their orders first. */
export async function cancelWaiting(db: Db, ids: string[]): Promise<Set<string>> {
  const cancelled = await db<{ id: string }[]>`
    with locked as materialized (
      select o.id from orders o where o.id in (select order_id from print_jobs where id = any(${ids}::uuid[]))
      order by o.id for no key update)
    update print_jobs j set version = j.version + 1, state = 'cancelled', finished_at = now(), message = 'Undone.',
      cancel_asked_at = now(), move_to = null
    from locked where j.order_id = locked.id and j.id = any(${ids}::uuid[]) and j.state in ('queued', 'held') returning j.id`
  return new Set(cancelled.map(({ id }) => id))
}

/** Locks the open jobs of an order, so that none begins at its printer meanwhile. The caller has locked the order. */
export const lockOpen = (db: Db, order: string) => db`
  select 1 from print_jobs where order_id = ${order} and finished_at is null order by id for update`

/**
 * Cancels the waiting jobs of an order that now prints otherwise; returns how many. The caller has locked them. Where they were
 * made by themselves and nobody held them, the order waits to be printed by itself again. Nothing can be printed again from any
 * of its jobs, those that ended before included: they print what the order was.
 */
export async function cancelStale(db: Db, order: string): Promise<number> {
  await db`
    update print_jobs set version = version + 1, reasons = array_append(reasons, ${orderChanged})
    where order_id = ${order} and finished_at is not null and not ${orderChanged} = any(reasons)`
  const { count } = await db`
    with stale as (
      select id, order_id, created_by, is_automatic and state = 'queued' as prints_itself from print_jobs
      where order_id = ${order} and finished_at is null
    ), again as (
      insert into auto_prints (order_id, created_by)
      select order_id, created_by from stale where prints_itself limit 1 on conflict do nothing)
    update print_jobs j set version = version + 1, state = 'cancelled', finished_at = now(), message = 'The order was changed.',
      reasons = ${[orderChanged]}
    from stale where stale.id = j.id`
  return count
}

export async function hold(db: Db, id: string): Promise<void> {
  // It is not tried again by itself any more, whatever its printer answered; why the shop holds it stays.
  const { count } = await db`
    update print_jobs set version = version + 1, state = 'held', message = case state when 'held' then message end,
      reasons = case state when 'held' then reasons else '{}' end
    where id = ${id} and state in ('queued', 'held')`
  if (count === 0) await refuse(db, id, 'held')
}

export async function release(db: Db, id: string): Promise<void> {
  const { count } = await db`
    update print_jobs set version = version + 1, state = 'queued', next_try_at = now(), failures = 0, message = null,
      reasons = '{}'
    where id = ${id} and state in ('queued', 'held')`
  if (count === 0) await refuse(db, id, 'released')
}

/** Lets a waiting job be the first one of its printer, before those that were the first until now. */
export async function moveToFront(db: Db, id: string): Promise<void> {
  // One after the other, so that the last one who asks is the first.
  await db`select from printers where id = (select printer_id from print_jobs where id = ${id}) for no key update`
  const { count } = await db`
    update print_jobs j set version = version + 1, priority = 1 + (
      select max(priority) from print_jobs o where o.printer_id = j.printer_id and o.state in ('queued', 'held'))
    where id = ${id} and state in ('queued', 'held')`
  if (count === 0) await refuse(db, id, 'moved to the front')
}

/**
 * Holds all open jobs of a shop that was copied or restored; returns how many. The original may have printed them since, so
 * they count as tried: whoever releases one, its printer is asked for it before it is sent. Whoever had one cancelled or moved
 * at its printer asked the original: here a person decides again.
 */
export async function holdAll(db: Db): Promise<number> {
  const { count } = await db`
    update print_jobs set version = version + 1, state = 'held', tries = greatest(tries, 1), runner = null, failures = 0,
      cancel_asked_at = null, move_to = null,
      message = 'The shop was copied or restored, and this may have been printed meanwhile. Release it if it was not.'
    where finished_at is null`
  return count
}

/** Lets the runner look at an open job now. False if the job has ended. */
export async function hasten(db: Db, id: string): Promise<boolean> {
  const { count } = await db`
    update print_jobs set version = version + 1, next_try_at = now(), failures = 0
    where id = ${id} and finished_at is null and state <> 'held'`
  return count > 0
}

/**
 * Gives an open job to another printer: at once while it waits, else by its runner. What the printer before knew of it, the
 * other one does not. False if it has ended, or waits with a part of it printed, as in a restored shop.
 */
export async function move(db: Db, id: string, printer: string): Promise<boolean> {
  const isFree = db`state in ('queued', 'held')`
  const { count } = await db`
    update print_jobs set version = version + 1, printer_id = case when ${isFree} then ${printer} else printer_id end,
      move_to = case when ${isFree} then null else ${printer}::uuid end,
      cancel_asked_at = case when ${isFree} then null else now() end,
      message = case when ${isFree} then null else message end,
      reasons = case when ${isFree} then '{}' else reasons end, failures = 0, next_try_at = now(),
      priority = case when ${isFree} then 0 else priority end,
      cover_sent_at = case when ${isFree} then null else cover_sent_at end,
      sent_at = case when ${isFree} then null else sent_at end,
      ipp_job_id = case when ${isFree} then null else ipp_job_id end
    where id = ${id} and finished_at is null and not (${isFree} and impressions_done > 0)`
  return count > 0
}

/** Ends a job that waits with a part of it printed; what is missing is another job's then. False if it has ended already. */
export async function endBegun(db: Db, id: string): Promise<boolean> {
  const { count } = await db`
    with ${orderLocked(db, id)}
    update print_jobs set version = version + 1, state = 'cancelled', reasons = '{}', message = null, finished_at = now()
    from locked where order_id = locked_order and id = ${id} and state in ('queued', 'held') and impressions_done > 0`
  return count > 0
}
