import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import type { IppJob } from '../ipp/ippJobs.ts'
import { totalOf } from './impressions.ts'
import { lostText, movedText, orderCancelledText, stoppedText } from './jobSentences.ts'
import * as queue from './printerQueue.queries.ts'
import { addMissing } from './reprints.ts'
import { cancelAt, findSent, type PrintWork, sendJob } from './sendJob.ts'

type Counts = { impressions_done: number; sheets_done: number }

/**
 * What a printer counted of a job. How many of its sheets are believed, job_sheets knows. Where only sheets are counted, each has
 * at least one side: what is printed surely is not printed again.
 */
function countsOf(job: queue.ActiveJob, { impressionsCompleted, sheetsCompleted }: IppJob): Counts {
  const counted = impressionsCompleted ?? sheetsCompleted ?? 0
  const printed = Math.max(job.impressions_done, Math.min(counted, totalOf(job)))
  return { impressions_done: printed, sheets_done: sheetsCompleted ?? 0 }
}

/** Takes a job one step on: sends it, or asks its printer how it is. */
export async function followJob(work: PrintWork, job: queue.ActiveJob): Promise<void> {
  if (job.is_cancelling) return cancelJob(work, job)
  const known =
    job.state === 'sending' ? await sendJob(work, job) : ((await findSent(work.client, job)) ?? 'lost')
  if (known === 'lost') await endLost(work, job)
  else if (known) await save(work, job, known)
}

async function endLost({ dependencies, printer }: PrintWork, job: queue.ActiveJob): Promise<void> {
  const { impressions_done, sheets_done } = job
  const message = lostText(job, printer)
  await queue.finish(dependencies.pool, job, {
    state: 'failed',
    reasons: ['job-lost'],
    message,
    impressions_done,
    sheets_done,
  })
}

async function save(work: PrintWork, job: queue.ActiveJob, known: IppJob): Promise<void> {
  const { dependencies, client, printer } = work
  const { pool } = dependencies
  const { reasons } = known
  const counts = countsOf(job, known)
  if (known.state === 'completed') {
    // All of it, even if the printer does not count blank sides; unless it says that some are missing.
    const isWhole = !reasons.includes('job-completed-with-errors')
    const all = { ...counts, impressions_done: totalOf(job) }
    const message = isWhole ? null : `Printed with errors. Look at what ${printer} printed.`
    await queue.finish(pool, job, { state: 'done', reasons, message, ...(isWhole ? all : counts) })
  } else if (known.state === 'canceled') {
    await queue.finish(pool, job, {
      state: 'cancelled',
      reasons,
      message: `Cancelled at ${printer}.`,
      ...counts,
    })
  } else if (known.state === 'aborted') {
    const message = `${printer} gave it up${known.message ? `: ${known.message}` : ''}.`.replace('..', '.')
    await queue.finish(pool, job, { state: 'failed', reasons, message, ...counts })
  } else {
    // A printer may be stopped while its job says that it prints.
    const mayBeStopped =
      known.state === 'processing-stopped' ||
      (job.state !== 'sending' && counts.impressions_done === job.impressions_done)
    const status = mayBeStopped ? await client.getPrinter() : undefined
    await queue.saveProgress(pool, job, {
      ...progressOf(job, known, status, printer),
      ...counts,
      ipp_job_id: known.id,
    })
  }
}

function progressOf(
  job: queue.ActiveJob,
  known: IppJob,
  status: PrinterStatus | undefined,
  printer: string,
): Pick<queue.Progress, 'state' | 'reasons' | 'message'> {
  const isStopped = known.state === 'processing-stopped' || status?.state === 'stopped'
  const reasons = [...new Set([...known.reasons, ...(isStopped ? (status?.reasons ?? []) : [])])]
  if (isStopped) return { state: 'stopped', reasons, message: stoppedText(job, known, status, printer) }
  if (known.state === 'processing') return { state: 'printing', reasons, message: null }
  const message = known.state === 'pending-held' ? `Held at ${printer}. Release it there.` : null
  return { state: 'pending', reasons, message }
}

/** A person wants it cancelled, or printed elsewhere. */
async function cancelJob(work: PrintWork, job: queue.ActiveJob): Promise<void> {
  const { client } = work
  const mayPrint = job.sent_at !== null || job.state !== 'sending'
  let known: IppJob | undefined
  try {
    known = job.tries > 0 ? await findSent(client, job) : undefined
    if (known) known = await cancelAt(client, known.id)
  } catch (error) {
    // Without its document it prints nothing, whatever the printer still knows of it.
    if (mayPrint) throw error
  }
  if (known?.state === 'completed') return save(work, job, known)
  // It may be printed, so that no other printer prints it before a person has looked.
  if (!known && job.move_to !== null && mayPrint) return endLost(work, job)
  const isOver = !known || known.state === 'canceled' || known.state === 'aborted'
  if (!isOver && mayPrint) return
  await endCancelled(work, job, known ? countsOf(job, known) : job)
}

/** Ends a job that its printer has let go of, or gives what is missing of it to the printer that a person named. */
async function endCancelled(
  { dependencies: { pool }, printer }: PrintWork,
  job: queue.ActiveJob,
  { impressions_done, sheets_done }: Counts,
): Promise<void> {
  const end = { state: 'cancelled' as const, reasons: [], impressions_done, sheets_done }
  await inJobTransaction(pool, async (tx) => {
    const wish = await queue.lockWish(tx, job)
    if (!wish) return
    const { move_to, is_order_cancelled } = wish
    if (move_to === null || is_order_cancelled) {
      await queue.finish(tx, job, { ...end, message: is_order_cancelled ? orderCancelledText : null })
    } else if (impressions_done === 0) {
      await queue.moveUnprinted(tx, job, move_to)
    } else {
      // Its rest is added once it has ended, and its sentence says where that is.
      if (!(await queue.finish(tx, job, { ...end, message: null }))) return
      const rest = await addMissing(tx, job.id, { printer: move_to, created_by: job.created_by })
      if (rest) await queue.say(tx, job.id, { message: movedText(printer, await queue.nameOf(tx, move_to)) })
    }
  })
}
