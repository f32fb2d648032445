import type { Order } from '@our-print/contract/orders/orders.ts'
import { clsx } from 'clsx'
import { formatRecentDate, formatTime } from '../../base/format/format.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'
import styles from './DoorNotes.module.css'

type Props = {
  order: Order
  /** On a card, where long notes are cut. */
  short?: boolean
}

/** What whoever goes to the door must know before the address: the last failed attempt and the notes. */
export function DoorNotes({ order, short = false }: Props) {
  const { notes, attempts, last_failed_attempt } = order
  const failed = isAtTheDoor(order) && last_failed_attempt
  if (!failed && !notes) return null
  return (
    <span className={styles.notes}>
      {failed && (
        <span className={styles.failed}>
          <Warning size={18} />
          <span>
            {failed.note ?? 'Failed attempt'}
            <span className={styles.when}>
              {attempts > 1 ? `${attempts} failed attempts, the last one on ` : 'Failed attempt on '}
              {formatRecentDate(failed.at)}, {formatTime(failed.at)}
            </span>
          </span>
        </span>
      )}
      {notes && (
        <span className={styles.note}>
          <span className={clsx(short && styles.short)}>{notes}</span>
        </span>
      )}
    </span>
  )
}

/** Open, or delivered so recently that it may be taken back: a card must not shrink under the thumb that delivers. */
const isAtTheDoor = ({ status, allowed_transitions }: Order) =>
  (status !== 'delivered' && status !== 'cancelled') || allowed_transitions.includes('out-for-delivery')
