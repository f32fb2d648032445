import { Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { order, outForDelivery } from '../../../test/order.ts'
import { answer, type Call, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { doubleTapMs } from '../../base/form/doubleTap.ts'
import { OrderMoves } from './OrderMoves.tsx'
import { orderChanges } from './orderChanges.ts'

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

/** What never changes of an order, follows from what is told, or changes without a new version of it. */
const followsOrStays = [
  ...(['id', 'number', 'order_type', 'created_at', 'version', 'allowed_transitions'] as const),
  ...(['user_data', 'assigned_user_data', 'billed_to_data', 'last_failed_attempt', 'history'] as const),
  ...(['assigned_at', 'out_for_delivery_at', 'delivered_at', 'cancelled_at'] as const),
  ...(['plan_pages', 'pdf_page_count', 'color_pages', 'impressions', 'blank_sides'] as const),
  ...(['amount', 'discount', 'tax', 'calculated_amount'] as const),
  ...(['printed', 'paid', 'due', 'payment_status', 'delivery_proof'] as const),
  ...(['is_open_to_change', 'ticket_code'] as const),
] as const satisfies readonly (keyof Order)[]

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

describe('what others changed', () => {
  /** Everything of an order that a change can set, as another one has it. */
  const other: Omit<Order, (typeof followsOrStays)[number]> = {
    title: 'Essay',
    status: 'cancelled',
    user_subscription_plan: '01900000-0000-7000-8000-0000000000f1',
    user: '01900000-0000-7000-8000-0000000000f2',
    assigned_user: '01900000-0000-7000-8000-0000000000f3',
    shelf_place: 'B7',
    promised_at: '2026-01-04T10:00:00Z',
    window_from: '2026-01-04T09:00:00Z',
    is_ready: true,
    order_files: order.order_files.map((file) => ({ ...file, page_ranges: '1-3' })),
    copies: 3,
    color: 'mixed',
    sides: 'single',
    paper_size: 'A3',
    binding: 'staple',
    layout: 'booklet',
    fit: 'refuse',
    bundle: true,
    notes: 'Ring once',
    pickup: true,
    address: order.address && { ...order.address, country: 'Nepal' },
    coupon_code: null,
    lines: [{ text: 'Lamination', quantity: 2, price: 5 }],
    payable: 300,
    price_by_hand: 100,
    price_by_hand_reason: 'A friend',
    pay_by: 'on_account',
    billed_to: '01900000-0000-7000-8000-0000000000f4',
    attempts: 1,
  }
  const fields = Object.keys(Order.shape) as (keyof Order)[]
  const changeable = fields.filter((field) => !followsOrStays.some((each) => each === field))

  test.each(changeable)('%s is told', (field) => {
    const now = { ...order, [field]: (other as Order)[field], history: [] }
    expect([field, orderChanges(order, now)]).toEqual([
      field,
      [expect.stringMatching(/^[A-Z][A-Za-z -]+: .+ → .+$/)],
    ])
    expect(orderChanges(order, now)[0]).not.toMatch(/_|undefined|A detail/)
  })

  test('is in the words of the shop, by who moved it', () => {
    const [, assigned] = order.history ?? []
    const moved = { ...assigned, by: 'Asha Rao', to: 'cancelled' } as NonNullable<typeof assigned>
    const note = { ...moved, by: 'Ravi Kumar', from: 'cancelled', noted: 'note' } as typeof moved
    const now: Order = {
      ...order,
      ...other,
      user_data: { ...order.user_data, first_name: 'Meera', last_name: 'Pai' },
      assigned_user_data: { id: other.assigned_user ?? '', full_name: 'Meena' },
      billed_to_data: { id: other.billed_to ?? '', name: 'Acme' },
      history: [moved, note],
    }
    expect(orderChanges(order, now)).toEqual(
      expect.arrayContaining([
        'Status: Assigned → Cancelled',
        'Delivery staff: Ravi Kumar → Meena',
        'Customer: Anita Hegde → Meera Pai',
        'Billed to: none → Acme',
        'To be paid: At the door → On account',
        'Colour: Black & white → Mixed',
        'Files: Thesis.pdf → Thesis.pdf (1-3)',
        'Extra lines: none → Lamination 2 × ₹5',
        'Coupon: TEN → none',
        'Price by hand: none → ₹100.00',
        'Shelf place: none → B7',
        'Failed attempts: 0 → 1',
        'By Asha Rao, 3rd Jan 2026, 11:00 am',
      ]),
    )
  })

  test('is nothing where all is as it was', () => {
    const url = order.order_files.map((file) => ({ ...file, url: `${file.url}y` }))
    expect(orderChanges(order, { ...order, order_files: url, version: 9 })).toEqual([
      'A detail of the order was changed and changed back.',
    ])
  })
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
