import { listMyOrders, listOrders, type Order } from '@our-print/contract/orders.ts'
import { type Query, query } from '../api/api.ts'
import type { Column } from '../list/tableModel.ts'
import { orderColumns as show } from './orderColumns.tsx'

/** The filters of the address, validated. */
export type OrderFilter = {
  limit: string
  offset: string
  query?: string
  from_date?: string | undefined
  to_date?: string | undefined
  status?: Order['status'] | undefined
}

type OrderPage = { count: number; next: string | null; previous: string | null; results: Order[] }

export type OrderView = {
  title: string
  rows: (filter: OrderFilter) => Query<OrderPage>
  columns: readonly Column<Order>[]
  /** Super admins update many orders at once; a staff user works on one card at a time. */
  bulk?: true
  /** Lists of all statuses can be filtered by one. */
  byStatus?: true
  /** The text of an empty list, and the screen of the next step. */
  hint: string
  next?: { to: string; label: string }
}

const newOrder = { to: '/new_order', label: 'New order' }

const allOrders = (filter: OrderFilter) =>
  query(listOrders, { querystring: { ...filter, exclude_order_type: 'subscription' } })

const subscriptionOrders = (filter: OrderFilter) =>
  query(listOrders, { querystring: { ...filter, order_type: 'subscription' } })

const myOrders = (filter: OrderFilter & { exclude_status?: Order['status'] }) =>
  query(listMyOrders, { querystring: { ...filter, assigned_user: localStorage.getItem('id') ?? '' } })

const pendingColumns = [
  show.number,
  show.title,
  show.customer,
  show.mobile,
  show.print,
  show.pages,
  show.payable,
  show.place,
  show.waiting,
]

const assignedColumns = [
  show.number,
  show.title,
  show.customer,
  show.mobile,
  show.pages,
  show.payable,
  show.place,
  show.staff,
  show.waiting,
]

const completedColumns = [
  show.number,
  show.title,
  show.customer,
  show.mobile,
  show.pages,
  show.payable,
  show.staff,
  show.created,
  show.delivered,
]

const totalColumns = [
  show.number,
  show.title,
  show.customer,
  show.mobile,
  show.pages,
  show.payable,
  show.status,
  show.staff,
  show.created,
]

/** Every list of orders. */
export const orderViews = {
  pending: {
    title: 'Pending orders',
    rows: (filter) => allOrders({ ...filter, status: 'confirmed' }),
    columns: pendingColumns,
    bulk: true,
    hint: 'An order that is taken in waits here until it is assigned.',
    next: newOrder,
  },
  assigned: {
    title: 'Assigned orders',
    rows: (filter) => allOrders({ ...filter, status: 'assigned' }),
    columns: assignedColumns,
    bulk: true,
    hint: 'Assign pending orders to a staff user and they show here.',
    next: { to: '/pending_orders', label: 'Pending orders' },
  },
  completed: {
    title: 'Completed orders',
    rows: (filter) => allOrders({ ...filter, status: 'delivered' }),
    columns: completedColumns,
    bulk: true,
    hint: 'Orders show here once they are delivered.',
  },
  total: {
    title: 'Total orders',
    rows: allOrders,
    columns: totalColumns,
    bulk: true,
    byStatus: true,
    hint: 'Every order stays here, whatever became of it. Take the first one in.',
    next: newOrder,
  },
  'subscription-pending': {
    title: 'Pending subscription orders',
    rows: (filter) => subscriptionOrders({ ...filter, status: 'confirmed' }),
    columns: pendingColumns,
    bulk: true,
    hint: 'An order that is paid with the pages of a plan waits here until it is assigned.',
    next: newOrder,
  },
  'subscription-assigned': {
    title: 'Assigned subscription orders',
    rows: (filter) => subscriptionOrders({ ...filter, status: 'assigned' }),
    columns: assignedColumns,
    bulk: true,
    hint: 'Assign pending subscription orders to a staff user and they show here.',
    next: { to: '/subscription_pending_orders', label: 'Pending subscription orders' },
  },
  'subscription-completed': {
    title: 'Completed subscription orders',
    rows: (filter) => subscriptionOrders({ ...filter, status: 'delivered' }),
    columns: completedColumns,
    bulk: true,
    hint: 'Subscription orders show here once they are delivered.',
  },
  'subscription-total': {
    title: 'Total subscription orders',
    rows: subscriptionOrders,
    columns: totalColumns,
    bulk: true,
    byStatus: true,
    hint: 'Every order that used a plan stays here. Sell a customer a plan, then use it in a new order.',
    next: { to: '/user_subscription', label: 'User subscription plans' },
  },
  'my-assigned': {
    title: 'Assigned orders',
    rows: (filter) => myOrders({ ...filter, exclude_status: 'delivered' }),
    columns: [...show.forStaffUser, show.status, show.waiting, show.actions],
    hint: 'Nothing to deliver. New orders show here by themselves.',
  },
  'my-out-for-delivery': {
    title: 'Out For Delivery orders',
    rows: (filter) => myOrders({ ...filter, status: 'out-for-delivery' }),
    columns: [...show.forStaffUser, show.status, show.waiting, show.actions],
    hint: 'Take an assigned order out for delivery and it shows here.',
    next: { to: '/assigned_orders', label: 'Assigned orders' },
  },
  'my-completed': {
    title: 'Completed orders',
    rows: (filter) => myOrders({ ...filter, status: 'delivered' }),
    columns: [...show.forStaffUser, show.status, show.delivered, show.moves],
    hint: 'Orders show here once you have delivered them.',
    next: { to: '/out_for_delivery_orders', label: 'Out for delivery' },
  },
} as const satisfies Record<string, OrderView>

export type OrderViewName = keyof typeof orderViews
