import type { Order } from '@our-print/contract/orders/orders.ts'
import { canBeReady } from '@our-print/contract/orders/promises.ts'
import { useState } from 'react'
import { useCan, useSeesShop } from '../../base/api/useCan.ts'
import { ChangeList } from '../../base/dialog/ChangeList.tsx'
import { ConfirmDialog } from '../../base/dialog/ConfirmDialog.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { useAfterFirstView } from '../../base/feedback/useAfterFirstView.ts'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { rupees } from '../../base/format/format.ts'
import { Button } from '../../base/ui/Button.tsx'
import { isProven, useProofRule } from '../deliveryProofs/proofRule.ts'
import { useReady } from '../promises/useReady.ts'
import { predict } from '../roundActs/predicted.ts'
import { useActsOf } from '../roundActs/useActsOf.ts'
import { WaitingActs } from '../roundActs/WaitingActs.tsx'
import { useFinished } from './finishedOrders.ts'
import { actionsOf, type OrderAction, type OrderChange } from './orderActions.ts'
import { useMoveOrder } from './useMoveOrder.ts'
import styles from './useOrderMoves.module.css'

// Forms and the staff picker are loaded when needed: the list does not wait for them.
const CollectDialog = lazyPart(() => import('./CollectDialog.tsx'))
const dialogs = {
  staff: lazyPart(() => import('./AssignDialog.tsx')),
  note: lazyPart(() => import('./MoveDialog.tsx')),
  proof: lazyPart(() => import('./DeliverDialog.tsx')),
}

type Opened = {
  action: OrderAction
  order: Order
  asks: keyof typeof dialogs | 'payment'
  payment?: OrderChange['payment']
}

/** The moves that are allowed now, a button for each, and the dialogs that they open. */
export function useOrderMoves(known: Order, { onCard }: { onCard: boolean }) {
  const acts = useActsOf(known.id)
  // The next step follows from what waits.
  const order = predict(known, acts)
  const isHeld = acts.some(({ state }) => state === 'refused')
  const finished = useFinished(order.id)
  const [opened, setOpened] = useState<Opened>()
  const { move, reload, conflict, isPending } = useMoveOrder(order, {
    onCard,
    // The press came before the rule was known.
    onProofNeeded: (action) => setOpened({ action, order, asks: 'proof' }),
  })
  const [isBlocked, setBlocked] = useState(false)
  const [running, setRunning] = useState<OrderAction['to']>()
  const proof = useProofRule(order.status === 'out-for-delivery')
  const staff = !useSeesShop()
  const marking = useReady(order)
  // At the door there may be no network.
  useAfterFirstView(() => {
    if (!staff) return
    dialogs.note.preload()
    dialogs.proof.preload()
    CollectDialog.preload()
  })
  // The buttons keep their space while the card is done: nothing must slide under the finger.
  const finishedMove = onCard ? finished : undefined
  const actions = isHeld ? [] : actionsOf(finishedMove?.seen ?? order)
  const next = actions.find(({ main }) => main)
  const others = actions.filter((action) => action !== next)
  const asks = opened?.asks
  const Dialog = asks && asks !== 'payment' ? dialogs[asks] : undefined
  const needsProof = proof === 'required' && !isProven(order)
  const collects = useCollects(order, next)

  async function start(action: OrderAction) {
    const asks = action.asks ?? (action.to === 'delivered' && needsProof ? 'proof' : undefined)
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
          look={isNext && !collects ? 'primary' : 'secondary'}
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

  // Beside the next step, for whoever stands at the door. It is there before the rule is known, so that nothing moves when it is.
  const withProof = staff &&
    (proof ?? 'optional') === 'optional' &&
    next?.to === 'delivered' &&
    !isProven(order) && (
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

  // Above the moves: what whoever stands at the door asks for first.
  const collect = collects && next && (
    <span key="collect" className={styles.collect}>
      <Button
        full
        size="touch"
        look="primary"
        disabled={running !== undefined}
        onClick={() => setOpened({ action: next, order, asks: 'payment' })}
      >
        Collect {rupees(order.due ?? 0)}
      </Button>
    </span>
  )

  // Of a pick-up: the customer can come.
  const ready = canBeReady(order) && !order.is_ready && (
    <span key="ready" className={styles.other}>
      <Button
        full
        size="touch"
        loading={marking.isPending}
        disabled={running !== undefined}
        onClick={() => void marking.setReady(true)}
      >
        Ready
      </Button>
    </span>
  )
  const unready = order.is_ready
    ? [{ label: 'Not ready for pick-up', onClick: () => void marking.setReady(false) }]
    : []

  const opens = (
    <>
      {opened && Dialog && (
        <Dialog
          order={opened.order}
          action={opened.action}
          onCard={onCard}
          onClose={() => setOpened(undefined)}
          {...(opened.payment && { payment: opened.payment })}
        />
      )}
      {opened?.asks === 'payment' && (
        <CollectDialog
          order={opened.order}
          action={opened.action}
          onCard={onCard}
          onClose={() => setOpened(undefined)}
          onProof={needsProof ? (payment) => setOpened({ ...opened, asks: 'proof', payment }) : undefined}
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

  return {
    actions,
    next,
    others,
    finishedMove,
    running,
    start,
    move,
    button,
    withProof,
    collect,
    ready,
    unready,
    waiting: acts.length > 0 && <WaitingActs order={known} />,
    dialogs: opens,
  }
}

/** Whether something is to be collected with the next step, by who may take it. */
function useCollects({ due, pay_by }: Order, next: OrderAction | undefined): boolean {
  const [isCourier, may] = [!useSeesShop(), useCan('payments')]
  return next?.to === 'delivered' && (due ?? 0) > 0 && pay_by !== 'on_account' && (isCourier || may)
}
