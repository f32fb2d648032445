import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import { count, plural } from '../../base/format/format.ts'

export const stateLabels: Record<PrintJobState, string> = {
  queued: 'Waiting',
  held: 'Held',
  sending: 'Being sent',
  pending: 'At the printer',
  printing: 'Printing',
  stopped: 'Stopped',
  done: 'Done',
  cancelled: 'Cancelled',
  failed: 'Failed',
}

/** '12 of 52 sides' */
export const progressText = ({ impressions_done, impressions_total }: PrintJob) =>
  `${count(impressions_done)} of ${plural(impressions_total, 'side')}`

/** What a job does now, in a line. */
export function stateText(job: PrintJob): string {
  const { state, message, impressions_done, impressions_total, priority } = job
  if (job.is_cancelling) return `Being cancelled at its printer${message ? `: ${message}` : ''}`
  switch (state) {
    case 'printing':
      return `Printing side ${count(Math.min(impressions_done + 1, impressions_total))} of ${count(impressions_total)}`
    case 'stopped':
      return `Stopped after ${progressText(job)}: ${message ?? 'the printer does not say why'}`
    case 'done':
      return message ?? `${plural(impressions_done, 'side')} printed`
    case 'cancelled':
    case 'failed':
      return [`${stateLabels[state]} after ${progressText(job)}.`, message].filter(Boolean).join(' ')
    case 'queued':
      if (priority > 0 && !message) return 'Waiting, before the others'
      return message ? `Waiting: ${message}` : 'Waiting'
    default:
      return message ? `${stateLabels[state]}: ${message}` : stateLabels[state]
  }
}

/** 'Part 1.pdf, sides 5 to 10, 2 copies' */
export function extentText({ document, first_impression, impressions, copies }: PrintJob): string {
  const part = first_impression > 1 ? `, sides ${count(first_impression)} to ${count(impressions)}` : ''
  return `${document}${part}${copies > 1 ? `, ${plural(copies, 'copy', 'copies')}` : ''}`
}

export const printerText = ({ printer_data }: PrintJob) => printer_data?.name ?? 'By hand'

const atPrinter: readonly PrintJobState[] = ['sending', 'pending', 'printing', 'stopped']
export const isAtPrinter = ({ state }: PrintJob) => atPrinter.includes(state)
export const isOpen = ({ finished_at }: PrintJob) => finished_at === null
