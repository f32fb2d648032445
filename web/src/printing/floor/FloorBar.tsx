import type { FloorOrder } from '@our-print/contract/printing/floor.ts'
import { clsx } from 'clsx'
import { Button } from '../../base/ui/Button.tsx'
import styles from './FloorBar.module.css'
import { type FloorAction, stepsFor } from './floorActions.ts'
import { KeyCap } from './KeyCap.tsx'
import type { Feedback } from './useFloorActions.ts'

type Props = {
  order: FloorOrder | undefined
  feedback: Feedback | undefined
  isBusy: boolean
  onAction: (action: FloorAction) => void
}

/** What can be done with the chosen order, each by its key, and what came of the last step. */
export function FloorBar({ order, feedback, isBusy, onAction }: Props) {
  return (
    <footer className={styles.bar}>
      <output className={clsx(styles.feedback, feedback?.isBad && styles.bad)}>{feedback?.text}</output>
      {order && (
        <fieldset aria-label={`Order ${order.number}`} className={styles.steps}>
          <span className={styles.number}>{order.number}</span>
          {stepsFor(order).map(({ action, key, label }) => (
            <Button
              key={action}
              size="large"
              look={isNext(order, action) ? 'primary' : 'secondary'}
              disabled={isBusy}
              aria-keyshortcuts={key.toUpperCase()}
              onClick={() => onAction(action)}
            >
              <span className={styles.step}>
                <span className={styles.key}>
                  <KeyCap isDecoration>{key.toUpperCase()}</KeyCap>
                </span>
                {label}
              </span>
            </Button>
          ))}
        </fieldset>
      )}
    </footer>
  )
}

/** The usual step: a printed order goes on a shelf, any other is printed. */
const isNext = ({ is_printed }: FloorOrder, action: FloorAction) =>
  is_printed ? action === 'shelf' : action === 'print' || action === 'release' || action === 'retry'
