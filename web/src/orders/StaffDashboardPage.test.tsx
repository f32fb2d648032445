import { listMyOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { useQuery } from '@tanstack/react-query'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outForDelivery } from '../../test/order.ts'
import { answer, hang, refuse, renderPage } from '../../test/renderPage.tsx'
import { query } from '../base/api/api.ts'
import { today } from '../base/format/format.ts'
import { StaffDashboardPage } from './StaffDashboardPage.tsx'

const counts = { assigned: 4, out_for_delivery: 1, delivered_today: 7, delivered_week: 23 }
const show = (oldest_waiting: (typeof outForDelivery)[]) =>
  renderPage(<StaffDashboardPage />, [answer(getStaffDashboard, { ...counts, oldest_waiting })], {
    role: 'staff',
  })

test('counts link to their lists, and the oldest orders have their next step', async () => {
  show([outForDelivery])
  expect(await screen.findByRole('link', { name: /To deliver\s*5/ })).toHaveAttribute(
    'href',
    '/assigned_orders',
  )
  expect(screen.getByRole('link', { name: /Out for delivery\s*1/ })).toHaveAttribute(
    'href',
    '/out_for_delivery_orders',
  )
  expect(screen.getByRole('link', { name: /Delivered today\s*7/ })).toHaveAttribute(
    'href',
    '/completed_orders?delivered=today',
  )
  expect(screen.getByRole('link', { name: /Delivered in 7 days\s*23/ })).toHaveAttribute(
    'href',
    '/completed_orders?delivered=7d',
  )
  const [waiting] = within(screen.getByRole('list', { name: 'Waiting longest' })).getAllByRole('listitem')
  if (!waiting) throw new Error('nothing waits')
  expect(within(waiting).getByRole('link', { name: '1042 Thesis' })).toBeVisible()
  expect(within(waiting).getByRole('button', { name: 'Delivered' })).toBeEnabled()
})

test('without orders it says so', async () => {
  show([])
  expect(await screen.findByText('No Records found')).toBeVisible()
})

test('a server error is shown', async () => {
  renderPage(<StaffDashboardPage />, [refuse(getStaffDashboard, 500, { message: 'Something broke.' })])
  expect(await screen.findByText('Something broke.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

/** The dashboard as the second screen, after lists that have these orders. */
function AfterLists({ lists }: { lists: readonly Record<string, string>[] }) {
  const [first, second] = lists.map((querystring) => query(listMyOrders, { querystring }))
  const replies = [useQuery(first ?? never), useQuery(second ?? first ?? never)]
  return replies.every(({ data }) => data) ? <StaffDashboardPage /> : null
}
const never = query(listMyOrders, { querystring: {} })

const afterLists = (lists: readonly Record<string, string>[], results: Order[], count = results.length) =>
  renderPage(
    <AfterLists lists={lists} />,
    [answer(listMyOrders, { count, next: null, previous: null, results }), hang(getStaffDashboard)],
    { role: 'staff' },
  )

const paging = { limit: '10', offset: '0' }
const older: Order = {
  ...outForDelivery,
  id: '01900000-0000-7000-8000-00000000001a',
  number: 1001,
  status: 'assigned',
  created_at: '2026-01-01T10:00:00Z',
}

test('after the list of all open orders it is drawn at once, the oldest order first', async () => {
  afterLists([{ ...paging, exclude_status: 'delivered' }], [outForDelivery, older])
  expect(await screen.findByRole('link', { name: /To deliver\s*2/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /Out for delivery\s*1/ })).toBeVisible()
  const links = within(screen.getByRole('list', { name: 'Waiting longest' })).getAllByRole('link', {
    name: /Thesis/,
  })
  expect(links.map(({ textContent }) => textContent)).toEqual(['1001 Thesis', '1042 Thesis'])
  // What no list knows yet.
  expect(screen.getByRole('link', { name: /^Delivered today$/ })).toBeVisible()
  expect(screen.queryByText(/Loading/)).toBeNull()
})

test('a page of a longer list tells only their number', async () => {
  afterLists([{ ...paging, exclude_status: 'delivered' }], [outForDelivery], 12)
  expect(await screen.findByRole('link', { name: /To deliver\s*12/ })).toBeVisible()
  expect(screen.getByRole('status', { name: 'Loading the orders that wait longest' })).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Waiting longest' })).toBeNull()
})

test('deliveries of today are known from their list, but not from one that is searched', async () => {
  const delivered = { ...paging, status: 'delivered', delivered_from: today(), delivered_to: today() }
  afterLists([delivered, { ...paging, exclude_status: 'delivered', query: 'thesis' }], [outForDelivery], 7)
  expect(await screen.findByRole('link', { name: /Delivered today\s*7/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /^To deliver$/ })).toBeVisible()
})
