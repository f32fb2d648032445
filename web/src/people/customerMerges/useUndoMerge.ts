import {
  type CustomerMerge,
  listCustomerMerges,
  undoCustomerMerge,
} from '@our-print/contract/people/customerMerges.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWrite } from '../../base/api/api.ts'
import { toast } from '../../base/feedback/toast.ts'
import { plural } from '../../base/format/format.ts'
import { useNavigate } from '../../base/router/router.tsx'

/** Undoes a merge, says what stayed, and offers to open the customer who is back. */
export function useUndoMerge() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const write = useWrite(undoCustomerMerge, [listCustomerMerges])

  async function undo({ id, kept_name, merged, merged_name }: CustomerMerge): Promise<void> {
    try {
      const { stayed } = await write.mutateAsync({ params: { id } })
      // Orders, coins, plans and more show whose they are.
      void client.invalidateQueries()
      const parts = [
        stayed.new_orders > 0 && `${plural(stayed.new_orders, 'order')} taken in since`,
        stayed.changed > 0 && `${plural(stayed.changed, 'record')} changed since`,
      ].filter(Boolean)
      toast.success(`${merged_name} is back`, {
        ...(parts.length > 0 && { detail: `Not moved back: ${parts.join(', ')}. Look at ${kept_name}.` }),
        next: [{ label: 'Open', onClick: () => navigate(`/user/${merged}`) }],
      })
    } catch (error) {
      toast.failure('The merge was not undone', (error as Error).message)
    }
  }
  return { undo, isPending: write.isPending }
}
