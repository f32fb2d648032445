import {
  allowedTransitions,
  type OrderStatus,
  orderMoves,
  orderStatuses,
  orderStatusLabels,
} from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Able } from '@our-print/contract/people/abilities.ts'
import { plural } from '../../base/format/format.ts'
import type { Matching } from '../../base/matching/matching.ts'
import { actionsOf } from './orderActions.ts'
import type { Reason } from './orderTexts.ts'

/** A move of several orders at once. */
export type BulkAction = {
  label: string
  outcome: string | undefined
  to: OrderStatus
  from: OrderStatus[]
  asksNote: boolean
  danger: boolean
  warning: boolean
  reasons: readonly Reason[] | undefined
  hint: string | undefined
  /** How many of the selected orders allow it. */
  orders: number
}

/** 'Cancel 6 orders', 'Delivered: 6 orders' */
export const bulkTitle = ({ label, to, orders }: BulkAction) =>
  to === 'cancelled' ? `Cancel ${plural(orders, 'order')}` : `${label}: ${plural(orders, 'order')}`

/** What is said of the orders once the move is made: 'cancelled', 'out for delivery' */
export const bulkOutcome = ({ label, outcome }: BulkAction) => outcome ?? label.toLowerCase()

type Movable = Pick<Order, 'status' | 'allowed_transitions'>

/** One order of each status that the orders may have that match a filter. */
export function samplesOf({ filter }: Matching, able: Able): Movable[] {
  const { status } = filter as { status?: OrderStatus | OrderStatus[] }
  const statuses = status ? [status].flat() : orderStatuses
  return statuses.map((each) => ({
    status: each,
    allowed_transitions: allowedTransitions(able, { status: each, delivered_at: null, is_own: false }),
  }))
}

/** Whether at least one of the orders can be assigned. */
export const canAssignAny = (orders: readonly Movable[]) =>
  orders.some((order) => actionsOf(order).some(({ asks }) => asks === 'staff'))

/** The moves that at least one of these orders allows, each once. */
export function bulkActionsOf(orders: readonly Movable[]): BulkAction[] {
  const found = new Map<string, BulkAction>()
  for (const { from, to, label, outcome, asks, danger, warning, reasons, hint } of orders.flatMap(
    actionsOf,
  )) {
    if (asks === 'staff') continue
    const known = found.get(label)
    if (known) {
      known.orders += 1
      if (!known.from.includes(from)) known.from.push(from)
    } else {
      const asksNote = asks === 'note'
      found.set(label, {
        label,
        to,
        from: [from],
        asksNote,
        danger: danger ?? false,
        warning: warning ?? false,
        reasons,
        outcome,
        hint,
        orders: 1,
      })
    }
  }
  // Final moves come last.
  return [...found.values()].toSorted((one, other) => Number(one.danger) - Number(other.danger))
}

/**
 * Why an order must not be part of the request, or undefined: the request has a status, not a button, and 'Reopen'
 * would send an assigned order out for delivery.
 */
export function reasonToSkip({ status }: Order, { label, from, to }: BulkAction): string | undefined {
  if (from.includes(status)) return undefined
  const movesElsewhere = status === to || orderMoves.some((move) => move.from === status && move.to === to)
  return movesElsewhere
    ? `This order is ${orderStatusLabels[status]}: “${label}” does not apply to it.`
    : undefined
}
