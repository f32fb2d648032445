import type { undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { send } from '../api/call.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.ts'
import { trackJob } from './startBulkJob.ts'

const warning =
  'Orders that are out for delivery go back to Assigned. Their history will show this as a failed attempt, and it counts as one.'

type Undoing = {
  id: string
  /** 'Assign 30 orders', for the question. */
  title: string
  /** Whether it sent orders out, which its undo counts as failed attempts. */
  warns: boolean
}

/** Undoes a bulk job by another one, whose progress the app bar shows; a failure is said in a toast. */
export function useUndoBulk() {
  const client = useQueryClient()
  const confirm = useConfirm()
  return async ({ id, title, warns }: Undoing): Promise<void> => {
    const question = { title: `Undo “${title}”?`, body: warning, action: 'Undo', cancel: 'Keep' }
    if (warns && !(await confirm(question))) return
    const endpoint = { method: 'POST', url: '/api/bulk-jobs/:id/undo/' } as const
    await send<typeof undoBulkJob>(endpoint, { params: { id } }).then(
      (job) => trackJob(client, job, id),
      (error: Error) => toast.failure(error),
    )
  }
}
