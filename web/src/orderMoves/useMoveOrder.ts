import type { Order } from '@our-print/contract/orders.ts'
import { useRef } from 'react'
import { ApiError } from '../api/call.ts'
import { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { type Offer, type OrderChange, type Undo, undoOf } from './orderOffers.ts'
import { useChangeOrder } from './useChangeOrder.ts'

/** Makes a move and tells of it, with a way back where there is one. */
export function useMoveOrder() {
  const changing = useChangeOrder()
  const confirm = useConfirm()
  const moving = useRef('')

  /** Resolves to whether it is done; otherwise `meanwhile` or `error` has the reason. */
  async function move(seen: Order, offer: Offer, change: Omit<OrderChange, 'status'> = {}): Promise<boolean> {
    // The second click of a double click may come before the button is drawn as busy.
    if (moving.current === seen.id) return false
    moving.current = seen.id
    try {
      const after = await changing.change(seen, { ...change, status: offer.to })
      if (!after) return false
      const undo = undoOf(seen, after)
      toast.success(offer.told(after), undo ? { undo: () => void takeBack(after, undo) } : {})
      return true
    } catch (error) {
      // A dialog shows the reason itself.
      if (offer.asks) return false
      const gone = error instanceof ApiError && error.status === 404
      toast.failure(gone ? `Order ${seen.number} is no longer yours to change.` : (error as Error))
      return false
    } finally {
      moving.current = ''
    }
  }

  async function takeBack(order: Order, { change, told, warning }: Undo) {
    const question = {
      title: `Take order ${order.number} back?`,
      body: warning,
      action: 'Take back',
      cancel: 'Keep',
    }
    if (warning && !(await confirm(question))) return
    try {
      const done = await changing.change(order, change)
      if (done) toast.success(told)
      else toast.failure(`Order ${order.number} was changed meanwhile, so it was not taken back.`)
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return { ...changing, move }
}
