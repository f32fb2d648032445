import { getOrder, listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { getAuthor } from '@our-print/contract/shop/authors.ts'
import { leaveOrder, viewOrder } from '@our-print/contract/shop/orderViewers.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { OrderPage } from '../../orders/OrderPage.tsx'
import { OrdersPage } from '../../orders/OrdersPage.tsx'
import { followers, tell } from './eventBus.ts'
import LiveUpdates from './LiveUpdates.tsx'
import { setLive } from './live.ts'
import { addNewOrder, seeOrders, watchTitle } from './newOrders.ts'

vi.mock('./sharedStream.ts', () => ({ startStream: () => () => {} }))

const meera = '01900000-0000-7000-8000-00000000000a'
/** Where in the stream the next event and the next answer stand. */
let place = 1
const event = (name: string, id: string, version = 2, by: string | null = meera) =>
  act(async () => tell({ name, place: place++, id, version, at: new Date().toISOString(), by }))

const orderNo = (number: number, fields: Partial<Order> = {}): Order => ({
  ...order,
  id: `01900000-0000-7000-8000-0000000${number}`,
  number,
  title: `Order ${number}`,
  version: 1,
  ...fields,
})

let shown: Order[] = []
const list = answer(listOrders, ({ url }) => {
  const limit = Number(url.searchParams.get('limit'))
  const next = shown.length > limit ? '/api/all-orders/?page=2' : null
  return { count: shown.length, next, previous: null, results: shown.slice(0, limit) }
})
const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
const titles = () => rows().map((row) => within(row).getByText(/^Order \d+$/).textContent)

beforeEach(() => {
  screenOf(1280)
  setLive(true)
  shown = [orderNo(12_002), orderNo(12_001)]
})
afterEach(() => {
  setLive(false)
  seeOrders()
})

/** After all that an event sets off; the timers were faked before it. */
async function later() {
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  vi.useRealTimers()
}

async function openList() {
  const page = renderPage(
    <>
      <LiveUpdates person="me" isAdmin />
      <OrdersPage view="pending" />
    </>,
    [list],
  )
  await screen.findAllByText(/^Order \d+$/)
  // The part that follows the list is loaded after it.
  await waitFor(() => expect(followers.size).toBe(1))
  return page
}

test('a row changes in its place and is marked, and nothing else is asked for', async () => {
  const { calls } = await openList()
  const before = calls.length
  shown = [orderNo(12_002), orderNo(12_001, { title: 'Order 99', version: 2 })]
  await event('order.changed', shown[1]?.id ?? '')
  await waitFor(() => expect(titles()).toEqual(['Order 12002', 'Order 99']))
  expect(rows().map((row) => row.dataset['changed'])).toEqual([undefined, 'true'])
  expect(screen.queryByRole('button', { name: /new order/ })).toBeNull()
  expect(calls.slice(before).map(({ url }) => url.pathname)).toEqual([listOrders.url])
})

test('new rows wait behind a button, and no row moves before', async () => {
  await openList()
  shown = [orderNo(12_004), orderNo(12_003), ...shown]
  await event('order.created', shown[0]?.id ?? '', 1)
  await event('order.created', shown[1]?.id ?? '', 1)
  const button = await screen.findByRole('button', { name: '2 new orders' })
  expect(titles()).toEqual(['Order 12002', 'Order 12001'])
  await userEvent.click(button)
  expect(titles()).toEqual(['Order 12004', 'Order 12003', 'Order 12002', 'Order 12001'])
  expect(screen.queryByRole('button', { name: /new order/ })).toBeNull()
})

test('a row that has left stays in its place, paler, until the person wants the list of now', async () => {
  await openList()
  const [gone] = shown
  shown = shown.slice(1)
  await event('order.changed', gone?.id ?? '')
  const button = await screen.findByRole('button', { name: '1 order has left' })
  expect(titles()).toEqual(['Order 12002', 'Order 12001'])
  expect(rows().map((row) => row.dataset['gone'])).toEqual(['true', undefined])
  await userEvent.click(button)
  expect(titles()).toEqual(['Order 12001'])
})

test('a row that a new one pushes off a full page has not left', async () => {
  shown = Array.from({ length: 10 }, (_, at) => orderNo(12_010 - at))
  await openList()
  const before = titles()
  expect(before).toHaveLength(10)
  shown = [orderNo(12_011), ...shown]
  await event('order.created', shown[0]?.id ?? '', 1)
  const button = await screen.findByRole('button', { name: /new order|left/ })
  expect(button).toHaveAccessibleName('1 new order')
  expect(rows().filter((row) => row.dataset['gone'])).toEqual([])
  expect(titles()).toEqual(before)
})

test('after missed events, too, a row that was only pushed off a full page has not left', async () => {
  shown = Array.from({ length: 10 }, (_, at) => orderNo(12_010 - at))
  await openList()
  shown = [orderNo(12_011), ...shown]
  await act(async () => tell(undefined))
  const button = await screen.findByRole('button', { name: /new order|left/ })
  expect(button).toHaveAccessibleName('1 new order')
  expect(rows().filter((row) => row.dataset['gone'])).toEqual([])
})

test('an answer that is older than a row changes it neither now nor behind the button', async () => {
  const older = shown
  shown = shown.map((row) => ({ ...row, title: 'Order 99', version: 5 }))
  await openList()
  shown = [orderNo(12_003), ...older]
  await event('order.created', shown[0]?.id ?? '', 1)
  await userEvent.click(await screen.findByRole('button', { name: '1 new order' }))
  expect(titles()).toEqual(['Order 12003', 'Order 99', 'Order 99'])
})

test('changes that the page has already are not read again', async () => {
  const { calls } = await openList()
  const before = calls.length
  vi.useFakeTimers()
  await event('order.changed', shown[0]?.id ?? '', 1)
  await event('lead.created', meera)
  await later()
  expect(calls.length).toBe(before)
})

test('an answer that was read after a change is not read again for it', async () => {
  const { calls } = renderPage(
    <>
      <LiveUpdates person="me" isAdmin />
      <OrdersPage view="pending" />
    </>,
    [
      {
        ...list,
        reply: async (call) => {
          const response = await list.reply(call)
          response.headers.set('X-Event-Id', String(place))
          return response
        },
      },
    ],
  )
  await screen.findByText('Order 12002')
  await waitFor(() => expect(followers.size).toBe(1))
  const before = calls.length
  vi.useFakeTimers()
  // These happened before the list was read, and come only now.
  await act(async () => {
    for (const each of [place - 1, place])
      tell({
        name: 'order.created',
        place: each,
        id: meera,
        version: 1,
        at: '2026-01-03T10:00:00Z',
        by: null,
      })
  })
  await later()
  expect(calls.length).toBe(before)
  place++
  await event('order.created', meera, 1)
  await waitFor(() => expect(calls.length).toBe(before + 1))
})

test('the title of the window counts the orders that came', async () => {
  document.title = 'Pending orders · Our Print'
  const end = watchTitle()
  addNewOrder('a')
  addNewOrder('a')
  addNewOrder('b')
  expect(document.title).toBe('(2) Pending orders · Our Print')
  document.title = 'Leads · Our Print'
  await waitFor(() => expect(document.title).toBe('(2) Leads · Our Print'))
  seeOrders()
  expect(document.title).toBe('Leads · Our Print')
  end()
})

// At phone width no PDF opens by itself, which jsdom could not draw.
test('an order says who looks at it', async () => {
  screenOf(390)
  let viewers = [{ id: meera, full_name: 'Meera Jain' }]
  const { calls, unmount } = renderPage(
    <OrderPage />,
    [answer(getOrder, order), answer(viewOrder, () => ({ viewers })), answer(leaveOrder, null)],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  expect(await screen.findByText('Meera Jain is looking at this order')).toBeVisible()
  viewers = []
  await event('order.viewed', order.id)
  await waitFor(() => expect(screen.queryByText(/is looking at/)).toBeNull())
  unmount()
  await waitFor(() => expect(calls.at(-1)?.method).toBe('DELETE'))
})

test('a form that is open says what somebody else changed, and keeps what was typed', async () => {
  screenOf(390)
  let current = order
  renderPage(
    <>
      <LiveUpdates person="me" isAdmin />
      <OrderPage />
    </>,
    [
      answer(getOrder, () => current),
      answer(viewOrder, { viewers: [] }),
      answer(leaveOrder, null),
      answer(getAuthor, { id: meera, full_name: 'Meera Jain' }),
    ],
    { path: `/order/${order.id}`, route: '/order/:id' },
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const notes = await screen.findByLabelText(/Notes/)
  await user.clear(notes)
  await user.type(notes, 'Mine')
  const address = { ...order.address, line1: 'Elsewhere 7' } as NonNullable<Order['address']>
  current = { ...order, address, version: order.version + 1 }
  await event('order.changed', order.id, current.version)
  expect(
    await screen.findByText(/Meera Jain changed the address just now. What you typed is kept./),
  ).toBeVisible()
  expect(screen.getByText(/Address: .* → Elsewhere 7/)).toBeVisible()
  expect(notes).toHaveValue('Mine')
  expect(screen.getByLabelText('Address line 1')).toHaveValue(order.address?.line1)
  await user.click(screen.getByRole('button', { name: 'Take it over' }))
  expect(screen.getByLabelText('Address line 1')).toHaveValue('Elsewhere 7')
  expect(notes).toHaveValue('Mine')
  expect(screen.queryByText(/just now/)).toBeNull()
})
