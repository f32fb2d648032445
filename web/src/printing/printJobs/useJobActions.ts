import { getOrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import { printJobFirst } from '@our-print/contract/printing/printJobFirst.ts'
import {
  cancelPrintJob,
  getPrintJob,
  holdPrintJob,
  listPrintJobs,
  type PrintJob,
  releasePrintJob,
  retryPrintJob,
} from '@our-print/contract/printing/printJobs.ts'
import { useWrite } from '../../base/api/api.ts'
import { dangerous, useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { isAtPrinter, printerText, progressText } from './printJobTexts.ts'

/** What is read again after a job was made or changed. */
export const staleJobs = [listPrintJobs, getPrintJob, getOrderPrinting]

/** Actions on one print job. */
export function useJobActions(job: PrintJob) {
  const params = { id: job.id }
  const cancel = useWrite(cancelPrintJob, staleJobs)
  const hold = useWrite(holdPrintJob, staleJobs)
  const release = useWrite(releasePrintJob, staleJobs)
  const retry = useWrite(retryPrintJob, staleJobs)
  const first = useWrite(printJobFirst, staleJobs)
  const act = useAct()
  const name = `Print job ${job.number}`

  return {
    hold: () => act({ send: () => hold.mutateAsync({ params }), done: `${name} waits until you release it` }),
    first: () =>
      act({
        send: () => first.mutateAsync({ params }),
        done: `${name} is the next one of ${printerText(job)}`,
      }),
    release: () => act({ send: () => release.mutateAsync({ params }), done: `${name} is in the queue` }),
    retry: () =>
      act({
        send: () => retry.mutateAsync({ params }),
        done: ({ id, number }) =>
          toast.success(id === job.id ? `${name} is tried again` : `The rest is print job ${number}`),
      }),
    cancel: () =>
      act({
        question: dangerous(
          `Cancel print job ${job.number}?`,
          isAtPrinter(job)
            ? `${printerText(job)} is told to stop. ${progressText(job)} were printed so far; you can print the rest later.`
            : job.impressions_done > 0
              ? `${progressText(job)} were printed so far; you can print the rest later.`
              : 'Nothing of it is printed yet.',
          'Cancel the job',
          'Keep it',
        ),
        send: () => cancel.mutateAsync({ params, body: {} }),
        done: ({ is_cancelling }) =>
          toast.success(is_cancelling ? `${printerText(job)} is told to stop` : `${name} is cancelled`),
      }),
    giveUp: () =>
      act({
        question: dangerous(
          `Give print job ${job.number} up?`,
          `${printerText(job)} is not asked any more, and may still print it. Look at what it printed.`,
          'Give it up',
          'Wait',
        ),
        send: () => cancel.mutateAsync({ params, body: { give_up: true } }),
        done: `${name} is given up`,
      }),
  }
}
