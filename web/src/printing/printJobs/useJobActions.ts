import {
  cancelPrintJob,
  getOrderPrinting,
  getPrintJob,
  holdPrintJob,
  listPrintJobs,
  type PrintJob,
  releasePrintJob,
  retryPrintJob,
} from '@our-print/contract/printing/printJobs.ts'
import { useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
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
  const confirm = useConfirm()
  const name = `Print job ${job.number}`

  async function attempt(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return {
    hold: () =>
      attempt(async () => {
        await hold.mutateAsync({ params })
        toast.success(`${name} waits until you release it`)
      }),
    release: () =>
      attempt(async () => {
        await release.mutateAsync({ params })
        toast.success(`${name} is in the queue`)
      }),
    retry: () =>
      attempt(async () => {
        const printed = await retry.mutateAsync({ params })
        toast.success(
          printed.id === job.id ? `${name} is tried again` : `The rest is print job ${printed.number}`,
        )
      }),
    cancel: () =>
      attempt(async () => {
        const question = {
          title: `Cancel print job ${job.number}?`,
          body: isAtPrinter(job)
            ? `${printerText(job)} is told to stop. ${progressText(job)} were printed so far; you can print the rest later.`
            : 'Nothing of it is printed yet.',
          action: 'Cancel the job',
          cancel: 'Keep it',
          danger: true,
        }
        if (!(await confirm(question))) return
        const changed = await cancel.mutateAsync({ params, body: {} })
        toast.success(changed.is_cancelling ? `${printerText(job)} is told to stop` : `${name} is cancelled`)
      }),
    giveUp: () =>
      attempt(async () => {
        const question = {
          title: `Give print job ${job.number} up?`,
          body: `${printerText(job)} is not asked any more, and may still print it. Look at what it printed.`,
          action: 'Give it up',
          cancel: 'Wait',
          danger: true,
        }
        if (!(await confirm(question))) return
        await cancel.mutateAsync({ params, body: { give_up: true } })
        toast.success(`${name} is given up`)
      }),
  }
}
