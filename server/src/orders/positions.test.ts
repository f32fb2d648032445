import type { Order } from '@our-print/contract/orders/orders.ts'
import { mostMetresWrong } from '@our-print/contract/orders/positions.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildOrder, buildUser } from '../../test/build.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]
const position = { latitude: 12.9716, longitude: 77.5946, accuracy: 8 }

const configure = async (fields: Partial<Configuration>) => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  return admin.put('/api/configurations', { ...now, ...fields })
}
beforeEach(async () => {
  expect((await configure({ keep_positions: true })).statusCode).toBe(200)
})

/** An order of a new customer, or of this one, on the road with the courier. */
async function onTheRoad(user?: string) {
  const owner = user ?? (await buildUser(api.db)).id
  await api.db`insert into customer_addresses (user_id, address) values (${owner}, ${api.db.json(address)})
    on conflict do nothing`
  const assigned_user = api.people.staff.id
  const order = await buildOrder(api.db, { user: owner, status: 'out-for-delivery', assigned_user })
  return { ...order, user: owner }
}
const deliver = (order: { id: string }, sent: object = { position }) =>
  courier.patch(`/api/all-orders/${order.id}/`, { status: 'delivered', ...sent })
const positions = async () => (await courier.get('/api/my_orders/positions/')).json<{ order: string }[]>()
const located = async (user: string) => {
  const [row] = await api.db<[{ located: object | null }]>`
    select located from customer_addresses where user_id = ${user}`
  return row.located
}

test('where an order was handed over is known of the next stop at that address, of that customer alone', async () => {
  const first = await onTheRoad()
  expect(await positions()).toEqual([])
  expect((await deliver(first)).statusCode).toBe(200)
  expect(await located(first.user)).toEqual({ ...position, at: expect.any(String) })
  const next = await onTheRoad(first.user)
  // The same address of another customer tells nothing.
  await onTheRoad()
  const { latitude, longitude } = position
  expect(await positions()).toEqual([{ order: next.id, latitude, longitude }])
  expect((await admin.get('/api/my_orders/positions/')).json()).toEqual([])

  // The audit says nothing of it, so it is gone with the address.
  const [{ entries }] = await api.db<[{ entries: number }]>`
    select count(*)::int as entries from audit_entries where (before || after)::text like '%12.9716%'`
  expect(entries).toBe(0)
  const [known] = await api.db<
    [{ id: string }]
  >`select id from customer_addresses where user_id = ${first.user}`
  await admin.patch(`/api/customer-addresses/${known.id}/`, {
    address: { ...address, line1: 'Another house' },
  })
  expect(await located(first.user)).toBeNull()
})

test.each([
  ['that may be too wrong', { position: { ...position, accuracy: mostMetresWrong + 1 } }],
  ['where there is none', {}],
])('no position is kept %s', async (_, sent) => {
  const order = await onTheRoad()
  expect((await deliver(order, sent)).statusCode).toBe(200)
  expect(await located(order.user)).toBeNull()
})

test('none is kept where the shop does not want it, or nothing was handed over', async () => {
  const order = await onTheRoad()
  expect((await deliver(order, { status: 'assigned', note: 'Nobody home', position })).statusCode).toBe(200)
  expect(await located(order.user)).toBeNull()
  await configure({ keep_positions: false })
  const other = await onTheRoad()
  expect((await deliver(other)).statusCode).toBe(200)
  expect(await located(other.user)).toBeNull()
})

test.each([{ latitude: 91 }, { longitude: -181 }, { accuracy: -1 }, { latitude: 'here' }])(
  'a position that cannot be is refused, and nothing is delivered: %j',
  async (wrong) => {
    const order = await onTheRoad()
    const reply = await deliver(order, { position: { ...position, ...wrong } })
    expect(reply.statusCode).toBe(400)
    expect((await admin.get(`/api/all-orders/${order.id}/`)).json<Order>().status).toBe('out-for-delivery')
  },
)

test('the shop is at a place, or it is not known where', async () => {
  expect((await configure({ shop_latitude: 12.97, shop_longitude: 77.59 })).statusCode).toBe(200)
  const half = await configure({ shop_latitude: null })
  expect([half.statusCode, half.json().errors]).toMatchObject([400, [{ context: { key: 'shop_latitude' } }]])
  expect((await configure({ shop_latitude: 90.1 })).statusCode).toBe(400)
  const none = await configure({ shop_latitude: null, shop_longitude: null })
  expect(none.json()).toMatchObject({ shop_latitude: null, shop_longitude: null })
})
