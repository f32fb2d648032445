import { deleteLead, getLead, type Lead, listLeads } from '@our-print/contract/people/leads.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { toast } from '../../base/feedback/toast.tsx'
import { useUndoDelete } from '../../base/feedback/useUndoDelete.ts'

/** Deletes a lead after a confirmation, then calls `onGone`. */
export function useDeleteLead(onGone: () => void) {
  // The open lead is not read again: it is gone.
  const { mutateAsync, isPending: isRemoving } = useWrite(deleteLead, [])
  const showDeleted = useUndoDelete([listLeads, getLead])
  const act = useAct()
  const client = useQueryClient()

  const readAgain = () => void client.invalidateQueries({ queryKey: [listLeads.url] })

  const remove = ({ id, name }: Lead) =>
    act({
      question: {
        title: `Delete ${name}?`,
        body: `The message and the notes are kept in the bin for ${binDays} days.`,
        action: 'Delete',
        danger: true,
      },
      send: () => mutateAsync({ params: { id } }),
      done: () => {
        onGone()
        showDeleted({ ids: [id], message: `${name} deleted`, undone: `${name} is back` })
        readAgain()
      },
      failed: (error) => {
        toast.failure(error)
        readAgain()
      },
    })

  return { remove, isRemoving }
}
