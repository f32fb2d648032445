import { deleteLead, getLead, type Lead, listLeads } from '@our-print/contract/people/leads.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'

/** Deletes a lead after a confirmation, then calls `onGone`. */
export function useDeleteLead(onGone: () => void) {
  // The open lead is not read again: it is gone.
  const { mutateAsync, isPending: isRemoving } = useWrite(deleteLead, [])
  const showDeleted = useUndoDelete([listLeads, getLead])
  const confirm = useConfirm()
  const client = useQueryClient()

  async function remove({ id, name }: Lead) {
    const question = {
      title: `Delete ${name}?`,
      body: `The message and the notes are kept in the bin for ${binDays} days.`,
      action: 'Delete',
      danger: true,
    }
    if (!(await confirm(question))) return
    try {
      await mutateAsync({ params: { id } })
      onGone()
      showDeleted({ ids: [id], message: `${name} deleted`, undone: `${name} is back` })
    } catch (error) {
      toast.failure(error as Error)
    }
    void client.invalidateQueries({ queryKey: [listLeads.url] })
  }

  return { remove, isRemoving }
}
