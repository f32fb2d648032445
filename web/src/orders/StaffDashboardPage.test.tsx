import { getStaffDashboard } from '@our-print/contract/dashboard.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { outForDelivery } from '../../test/order.ts'
import { answer, refuse, renderPage } from '../../test/renderPage.tsx'
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
