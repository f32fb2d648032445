import { type OrderStatus, orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import { clsx } from 'clsx'
import {
  AssignmentIndOutlined as AssignmentInd,
  CancelOutlined as Cancel,
  CheckCircle,
  LocalShippingOutlined as LocalShipping,
  Schedule,
} from '../icons/frame.tsx'
import type { IconType } from '../icons/Icon.tsx'
import styles from './StatusChip.module.css'

/** Icon and label tell them apart without colour. */
const icons: Record<OrderStatus, IconType> = {
  confirmed: Schedule,
  assigned: AssignmentInd,
  'out-for-delivery': LocalShipping,
  delivered: CheckCircle,
  cancelled: Cancel,
}

/** On a card: takes as much space as the widest status, so that nothing moves when the status changes. */
export const CardStatus = ({ status, list }: { status: OrderStatus; list?: true }) => (
  <span className={clsx(styles.place, list && styles.inList)}>
    <StatusChip status={status} />
  </span>
)

/** The status of an order. */
export function StatusChip({ status }: { status: OrderStatus }) {
  const Icon = icons[status]
  return (
    <span className={clsx(styles.chip, styles[status])}>
      <Icon size={14} />
      {orderStatusLabels[status]}
    </span>
  )
}
