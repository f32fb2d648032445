import { deleteDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { duplicateOrder } from '@our-print/contract/orders/duplicateOrder.ts'
import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { getOrder, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { getSoldPlan } from '@our-print/contract/rewards/plans.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { configuration } from '../../test/configuration.ts'
import { order, outForDelivery } from '../../test/order.ts'
import { soldPlan } from '../../test/plan.ts'
import { answer, refuse, refuseStale, renderPage } from '../../test/renderPage.tsx'
import { screenOf } from '../../test/screenOf.ts'
import { rememberList } from '../base/page/lastList.ts'
import { OrderPage } from './OrderPage.tsx'

// At phone width no PDF opens by itself, which jsdom could not draw.
const show = (shown: Order, role: 'admin' | 'staff' = 'admin', width = 390) => {
  screenOf(width)
  return renderPage(<OrderPage />, [answer(getOrder, shown), answer(updateOrder, shown)], {
    path: `/order/${order.id}`,
    route: '/order/:id',
    role,
  })
}

const part = (name: string) => {
  const section = screen.getByRole('heading', { name }).closest('section')
  if (!section) throw new Error(`${name} is no part of the page`)
  return within(section)
}

test('the page shows all facts of the order', async () => {
  show(order)
  expect(await screen.findByRole('heading', { name: '#1042 Thesis' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+919000000005')
  expect(screen.getByRole('link', { name: 'Map' })).toHaveAttribute('href', expect.stringContaining('560066'))
  expect(part('Print').getByText(/40 pages × 2 copies on A4, black & white, double-sided/)).toBeVisible()
  expect(part('Money').getByRole('link', { name: 'TEN' })).toHaveAttribute('href', '/coupons?query=TEN')
  expect(part('Money').getByText('₹360.00')).toBeVisible()
  expect(part('Money').queryByText('Tax')).toBeNull()
  expect(part('Notes').getByText('Ring twice')).toBeVisible()
  expect(part('Progress').getByText('Ravi Kumar')).toBeVisible()
  await screen.findByRole('heading', { name: 'Timeline' })
  const [newest, oldest] = part('Timeline').getAllByRole('listitem')
  expect(newest).toHaveTextContent('Assigned')
  expect(newest).toHaveTextContent('By noon please')
  expect(oldest).toHaveTextContent('Order taken in')
})

test('names the tax that is added to the price', async () => {
  show({ ...order, tax: 64.8, payable: 424.8 })
  await screen.findByRole('heading', { name: '#1042 Thesis' })
  expect(part('Money').getByText('₹64.80')).toBeVisible()
  expect(part('Money').getByText('₹424.80')).toBeVisible()
})

test('leads to the customer and the staff user, for super admins only', async () => {
  const { unmount } = show(order)
  const name = `${order.user_data.first_name} ${order.user_data.last_name}`
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `/user/${order.user}`)
  expect(screen.getByRole('link', { name: 'Ravi Kumar' })).toHaveAttribute(
    'href',
    '/staff_users?query=Ravi+Kumar',
  )
  unmount()
  show(order, 'staff')
  expect(await screen.findByText(name)).toBeVisible()
  expect(screen.queryByRole('link', { name })).toBeNull()
})

describe('the way back', () => {
  const other = '01a20000-0000-7000-8000-000000000000'
  const list = { to: '/pending_orders?page=2', title: 'Pending orders' }

  test('leads to the list from which the order was opened, and to its neighbours there', async () => {
    rememberList({ ...list, links: [`/order/${other}`, `/order/${order.id}`] })
    const user = userEvent.setup()
    const { location } = show(order)
    expect(await screen.findByRole('link', { name: 'Pending orders' })).toHaveAttribute('href', list.to)
    expect(screen.getByText('2 of 2')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Next order' })).toBeDisabled()
    await user.keyboard('j')
    expect(location()).toBe(`/order/${order.id}`)
    await user.keyboard('k')
    expect(location()).toBe(`/order/${other}`)
  })

  test('is walked by as many keys as are pressed, also before the next order is drawn', async () => {
    const third = '01a20000-0000-7000-8000-000000000001'
    rememberList({ ...list, links: [`/order/${order.id}`, `/order/${other}`, `/order/${third}`] })
    const { location } = show(order)
    await screen.findByRole('link', { name: 'Pending orders' })
    act(() => {
      for (const key of 'jj') document.dispatchEvent(new KeyboardEvent('keydown', { key }))
    })
    expect(location()).toBe(`/order/${third}`)
  })

  test('leads to all orders when the order was opened by a link', async () => {
    rememberList({ ...list, links: [`/order/${other}`] })
    show(order)
    expect(await screen.findByRole('link', { name: 'Total orders' })).toHaveAttribute('href', '/total_orders')
    expect(screen.queryByRole('link', { name: 'Previous order' })).toBeNull()
  })
})

test('a file is downloaded from the app’s own host, whatever host its link has', async () => {
  show(order)
  expect(await screen.findByRole('link', { name: 'Download Thesis.pdf' })).toHaveAttribute(
    'href',
    '/api/order-files/a/d/?expires=1&signature=x&download=1',
  )
})

test('a removed file stays in the list, with the day, and cannot be opened', async () => {
  const [file] = order.order_files ?? []
  if (!file) throw new Error('no file')
  show({ ...order, order_files: [{ ...file, removed_at: '2026-11-01T10:00:00Z' }] })
  const row = await screen.findByRole('button', { name: /^Thesis\.pdf .*removed 1st Nov 2026$/ })
  expect(row).toBeDisabled()
  expect(screen.queryByRole('link', { name: 'Download Thesis.pdf' })).toHaveAttribute('aria-disabled', 'true')
})

test('a staff user has the next step and no actions of a super admin', async () => {
  show(outForDelivery, 'staff')
  expect(await screen.findByRole('button', { name: 'Delivered' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Other orders' })).toBeNull()
})

test('an order that does not exist or belongs to another staff user links to the list', async () => {
  renderPage(<OrderPage />, [refuse(getOrder, 404, { message: 'Order not found' })], {
    path: `/order/${order.id}`,
    route: '/order/:id',
    role: 'staff',
  })
  expect(await screen.findByText('Order not found')).toBeVisible()
  expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/assigned_orders')
})

test('a server error is shown, and Retry shows the order', async () => {
  const user = userEvent.setup()
  screenOf(390)
  let failing = true
  const busy = refuse(getOrder, 503, { message: 'The server is busy.' })
  renderPage(
    <OrderPage />,
    [{ ...busy, reply: (call) => (failing ? busy : answer(getOrder, order)).reply(call) }],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  failing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: '#1042 Thesis' })).toBeVisible()
})

test('only changed fields are sent, with the version', async () => {
  const user = userEvent.setup()
  const { calls } = show(order)
  await user.click(await screen.findByRole('button', { name: 'More actions for order 1042' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit order 1042' })
  await user.type(within(dialog).getByLabelText('Title'), ', final')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ title: 'Thesis, final', version: 3 })
})

test('an order paid by a plan shows the plan, requested by its id', async () => {
  const path = getSoldPlan.url.replace(':id', soldPlan.id)
  screenOf(390)
  const { calls } = renderPage(
    <OrderPage />,
    [
      answer(getOrder, { ...order, order_type: 'subscription', user_subscription_plan: soldPlan.id }),
      answer(getSoldPlan, soldPlan),
    ],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  expect(await screen.findByRole('link', { name: 'Student 500' })).toBeVisible()
  expect(calls.some(({ url }) => url.pathname === path)).toBe(true)
})

test('a conflict shows what others changed in an order and keeps what was typed', async () => {
  const user = userEvent.setup()
  screenOf(390)
  const { calls } = renderPage(
    <OrderPage />,
    [answer(getOrder, order), refuseStale(updateOrder, { ...order, notes: 'Ring once', version: 9 })],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  await user.click(await screen.findByRole('button', { name: 'More actions for order 1042' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit order 1042' }))
  await user.type(dialog.getByLabelText('Title'), ', second copy')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Notes: “Ring twice” → “Ring once”')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(dialog.getByLabelText(/Notes/)).toHaveValue('Ring once')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
      title: 'Thesis, second copy',
      version: 9,
    }),
  )
})

test('a staff user reads the last failed attempt and the notes above the address, and only there', async () => {
  const failed = { at: '2026-01-03T12:30:00Z', by: 'Ravi Kumar', note: 'Nobody home' }
  show({ ...outForDelivery, attempts: 1, last_failed_attempt: failed }, 'staff')
  await screen.findByRole('heading', { name: 'Customer' })
  const text = part('Customer').getByText('Anita Hegde').parentElement?.textContent ?? ''
  const places = ['Nobody home', 'Ring twice', '158, School Lane'].map((one) => text.indexOf(one))
  expect(places[0]).toBeGreaterThan(0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(screen.queryByRole('heading', { name: 'Notes' })).toBeNull()
})

test('what was sent later says when it was done, when it was sent, and what a wrong clock said', async () => {
  const [taken, assigned] = order.history ?? []
  if (!taken || !assigned) throw new Error('The order has a history')
  const later = { ...assigned, happened_at: '2026-01-03T10:20:00Z', said_at: '2026-01-03T09:00:00Z' }
  show({ ...order, history: [taken, later] }, 'staff')
  await screen.findByRole('heading', { name: 'Timeline' })
  const timeline = part('Timeline').getByRole('list')
  expect(timeline).toHaveTextContent('3rd Jan 2026, 10:20 am, sent 11:00 am, the device said 3 Jan, 9:00 am')
  expect(timeline).toHaveTextContent('Order taken inAsha Rao · 3rd Jan 2026, 10:00 am')
  expect(timeline.textContent?.match(/sent/g)).toHaveLength(1)
})

test('the timeline calls a note a note, and a change of hands so, whatever the status', async () => {
  const [, assigned] = order.history ?? []
  if (!assigned) throw new Error('The order has a history')
  const entries = orderStatuses.flatMap((status) => [
    { ...assigned, from: status, to: status, noted: 'note' as const, note: 'Customer’s link made' },
    { ...assigned, from: status, to: status, noted: 'complaint' as const, note: 'Complaint resolved' },
  ])
  const given = (['assigned', 'out-for-delivery'] as const).map((status) => ({
    ...assigned,
    from: status,
    to: status,
    note: null,
  }))
  show({ ...order, history: [...given, ...entries] }, 'staff')
  await screen.findByRole('heading', { name: 'Timeline' })
  const titles = part('Timeline')
    .getAllByRole('listitem')
    .map((item) => item.firstElementChild?.textContent)
  expect(titles.toReversed()).toEqual([
    'Reassigned',
    'Reassigned',
    ...orderStatuses.flatMap(() => ['Note', 'Complaint']),
  ])
})

test('a proof of delivery is shown with its pictures and in the timeline', async () => {
  const delivery_proof = {
    id: '01900000-0000-7000-8000-00000000000f',
    received_by: 'Mrs Hegde',
    at: '2026-01-03T13:00:00.000000Z',
    happened_at: '2026-01-03T13:00:00.000000Z',
    said_at: null,
    by: 'Ravi Kumar',
    pictures: [
      {
        id: '01900000-0000-7000-8000-0000000000ff',
        kind: 'signature' as const,
        content_type: 'image/png',
        size: 900,
        url: 'https://print.example/api/order-files/a/s/?expires=1&signature=x',
      },
    ],
  }
  show({ ...outForDelivery, delivery_proof }, 'staff')
  await screen.findByRole('heading', { name: 'Proof of delivery' })
  const proof = part('Proof of delivery')
  expect(await proof.findByText('Received by Mrs Hegde, with a signature')).toBeVisible()
  // From the app’s own host, whatever host the link has.
  expect(proof.getByRole('img', { name: 'Signature of whoever received it' })).toHaveAttribute(
    'src',
    '/api/order-files/a/s/?expires=1&signature=x',
  )
  await screen.findByRole('heading', { name: 'Timeline' })
  const [newest] = part('Timeline').getAllByRole('listitem')
  expect(newest).toHaveTextContent(
    /^Proof of deliveryRavi Kumar · .*Received by Mrs Hegde, with a signature$/,
  )
  expect(proof.queryByRole('button')).toBeNull()
})

test('a finished order without a proof does not ask for one, and a super admin can still add it', async () => {
  screenOf(1280)
  const delivered: Order = {
    ...order,
    status: 'delivered',
    order_files: [],
    delivered_at: '2026-01-03T13:00:00.000000Z',
    allowed_transitions: ['out-for-delivery'],
  }
  renderPage(
    <OrderPage />,
    [
      answer(getOrder, delivered),
      answer(getConfiguration, { ...configuration, proof_of_delivery: 'optional' }),
    ],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for order 1042' }))
  await screen.findByRole('menuitem', { name: 'Add proof' })
  expect(screen.queryByText('No proof yet.')).toBeNull()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Add proof' }))
  expect(await screen.findByRole('dialog', { name: /proof/i })).toBeVisible()
})

test('a super admin deletes a proof after a question', async () => {
  const user = userEvent.setup()
  screenOf(1280)
  const delivery_proof = {
    id: '01900000-0000-7000-8000-00000000000f',
    received_by: 'Mrs Hegde',
    at: '2026-01-03T13:00:00.000000Z',
    happened_at: '2026-01-03T13:00:00.000000Z',
    said_at: null,
    by: null,
    pictures: [],
  }
  const { calls } = renderPage(
    <OrderPage />,
    [answer(getOrder, { ...order, order_files: [], delivery_proof }), answer(deleteDeliveryProof, null)],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  await screen.findByRole('heading', { name: 'Proof of delivery' })
  await user.click(part('Proof of delivery').getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete the proof of order 1042?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Proof of delivery deleted')
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname)).toEqual([
    `/api/all-orders/${order.id}/proof/`,
  ])
})

test('an order is duplicated: the new one opens, and Undo cancels it', async () => {
  const user = userEvent.setup()
  screenOf(390)
  const again = { ...order, id: order.id.replace(/a$/, 'e'), number: 1043, version: 1 }
  const { calls, location } = renderPage(
    <OrderPage />,
    [answer(getOrder, order), answer(duplicateOrder, again), answer(updateOrder, again)],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  await user.click(await screen.findByRole('button', { name: /^More/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  await waitFor(() => expect(location()).toBe(`/order/${again.id}`))
  expect(screen.getByText(/^Order 1043 taken in like 1042/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(location()).toBe(`/order/${order.id}`))
  expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
    url: { pathname: `/api/all-orders/${again.id}/` },
    body: { status: 'cancelled', note: 'Duplicated by mistake', version: 1 },
  })
})
