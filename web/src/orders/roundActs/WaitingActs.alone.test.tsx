import 'fake-indexeddb/auto'
import { getCash } from '@our-print/contract/money/cash.ts'
import { createCourierTask } from '@our-print/contract/orders/courierTasks.ts'
import { createDeliveryProof } from '@our-print/contract/orders/deliveryProofs.ts'
import { type Order, updateOrder } from '@our-print/contract/orders/orders.ts'
import { listStopPositions } from '@our-print/contract/orders/positions.ts'
import { createTicketScan } from '@our-print/contract/orders/ticketScans.ts'
import { getDeviceKey } from '@our-print/contract/people/deviceKey.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { getStaffDashboard } from '@our-print/contract/shop/dashboard.ts'
import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { outForDelivery } from '../../../test/order.ts'
import { answer, hang, refuse, refuseStale, renderPage, stubServer } from '../../../test/renderPage.tsx'
import { keepAnswers } from '../../base/api/keepAnswers.ts'
import { openDatabase, openDevice } from '../../base/device/database.ts'
import { OrderMoves } from '../orderMoves/OrderMoves.tsx'
import { StaffDashboardPage } from '../StaffDashboardPage.tsx'
import { moveByQueue } from './moveByQueue.ts'
import { act, closeQueue, openQueue, wake } from './roundActs.ts'
import { WaitingActsPage } from './WaitingActsPage.tsx'

const person = '01900000-0000-7000-8000-000000000001'
const key = answer(getDeviceKey, { key: 'A'.repeat(43) })
const delivered: Order = { ...outForDelivery, status: 'delivered', allowed_transitions: [], version: 5 }

const entry = {
  at: '2026-11-28T10:00:00Z',
  happened_at: '2026-11-28T10:00:00Z',
  said_at: null,
  note: null,
  is_ready: null,
  auto_printed: null,
  courier_task: null,
  noted: null,
  changes: null,
}

/** What jsdom lacks: locks that are free at once, and a page that may use the key. */
function phone(online: boolean) {
  Object.assign(globalThis, { isSecureContext: true })
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => online })
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, work: () => Promise<unknown>) => work() },
  })
}

beforeEach(() => {
  closeQueue()
  phone(true)
})

afterEach(async () => {
  const device = await openDatabase()
  await Promise.all([device.clear('acts'), device.clear('pictures')])
})

async function show(answers: Parameters<typeof renderPage>[1] & object) {
  const view = renderPage(
    <>
      <OrderMoves order={outForDelivery} />
      <WaitingActsPage />
    </>,
    [key, ...answers],
    { role: 'staff' },
  )
  await openQueue(person)
  return { ...view, user: userEvent.setup(), sent: () => view.calls.filter(({ method }) => method !== 'GET') }
}
const deliver = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Delivered' }))

test('with network an act goes out at once, with its key, the version that was seen and its time', async () => {
  const { user, sent } = await show([answer(updateOrder, delivered)])
  const drawn = new Set<string>()
  const watching = new MutationObserver(() => drawn.add(document.body.textContent))
  watching.observe(document.body, { childList: true, subtree: true, characterData: true })
  await deliver(user)
  await waitFor(() => expect(sent()).toHaveLength(1))
  const [{ body, headers } = { body: null, headers: new Headers() }] = sent()
  expect(body).toEqual({
    status: 'delivered',
    version: 4,
    happened_at: expect.stringMatching(/Z$/) as string,
  })
  expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(await screen.findByText('Order 1042 delivered')).toBeInTheDocument()
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  // Not even for a moment, when the answer is there sooner than the device has been read again.
  watching.disconnect()
  expect([...drawn].filter((text) => /Waits to be sent/.test(text))).toEqual([])
})

test('without network it waits, is never called done, and can be taken back', async () => {
  phone(false)
  const { user, sent } = await show([hang(updateOrder)])
  await deliver(user)
  expect(await screen.findByText(/Delivered\. Waits to be sent since/)).toBeVisible()
  expect(screen.getByText('1 waiting, 0 refused')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  expect(sent()).toEqual([])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Delivered' })).toBeEnabled())
})

test('refused later, it stands there with what is true now; dropped, it is gone', async () => {
  phone(false)
  const current: Order = { ...outForDelivery, status: 'cancelled', allowed_transitions: [], version: 9 }
  const { user } = await show([refuseStale(updateOrder, current)])
  await deliver(user)
  await screen.findByText(/Waits to be sent since/)
  phone(true)
  wake()
  const task = within(await screen.findByRole('listitem'))
  expect(await task.findByText('Refused: Changed by someone else')).toBeVisible()
  expect(task.getByText('The order now: Cancelled, with Ravi Kumar')).toBeVisible()
  // Nothing else can be done with the order until somebody has decided.
  expect(screen.queryByRole('button', { name: 'Delivered' })).toBeNull()
  await user.click(task.getByRole('button', { name: 'Drop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

/** The order as it is once somebody has delivered it. */
const deliveredBy = (by: string): Order => ({
  ...delivered,
  history: [{ ...entry, from: 'out-for-delivery', to: 'delivered', by }],
})

test('done already by an answer that was lost, it is no task', async () => {
  phone(false)
  const { user } = await show([refuseStale(updateOrder, deliveredBy('Ravi Kumar'))])
  await deliver(user)
  await screen.findByText(/Waits to be sent since/)
  phone(true)
  wake()
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

test('delivered by somebody else meanwhile, it is a task', async () => {
  phone(false)
  const { user } = await show([refuseStale(updateOrder, deliveredBy('Asha Rao'))])
  await deliver(user)
  await screen.findByText(/Waits to be sent since/)
  phone(true)
  wake()
  const task = within(await screen.findByRole('listitem'))
  expect(await task.findByText('Refused: Changed by someone else')).toBeVisible()
  expect(task.getByText('The order now: Completed, with Ravi Kumar')).toBeVisible()
  await user.click(task.getByRole('button', { name: 'Drop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

test('refused while the person looks, nothing is kept', async () => {
  const { user } = await show([
    refuse(updateOrder, 409, { message: 'Order 1042 is with somebody else' }),
    hang(createDeliveryProof),
  ])
  await deliver(user)
  await waitFor(() => expect(screen.getByText('Everything is sent.')).toBeVisible())
  expect(await screen.findByText('Order 1042 is with somebody else')).toBeVisible()
})

test('refused while the person looks, a proof stays as a task, to which a message leads', async () => {
  const { user } = await show([
    refuse(createDeliveryProof, 404, { message: 'Order not found' }),
    hang(updateOrder),
  ])
  await user.click(await screen.findByRole('button', { name: 'With proof' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Received by'), 'Mrs Hegde')
  await user.click(dialog.getByRole('button', { name: 'Delivered' }))
  expect(await screen.findByText('Refused, and kept on this phone')).toBeVisible()
  expect(await screen.findByText('Refused: Order not found')).toBeVisible()
  expect(screen.getByText('It goes to the office with: Delivered')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'To send' }))
  expect(window.location.pathname).toBe('/to_send')
})

const payment = { method: 'cash', amount: 120 } as const

test('where what waits cannot be read yet it says so, and reads it as soon as there is a network', async () => {
  phone(false)
  const before = await show([])
  await moveByQueue(outForDelivery, { status: 'delivered', payment })
  before.unmount()
  closeQueue()
  // Signed out, and in again.
  await (await openDatabase()).clear('keys')
  renderPage(<WaitingActsPage />, [refuse(getDeviceKey, 503, {})], { role: 'staff' })
  await openQueue(person)
  expect(await screen.findByText(/^What waits on this phone cannot be read now/)).toBeVisible()
  expect(screen.queryByText('Everything is sent.')).toBeNull()
  stubServer([key])
  wake()
  expect(await screen.findByText('1 waiting, 0 refused')).toBeVisible()
  expect(screen.queryByText(/cannot be read/)).toBeNull()
})

test('what a key of before sealed stays and is named, and holds up nothing else', async () => {
  phone(false)
  const before = await show([])
  await moveByQueue({ ...outForDelivery, id: person }, { status: 'delivered', payment })
  before.unmount()
  closeQueue()
  await (await openDatabase()).clear('keys')
  phone(true)
  const view = renderPage(
    <>
      <OrderMoves order={outForDelivery} />
      <WaitingActsPage />
    </>,
    [answer(getDeviceKey, { key: 'B'.repeat(42) + 'A' }), answer(updateOrder, delivered)],
    { role: 'staff' },
  )
  await openQueue(person)
  expect(await screen.findByText(/^What waits on this phone cannot be read now/)).toBeVisible()
  await deliver(userEvent.setup())
  expect(await screen.findByText('Order 1042 delivered')).toBeInTheDocument()
  expect(view.calls.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  expect(await (await openDatabase()).count('acts')).toBe(1)
  expect(screen.getByText(/^What waits on this phone cannot be read now/)).toBeVisible()
})

test('a connection to the device that the browser has ended is opened anew', async () => {
  const { user, sent } = await show([answer(updateOrder, delivered)])
  const lose = async () => (await openDevice()).close()
  phone(false)
  await lose()
  await deliver(user)
  expect(await screen.findByText('1 waiting, 0 refused')).toBeVisible()
  await lose()
  phone(true)
  wake()
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  expect(sent()).toHaveLength(1)
})

test('refused while the person looks, what was collected stays', async () => {
  await show([refuse(updateOrder, 409, { message: 'The day is closed' })])
  await moveByQueue(outForDelivery, { status: 'delivered', payment })
  expect(await screen.findByText('Refused: The day is closed')).toBeVisible()
  expect(screen.getByText('0 waiting, 1 refused')).toBeVisible()
})

test('collected cash that waits is named where cash is handed over', async () => {
  phone(false)
  const mine = { id: person, full_name: 'Asha Rao', amount: 300, hand_over: null }
  const counts = { assigned: 0, out_for_delivery: 1, delivered_today: 0, delivered_week: 0 }
  renderPage(
    <StaffDashboardPage />,
    [
      key,
      answer(getStaffDashboard, { ...counts, oldest_waiting: [] }),
      answer(getCash, { own: mine, hands: [mine], till: null }),
    ],
    { role: 'staff' },
  )
  await openQueue(person)
  const upi = { ...payment, method: 'upi' } as const
  await moveByQueue(outForDelivery, { status: 'delivered', payment })
  await moveByQueue({ ...outForDelivery, id: person }, { status: 'delivered', payment: upi })
  expect(await screen.findByText(/^₹120\.00 more is not sent from this phone yet/)).toBeVisible()
})

test('what is to be mended in the form that is still open stays there', async () => {
  const message = 'Payment 7 has this reference already. Save it again if both are meant.'
  await show([refuse(updateOrder, 409, { code: 'same_reference', message })])
  await expect(moveByQueue(outForDelivery, { status: 'delivered', payment })).rejects.toThrow(message)
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

test('where the stops are is kept for a phone without network, as their orders are', async () => {
  const client = new QueryClient()
  onTestFinished(keepAnswers(client))
  const positions = [{ order: outForDelivery.id, latitude: 12.9, longitude: 77.5 }]
  localStorage.setItem('id', person)
  client.setQueryData([listStopPositions.url, {}], positions)
  const device = await openDatabase()
  const kept = () => device.get('answers', listStopPositions.url)
  await waitFor(async () => expect((await kept())?.data).toEqual(positions))
})

test('what is being sent can no longer be undone', async () => {
  phone(false)
  const { user } = await show([hang(updateOrder)])
  await deliver(user)
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const device = await openDatabase()
  // Another tab has begun, and this one does not know it yet.
  for (const one of await device.getAll('acts')) await device.put('acts', { ...one, tried: true })
  await user.click(undo)
  expect(await screen.findByText('It is being sent, so it cannot be undone any more.')).toBeVisible()
  expect(await device.count('acts')).toBe(1)
  for (const one of await device.getAll('acts')) await device.put('acts', { ...one, tried: false })
  closeQueue()
  await openQueue(person)
  await screen.findByRole('button', { name: 'Undo' })
  phone(true)
  wake()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(screen.getByText(/Delivered\. Waits to be sent since/)).toBeVisible()
})

test('an act that is sent as it is written is known as such on the device', async () => {
  const { user, sent } = await show([hang(updateOrder)])
  // Another tab sends something else for a while.
  Object.assign(navigator.locks, { request: () => new Promise(() => {}) })
  await deliver(user)
  await waitFor(() => expect(sent()).toHaveLength(1))
  const device = await openDatabase()
  await waitFor(async () => expect((await device.getAll('acts')).map(({ tried }) => tried)).toEqual([true]))
})

/** A network in between answers with a page of its own. */
const intercept = (endpoint: Parameters<typeof hang>[0]) => ({
  ...hang(endpoint),
  reply: async () => new Response('<h1>Sign in to this network</h1>', { status: 200 }),
})

test('a page of a network in between is no answer: what was done stays on the phone', async () => {
  phone(false)
  const { calls } = await show([intercept(createDeliveryProof), hang(updateOrder)])
  await moveByQueue(outForDelivery, { status: 'delivered' }, { received_by: 'Mrs Hegde' })
  phone(true)
  wake()
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  // It is tried again, and nothing has left the phone meanwhile.
  const tries = () => calls.filter(({ method }) => method === 'POST').length
  await waitFor(() => expect(tries()).toBeGreaterThan(1))
  expect(screen.getByText('2 waiting, 0 refused')).toBeVisible()
})

/** An act that was refused after its person had gone on. */
async function refusedLater(answers: Parameters<typeof renderPage>[1] & object) {
  phone(false)
  const current: Order = { ...outForDelivery, status: 'cancelled', allowed_transitions: [], version: 9 }
  const view = await show([refuseStale(updateOrder, current), ...answers])
  await deliver(view.user)
  await screen.findByText(/Waits to be sent since/)
  phone(true)
  wake()
  const task = within(await screen.findByRole('listitem'))
  await task.findByText('Refused: Changed by someone else')
  const toOffice = () => view.calls.filter(({ url }) => url.pathname === createCourierTask.url)
  return { ...view, task, toOffice }
}
const office = { name: 'Send to the office' }
const task = { id: outForDelivery.id, order: outForDelivery.id, at: '2026-11-28T10:00:00Z' }

test('a refused act is sent to the office, and stays on the phone until the server has answered', async () => {
  let answered = () => {}
  const slow = answer(createCourierTask, task)
  const {
    user,
    task: card,
    toOffice,
  } = await refusedLater([
    { ...slow, reply: (call) => new Promise<void>((go) => (answered = go)).then(() => slow.reply(call)) },
  ])
  const buttons = card.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['Send to the office', 'Try again', 'Drop'])
  await user.click(card.getByRole('button', office))
  await waitFor(() => expect(toOffice()).toHaveLength(1))
  for (const name of ['Send to the office', 'Try again', 'Drop'])
    expect(card.getByRole('button', { name })).toBeDisabled()
  expect(card.getByText('Refused: Changed by someone else')).toBeVisible()
  answered()
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  expect(await screen.findByText('Sent to the office: Delivered of order 1042')).toBeVisible()
  const [{ body, headers } = { body: null, headers: new Headers() }] = toOffice()
  expect(Object.fromEntries(body as FormData)).toEqual({
    order: outForDelivery.id,
    tried: 'Delivered',
    refusal: 'Changed by someone else',
    received_by: '',
    happened_at: expect.stringMatching(/Z$/) as string,
  })
  expect(headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
})

test('without network it is not sent, stays and says so; sent again, it has the same key', async () => {
  let times = 0
  const fine = answer(createCourierTask, task)
  const busy = refuse(createCourierTask, 503, { message: 'The server is busy.' })
  const {
    user,
    task: card,
    toOffice,
  } = await refusedLater([{ ...fine, reply: (call) => (times++ === 0 ? busy : fine).reply(call) }])
  phone(false)
  await user.click(card.getByRole('button', office))
  expect(await card.findByText(/still on this phone\. The server cannot be reached/)).toBeVisible()
  expect(toOffice()).toEqual([])
  phone(true)
  await user.click(card.getByRole('button', office))
  expect(await card.findByText(/still on this phone\. The server is busy\./)).toBeVisible()
  await user.click(card.getByRole('button', office))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  const keys = toOffice().map(({ headers }) => headers.get('Idempotency-Key'))
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('a proof and the move that was made with it go together, with the pictures', async () => {
  phone(false)
  const { user, calls } = await show([
    refuse(createDeliveryProof, 404, { message: 'Order not found' }),
    answer(createCourierTask, task),
    hang(updateOrder),
  ])
  const photo = new File(['door'], 'photo.jpg', { type: 'image/jpeg' })
  const payment = { method: 'cash', amount: 120 } as const
  await moveByQueue(
    outForDelivery,
    { status: 'delivered', payment },
    { received_by: 'Mrs Hegde', photo, signature: undefined },
  )
  phone(true)
  wake()
  expect(await screen.findByText('Refused: Order not found')).toBeVisible()
  expect(screen.getByText('It goes to the office with: Delivered, ₹120.00 collected')).toBeVisible()
  await user.click(screen.getByRole('button', office))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  const sent = calls.filter(({ url }) => url.pathname === createCourierTask.url)
  expect(sent).toHaveLength(1)
  const form = sent[0]?.body as FormData
  expect(['tried', 'collected', 'received_by', 'signature'].map((name) => form.get(name))).toEqual([
    // Not everybody in the office sees amounts.
    'Delivered, Proof of delivery',
    '120',
    'Mrs Hegde',
    null,
  ])
  expect(await (form.get('photo') as File).text()).toBe('door')
  // The move was refused with its proof: it never goes out by itself.
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
})

test('a page of a network in between does not take what was refused from the phone', async () => {
  const { user, task: card } = await refusedLater([intercept(createCourierTask)])
  await user.click(card.getByRole('button', office))
  expect(await card.findByText(/still on this phone\. The server cannot be reached/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Drop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

test('what the office may not take stays, and says why', async () => {
  const { user, task: card } = await refusedLater([
    refuse(createCourierTask, 404, { message: 'Order not found' }),
  ])
  await user.click(card.getByRole('button', office))
  expect(await card.findByText(/still on this phone\. Order not found/)).toBeVisible()
  await user.click(card.getByRole('button', { name: 'Drop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
})

test('what was done after it goes out when the office has it, upon the order as it is now', async () => {
  phone(false)
  const current: Order = { ...outForDelivery, version: 9 }
  const { user, sent } = await show([
    refuse(createDeliveryProof, 409, { code: 'stale', message: 'Changed', current }),
    answer(createCourierTask, task),
    answer(updateOrder, delivered),
  ])
  await moveByQueue(outForDelivery, { status: 'delivered' }, { received_by: 'Mrs Hegde' })
  await moveByQueue(outForDelivery, { status: 'assigned', note: 'The wrong door' })
  phone(true)
  wake()
  await user.click(await screen.findByRole('button', office))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  const moves = sent().filter(({ method }) => method === 'PATCH')
  expect(moves.map(({ body }) => body)).toMatchObject([
    { status: 'assigned', note: 'The wrong door', version: 9 },
  ])
})

test('a scan of an order that the phone does not know goes to the office by its code', async () => {
  phone(false)
  const message = 'This is none of your orders.'
  const reply = {
    id: task.id,
    at: task.at,
    happened_at: task.at,
    said_at: null,
    purpose: 'hand_over',
    result: 'refused',
    reason: 'not_yours',
    message,
    order: null,
  } as const
  const { user, calls } = await show([
    answer(createTicketScan, reply),
    answer(createCourierTask, { ...task, order: null }),
  ])
  const code = 'https://print.test/print/7'
  await act({ id: `scan of ${code}`, version: null }, [
    { deed: { kind: 'scan', code }, number: 0, title: code, happened_at: '2026-11-28T10:00:00.000Z' },
  ])
  phone(true)
  wake()
  const card = within(await screen.findByRole('listitem'))
  expect(await card.findByText(`Refused: ${message}`)).toBeVisible()
  expect(card.getByText(`Scanned code: ${code}`)).toBeVisible()
  expect(card.queryByRole('link')).toBeNull()
  await user.click(card.getByRole('button', { name: 'Drop' }))
  const question = within(
    await screen.findByRole('dialog', { name: `Drop “Ticket scanned” of the code ${code}?` }),
  )
  await user.click(question.getByRole('button', { name: 'Keep' }))
  await user.click(card.getByRole('button', office))
  expect(await screen.findByText('Everything is sent.')).toBeVisible()
  const [sent] = calls.filter(({ url }) => url.pathname === createCourierTask.url)
  expect(Object.fromEntries(sent?.body as FormData)).toEqual({
    code,
    tried: 'Ticket scanned',
    refusal: message,
    received_by: '',
    happened_at: '2026-11-28T10:00:00.000Z',
  })
})

test('where the shop keeps positions, where it was handed over waits with the delivery', async () => {
  phone(false)
  const position = { latitude: 12.9, longitude: 77.5, accuracy: 8 }
  const getCurrentPosition = vi.fn((done: (at: object) => void) => done({ coords: position }))
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'geolocation'))
  const { user, sent } = await show([
    answer(getConfiguration, { ...configuration, keep_positions: true }),
    answer(updateOrder, delivered),
  ])
  // The configuration is read.
  await screen.findByRole('button', { name: 'With proof' })
  await deliver(user)
  await screen.findByText(/Waits to be sent since/)
  // It is of the delivery, not of the moment at which there is a network again.
  getCurrentPosition.mockClear()
  phone(true)
  wake()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toMatchObject({ status: 'delivered', position })
  expect(getCurrentPosition).not.toHaveBeenCalled()
})

/** A phone whose disk is full: the transaction that puts something is taken back. */
function fillPhone() {
  const full = new WeakSet<IDBTransaction>()
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore) {
    const { transaction } = this
    if (!full.has(transaction)) queueMicrotask(() => transaction.abort())
    full.add(transaction)
    return this.getKey(0) as IDBRequest<IDBValidKey>
  })
  onTestFinished(() => put.mockRestore())
}

test('what a full phone cannot keep is not done, and it says so', async () => {
  phone(false)
  await show([])
  fillPhone()
  const photo = new File(['door'], 'photo.jpg', { type: 'image/jpeg' })
  const proof = { received_by: 'Mrs Hegde', photo, signature: undefined }
  await expect(moveByQueue(outForDelivery, { status: 'delivered' }, proof)).rejects.toThrow(
    /^This phone could not save it, so it was not done: /,
  )
  expect(screen.getByText('Everything is sent.')).toBeVisible()
})

test('on a full phone with network a tap is done if the server says so', async () => {
  const { user, sent } = await show([answer(updateOrder, delivered)])
  fillPhone()
  await deliver(user)
  expect(await screen.findByText('Order 1042 delivered')).toBeInTheDocument()
  expect(sent()).toHaveLength(1)
})

test('on a full phone a tap whose answer was lost may have been done', async () => {
  await show([refuse(updateOrder, 503, { message: 'The server is busy.' })])
  fillPhone()
  await expect(moveByQueue(outForDelivery, { status: 'delivered' })).rejects.toThrow(
    /^This phone could not save it, and the server did not answer/,
  )
})
