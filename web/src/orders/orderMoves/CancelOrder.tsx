import type { Order } from '@our-print/contract/orders/orders.ts'
import { Button } from '../../base/ui/Button.tsx'
import styles from './CancelOrder.module.css'
import { useOrderMoves } from './useOrderMoves.tsx'

/** Cancels an order, where that is allowed: beside the facts of its progress, away from the next step. */
export function CancelOrder({ order }: { order: Order }) {
  const { actions, start, dialogs } = useOrderMoves(order, { onCard: false })
  const action = actions.find(({ to }) => to === 'cancelled')
  if (!action) return dialogs
  return (
    <>
      <div className={styles.cancel}>
        <Button look="plain" size="small" tone="danger" onClick={() => void start(action)}>
          {action.label}
        </Button>
      </div>
      {dialogs}
    </>
  )
}
