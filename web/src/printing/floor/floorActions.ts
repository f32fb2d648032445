import { canBeReady } from '@our-print/contract/orders/promises.ts'
import type { FloorJob, FloorOrder } from '@our-print/contract/printing/floor.ts'
import { finalPrintJobStates } from '@our-print/contract/printing/printJobStates.ts'

export type FloorAction =
  | 'print'
  | 'release'
  | 'retry'
  | 'hold'
  | 'reprint'
  | 'by_hand'
  | 'shelf'
  | 'ready'
  | 'open'

/** Its last job has ended: before all its sides were printed, as a printer may end it with errors, too, or whole. */
const hasEnded = (job: FloorJob | null) =>
  job !== null && finalPrintJobStates.some((each) => each === job.state)
const isCut = (job: FloorJob | null) =>
  job !== null && hasEnded(job) && job.impressions_done < job.impressions

/** One key for each step. The server decides again: here is only what makes sense to offer. */
const steps: readonly {
  action: FloorAction
  key: string
  label: string
  isFor: (order: FloorOrder) => boolean
}[] = [
  {
    action: 'print',
    key: 'p',
    label: 'Print',
    isFor: ({ job, is_printed }) => !is_printed && (!job || hasEnded(job)) && !isCut(job),
  },
  { action: 'release', key: 'p', label: 'Print', isFor: ({ job }) => job?.state === 'held' },
  {
    action: 'retry',
    key: 'p',
    label: 'Print the rest',
    isFor: ({ job, is_printed }) => !is_printed && isCut(job),
  },
  { action: 'hold', key: 'h', label: 'Hold', isFor: ({ job }) => job?.state === 'queued' },
  {
    action: 'reprint',
    key: 'r',
    label: 'Reprint',
    isFor: ({ job, open_jobs }) => job !== null && open_jobs === 0 && job.impressions_done > 0,
  },
  {
    action: 'by_hand',
    key: 'd',
    label: 'Done by hand',
    isFor: ({ open_jobs, is_printed }) => !is_printed && open_jobs === 0,
  },
  { action: 'shelf', key: 's', label: 'Shelf place', isFor: () => true },
  {
    action: 'ready',
    key: 'f',
    label: 'Ready for pick-up',
    isFor: (order) => canBeReady(order) && !order.is_ready,
  },
  { action: 'open', key: 'o', label: 'Open', isFor: () => true },
]

export const stepsFor = (order: FloorOrder) => steps.filter(({ isFor }) => isFor(order))

/** The keys and what they do, for the sheet of keys. */
export const floorKeys = [
  { key: '↑ ↓ ← →', what: 'Choose an order' },
  { key: 'P', what: 'Print it, print the rest of it, or let a held one print' },
  { key: 'H', what: 'Hold it' },
  { key: 'R', what: 'Print it again from a side on' },
  { key: 'D', what: 'It was printed by hand' },
  { key: 'S', what: 'Put it on a shelf' },
  { key: 'F', what: 'It is ready to be fetched' },
  { key: 'O', what: 'Open the order' },
  { key: '?', what: 'Show these keys' },
] as const
