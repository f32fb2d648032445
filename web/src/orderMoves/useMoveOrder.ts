import type { Order } from '@our-print/contract/orders.ts'
import { ApiError } from '../api/call.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { useSingleFlight } from '../form/useSingleFlight.ts'
import { type OrderAction, type OrderChange, type Undo, undoActionOf } from './orderActions.ts'
import { useUpdateOrder } from './useUpdateOrder.ts'

type Details = Omit<OrderChange, 'status'>

/** Makes a move and shows a toast, with Undo if the move can be undone. */
export function useMoveOrder(order: Order) {
  const changing = useUpdateOrder(order)
  const confirm = useConfirm()
  const once = useSingleFlight()

  /** Resolves to true when it is done; otherwise `conflict` or `error` has the reason. */
  const move = async (action: OrderAction, change: Details = {}, seen = changing.seen) =>
    (await once(() => attempt(action, change, seen))) ?? false

  async function attempt(action: OrderAction, change: Details, seen: Order): Promise<boolean> {
    try {
      const after = await changing.attempt({ ...change, status: action.to }, seen)
      if (!after) return false
      const undo = undoActionOf(seen, after)
      toast.success(action.message(after), undo ? { undo: () => void takeBack(after, undo) } : {})
      return true
    } catch (error) {
      // A dialog shows the reason itself.
      if (action.asks) return false
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
