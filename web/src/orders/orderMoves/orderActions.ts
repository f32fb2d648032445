import type { Input } from '@our-print/contract/endpoint.ts'
import {
  type OrderStatus,
  orderMoves,
  orderStatusLabels,
  undoOf,
} from '@our-print/contract/orders/orderMoves.ts'
import type { Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { asText } from '../../base/format/format.ts'
import { failedReasons, type Reason } from './orderTexts.ts'

export type OrderChange = Input<typeof updateOrder>['body']

/** A move as an action: its button, what it asks for, and its toast. */
export type OrderAction = {
  from: OrderStatus
  to: OrderStatus
  label: string
  /** What is said of several orders once it is made, where that is not its label. */
  outcome?: string
  /** The next step of the order. */
  main?: true
  danger?: true
  /** No success: the button has the colour of a warning. */
  warning?: true
  asks?: 'staff' | 'note'
  /** The usual notes: one tap makes the move. */
  reasons?: readonly Reason[]
  /** The title of its dialog. */
  title?: (order: Order) => string
  hint?: string
  message: (after: Order) => string
  /** What its card says for some seconds, where the order leaves the list with this move. */
  done?: string
}

const staffOf = ({ assigned_user_data }: Order) => assigned_user_data?.full_name ?? asText('nobody')

const cancel = (from: OrderStatus): OrderAction => ({
  from,
  to: 'cancelled',
  label: 'Cancel order',
  outcome: 'cancelled',
  danger: true,
  asks: 'note',
  title: ({ number }) => `Cancel order ${number}`,
  hint: 'A cancelled order stays cancelled. Coupon use and plan pages are given back.',
  message: ({ number }) => `Order ${number} cancelled`,
})

/** The actions for the contract's moves, in the order of their buttons. */
const actions: readonly OrderAction[] = [
  {
    from: 'confirmed',
    to: 'assigned',
    label: 'Assign',
    main: true,
    asks: 'staff',
    title: ({ number }) => `Assign order ${number}`,
    message: (order) => `Order ${order.number} assigned to ${staffOf(order)}`,
  },
  {
    from: 'assigned',
    to: 'out-for-delivery',
    label: 'Out for delivery',
    main: true,
    message: ({ number }) => `Order ${number} is out for delivery`,
  },
  {
    from: 'out-for-delivery',
    to: 'delivered',
    label: 'Delivered',
    outcome: 'delivered',
    main: true,
    message: ({ number }) => `Order ${number} delivered`,
    done: 'Delivered',
  },
  {
    from: 'assigned',
    to: 'assigned',
    label: 'Reassign',
    asks: 'staff',
    title: ({ number }) => `Reassign order ${number}`,
    message: (order) => `Order ${order.number} reassigned to ${staffOf(order)}`,
  },
  {
    from: 'assigned',
    to: 'confirmed',
    label: 'Unassign',
    outcome: 'unassigned',
    message: ({ number }) => `Order ${number} is pending again`,
  },
  {
    from: 'out-for-delivery',
    to: 'assigned',
    label: 'Failed attempt',
    outcome: 'assigned again after a failed attempt',
    warning: true,
    asks: 'note',
    reasons: failedReasons,
    title: ({ number }) => `Failed attempt for order ${number}`,
    hint: 'What happened at the door? One tap is enough. The order goes back to Assigned.',
    message: ({ number }) => `Failed attempt noted. Order ${number} is assigned again`,
    done: 'Failed attempt noted',
  },
  {
    from: 'delivered',
    to: 'out-for-delivery',
    label: 'Reopen',
    outcome: 'reopened',
    asks: 'note',
    title: ({ number }) => `Reopen order ${number}`,
    hint: 'The order goes back to Out for delivery. Coins and claims it earned are taken back.',
    message: ({ number }) => `Order ${number} reopened: out for delivery again`,
    done: 'Reopened',
  },
  cancel('confirmed'),
  cancel('assigned'),
  cancel('out-for-delivery'),
]

/** The actions that the order's `allowed_transitions` permit. */
export const actionsOf = (order: Pick<Order, 'status' | 'allowed_transitions'>): OrderAction[] =>
  actions.filter(
    ({ from, to }) =>
      from === order.status &&
      order.allowed_transitions.includes(to) &&
      orderMoves.some((move) => move.from === from && move.to === to),
  )

export type Undo = { change: OrderChange; message: string; warning?: string }

export const undoNote = 'Tapped by mistake'

/**
 * The move that undoes a move, if there is one. To undo Out for delivery is a failed attempt and counts as one, which
 * a warning says first.
 */
export function undoActionOf(before: Order, after: Order): Undo | undefined {
  const undo = reverseMove(before, after)
  return undo?.change.status && after.allowed_transitions.includes(undo.change.status) ? undo : undefined
}

function reverseMove(before: Order, { number, status }: Order): Undo | undefined {
  const change = undoOf(before, status, undoNote)
  if (!change) return undefined
  if (change.assigned_user) return { change, message: `Order ${number} is with ${staffOf(before)} again` }
  const message = `Order ${number} is ${orderStatusLabels[before.status].toLowerCase()} again`
  if (status !== 'out-for-delivery') return { change, message }
  const warning = `It goes back to Assigned. The history will show this as a failed attempt with the note “${undoNote}”, and it counts as one.`
  return { change, message, warning }
}
