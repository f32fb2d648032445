import type { ArrivalWindow } from '@our-print/contract/orders/arrivalWindows.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { weekdays } from '@our-print/contract/shop/openingHours.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]
afterAll(() => expectInvariantsHold(api.db))

const pathOf = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const read = async (order: { id: string }) => (await admin.get(pathOf(order))).json<Order>()
const window = { window_from: '2031-02-03T10:30:00Z', promised_at: '2031-02-03T11:30:00Z' }
/** As the history writes it. */
const precise = (time: string) => time.replace('Z', '.000000Z')
const always = Object.fromEntries(
  weekdays.map((day) => [day, { opens: '09:00', closes: '20:00' }]),
) as Configuration['opening_hours']

async function configure(fields: Partial<Configuration>) {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  return admin.put('/api/configurations', { ...now, ...fields })
}
const offer = async (...arrival_windows: Configuration['arrival_windows']) =>
  expect((await configure({ arrival_windows, opening_hours: always, holidays: [] })).statusCode).toBe(200)
const free = async () => (await admin.get('/api/promises/windows/')).json<ArrivalWindow[]>()
beforeEach(() => offer())

test('a window is agreed at intake and shown, moved, and ended by another time', async () => {
  const { id: user } = await buildUser(api.db)
  const order = { user, title: 'Posters', address, ...window, window_from: '2031-02-03T16:00:00+05:30' }
  const made = await admin.post('/api/all-orders/', orderForm(order, { 'a.pdf': await makePdf(1) }))
  expect([made.statusCode, made.json()]).toMatchObject([201, window])
  const { version, ...whole } = made.json<Order>()

  const same = await admin.patch(pathOf(whole), { ...window, version })
  expect(same.json()).toMatchObject({ version })
  const moved = { window_from: '2031-02-03T10:00:00Z' }
  expect((await admin.patch(pathOf(whole), { ...moved, version })).json()).toMatchObject({
    ...window,
    ...moved,
    version: version + 1,
  })
  // Whoever still sees the other one is told.
  expect((await admin.patch(pathOf(whole), { ...window, version })).statusCode).toBe(409)
  expect((await read(whole)).history?.at(-1)?.changes).toEqual([
    { field: 'window_from', from: precise(window.window_from), to: precise(moved.window_from) },
  ])

  const ready = await admin.patch(pathOf(whole), { title: 'Two posters' })
  expect(ready.json()).toMatchObject(moved)
  const other = await admin.patch(pathOf(whole), { promised_at: '2031-02-04T11:30:00Z' })
  expect(other.json()).toMatchObject({ window_from: null, promised_at: '2031-02-04T11:30:00Z' })
  expect((await read(whole)).history?.at(-1)?.changes).toEqual([
    { field: 'promised_at', from: precise(window.promised_at), to: precise('2031-02-04T11:30:00Z') },
    { field: 'window_from', from: precise(moved.window_from), to: null },
  ])
  const [{ text }] = await api.db<[{ text: string }]>`
    select promise_text(${window.window_from}, ${window.promised_at}, 'FMDD Mon') || '; '
      || promise_text(null, ${window.promised_at}, 'FMDD Mon') || '; '
      || promise_text(${window.window_from}, '2031-02-04T03:30:00Z', 'FMDD Mon') as text`
  expect(text).toBe('3 Feb, 16:00 to 17:00; 3 Feb, 17:00; 3 Feb, 16:00 to 4 Feb, 09:00')
})

test('a first window is told by the history with both its ends', async () => {
  const order = await buildOrder(api.db)
  expect((await admin.patch(pathOf(order), window)).statusCode).toBe(200)
  expect((await read(order)).history?.at(-1)?.changes).toEqual([
    { field: 'promised_at', from: null, to: precise(window.promised_at) },
    { field: 'window_from', from: null, to: precise(window.window_from) },
  ])
})

test.each([
  ['that ends before it begins', { ...window, window_from: '2031-02-03T11:31:00Z' }],
  ['that ends as it begins', { ...window, window_from: window.promised_at }],
  ['of more than a day', { ...window, window_from: '2031-02-02T11:29:59Z' }],
  ['without an end', { window_from: window.window_from }],
  ['that is over', { window_from: '2021-02-03T10:30:00Z', promised_at: '2021-02-03T11:30:00Z' }],
])('a window %s is refused, and nothing is changed', async (_, wrong) => {
  const order = await buildOrder(api.db)
  const before = await read(order)
  const reply = await admin.patch(pathOf(order), { title: 'Other', ...wrong })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors).toMatchObject([{ context: { key: 'window_from' } }])
  expect(await read(order)).toEqual(before)
  const { id: user } = await buildUser(api.db)
  const form = orderForm({ user, title: 'Posters', address, ...wrong }, { 'a.pdf': await makePdf(1) })
  expect((await admin.post('/api/all-orders/', form)).statusCode).toBe(422)
})

test('no statement can store a window that does not end at the promised time after it', async () => {
  const { id } = await buildOrder(api.db)
  const store = (from: string, until: string | null) =>
    api.db`update orders set window_from = ${from}, promised_at = ${until} where id = ${id}`
  await expect(store(window.window_from, null)).rejects.toThrow('orders_window')
  await expect(store(window.promised_at, window.window_from)).rejects.toThrow('orders_window')
  await expect(store('2031-02-01T10:30:00Z', window.promised_at)).rejects.toThrow('orders_window')
})

test('one time for many ends their windows, one window is agreed for many, and couriers change none', async () => {
  const order = await buildOrder(api.db)
  expect((await courier.patch(pathOf(order), window)).statusCode).toBe(404)
  await admin.patch(pathOf(order), window)
  const bulk = { ids: [order.id], promised_at: '2031-02-05T11:30:00Z' }
  expect((await admin.post('/api/all-orders/bulk/', bulk)).json().results).toMatchObject([{ ok: true }])
  expect(await read(order)).toMatchObject({ window_from: null, promised_at: bulk.promised_at })
  const again = { ids: [order.id], ...window }
  expect((await admin.post('/api/all-orders/bulk/', again)).json().results).toMatchObject([{ ok: true }])
  expect(await read(order)).toMatchObject(window)
})

test('the configuration takes real windows only', async () => {
  for (const wrong of [
    { from: '17:00', until: '16:00', most_orders: null },
    { from: '16:00', until: '16:00', most_orders: null },
    { from: '24:00', until: '25:00', most_orders: null },
    { from: '16:00', until: '17:00', most_orders: 0 },
  ])
    expect((await configure({ arrival_windows: [wrong] })).statusCode).toBe(400)
  const twice = { from: '16:00', until: '17:00', most_orders: null }
  expect((await configure({ arrival_windows: [twice, twice] })).statusCode).toBe(400)
  // Who does not name them leaves them as they are.
  await offer(twice)
  const {
    arrival_windows: _,
    version: __,
    ...others
  } = (await admin.get('/api/configurations')).json<Configuration>()
  await admin.put('/api/configurations', others)
  expect((await admin.get('/api/configurations')).json()).toMatchObject({ arrival_windows: [twice] })
})

test('windows are offered for a week, on working days, by the clock of the shop', async () => {
  expect(await free()).toEqual([])
  // Whatever the time of the day, all of today is over.
  await offer({ from: '00:00', until: '00:01', most_orders: null })
  const offered = await free()
  expect(offered).toHaveLength(6)
  expect(offered[0]).toMatchObject({ window_from: expect.stringMatching(/T18:30:00\.0+Z$/) })
  expect(offered[0]?.promised_at).toMatch(/T18:31:00\.0+Z$/)

  const [{ day }] = await api.db<[{ day: string }]>`select (shop_day(now()) + 1)::text as day`
  await configure({ holidays: [{ day, name: 'Diwali' }] })
  expect(await free()).toEqual(offered.slice(1))
  const closed = weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 1) % 7] as 'mon'
  await configure({ holidays: [], opening_hours: { ...always, [closed]: { opens: '', closes: '' } } })
  expect(await free()).toEqual([...offered.slice(0, 1), ...offered.slice(2)])
})

test('a full window is no longer offered, and is again when an order of it is done or moved', async () => {
  await offer({ from: '00:00', until: '00:01', most_orders: 1 })
  const [first, second] = await free()
  const order = await buildOrder(api.db)
  await admin.patch(pathOf(order), first)
  expect((await free())[0]).toEqual(second)
  await admin.patch(pathOf(order), { status: 'cancelled', note: 'Not wanted' })
  expect((await free())[0]).toEqual(first)
})

test('a quote is confirmed without its window once that is over, for the time that the shop proposes', async () => {
  const { id: user } = await buildUser(api.db)
  const upload = await admin.upload('/api/order-uploads/', fileForm(await makePdf(1)))
  const order = { user, title: 'Posters', address, uploads: [upload.json().id], ...window }
  const past = { window_from: '2021-02-03T10:30:00Z', promised_at: '2021-02-03T11:30:00Z' }
  expect((await admin.post('/api/quotes/', { order: { ...order, ...past } })).statusCode).toBe(422)
  const quote = (await admin.post('/api/quotes/', { order })).json<Quote>()
  await api.db`update quotes set version = version + 1, content = content || ${api.db.json(past)} where id = ${quote.id}`
  const confirmed = await admin.post(`/api/quotes/${quote.id}/confirm/`, {})
  expect([confirmed.statusCode, confirmed.json()]).toMatchObject([201, { window_from: null }])
  expect(Date.parse(confirmed.json().promised_at)).toBeGreaterThan(Date.now())
})

function fileForm(pdf: Buffer) {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(pdf)]), 'a.pdf')
  return form
}
