import type { Order } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../base/api/call.ts'
import { useConfirm } from '../../base/dialog/ConfirmDialog.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { useSingleFlight } from '../../base/form/useSingleFlight.ts'
import { useNavigate } from '../../base/router/router.tsx'
import { isWaiting, refusalOf } from '../roundActs/moveByQueue.ts'
import { keepCard } from './finishedOrders.ts'
import { type OrderAction, type Undo, undoActionOf } from './orderActions.ts'
import { type QueuedChange, useUpdateOrder } from './useUpdateOrder.ts'

type Details = Omit<QueuedChange, 'status'>
type Options = {
  onCard: boolean
  /** The shop delivers nothing without a proof: asked for in place of a message. */
  onProofNeeded?: (action: OrderAction) => void
}

/**
 * Makes a move and says so, with Undo if the move can be undone: in a toast, or where the order leaves its list, on its
 * card, which stays in its place for some seconds.
 */
export function useMoveOrder(order: Order, { onCard, onProofNeeded }: Options) {
  const client = useQueryClient()
  const changing = useUpdateOrder(order)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const once = useSingleFlight()

  /** Resolves to true when it is done; otherwise `conflict` or `error` has the reason. */
  const move = async (action: OrderAction, change: Details = {}, seen = changing.seen) =>
    (await once(() => attempt(action, change, seen))) ?? false

  async function attempt(action: OrderAction, change: Details, seen: Order): Promise<boolean> {
    const { done: label } = action
    // From now on: the list may be read again before the answer is here.
    const card = onCard && label ? keepCard(seen) : undefined
    try {
      const after = await changing.attempt({ ...change, status: action.to }, seen)
      if (!after) {
        card?.release()
        return false
      }
      if (isWaiting(after)) {
        // What waits says so in the place of its buttons, for as long as it waits.
        card?.release()
        const refusal = refusalOf(after)
        const next = { label: 'To send', onClick: () => navigate('/to_send') }
        if (refusal) toast.failure('Refused, and kept on this phone', refusal.message, [next])
        return true
      }
      const message = action.message(after)
      const reverse = undoActionOf(seen, after)
      const undo = reverse && (() => takeBack(after, reverse, card?.release))
      if (card && label) card.done(after, { label, message, ...(undo && { undo }) })
      else toast.success(message, undo ? { undo: () => void undo() } : {})
      return true
    } catch (error) {
      card?.release()
      const needsProof = error instanceof ApiError && error.code === 'proof_required'
      // The rule that is known here is an older one, if any.
      if (needsProof) void client.invalidateQueries({ queryKey: [getConfiguration.url] })
      // A dialog shows the reason itself.
      if (action.asks) return false
      if (needsProof && onProofNeeded) {
        onProofNeeded(action)
        return false
      }
      const gone = error instanceof ApiError && error.status === 404
      toast.failure(gone ? `Order ${seen.number} is no longer yours to change.` : (error as Error))
      return false
    }
  }

  async function takeBack(order: Order, { change, message, warning }: Undo, onDone = () => {}) {
    const question = {
      title: `Undo the move of order ${order.number}?`,
      body: warning,
      action: 'Undo',
      cancel: 'Keep',
    }
    if (warning && !(await confirm(question))) return
    try {
      const done = await changing.attempt(change, order)
      if (done && !isWaiting(done)) toast.success(message)
      if (!done) toast.failure(`Order ${order.number} was changed meanwhile, so nothing was undone.`)
      if (done) onDone()
    } catch (error) {
      toast.failure(error as Error)
    }
  }

  return { ...changing, move }
}
