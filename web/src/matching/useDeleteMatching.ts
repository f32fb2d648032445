import type { createClientBulkJob } from '@our-print/contract/lists/bulkJobs.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { plural } from '../format/format.ts'
import type { Matching } from './matching.ts'
import { useStartBulkJob } from './useStartBulkJob.ts'

type Texts = { one: string; many: string; body: string }

/** Deletes all records that match, after a question with their exact number. `list` is the address of the list. */
export function useDeleteMatching(list: string, { one, many, body }: Texts) {
  const { mutateAsync, isPending } = useStartBulkJob<typeof createClientBulkJob>({
    method: 'POST',
    url: `${list}bulk-jobs/` as '/api/clients/bulk-jobs/',
  })
  const confirm = useConfirm()

  async function remove({ count, filter }: Matching, clear: () => void): Promise<void> {
    const question = {
      title: `Delete all ${plural(count, one, many)} that match?`,
      body,
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    await mutateAsync({ querystring: filter, body: { action: 'delete', count } }).then(
      clear,
      (error: Error) => toast.failure(error),
    )
  }
  return { remove, isPending }
}
