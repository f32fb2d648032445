import { updateOrder } from '@our-print/contract/orders/orders.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { order, outForDelivery } from '../../../test/order.ts'
import { answer, type Call, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { OrderMoves } from './OrderMoves.tsx'

const delivered = {
  ...outForDelivery,
  status: 'delivered',
  allowed_transitions: ['out-for-delivery'],
  version: 5,
} satisfies typeof order
const button = (name: string) => screen.getByRole('button', { name })
const patches = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

test('only allowed moves are shown, with the next step once', () => {
  renderPage(<OrderMoves order={outForDelivery} />, [], { role: 'staff' })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Delivered',
    'With proof',
    'Failed attempt',
  ])
})

test('an order without allowed moves has no buttons', () => {
  renderPage(<OrderMoves order={{ ...order, status: 'cancelled', allowed_transitions: [] }} />)
  expect(screen.queryByRole('button')).toBeNull()
})

test('one tap delivers with the version, and Undo reopens with a note', async () => {
  // The second tap comes at once, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] })
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [answer(updateOrder, delivered)])
  await user.click(button('Delivered'))
  expect(await screen.findByRole('status')).toHaveTextContent('DeliveredOrder 1042 delivered')
  // The second tap of a double tap does not take it back.
  await user.click(button('Undo'))
  vi.advanceTimersByTime(doubleTapMs)
  expect(patches(calls)).toHaveLength(1)
  await user.click(button('Undo'))
  await waitFor(() =>
    expect(patches(calls)).toEqual([
      { status: 'delivered', version: 4 },
      { status: 'out-for-delivery', note: 'Tapped by mistake', version: 5 },
    ]),
  )
})

test('undoing Unassign gives the order to the same courier again', async () => {
  const user = userEvent.setup()
  const pending = {
    ...order,
    status: 'confirmed',
    assigned_user: null,
    assigned_user_data: null,
    allowed_transitions: ['assigned', 'cancelled'],
    version: 8,
  } satisfies typeof order
  const { calls } = renderPage(<OrderMoves order={order} />, [answer(updateOrder, pending)])
  await user.click(button('Unassign'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(patches(calls)[1]).toEqual({ status: 'assigned', assigned_user: order.assigned_user, version: 8 }),
  )
})

test('undoing Out for delivery first warns that it counts as a failed attempt', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={order} />, [answer(updateOrder, outForDelivery)])
  await user.click(button('Out for delivery'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  const dialog = await screen.findByRole('dialog', { name: 'Undo the move of order 1042?' })
  expect(within(dialog).getByText(/counts as one/)).toBeVisible()
  expect(patches(calls)).toHaveLength(1)
  await user.click(within(dialog).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(patches(calls)[1]).toMatchObject({ status: 'assigned', version: 4 }))
})

test('two clicks before the button is drawn as busy make one move and show one message', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [answer(updateOrder, order)])
  await user.click(button('Failed attempt'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Note'), 'Nobody was home')
  const send = within(dialog).getByRole('button', { name: 'Failed attempt' })
  act(() => {
    send.click()
    send.click()
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getAllByText(/^Failed attempt noted\./)).toHaveLength(1))
  expect(patches(calls)).toHaveLength(1)
})

test('a failed attempt asks for its note before anything is sent', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [answer(updateOrder, order)])
  await user.click(button('Failed attempt'))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Failed attempt' }))
  expect(await within(dialog).findByText('This field is Required')).toBeVisible()
  expect(patches(calls)).toEqual([])
  await user.type(within(dialog).getByLabelText('Note'), 'Nobody was home')
  await user.click(within(dialog).getByRole('button', { name: 'Failed attempt' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(patches(calls)).toEqual([{ status: 'assigned', note: 'Nobody was home', version: 4 }])
})

test('a pending order is assigned to a staff user found by typing', async () => {
  const user = userEvent.setup()
  const pending = { ...order, status: 'confirmed', assigned_user: null, assigned_user_data: null } as const
  const staff = {
    id: '01900000-0000-7000-8000-00000000000c',
    full_name: 'Ravi Kumar',
    email: 'ravi@example.com',
    mobile: null,
    is_superuser: false,
    is_active: true,
    ability_set: null,
    ability_set_data: null,
    open_orders: 2,
    delivered: 0,
    created_at: '2026-01-01T00:00:00Z',
    version: 1,
  }
  const { calls } = renderPage(
    <OrderMoves order={{ ...pending, allowed_transitions: ['assigned', 'cancelled'] }} />,
    [
      answer(listStaff, { count: 1, next: null, previous: null, results: [staff] }),
      answer(updateOrder, order),
    ],
  )
  await user.click(button('Assign'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Delivery staff'), 'ravi')
  await user.click(await screen.findByRole('option', { name: /Ravi Kumar/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  expect(await screen.findByText('Order 1042 assigned to Ravi Kumar')).toBeVisible()
  expect(patches(calls)).toEqual([{ status: 'assigned', assigned_user: staff.id, version: 3 }])
})

test('a conflict shows what others changed, keeps the note, and the move can be made with the current version', async () => {
  const user = userEvent.setup()
  const now = { ...outForDelivery, title: 'Thesis, corrected', version: 9 }
  let overtaken = true
  const { calls } = renderPage(<OrderMoves order={outForDelivery} />, [
    answer(updateOrder, order),
    {
      ...refuseStale(updateOrder, now),
      reply: async (call: Call) =>
        overtaken ? refuseStale(updateOrder, now).reply(call) : answer(updateOrder, order).reply(call),
    },
  ])
  await user.click(button('Failed attempt'))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Note'), 'Nobody was home')
  await user.click(within(dialog).getByRole('button', { name: 'Failed attempt' }))
  expect(await within(dialog).findByText('Title: “Thesis” → “Thesis, corrected”')).toBeVisible()
  overtaken = false
  await user.click(within(dialog).getByRole('button', { name: 'Reload' }))
  expect(within(dialog).getByLabelText('Note')).toHaveValue('Nobody was home')
  await user.click(within(dialog).getByRole('button', { name: 'Failed attempt' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(patches(calls).at(-1)).toEqual({ status: 'assigned', note: 'Nobody was home', version: 9 })
})

test('a move whose first response was lost is shown as done, not as a conflict', async () => {
  const user = userEvent.setup()
  renderPage(<OrderMoves order={outForDelivery} />, [refuseStale(updateOrder, delivered)])
  await user.click(button('Delivered'))
  expect(await screen.findByText('Order 1042 delivered')).toBeVisible()
})

test('a refused move shows its reason and can be tried again', async () => {
  const user = userEvent.setup()
  renderPage(<OrderMoves order={outForDelivery} />, [
    refuse(updateOrder, 503, { message: 'The server is busy. Please try again in a moment.' }),
  ])
  await user.click(button('Delivered'))
  expect(await screen.findByText('The server is busy. Please try again in a moment.')).toBeVisible()
  await waitFor(() => expect(button('Delivered')).toBeEnabled())
})
