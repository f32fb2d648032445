import { timeInJson } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import type { LockedJob } from './reprints.queries.ts'

// What the runner of a printer reads and writes. Each change names the runner, so that one whose printer was given to
// another process changes nothing.

/** The job that a printer has. */
export type ActiveJob = Omit<LockedJob, 'given_back' | 'replaces' | 'has_ticket'> & {
  state: 'sending' | 'pending' | 'printing' | 'stopped'
  message: string | null
  tries: number
  ipp_job_id: number | null
  runner: string
  sheets_done: number
  is_cancelling: boolean
  move_to: string | null
  failures: number
  cover_sent_at: string | null
  sent_at: string | null
  created_by: string
}

const atPrinter = (db: Db) => db`state in ('sending', 'pending', 'printing', 'stopped')`

const activeColumns = (db: Db) => db`
  id, number, order_id, file_id, printer_id, state, reasons, message, finished_at is not null as is_finished, copies, duplex,
  binding_edge, color, paper_size, cover, impressions, color_impressions, first_impression, impressions_done, impressions_wasted,
  sheets_done, tries, ipp_job_id, runner, cancel_asked_at is not null as is_cancelling, move_to, failures, cover_sent_at,
  sent_at, created_by`

/** Why a job was postponed for which its printer can do nothing. */
export const ourFault = 'server-error'

/** Whether a job is passed over for now: what fails on our side keeps no other job from a printer that works. */
const isPassedOver = (db: Db) => db`(state = 'queued' and next_try_at > now() and ${ourFault} = any(reasons))`

/** Printers that have something to do now: they have a job, or the first one that waits is due. */
export async function findDuePrinters(db: Db): Promise<string[]> {
  const due = await db<{ id: string }[]>`
    select p.id from printers p join lateral (
      select state, next_try_at from print_jobs
      where printer_id = p.id and finished_at is null and state <> 'held' and not ${isPassedOver(db)}
      order by state = 'queued', priority desc, id limit 1) j on true
    where j.next_try_at <= now() and (p.is_active or j.state <> 'queued')`
  return due.map(({ id }) => id)
}

/** Names the runner of a printer's job. */
export const takeOver = (db: Db, printer: string, runner: string) => db`
  update print_jobs set version = version + 1, runner = ${runner} where printer_id = ${printer} and ${atPrinter(db)}`

/** The job that a printer has, if it is this runner's and due; `waits` if it is to be looked at later. */
export async function findActive(
  db: Db,
  printer: string,
  runner: string,
): Promise<ActiveJob | 'waits' | undefined> {
  const [job] = await db<(ActiveJob & { is_due: boolean })[]>`
    select ${activeColumns(db)}, next_try_at <= now() as is_due from print_jobs
    where printer_id = ${printer} and ${atPrinter(db)}`
  if (!job) return undefined
  return job.is_due && job.runner === runner ? job : 'waits'
}

/** Takes the first job that waits for a printer, unless another runner has taken one. Those of cancelled orders end. */
export async function claim(db: Db, printer: string, runner: string): Promise<ActiveJob | undefined> {
  await db`
    update print_jobs j set version = j.version + 1, state = 'cancelled', finished_at = now(),
      message = 'The order was cancelled.'
    from orders o where o.id = j.order_id and o.status = 'cancelled' and j.printer_id = ${printer} and j.state = 'queued'`
  const [job] = await db<ActiveJob[]>`
    update print_jobs set version = version + 1, state = 'sending', runner = ${runner}, message = null, reasons = '{}'
    where state = 'queued' and next_try_at <= now() and id = (
        select id from print_jobs where printer_id = ${printer} and state = 'queued' and not ${isPassedOver(db)}
        order by priority desc, id limit 1)
      and (select is_active from printers where id = ${printer})
      and not exists (select from print_jobs where printer_id = ${printer} and ${atPrinter(db)})
    returning ${activeColumns(db)}`
  return job
}

/**
 * `locked`: the order of a job. Whoever ends a job locks its order first, because who cancels an order has it and its costs
 * before the jobs.
 */
export const orderLocked = (db: Db, job: string) => db`
  locked as materialized (
    select id as locked_order from orders where id = (select order_id from print_jobs where id = ${job}) for no key update)`

type Held = Pick<ActiveJob, 'id' | 'runner'>
const ofRunner = (db: Db, { id, runner }: Held) =>
  db`id = ${id} and runner = ${runner} and finished_at is null`

/** Right before the job ticket is sent. False if another runner has the job, or it is cancelled. */
export async function beginCover(db: Db, job: Held): Promise<boolean> {
  const { count } = await db`
    update print_jobs set version = version + 1, cover_sent_at = now() where ${ofRunner(db, job)} and cancel_asked_at is null`
  return count > 0
}

/** Before Create-Job: counts the try, of which the printer surely knows nothing yet. Undefined if another runner has it. */
export async function beginTry(db: Db, job: Held): Promise<number | undefined> {
  const [row] = await db<{ tries: number }[]>`
    update print_jobs set version = version + 1, tries = tries + 1, ipp_job_id = null, sent_at = null, state = 'sending'
    where ${ofRunner(db, job)} and cancel_asked_at is null returning tries`
  return row?.tries
}

/** After Create-Job, and right before the document is sent. False if another runner has the job, or it is cancelled. */
export async function beginDocument(db: Db, job: Held, ippJob: number | null): Promise<boolean> {
  const { count } = await db`
    update print_jobs set version = version + 1, ipp_job_id = ${ippJob}, sent_at = now()
    where ${ofRunner(db, job)} and cancel_asked_at is null`
  return count > 0
}

/** Notes that the printer surely has no document of the job. */
export const noteUnsent = (db: Db, job: Held) =>
  db`update print_jobs set version = version + 1, sent_at = null where ${ofRunner(db, job)}`

/** The same of its job ticket. */
export const noteCoverUnsent = (db: Db, job: Held) =>
  db`update print_jobs set version = version + 1, cover_sent_at = null where ${ofRunner(db, job)}`

export type Progress = {
  state: 'sending' | 'pending' | 'printing' | 'stopped'
  reasons: string[]
  message: string | null
  impressions_done: number
  sheets_done: number
  ipp_job_id?: number
}

/** Stores what the printer said; counts only grow. Writes nothing if nothing is new. */
export const saveProgress = (db: Db, job: Held, progress: Progress) => db`
  update print_jobs set version = version + 1, state = ${progress.state}, reasons = ${progress.reasons},
    message = ${progress.message},
    impressions_done = greatest(impressions_done, ${progress.impressions_done}),
    sheets_done = greatest(sheets_done, ${progress.sheets_done}), failures = 0,
    ipp_job_id = coalesce(${progress.ipp_job_id ?? null}, ipp_job_id)
  where ${ofRunner(db, job)} and (
    (state, reasons, message, failures) is distinct from (${progress.state}, ${progress.reasons}::text[], ${progress.message}, 0)
    or impressions_done < ${progress.impressions_done} or sheets_done < ${progress.sheets_done}
    or ipp_job_id is distinct from coalesce(${progress.ipp_job_id ?? null}, ipp_job_id))`

/**
 * After a request that failed: the next one comes after a pause that grows up to 30 seconds. What was never begun at the
 * printer waits in the queue again.
 */
export const postpone = (db: Db, job: Held, reason: string, message: string) => db`
  update print_jobs set
    version = version + 1,
    state = case when state = 'sending' and tries = 0 then 'queued' when state = 'sending' then state else 'stopped' end,
    reasons = ${[reason]}, message = ${message}, failures = failures + 1,
    next_try_at = now() + least(30, 2 ^ least(failures, 10)) * interval '1 second'
  where ${ofRunner(db, job)}`

export type End = {
  state: 'done' | 'cancelled' | 'failed'
  reasons: string[]
  message: string | null
  impressions_done: number
  sheets_done: number
}

/** Ends a job. False if another runner has it, or a person gave it up. */
export async function finish(db: Db, job: Held, end: End): Promise<boolean> {
  const { count } = await db`
    with ${orderLocked(db, job.id)}
    update print_jobs set version = version + 1, state = ${end.state}, reasons = ${end.reasons}, message = ${end.message},
      impressions_done = greatest(impressions_done, ${end.impressions_done}),
      sheets_done = greatest(sheets_done, ${end.sheets_done}), finished_at = now(), failures = 0
    from locked where order_id = locked_order and ${ofRunner(db, job)}`
  return count > 0
}

/** What people want of a job now, locked: the printer to which it moves, and whether its order is cancelled. */
export async function lockWish(
  db: Db,
  job: Held,
): Promise<{ move_to: string | null; is_order_cancelled: boolean } | undefined> {
  // First the order, as everybody who changes jobs of an order does.
  const [order] = await db<{ status: string }[]>`
    select status from orders where id = (select order_id from print_jobs where id = ${job.id}) for no key update`
  const [wish] = await db<{ move_to: string | null }[]>`
    select move_to from print_jobs where ${ofRunner(db, job)} for update`
  return wish && { ...wish, is_order_cancelled: order?.status === 'cancelled' }
}

/** Gives a job that printed nothing to another printer. */
export async function moveUnprinted(db: Db, job: Held, printer: string): Promise<boolean> {
  const { count } = await db`
    update print_jobs set version = version + 1, printer_id = ${printer}, state = 'queued', reasons = '{}', message = null,
      ipp_job_id = null, cover_sent_at = null, sent_at = null, cancel_asked_at = null, move_to = null, failures = 0, priority = 0, next_try_at = now()
    where ${ofRunner(db, job)} and impressions_done = 0`
  return count > 0
}

/** Gives a job that has ended in this transaction its sentence. */
export const say = (db: Db, job: string, { message }: Pick<End, 'message'>) =>
  db`update print_jobs set version = version + 1, message = ${message} where id = ${job}`

/** What a job ticket says of an order, and of the document that follows it. */
export type Ticket = {
  order: string
  /** What the code of a ticket says beside the order: only who has the paper knows it. */
  code: string
  number: number
  title: string
  first_name: string
  color: string
  sides: string
  binding: string
  notes: string
  /** 'Wed 25 Nov, 17:00', or '… 16:00 to 17:00' of a window, by the shop's clock. */
  promised: string | null
  promised_at: string | null
  window_from: string | null
  time_zone: string
  /** Null for a bundle. */
  file: string | null
  /** Which of the order's files it is, and how many there are. */
  place: number
  files: number
}

export async function findTicket(db: Db, job: string): Promise<Ticket> {
  const [ticket] = await db<[Ticket]>`
    select o.id as "order", ticket_code(o.id) as code, o.number, o.title, u.first_name, o.color, o.sides, o.binding, o.notes, f.name as file,
      promise_text(o.window_from, o.promised_at, 'FMDy FMDD Mon') as promised,
      ${timeInJson(db, db`o.promised_at`)} as promised_at, ${timeInJson(db, db`o.window_from`)} as window_from,
      (select time_zone from shop_clock) as time_zone,
      (select count(*)::int from order_files g where g.order_id = o.id and g.kind = 'print' and g.position <= f.position)
        as place,
      (select count(*)::int from order_files g where g.order_id = o.id and g.kind = 'print') as files
    from print_jobs j join orders o on o.id = j.order_id join users u on u.id = o.user_id
    left join order_files f on f.id = j.file_id where j.id = ${job}`
  return ticket
}

/** The name of a printer, for sentences. */
export async function nameOf(db: Db, printer: string): Promise<string> {
  const [row] = await db<{ name: string }[]>`select name from printers where id = ${printer}`
  return row?.name ?? 'The printer'
}
