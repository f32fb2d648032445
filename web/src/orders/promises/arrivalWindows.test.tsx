import { type ArrivalWindow, listArrivalWindows } from '@our-print/contract/orders/arrivalWindows.ts'
import { getOrder, listOrders, type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { order } from '../../../test/order.ts'
import { answer, type Call, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import EditOrderDialog from '../EditOrderDialog.tsx'
import { OrderPage } from '../OrderPage.tsx'
import { OrdersPage } from '../OrdersPage.tsx'

beforeEach(() => {
  document.documentElement.dataset['timeZone'] = 'Asia/Kolkata'
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date'], now: new Date('2026-11-24T05:59:10Z') })
})
afterEach(() => vi.useRealTimers())

const offered: ArrivalWindow[] = [
  { window_from: '2026-11-24T10:30:00.000000Z', promised_at: '2026-11-24T11:30:00.000000Z' },
  { window_from: '2026-11-25T04:30:00.000000Z', promised_at: '2026-11-25T06:30:00.000000Z' },
]
const arrival_windows = [{ from: '16:00', until: '17:00', most_orders: null }]
const agreed = { window_from: '2026-11-24T10:30:00Z', promised_at: '2026-11-24T11:30:00Z' }
const field = () => screen.findByRole('textbox', { name: /^Promised for/ })
const patched = (calls: Call[]) => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const edit = (one: Order, ...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<EditOrderDialog order={one} onClose={() => undefined} />, [
    answer(updateOrder, one),
    answer(getConfiguration, { ...configuration, arrival_windows }),
    ...answers,
  ]).calls
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('one of the offered windows is chosen, with both its ends', async () => {
  const calls = edit(order, answer(listArrivalWindows, offered))
  const windows = await screen.findByRole('combobox', { name: 'Arrival window' })
  expect(
    within(windows)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['No window', 'Between 4 and 5 pm', '25 Nov, between 10 am and 12 pm'])
  await userEvent.selectOptions(windows, '25 Nov, between 10 am and 12 pm')
  expect(await field()).toHaveValue('25 Nov, between 10 am and 12 pm')
  expect(screen.getByText('25th Nov 2026, between 10 am and 12 pm')).toBeVisible()
  await save()
  await waitFor(() => expect(patched(calls)).toEqual([expect.objectContaining(offered[1])]))
})

test('an agreed window is chosen already; its end moves by a typed one, and both ends are sent', async () => {
  const calls = edit({ ...order, ...agreed }, answer(listArrivalWindows, offered))
  expect(await screen.findByRole('combobox', { name: 'Arrival window' })).toHaveDisplayValue(
    'Between 4 and 5 pm',
  )
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'between 4 and 6')
  expect(screen.getByText('24th Nov 2026, between 4 and 6 pm')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Arrival window' })).toHaveDisplayValue('Between 4 and 6 pm')
  await save()
  const typed = { window_from: '2026-11-24T10:30:00.000Z', promised_at: '2026-11-24T12:30:00.000Z' }
  await waitFor(() => expect(patched(calls)).toEqual([expect.objectContaining(typed)]))
})

test('no window takes the promise back; another time ends the window', async () => {
  const calls = edit({ ...order, ...agreed }, answer(listArrivalWindows, offered))
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Arrival window' }), 'No window')
  expect(await field()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: 'Tomorrow 10 am' }))
  await save()
  const time = { promised_at: '2026-11-25T04:30:00.000Z', window_from: null }
  await waitFor(() => expect(patched(calls)).toEqual([expect.objectContaining(time)]))
})

test('where none is configured nothing of it is shown', async () => {
  const asked = (calls: Call[], path: string) => calls.some(({ url }) => url.pathname === path)
  const calls = edit(order, answer(getConfiguration, configuration))
  await field()
  await waitFor(() => expect(asked(calls, getConfiguration.url)).toBe(true))
  expect(screen.queryByText(/window/i)).toBeNull()
  expect(asked(calls, listArrivalWindows.url)).toBe(false)
  cleanup()
  // Nor where all are full.
  const later = edit(order, answer(listArrivalWindows, []))
  await waitFor(() => expect(asked(later, listArrivalWindows.url)).toBe(true))
  expect(screen.queryByText(/window/i)).toBeNull()
})

test('windows that could not be loaded can be loaded again', async () => {
  const calls = edit(order, refuse(listArrivalWindows, 503, {}))
  expect(await screen.findByText(/^The arrival windows could not be loaded/)).toHaveRole('alert')
  const asked = () => calls.filter(({ url }) => url.pathname === listArrivalWindows.url).length
  const before = asked()
  await userEvent.click(screen.getByRole('button', { name: 'Load the windows' }))
  await waitFor(() => expect(asked()).toBe(before + 1))
})

test('a refused window says why under its field', async () => {
  const message = 'This window is over already'
  edit(
    { ...order, ...agreed },
    answer(listArrivalWindows, offered),
    refuse(updateOrder, 422, { errors: [{ context: { key: 'window_from' }, message }] }),
  )
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'today 1-2 pm')
  await save()
  await waitFor(async () => expect(await field()).toHaveAccessibleDescription(message))
})

test('lists and the page of an order say the window, and mark one that ends soon or is over', async () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const rows: Order[] = [
    { ...order, ...agreed },
    {
      ...order,
      id: order.id.replace(/.$/, '1'),
      number: 1,
      window_from: inMinutes(-30),
      promised_at: inMinutes(31),
    },
    {
      ...order,
      id: order.id.replace(/.$/, '2'),
      number: 2,
      window_from: inMinutes(-90),
      promised_at: inMinutes(-29),
    },
  ]
  const list = renderPage(<OrdersPage view="total" />, [answer(listOrders, page(rows))])
  const row = async (number: number) =>
    within(await screen.findByRole('row', { name: new RegExp(`order ${number} `) }))
  expect(await (await row(1042)).findByText('Between 4 and 5 pm')).toBeVisible()
  expect((await row(1)).getByText('Due in 31 min, between 10:59 am and 12 pm')).toBeVisible()
  expect((await row(2)).getByText('Late 29 min, between 9:59 and 11 am')).toBeVisible()
  list.unmount()
  renderPage(<OrderPage />, [answer(getOrder, { ...order, ...agreed })], {
    path: `/order/${order.id}`,
    route: '/order/:id',
  })
  expect(await screen.findByText('24th Nov 2026, between 4 and 5 pm')).toBeVisible()
})
