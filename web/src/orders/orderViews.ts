import type { Order } from '@our-print/contract/orders.ts'
import type { Column } from '../list/tableModel.ts'
import { orderColumns as show } from './orderColumns.tsx'
import type { OrderViewName } from './orderLists.ts'

export type OrderView = {
  title: string
  columns: readonly Column<Order>[]
  /** Super admins update many orders at once; a staff user works on one card at a time. */
  bulk?: true
  /** The text of an empty list, and the screen of the next step. */
  hint: string
  next?: { to: string; label: string }
}

const newOrder = { to: '/new_order', label: 'New order' }

/** The columns of a list, and those that a person may add. */
const withOptional = (columns: readonly Column<Order>[]): readonly Column<Order>[] => [
  ...columns,
  ...[show.mobile, show.print, show.place, show.status, show.staff, show.created, show.delivered]
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

/** Every list of orders. */
export const orderViews = {
  pending: {
    title: 'Pending orders',
    columns: pendingColumns,
    bulk: true,
    hint: 'An order that is taken in waits here until it is assigned.',
    next: newOrder,
  },
  assigned: {
    title: 'Assigned orders',
    columns: assignedColumns,
    bulk: true,
    hint: 'Assign pending orders to a staff user and they show here.',
    next: { to: '/pending_orders', label: 'Pending orders' },
  },
  completed: {
    title: 'Completed orders',
    columns: completedColumns,
    bulk: true,
    hint: 'Orders show here once they are delivered.',
  },
  total: {
    title: 'Total orders',
    columns: totalColumns,
    bulk: true,
    hint: 'Every order is listed here, whatever its status. Take in the first one.',
    next: newOrder,
  },
  'subscription-pending': {
    title: 'Pending subscription orders',
    columns: pendingColumns,
    bulk: true,
    hint: 'An order that is paid with the pages of a plan waits here until it is assigned.',
    next: newOrder,
  },
  'subscription-assigned': {
    title: 'Assigned subscription orders',
    columns: assignedColumns,
    bulk: true,
    hint: 'Assign pending subscription orders to a staff user and they show here.',
    next: { to: '/subscription_pending_orders', label: 'Pending subscription orders' },
  },
  'subscription-completed': {
    title: 'Completed subscription orders',
    columns: completedColumns,
    bulk: true,
    hint: 'Subscription orders show here once they are delivered.',
  },
  'subscription-total': {
    title: 'Total subscription orders',
    columns: totalColumns,
    bulk: true,
    hint: 'Orders that use the pages of a plan show here. Sell a customer a plan, then use it in a new order.',
    next: { to: '/user_subscription', label: 'User subscription plans' },
  },
  'my-assigned': {
    title: 'Assigned orders',
    columns: [...show.forStaffUser, show.status, show.waiting, show.actions],
    hint: 'Nothing to deliver. New orders appear here by themselves.',
  },
  'my-out-for-delivery': {
    title: 'Out For Delivery orders',
    columns: [...show.forStaffUser, show.status, show.waiting, show.actions],
    hint: 'Take an assigned order out for delivery and it shows here.',
    next: { to: '/assigned_orders', label: 'Assigned orders' },
  },
  'my-completed': {
    title: 'Completed orders',
    columns: [...show.forStaffUser, show.status, show.delivered, show.moves],
    hint: 'Orders show here once you have delivered them.',
    next: { to: '/out_for_delivery_orders', label: 'Out for delivery' },
  },
} as const satisfies Record<OrderViewName, OrderView>
