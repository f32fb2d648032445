import { duplicateOrder } from '@our-print/contract/orders/duplicateOrder.ts'
import { getOrder, listOrders, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { useWrite } from '../base/api/api.ts'
import type { ApiError } from '../base/api/call.ts'
import { toast } from '../base/feedback/toast.ts'
import { rupees } from '../base/format/format.ts'
import { useNavigate } from '../base/router/router.tsx'

/** Takes an order in once more and opens the new one; Undo cancels it and goes back. */
export function useDuplicate({ id, number }: Order): () => void {
  const navigate = useNavigate()
  const duplicate = useWrite(duplicateOrder, [listOrders])
  const cancel = useWrite(updateOrder, [listOrders, getOrder])

  function undo(again: Order) {
    const body = { status: 'cancelled', note: 'Duplicated by mistake', version: again.version } as const
    // The page that began it is gone: callbacks of `mutate` would go with it.
    cancel.mutateAsync({ params: { id: again.id }, body }).then(
      () => navigate(`/order/${id}`),
      (error: ApiError) => toast.failure(`Order ${again.number} was not cancelled`, error.message),
    )
  }

  return () =>
    duplicate.mutate(
      { params: { id } },
      {
        onSuccess: (again) => {
          navigate(`/order/${again.id}`)
          const price = again.payable === null ? '' : `: ${rupees(again.payable)}`
          toast.success(`Order ${again.number} taken in like ${number}${price}`, {
            undo: () => undo(again),
          })
        },
        onError: (error) => toast.failure(`Order ${number} was not duplicated`, error.message),
      },
    )
}
