import { getOrder, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order, outForDelivery } from '../../test/order.ts'
import { answer, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { OrderPage } from './OrderPage.tsx'

const byAdmin: Order = {
  ...outForDelivery,
  order_files: [],
  allowed_transitions: ['assigned', 'delivered', 'cancelled'],
}
const pending: Order = {
  ...order,
  order_files: [],
  status: 'confirmed',
  assigned_user: null,
  assigned_user_data: null,
  allowed_transitions: ['assigned', 'cancelled'],
}

async function show(shown: Order, width: number) {
  screenOf(width)
  const page = renderPage(<OrderPage />, [answer(getOrder, shown), answer(updateOrder, shown)], {
    path: `/order/${order.id}`,
    route: '/order/:id',
  })
  await screen.findByRole('heading', { name: '#1042 Thesis', level: 1 })
  return page
}

const menuButton = () => screen.getByRole('button', { name: 'More actions for order 1042' })
const header = () =>
  [...(menuButton().parentElement?.parentElement?.querySelectorAll('button') ?? [])].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

const dots = 'More actions for order 1042'

test.each([
  [1280, pending, ['Assign', dots]],
  [1280, { ...order, order_files: [] }, ['Reassign', 'Out for delivery', dots]],
  [1280, byAdmin, ['Failed attempt', 'Delivered', dots]],
  [390, { ...order, order_files: [] }, [dots, 'Reassign', 'Out for delivery']],
  [390, byAdmin, [dots, 'Failed attempt', 'Delivered']],
])(
  'at %i px an order has its next step, at most one other move and a menu',
  async (width, shown, buttons) => {
    await show(shown, width)
    expect(header()).toEqual(buttons)
  },
)

test('the menu has what else can be done, by keyboard too, and gives the focus back', async () => {
  const user = userEvent.setup()
  const { location } = await show({ ...order, order_files: [] }, 1280)
  menuButton().focus()
  await user.keyboard('{Enter}')
  const menu = await screen.findByRole('menu')
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Edit',
    'Duplicate',
    'Ticket scans',
    'Print job ticket',
    'New order for this customer',
    'Unassign',
    'Cancel order',
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(menuButton()).toHaveFocus()
  await user.keyboard('{Enter}')
  await screen.findByRole('menu')
  await user.keyboard('{End}{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Cancel order 1042' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(menuButton()).toHaveFocus()
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Print job ticket' }))
  expect(location()).toBe(`/job_tickets?order=${order.id}`)
})

test('Cancel order is a button of the page, too, away from the next step', async () => {
  const user = userEvent.setup()
  const { calls } = await show(pending, 390)
  await user.click(screen.getByRole('button', { name: 'Cancel order' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel order 1042' }))
  await user.type(dialog.getByLabelText('Note'), 'Ordered twice')
  await user.click(dialog.getByRole('button', { name: 'Cancel order' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      status: 'cancelled',
      note: 'Ordered twice',
      version: 3,
    }),
  )
})

test('a cancelled order can neither be edited nor moved', async () => {
  const user = userEvent.setup()
  await show({ ...pending, status: 'cancelled', allowed_transitions: [] }, 390)
  expect(header()).toEqual([dots])
  await user.click(menuButton())
  const items = await screen.findAllByRole('menuitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Duplicate',
    'Ticket scans',
    'Print job ticket',
    'New order for this customer',
  ])
})
