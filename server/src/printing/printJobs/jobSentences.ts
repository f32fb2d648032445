import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { IppJob } from '../ipp/ippJobs.ts'
import type { PrintedBefore } from './changeJobs.queries.ts'
import { totalOf } from './impressions.ts'
import type { ActiveJob } from './printerQueue.queries.ts'

/** '12 of 52 sides' */
export const sidesText = (job: ActiveJob, done = job.impressions_done) => {
  const total = totalOf(job)
  return `${done} of ${total} ${total === 1 ? 'side' : 'sides'}`
}

const noPaper = ['media-empty', 'media-needed']

/** Why a job is stopped at its printer, and what to do. */
export function stoppedText(
  { paper_size }: ActiveJob,
  known: IppJob,
  status: PrinterStatus | undefined,
  printer: string,
): string {
  const reasons = [...known.reasons, ...(status?.reasons ?? [])]
  if (reasons.some((reason) => noPaper.includes(reason)))
    return `Out of paper. Load ${paper_size} into ${printer}; it goes on by itself.`
  const why = [status?.message, known.message].find((text) => text) ?? `${printer} is stopped`
  return `${why.replace(/\.$/, '')}. It goes on by itself once ${printer} works again.`
}

/** Of an order that is cancelled: what was printed by then, and what happens at the printers. */
export function printedBeforeText({ good, needed, printers }: PrintedBefore): string {
  const printed = good > 0 ? `${good} of ${needed} sides were printed already.` : 'Nothing was printed yet.'
  if (printers.length === 0) return printed
  return `${printed} ${printers.join(', ')} ${printers.length === 1 ? 'is' : 'are'} told to stop.`
}

/** Why a job waits that nothing else keeps from printing. */
export const printerOff = {
  message: 'Its printer is deactivated. Activate it, or move the job to another one.',
}

/** Why a job ended whose order was cancelled. */
export const orderCancelledText = 'The order was cancelled.'

/** Why a job ended whose rest goes elsewhere. */
export const movedText = (from: string, to: string) => `Moved from ${from} to ${to}, which prints the rest.`

/** A printer that has forgotten a job. */
export const lostText = (job: ActiveJob, printer: string) =>
  `${printer} does not know this job any more. ${sidesText(job)} were counted. Look at what it printed, then print what is missing.`

/** A request that failed and is sent again. */
export const postponedText = (job: ActiveJob, message: string) =>
  job.impressions_done > 0
    ? `${message} ${sidesText(job)} were printed when it was last asked. It is asked again by itself.`
    : `${message} It is tried again by itself.`
