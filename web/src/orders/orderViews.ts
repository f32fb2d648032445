import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Column } from '../base/list/columns.tsx'
import { orderColumns as show } from './orderColumns.tsx'
import type { ShopViewName } from './orderLists.ts'

export type OrderView = {
  title: string
  columns: readonly Column<Order>[]
  /** The text of an empty list, and the screen of the next step. */
  hint: string
  next?: { to: string; label: string }
}

const newOrder = { to: '/new_order', label: 'New order' }

/** The columns of a list, and those that a person may add. */
const withOptional = (columns: readonly Column<Order>[]): readonly Column<Order>[] => [
  ...columns,
  ...[
    show.mobile,
    show.print,
    show.place,
    show.status,
    show.staff,
    show.created,
    show.delivered,
    show.promised,
    show.printed,
    show.payment,
    show.paid,
    show.due,
  ]
    .filter(({ id }) => !columns.some((column) => column.id === id))
    .map((column) => ({ ...column, optional: true as const })),
]

const pendingColumns = withOptional([
  show.number,
  show.title,
  show.customer,
  show.mobileOnCard,
  show.print,
  show.pages,
  show.payable,
  show.place,
  show.waiting,
])

const assignedColumns = withOptional([
  show.number,
  show.title,
  show.customer,
  show.mobileOnCard,
  show.pages,
  show.payable,
  show.place,
  show.staff,
  show.waiting,
])

const completedColumns = withOptional([
  show.number,
  show.title,
  show.customer,
  show.mobileOnCard,
  show.pages,
  show.payable,
  show.staff,
  show.created,
  show.delivered,
])

const totalColumns = withOptional([
  show.number,
  show.title,
  show.customer,
  show.mobileOnCard,
  show.pages,
  show.payable,
  show.status,
  show.staff,
  show.created,
])

/** Every list of the orders of the shop. */
export const orderViews = {
  pending: {
    title: 'Pending orders',
    columns: pendingColumns,
    hint: 'An order that is taken in waits here until it is assigned.',
    next: newOrder,
  },
  assigned: {
    title: 'Assigned orders',
    columns: assignedColumns,
    hint: 'Assign pending orders to a staff user and they show here.',
    next: { to: '/pending_orders', label: 'Pending orders' },
  },
  completed: {
    title: 'Completed orders',
    columns: completedColumns,
    hint: 'Orders show here once they are delivered.',
  },
  total: {
    title: 'Total orders',
    columns: totalColumns,
    hint: 'Every order is listed here, whatever its status. Take in the first one.',
    next: newOrder,
  },
  'subscription-pending': {
    title: 'Pending subscription orders',
    columns: pendingColumns,
    hint: 'An order that is paid with the pages of a plan waits here until it is assigned.',
    next: newOrder,
  },
  'subscription-assigned': {
    title: 'Assigned subscription orders',
    columns: assignedColumns,
    hint: 'Assign pending subscription orders to a staff user and they show here.',
    next: { to: '/subscription_pending_orders', label: 'Pending subscription orders' },
  },
  'subscription-completed': {
    title: 'Completed subscription orders',
    columns: completedColumns,
    hint: 'Subscription orders show here once they are delivered.',
  },
  'subscription-total': {
    title: 'Total subscription orders',
    columns: totalColumns,
    hint: 'Orders that use the pages of a plan show here. Sell a customer a plan, then use it in a new order.',
    next: { to: '/user_subscription', label: 'User subscription plans' },
  },
} as const satisfies Record<ShopViewName, OrderView>
