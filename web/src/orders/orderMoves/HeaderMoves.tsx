import type { Order } from '@our-print/contract/orders/orders.ts'
import { clsx } from 'clsx'
import { type RowAction, RowMenu } from '../../base/list/RowMenu.tsx'
import { useOffer } from '../../base/page/acts.ts'
import { usePhone } from '../../base/ui/useWidth.ts'
import styles from './HeaderMoves.module.css'
import { useOrderMoves } from './useOrderMoves.tsx'

type Props = {
  order: Order
  /** What else can be done with the order; first in the menu. */
  more: readonly RowAction[]
}

/**
 * In the header of an order: the next step, one other move, and all others in a menu. On a phone they are in a bar at
 * the bottom, in reach of the thumb.
 */
export function HeaderMoves({ order, more }: Props) {
  const {
    actions,
    next,
    others,
    running,
    start,
    move,
    button,
    withProof,
    collect,
    ready,
    unready,
    waiting,
    dialogs,
  } = useOrderMoves(order, {
    onCard: false,
  })
  const phone = usePhone()
  const isIdle = running === undefined
  const assigns = actions.find(({ asks }) => asks === 'staff')
  useOffer({
    about: `Order ${order.number}`,
    acts: [
      ...(isIdle ? actions.map((action) => ({ label: action.label, run: () => void start(action) })) : []),
      ...more.map(({ label, onClick }) => ({ label, run: onClick })),
    ],
    ...(isIdle && assigns && { assign: (id) => void move(assigns, { assigned_user: id }, order) }),
  })
  // There is space for one button beside the next step.
  const second = ready ? undefined : others.find(({ danger }) => !danger)
  const inMenu: RowAction[] = [
    ...more,
    ...unready,
    ...others
      .filter((action) => action !== second)
      .map((action) => ({
        label: action.label,
        // As the buttons, which are disabled while a move runs.
        onClick: () => {
          if (running === undefined) void start(action)
        },
        ...(action.danger && { danger: true }),
      })),
  ]
  const bar = phone && actions.length > 0
  const menu = inMenu.length > 0 && (
    <RowMenu name={`order ${order.number}`} actions={inMenu} above={bar} framed />
  )
  return (
    <div className={styles.moves}>
      {waiting}
      {bar ? (
        <div className={clsx('noprint', styles.thumbBar)}>
          {collect}
          {menu}
          {ready}
          {second && button(second)}
          {withProof}
          {next && button(next)}
        </div>
      ) : (
        <>
          {second && button(second)}
          {ready}
          {next && button(next)}
          {collect}
          {withProof}
          {menu}
        </>
      )}
      {dialogs}
    </div>
  )
}
