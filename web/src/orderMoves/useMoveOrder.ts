import type { Order } from '@our-print/contract/orders.ts'
import { ApiError } from '../api/call.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { useSingleFlight } from '../form/useSingleFlight.ts'
import { type Offer, type OrderChange, type Undo, undoOf } from './orderOffers.ts'
import { useUpdateOrder } from './useUpdateOrder.ts'

type Details = Omit<OrderChange, 'status'>

/** Makes a move and reports it, with Undo where there is a way back. */
export function useMoveOrder(order: Order) {
  const changing = useUpdateOrder(order)
  const confirm = useConfirm()
  const once = useSingleFlight()

  /** Resolves to whether it is done; otherwise `meanwhile` or `error` has the reason. */
  const move = async (offer: Offer, change: Details = {}, seen = changing.seen) =>
    (await once(() => attempt(offer, change, seen))) ?? false

  async function attempt(offer: Offer, change: Details, seen: Order): Promise<boolean> {
    try {
      const after = await changing.attempt({ ...change, status: offer.to }, seen)
      if (!after) return false
      const undo = undoOf(seen, after)
      toast.success(offer.message(after), undo ? { undo: () => void takeBack(after, undo) } : {})
      return true
    } catch (error) {
      // A dialog shows the reason itself.
      if (offer.asks) return false
      const gone = error instanceof ApiError && error.status === 404
      toast.failure(gone ? `Order ${seen.number} is no longer yours to change.` : (error as Error))
      return false
    }
  }

  async function takeBack(order: Order, { change, message, warning }: Undo) {
    const question = {
      title: `Take order ${order.number} back?`,
      body: warning,
      action: 'Take back',
      cancel: 'Keep',
    }
    if (warning && !(await confirm(question))) return
    try {
      const done = await changing.attempt(change, order)
      if (done) toast.success(message)
      else toast.failure(`Order ${order.number} was changed meanwhile, so it was not taken back.`)
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return { ...changing, move }
}
