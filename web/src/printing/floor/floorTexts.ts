import type { FloorColumn, FloorJob, FloorOrder } from '@our-print/contract/printing/floor.ts'
import type { PrintJobState } from '@our-print/contract/printing/printJobStates.ts'
import { count, plural } from '../../base/format/format.ts'
import { bindingLabels, colorText, layoutLabels, sidesLabels } from '../../shop/configurations/printTexts.ts'

/** What to put into the machine: '60 pages × 2', 'A4', 'Black & white', 'Double-sided', 'Spiral' */
export function optionsOf(order: FloorOrder): string[] {
  const { pdf_page_count, copies, paper_size, color, color_pages, sides, binding, layout } = order
  const pages = plural(pdf_page_count, 'page')
  const { impressions, blank_sides } = order
  return [
    copies > 1 ? `${pages} × ${count(copies)}` : pages,
    paper_size,
    colorText({ color, color_pages, impressions: impressions / copies, blank_sides }),
    sidesLabels[sides],
    ...(layout === '1-up' ? [] : [layoutLabels[layout]]),
    ...(binding === 'none' ? [] : [bindingLabels[binding]]),
  ]
}

/** How it looks: `stopped` needs a person. */
export type JobTone = 'waiting' | 'busy' | 'stopped' | 'done'

const partOf = ({ impressions, impressions_done }: FloorJob) =>
  `${count(impressions_done)} of ${count(impressions)}`

const stopped = (what: string, message: string | null): [JobTone, string] => [
  'stopped',
  message ? `${what}: ${message}` : what,
]

const ofJob: Record<PrintJobState, (job: FloorJob, missing: string) => [JobTone, string]> = {
  queued: ({ message }) => ['waiting', message ?? 'In the queue'],
  held: () => ['waiting', 'On hold'],
  sending: () => ['busy', 'Being sent'],
  pending: () => ['busy', 'Waits in the printer'],
  printing: (job) => ['busy', `Printing ${partOf(job)}`],
  stopped: ({ message }) => stopped('Stopped', message),
  failed: ({ message }, missing) => stopped('Failed', message ?? missing),
  cancelled: (_, missing) => ['stopped', `Cancelled, ${missing}`],
  done: (_, missing) => ['stopped', missing],
}

/** How far the printing of an order is, in a few words. */
export function jobText({
  job,
  is_printed,
  impressions,
  impressions_printed,
}: FloorOrder): [JobTone, string] {
  if (is_printed) return ['done', 'Printed, put it on a shelf']
  if (!job) return ['waiting', 'Not sent']
  return ofJob[job.state](job, `${count(impressions_printed)} of ${plural(impressions, 'side')} printed`)
}

const stateWords = {
  idle: 'Ready',
  processing: 'Printing',
  stopped: 'Stopped',
  unreachable: 'Not reachable',
} as const

/** What a printer's column says under its name. */
export function printerText({ printer }: FloorColumn): { text: string; isBad: boolean } {
  if (!printer) return { text: 'Due and oldest first', isBad: false }
  const { state, message } = printer
  if (!state) return { text: 'Not asked yet', isBad: false }
  return { text: message || stateWords[state], isBad: state === 'stopped' || state === 'unreachable' }
}

export const columnName = ({ printer }: FloorColumn) => printer?.name ?? 'No printer yet'
