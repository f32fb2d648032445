import {
  getOrder,
  listMyOrders,
  listOrders,
  moveOrders,
  type Order,
  updateOrder,
} from '@our-print/contract/orders/orders.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, type Call, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import EditOrderDialog from '../EditOrderDialog.tsx'
import { OrderPage } from '../OrderPage.tsx'
import { OrdersPage } from '../OrdersPage.tsx'
import { StaffOrdersPage } from '../rounds/StaffOrdersPage.tsx'

afterEach(() => vi.useRealTimers())

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`
const fetched: Order = { ...order, pickup: true, address: null, order_files: [] }
const bodies = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body)

test('a list marks what is late, due soon, due later and ready, and only open orders', async () => {
  const rows: Order[] = [
    { ...order, promised_at: inMinutes(-25) },
    { ...order, id: id(1), number: 1, promised_at: inMinutes(40) },
    { ...order, id: id(2), number: 2, promised_at: inMinutes(3 * 24 * 60) },
    { ...fetched, id: id(3), number: 3, is_ready: true },
    { ...order, id: id(4), number: 4, status: 'delivered', promised_at: inMinutes(-25) },
  ]
  renderPage(<OrdersPage view="total" />, [answer(listOrders, page(rows))])
  const row = async (number: number) =>
    within(await screen.findByRole('row', { name: new RegExp(`order ${number} `) }))
  expect(await (await row(1042)).findByText('Late 25 min')).toBeVisible()
  expect((await row(1)).getByText('Due in 40 min')).toBeVisible()
  expect((await row(2)).getByText(/^By \d+ \w{3}, /)).toBeVisible()
  expect((await row(3)).getByText('Ready for pick-up')).toBeVisible()
  expect((await row(4)).queryByText(/Late|By|Due/)).toBeNull()
})

test('an order becomes late while its list is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
  renderPage(<OrdersPage view="total" />, [
    answer(listOrders, page<Order>([{ ...order, promised_at: inMinutes(0.5) }])),
  ])
  expect(await screen.findByText('Due in 1 min')).toBeVisible()
  act(() => void vi.advanceTimersByTime(3 * 60_000))
  expect(await screen.findByText(/^Late/)).toBeVisible()
})

test('a staff user says on the card of a pick-up that it is ready, and takes it back', async () => {
  screenOf(390)
  const { calls } = renderPage(<StaffOrdersPage view="my-assigned" />, [
    answer(listMyOrders, page<Order>([{ ...fetched, allowed_transitions: ['out-for-delivery'] }])),
    answer(updateOrder, { ...fetched, is_ready: true }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Ready' }))
  expect(await screen.findByText('Order 1042 is ready for pick-up')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(bodies(calls, 'PATCH')).toEqual([{ is_ready: true }, { is_ready: false }]))
})

test('what is delivered has no such button, and a refusal is told', async () => {
  const shown = renderPage(<OrderPage />, [answer(getOrder, order)], {
    path: `/order/${order.id}`,
    route: '/order/:id',
  })
  await screen.findByRole('button', { name: 'Out for delivery' })
  expect(screen.queryByRole('button', { name: 'Ready' })).toBeNull()
  shown.unmount()
  renderPage(
    <OrderPage />,
    [answer(getOrder, fetched), refuse(updateOrder, 409, { message: 'This order is Completed.' })],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Ready' }))
  expect(await screen.findByText('This order is Completed.')).toBeVisible()
})

test('a ready order is taken back by the menu of its page, and its timeline says both', async () => {
  const history = [
    {
      at: '2026-01-03T12:00:00Z',
      happened_at: '2026-01-03T12:00:00Z',
      said_at: null,
      by: 'Ravi',
      from: 'assigned',
      to: 'assigned',
      note: null,
      is_ready: true,
      auto_printed: null,
      courier_task: null,
      noted: null,
      changes: null,
    },
  ] as const
  const ready: Order = { ...fetched, is_ready: true, history: [...history] }
  const { calls } = renderPage(<OrderPage />, [answer(getOrder, ready), answer(updateOrder, fetched)], {
    path: `/order/${order.id}`,
    route: '/order/:id',
  })
  await waitFor(() => expect(screen.getAllByText('Ready for pick-up')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: /^More actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Not ready for pick-up' }))
  await waitFor(() => expect(bodies(calls, 'PATCH')).toEqual([{ is_ready: false }]))
})

test('a promised time is typed as people say it, or taken from a proposal; nonsense is explained', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'], now: new Date('2026-11-24T05:59:10Z') })
  document.documentElement.dataset['timeZone'] = 'Asia/Kolkata'
  const { calls } = renderPage(<EditOrderDialog order={order} onClose={() => undefined} />, [
    answer(updateOrder, order),
  ])
  const field = await screen.findByRole('textbox', { name: /^Promised for/ })
  await userEvent.type(field, 'when it is done')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^Type a time such as/)).toBeVisible()
  expect(bodies(calls, 'PATCH')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Tomorrow 10 am' }))
  expect(field).toHaveValue('25 Nov, 10:00 am')
  await userEvent.clear(field)
  await userEvent.type(field, 'in 2 hours')
  expect(screen.getByText('24th Nov 2026, 1:30 pm')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodies(calls, 'PATCH')).toEqual([
      expect.objectContaining({ promised_at: '2026-11-24T08:00:00.000Z' }),
    ]),
  )
})

test('selected orders are promised a time together, and made ready', async () => {
  const { calls } = renderPage(<OrdersPage view="assigned" />, [
    answer(listOrders, page<Order>([fetched, { ...order, id: id(1), number: 1 }])),
    answer(moveOrders, ({ body }) => ({
      bulk_job: null,
      results: (body as { ids: string[] }).ids.map((one) => ({
        id: one,
        ok: true,
        code: null,
        message: null,
      })),
    })),
  ])
  const choose = async () =>
    userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Promise' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Promise 2 orders' }))
  await userEvent.type(await dialog.findByRole('textbox', { name: 'Promised for' }), 'in 2 hours')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^2 orders promised for /)).toBeVisible()
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Change status' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Ready for pick-up/ }))
  await waitFor(() => expect(bodies(calls, 'POST')).toHaveLength(2))
  const [promised, ready] = bodies(calls, 'POST')
  expect(promised).toMatchObject({ ids: [fetched.id, id(1)], promised_at: expect.stringMatching(/Z$/) })
  expect(ready).toMatchObject({ is_ready: true })
})
