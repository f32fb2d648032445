import type { Order } from '@our-print/contract/orders/orders.ts'
import { clsx } from 'clsx'
import { useState } from 'react'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { CheckCircle } from '../../base/icons/frame.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { VisuallyHidden } from '../../base/ui/Text.tsx'
import type { Finished } from './finishedOrders.ts'
import styles from './OrderMoves.module.css'
import { useOrderMoves } from './useOrderMoves.tsx'

/** On a card of a list: buttons of the moves that are allowed now, the next step first. */
export function OrderMoves({ order }: { order: Order }) {
  const { next, others, finishedMove, button, withProof, collect, ready, waiting, dialogs } = useOrderMoves(
    order,
    {
      onCard: true,
    },
  )
  const buttons = (
    <>
      {collect}
      {next && button(next)}
      {withProof}
      {ready}
      {others.map(button)}
    </>
  )
  return (
    // Clicks in a dialog bubble to the card, which would open the order.
    <Row align="stretch" className={styles.moves} onClick={(event) => event.stopPropagation()}>
      {waiting}
      {finishedMove ? (
        <>
          <div className={styles.gone} aria-hidden inert>
            {buttons}
          </div>
          <FinishedMove {...finishedMove} />
        </>
      ) : (
        buttons
      )}
      {dialogs}
    </Row>
  )
}

/** In place of the buttons of a card that is done: 'Delivered · Undo'. */
function FinishedMove({ label, message, at, undo }: Omit<NonNullable<Finished['done']>, 'seen'>) {
  const [isUndoing, setUndoing] = useState(false)

  async function takeBack() {
    // The second tap of a double tap on what was here before.
    if (!undo || isUndoing || performance.now() - at < doubleTapMs) return
    setUndoing(true)
    await undo()
    setUndoing(false)
  }

  return (
    <div className={styles.finished}>
      <output className={clsx(styles.done, undo && styles.undoable)}>
        <CheckCircle size={18} />
        <span>{label}</span>
        <VisuallyHidden>{message}</VisuallyHidden>
      </output>
      {undo && (
        <div className={styles.undo}>
          <Button size="touch" full aria-disabled={isUndoing} onClick={() => void takeBack()}>
            Undo
          </Button>
        </div>
      )}
    </div>
  )
}
