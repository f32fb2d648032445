import type { OrderHistoryEntry } from '@our-print/contract/orders/orderHistory.ts'
import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { dueState, lateDays } from '@our-print/contract/orders/promises.ts'
import type { FloorColumn } from '@our-print/contract/printing/floor.ts'
import type { SearchHit } from '@our-print/contract/shop/search.ts'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { expectInvariantsHold } from '../../test/invariants.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')
const staff = api.as('staff')
afterAll(() => expectInvariantsHold(api.db))

const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const read = async (order: { id: string }) => (await admin.get(path(order))).json<Order>()
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const daysAgo = (days: number) => inMinutes(-days * 24 * 60)
const list = async (query: string) => (await admin.get(`/api/all-orders/?limit=100&${query}`)).json()
const idsOf = async (query: string) => (await list(query)).results.map(({ id }: Order) => id)
const fieldErrors = ({ errors }: { errors: { context: { key: string } }[] }) =>
  errors.map(({ context }) => context.key)

test('a time is promised at intake, changed and taken back, in any zone', async () => {
  const { id: user } = await buildUser(api.db)
  const order = { user, title: 'Posters', pickup: true, promised_at: '2031-02-03T10:30:00+05:30' }
  const made = await admin.post('/api/all-orders/', orderForm(order, { 'a.pdf': await makePdf(1) }))
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ promised_at: '2031-02-03T05:00:00Z', printed: 'none', is_ready: false })
  const { id, version } = made.json<Order>()

  // The same moment is no change, whatever its zone.
  const same = await admin.patch(path({ id }), { promised_at: '2031-02-03T05:00:00.000Z' })
  expect(same.json()).toMatchObject({ version, promised_at: '2031-02-03T05:00:00Z' })
  const later = await admin.patch(path({ id }), { promised_at: '2031-02-03T18:00:00Z', version })
  expect(later.json()).toMatchObject({ version: version + 1, promised_at: '2031-02-03T18:00:00Z' })
  expect((await admin.patch(path({ id }), later.json())).json<Order>().version).toBe(version + 1)
  expect((await admin.patch(path({ id }), { promised_at: null })).json()).toMatchObject({ promised_at: null })
})

test.each([
  '2031-02-03T10:30:00',
  '2031-02-30T10:30:00Z',
  '2031-02-03',
  'tomorrow',
  '2031-02-03T25:00:00Z',
  '9999-02-03T05:00:00Z',
  '2031-02-03T10:30:00+99:00',
  '',
  12,
])('no time is %s', async (promised_at) => {
  const order = await buildOrder(api.db)
  const reply = await admin.patch(path(order), { promised_at })
  expect(reply.statusCode).toBe(400)
  expect(fieldErrors(reply.json())).toEqual(['promised_at'])
})

test('a staff user promises nothing, and a cancelled order keeps what was promised', async () => {
  const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const refused = await staff.patch(path(order), { promised_at: inMinutes(60) })
  expect(refused.statusCode).toBe(403)
  const cancelled = await buildOrder(api.db, { status: 'cancelled' })
  expect((await admin.patch(path(cancelled), { promised_at: inMinutes(60) })).statusCode).toBe(409)
})

/** An order, promised in so many minutes. */
async function buildPromised(minutes: number | null, fields: Parameters<typeof buildOrder>[1] = {}) {
  const order = await buildOrder(api.db, fields)
  if (minutes !== null)
    await api.db`update orders set version = version + 1, promised_at = ${inMinutes(minutes)} where id = ${order.id}`
  return order.id
}

test('lists, the dashboard and the web agree on what is late and soon late', async () => {
  const before = (await admin.get('/api/dashboard')).json().due
  const built = await Promise.all(
    orderStatuses.flatMap((status) =>
      [-9000, -1, 1, 59, 61, 9000].map(async (minutes) => ({
        id: await buildPromised(minutes, { status, created_at: daysAgo(minutes === 9000 ? 30 : 0) }),
      })),
    ),
  )
  const old = await buildPromised(null, { created_at: daysAgo(lateDays + 1) })
  const young = await buildPromised(null, { created_at: daysAgo(lateDays - 2) })
  const plan = await buildPromised(-5, { order_type: 'subscription' })

  const orders = await Promise.all(built.map(read))
  const [late, soon] = [await idsOf('due=late'), await idsOf('due=soon')]
  for (const order of orders) {
    const shown = dueState(order)
    const listed = late.includes(order.id) ? 'late' : soon.includes(order.id) ? 'soon' : null
    expect([order.status, order.promised_at, listed]).toEqual([order.status, order.promised_at, shown])
  }
  expect(orders.filter((order) => dueState(order) === 'late')).toHaveLength(6)
  expect(orders.filter((order) => dueState(order) === 'soon')).toHaveLength(6)
  // Without a promised time the age counts, as ever.
  expect([late.includes(old), late.includes(young), soon.includes(young)]).toEqual([true, false, false])
  expect(await idsOf('due=late&status=delivered')).toEqual([])
  expect(await idsOf('due=late&order_type=subscription')).toEqual([plan])

  const after = (await admin.get('/api/dashboard')).json().due
  expect(after.late).toEqual({ print: before.late.print + 7, subscription: before.late.subscription + 1 })
  expect(after.soon).toEqual({ print: before.soon.print + 6, subscription: before.soon.subscription })
  expect((await list('due=late&order_type=print')).count).toBe(after.late.print)
  expect((await list('due=soon')).count).toBe(after.soon.print + after.soon.subscription)
})

test('a list is filtered by the days of the promise and sorted by it, those without one last', async () => {
  const promise = async (promised_at: string | null) => {
    const { id } = await buildOrder(api.db, { title: 'Sorted' })
    await admin.patch(path({ id }), { promised_at })
    return id
  }
  // 00:10 and 23:50 of the shop's day, 23:50 of the day before, and none.
  const [none, evening, morning, before] = [
    await promise(null),
    await promise('2032-05-06T18:20:00Z'),
    await promise('2032-05-05T18:40:00Z'),
    await promise('2032-05-05T18:20:00Z'),
  ]
  const sorted = [before, morning, evening, none]
  expect(await idsOf('query=sorted&ordering=promised_at')).toEqual(sorted)
  expect(await idsOf('query=sorted&ordering=-promised_at')).toEqual(sorted.toReversed())
  const { results } = await list('ordering=promised_at&status=confirmed')
  const times = results.map((order: Order) => order.promised_at ?? '9')
  expect(times).toEqual(times.toSorted())
  expect(await idsOf('promised_from=2032-05-06&promised_to=2032-05-06&ordering=promised_at')).toEqual([
    morning,
    evening,
  ])
  expect(await idsOf('promised_to=2032-05-05&promised_from=2032-05-01')).toEqual([before])
})

const ofStaff = { status: 'assigned', pickup: true } as const
const buildFetched = (fields = {}) =>
  buildOrder(api.db, { ...ofStaff, assigned_user: api.people.staff.id, ...fields })
const entries = ({ history = [] }: Order) =>
  history.filter(({ is_ready }: OrderHistoryEntry) => is_ready !== null)

test('a staff user says that their order is ready for pick-up, and takes it back; the history has both', async () => {
  const order = await buildFetched()
  const ready = await staff.patch(path(order), { is_ready: true, version: 1 })
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toMatchObject({ is_ready: true, status: 'assigned', version: 2 })
  // Twice is once.
  expect((await staff.patch(path(order), { is_ready: true })).json<Order>().version).toBe(2)
  expect(await idsOf('is_ready=true')).toContain(order.id)
  expect(await idsOf('is_ready=false')).not.toContain(order.id)
  expect((await staff.patch(path(order), { is_ready: false })).json<Order>().is_ready).toBe(false)
  expect(entries(await read(order))).toEqual([
    expect.objectContaining({
      by: api.people.staff.full_name,
      from: 'assigned',
      to: 'assigned',
      is_ready: true,
    }),
    expect.objectContaining({ is_ready: false }),
  ])
  const stranger = await api.as('other staff').patch(path(order), { is_ready: true })
  expect(stranger.statusCode).toBe(404)
})

test('an order that is delivered or closed is not ready for pick-up', async () => {
  const delivery = await buildFetched({ pickup: false })
  const refused = await staff.patch(path(delivery), { is_ready: true })
  expect(refused.statusCode).toBe(422)
  expect(fieldErrors(refused.json())).toEqual(['is_ready'])
  expect((await staff.patch(path(delivery), { is_ready: false })).statusCode).toBe(200)
  for (const status of ['out-for-delivery', 'delivered', 'cancelled'] as const) {
    const closed = await buildFetched({ status })
    expect((await admin.patch(path(closed), { is_ready: true })).statusCode).toBe(409)
  }
})

test.each(['out-for-delivery', 'cancelled'] as const)(
  'an order that is %s is ready no more',
  async (status) => {
    const order = await buildFetched()
    await admin.patch(path(order), { is_ready: true })
    const left = await admin.patch(path(order), { status, note: 'Fetched' })
    expect(left.json()).toMatchObject({ status, is_ready: false })
  },
)

test('many orders are made ready at once; what cannot be is named', async () => {
  const fetched = await buildFetched()
  const pending = await buildFetched({ status: 'confirmed', assigned_user: null })
  const delivery = await buildFetched({ pickup: false })
  const ids = [fetched.id, pending.id, delivery.id]
  const reply = await admin.post('/api/all-orders/bulk/', {
    ids,
    is_ready: true,
    promised_at: '2033-01-01T10:00:00Z',
  })
  expect(reply.json().results).toEqual([
    { id: fetched.id, ok: true, code: null, message: null },
    { id: pending.id, ok: true, code: null, message: null },
    expect.objectContaining({ id: delivery.id, ok: false }),
  ])
  for (const order of [fetched, pending])
    expect(await read(order)).toMatchObject({ is_ready: true, promised_at: '2033-01-01T10:00:00Z' })
  expect(await read(delivery)).toMatchObject({ is_ready: false, promised_at: null })
  const bystaff = await staff.post('/api/all-orders/bulk/', { ids, is_ready: false })
  expect(bystaff.json().results.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, false, true])
  const promised = await staff.post('/api/all-orders/bulk/', { ids, promised_at: null })
  expect(promised.statusCode).toBe(403)
})

test('that an order is ready gives it to nobody else', async () => {
  const order = await buildFetched()
  const assignedAt = new Date().toISOString()
  await staff.patch(path(order), { is_ready: true })
  const reply = await admin.post('/api/all-orders/bulk/', {
    ids: [order.id],
    assigned_users: [api.people.staff.id],
    assigned_user: api.people['other staff'].id,
  })
  expect([assignedAt, reply.json().results[0].ok]).toEqual([assignedAt, true])
  expect((await read(order)).is_ready).toBe(true)
})

test('of ten who say at once that it is ready, one does, and nothing is lost', async () => {
  const order = await buildFetched()
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => staff.patch(path(order), { is_ready: true, version: 1 })),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(entries(await read(order))).toHaveLength(1)
})

test('the floor shows what is promised within the hour first, and the palette finds it with its time', async () => {
  const old = await buildPromised(null, { created_at: daysAgo(40) })
  const soon = await buildPromised(30, { title: 'Wedding cards' })
  const nextWeek = await buildPromised(9000)
  const { columns } = (await admin.get('/api/floor/')).json<{ columns: FloorColumn[] }>()
  const shown = columns.flatMap(({ orders }) => orders)
  const places = [soon, old, nextWeek].map((id) => shown.findIndex((order) => order.id === id))
  expect(places[0]).toBeGreaterThanOrEqual(0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  const { promised_at } = await read({ id: soon })
  expect(shown.find(({ id }) => id === soon)?.promised_at).toBe(promised_at)
  const { results } = (await admin.get('/api/search?query=wedding')).json<{ results: SearchHit[] }>()
  expect(results).toContainEqual(expect.objectContaining({ id: soon, promised_at }))
})

test('a CSV has the four columns', async () => {
  const reply = await admin.get('/api/all-orders/?format=csv')
  const [head = ''] = reply.body.replace('\uFEFF', '').split('\r\n')
  expect(head.split(',')).toEqual(
    expect.arrayContaining(['promised_at', 'window_from', 'printed', 'is_ready']),
  )
})
