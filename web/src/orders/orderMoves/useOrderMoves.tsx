import type { Order } from '@our-print/contract/orders/orders.ts'
import { useState } from 'react'
import { ConfirmDialog } from '../../base/dialog/ConfirmDialog.tsx'
import { ChangeList } from '../../base/dialog/ConflictDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { Button } from '../../base/ui/Button.tsx'
import { useRole } from '../../people/session/session.ts'
import { isProven, useProofRule } from '../deliveryProofs/proofRule.ts'
import { useFinished } from './finishedOrders.ts'
import { actionsOf, type OrderAction } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'
import styles from './useOrderMoves.module.css'

// Forms and the staff picker are loaded when needed: the list does not wait for them.
const dialogs = {
  staff: lazyPart(() => import('./AssignDialog.tsx')),
  note: lazyPart(() => import('./MoveDialog.tsx')),
  proof: lazyPart(() => import('./DeliverDialog.tsx')),
}

/** The moves that are allowed now, a button for each, and the dialogs that they open. */
export function useOrderMoves(order: Order, { onCard }: { onCard: boolean }) {
  const finished = useFinished(order.id)
  const { move, reload, conflict, isPending } = useMoveOrder(order, { onCard })
  const [isBlocked, setBlocked] = useState(false)
  const [running, setRunning] = useState<OrderAction['to']>()
  const [opened, setOpened] = useState<{ action: OrderAction; order: Order; asks: keyof typeof dialogs }>()
  const proof = useProofRule(order.status === 'out-for-delivery')
  const staff = useRole() === 'staff'
  // At the door there may be no network.
  useAfterFirstView(() => {
    if (!staff) return
    dialogs.note.preload()
    dialogs.proof.preload()
  })
  // The buttons keep their space while the card is done: nothing must slide under the finger.
  const finishedMove = onCard ? finished : undefined
  const actions = actionsOf(finishedMove?.seen ?? order)
  const next = actions.find(({ main }) => main)
  const others = actions.filter((action) => action !== next)
  const Dialog = opened && dialogs[opened.asks]

  async function start(action: OrderAction) {
    const needsProof = action.to === 'delivered' && proof === 'required' && !isProven(order)
    const asks = action.asks ?? (needsProof ? 'proof' : undefined)
    if (asks) return setOpened({ action, order, asks })
    setRunning(action.to)
    if (await move(action, {}, order)) {
      setBlocked(true)
      setTimeout(() => setBlocked(false), doubleTapMs)
    }
    setRunning(undefined)
  }

  const button = (action: OrderAction) => {
    const isNext = action === next
    return (
      <span key={action.label} className={isNext ? styles.next : styles.other}>
        <Button
          full
          size="touch"
          look={isNext ? 'primary' : 'secondary'}
          tone={isNext ? 'neutral' : action.danger ? 'danger' : action.warning ? 'warning' : 'neutral'}
          loading={
            !finishedMove &&
            (isNext ? (isPending && running === action.to) || isBlocked : running === action.to)
          }
          disabled={running !== undefined}
          onClick={() => void start(action)}
        >
          {action.label}
        </Button>
      </span>
    )
  }

  // Beside the next step, for whoever stands at the door.
  const withProof = staff && proof === 'optional' && next?.to === 'delivered' && !isProven(order) && (
    <span key="proof" className={styles.other}>
      <Button
        full
        size="touch"
        disabled={running !== undefined}
        onClick={() => setOpened({ action: next, order, asks: 'proof' })}
      >
        With proof
      </Button>
    </span>
  )

  const opens = (
    <>
      {opened && Dialog && (
        <Dialog
          order={opened.order}
          action={opened.action}
          onCard={onCard}
          onClose={() => setOpened(undefined)}
        />
      )}
      {conflict && (
        <ConfirmDialog
          title={`Order ${order.number} was changed`}
          body={
            <>
              This order was changed while you were here, so nothing was done.
              <ChangeList changes={conflict.changes} />
            </>
          }
          action="Reload"
          cancel="Close"
          onConfirm={reload}
          onCancel={reload}
        />
      )}
    </>
  )

  return { actions, next, others, finishedMove, running, start, button, withProof, dialogs: opens }
}
