import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import * as coins from './coins.queries.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const change = (user: string, delta: number, reason = 'Goodwill') =>
  admin.post(`/api/users/${user}/coins/`, { delta, reason })
const coinsOf = async (user: string) => (await admin.get(`/api/get-user-coin-info/?user_id=${user}`)).json()
const move = (order: string, status: string, note?: string) =>
  admin.patch(`/api/all-orders/${order}/`, { status, note })

async function setRate(coins_per_100_rupees: number) {
  const now = (await admin.get('/api/configurations')).json<Configuration>()
  await admin.put('/api/configurations', { ...now, coins_per_100_rupees })
}

test('a grant and a deduction are entries with actor and reason', async () => {
  const { id } = await buildUser(api.db)
  const reply = await change(id, 12.5)
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({ delta: 12.5, reason: 'Goodwill', by: 'Asha Rao', order: null })
  await change(id, -2.25, 'Gift')
  expect(await coinsOf(id)).toMatchObject({
    user_id: id,
    balance: 10.25,
    earned: 12.5,
    spent: 2.25,
    entries: [
      { delta: -2.25, reason: 'Gift' },
      { delta: 12.5, at: expect.stringMatching(/^20\S+T\S+Z$/) },
    ],
  })
  expect((await admin.get(`/api/users/${id}/`)).json().coins).toBe(10.25)
  const audit = await api.db`select action, entity from audit_entries where entity_id = ${reply.json().id}`
  expect(audit).toEqual([{ action: 'insert', entity: 'coin_entries' }])
})

test('during concurrent grants, the entries always match the balance', async () => {
  const { id } = await buildUser(api.db)
  const grants = Array.from({ length: 40 }, () => change(id, 1))
  const reads = Array.from({ length: 40 }, () => coinsOf(id))
  for (const { balance, entries } of await Promise.all(reads)) expect(entries).toHaveLength(balance)
  await Promise.all(grants)
  expect(await coinsOf(id)).toMatchObject({ balance: 40, earned: 40, spent: 0 })
})

test('a deduction above the balance is refused and stores nothing', async () => {
  const { id } = await buildUser(api.db)
  for (const delta of [-1, 5, -5.01]) {
    const reply = await change(id, delta)
    if (delta < 0) {
      expect(reply.statusCode).toBe(422)
      expect(reply.json()).toMatchObject({ code: 'refused', errors: [{ context: { key: 'delta' } }] })
    }
  }
  expect(await coinsOf(id)).toMatchObject({ balance: 5, entries: [{ delta: 5 }] })
  expect((await change(id, -5)).statusCode).toBe(201)
})

test.each([
  ['delta', { delta: 0, reason: 'x' }],
  ['delta', { delta: 0.001, reason: 'x' }],
  ['delta', { delta: 1_000_001, reason: 'x' }],
  ['delta', { reason: 'x' }],
  ['reason', { delta: 1, reason: ' ' }],
])('a wrong %s is refused under its field', async (key, body) => {
  const { id } = await buildUser(api.db)
  const reply = await admin.post(`/api/users/${id}/coins/`, body)
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors[0].context.key).toBe(key)
})

test('an unknown customer has no coins', async () => {
  expect((await change(nobody, 1)).statusCode).toBe(404)
  expect((await admin.get(`/api/get-user-coin-info/?user_id=${nobody}`)).statusCode).toBe(404)
})

test('of 50 concurrent deductions, as many succeed as the balance allows', async () => {
  const { id } = await buildUser(api.db)
  await change(id, 70)
  const replies = await Promise.all(Array.from({ length: 50 }, () => change(id, -3)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array(23).fill(201), ...Array(27).fill(422)])
  const [row] = await api.db<[{ sum: number; balance: number }]>`
    select (select sum(delta) from coin_entries where user_id = ${id})::int as sum, (earned - spent)::int as balance
    from coin_balances where user_id = ${id}`
  expect(row).toEqual({ sum: 100, balance: 100 })
})

test('entries cannot be updated or deleted', async () => {
  const { id } = await buildUser(api.db)
  await change(id, 1)
  await expect(api.db`update coin_entries set delta = 2 where user_id = ${id}`).rejects.toThrow('append-only')
  await expect(api.db`delete from coin_entries where user_id = ${id}`).rejects.toThrow('append-only')
})

test('a delivery earns by the rate of its day, and reopening reverses exactly that', async () => {
  await setRate(2.5)
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 99_99 })
  await move(order.id, 'delivered')
  // 99.99 rupees at 2.5 coins per 100 are 2.49975 coins.
  expect(await coinsOf(id)).toMatchObject({
    balance: 2.49,
    entries: [{ delta: 2.49, order: order.id, order_number: order.number, by: 'Asha Rao' }],
  })
  await setRate(10)
  await move(order.id, 'out-for-delivery', 'Wrong door')
  expect(await coinsOf(id)).toMatchObject({ balance: 0, entries: [{ delta: -2.49 }, { delta: 2.49 }] })
  await move(order.id, 'delivered')
  expect((await coinsOf(id)).balance).toBe(9.99)
  await move(order.id, 'out-for-delivery', 'Wrong door again')
  expect((await coinsOf(id)).balance).toBe(0)
  // What the shop writes itself is said as the rest of the screen is.
  const inHindi = await admin.get(`/api/get-user-coin-info/?user_id=${id}`, { 'accept-language': 'hi' })
  expect(inHindi.json().entries).toMatchObject([
    { reason: 'डिलीवरी वापस ली गई' },
    { reason: 'ऑर्डर पहुँचा' },
    {},
    {},
  ])
})

test('ten concurrent deliveries of one order earn its coins once', async () => {
  await setRate(2)
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 100_00 })
  await Promise.all(Array.from({ length: 10 }, () => move(order.id, 'delivered')))
  expect((await coinsOf(id)).entries).toMatchObject([{ delta: 2 }])
})

test('a delivery that earns nothing adds no entry', async () => {
  await setRate(2)
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 49 })
  expect((await move(order.id, 'delivered')).statusCode).toBe(200)
  expect((await coinsOf(id)).entries).toEqual([])
  expect((await move(order.id, 'out-for-delivery', 'Wrong door')).statusCode).toBe(200)
})

test('a delivered order whose coins are spent cannot be reopened', async () => {
  await setRate(2)
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 100_00 })
  const other = await buildOrder(api.db, { user: id, status: 'delivered' })
  await move(order.id, 'delivered')
  await change(id, -1.5)
  const reply = await move(order.id, 'out-for-delivery', 'Wrong door')
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'coins_spent'])
  expect(reply.json().message).toContain('spent')
  expect((await admin.get(`/api/all-orders/${order.id}/`)).json()).toMatchObject({ status: 'delivered' })
  expect(await coinsOf(id)).toMatchObject({ balance: 0.5 })
  const bulk = await admin.post('/api/all-orders/bulk/', {
    ids: [order.id, other.id.toUpperCase()],
    status: 'out-for-delivery',
    note: 'Wrong door',
  })
  expect(bulk.json().results).toEqual([
    { id: order.id, ok: false, code: 'coins_spent', message: expect.any(String) },
    { id: other.id, ok: true, code: null, message: null },
  ])
})

test('concurrent bulk deliveries in different sequences earn exact coins', async () => {
  await setRate(2)
  const customers = await Promise.all([1, 2, 3].map(() => buildUser(api.db)))
  const orders: string[] = []
  for (let n = 0; n < 24; n++) {
    const user = customers[n % 3]?.id
    orders.push((await buildOrder(api.db, { user, status: 'out-for-delivery', amount: 100_00 })).id)
  }
  const bulks = [orders, orders.toReversed(), orders.slice(5), orders.slice(9).toReversed()]
  const replies = await Promise.all(
    bulks.map((ids) => admin.post('/api/all-orders/bulk/', { ids, status: 'delivered' })),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  for (const { id } of customers) expect(await coinsOf(id)).toMatchObject({ balance: 16, spent: 0 })
})

test('an order earns on its payable amount, without the discount', async () => {
  await setRate(10)
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 100_00 })
  await api.db`update orders set version = version + 1, discount = 60_00 where id = ${order.id}`
  await move(order.id, 'delivered')
  expect((await coinsOf(id)).balance).toBe(4)
})

test('reopening a second time reverses what the last delivery earned, also if it was less or nothing', async () => {
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 100_00 })
  for (const rate of [10, 2, 0]) {
    await setRate(rate)
    expect((await move(order.id, 'delivered')).statusCode).toBe(200)
    expect((await coinsOf(id)).balance).toBe(rate)
    expect((await move(order.id, 'out-for-delivery', 'Wrong door')).statusCode).toBe(200)
    expect((await coinsOf(id)).balance).toBe(0)
  }
})

test('a long ledger shows its newest 200 entries', async () => {
  const { id } = await buildUser(api.db)
  for (let n = 1; n <= 205; n++) {
    await api.db`insert into coin_entries (user_id, delta, reason) values (${id}, ${n}, 'Goodwill')`
  }
  const { balance, entries } = await coinsOf(id)
  expect(balance).toBe(211.15)
  expect(entries).toHaveLength(200)
  expect([entries[0].delta, entries[199].delta]).toEqual([2.05, 0.06])
})

test('other database errors are not reported as too few coins', async () => {
  const { id } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user: id, status: 'out-for-delivery', amount: 100_00 })
  await setRate(2)
  await move(order.id, 'delivered')
  const invalidId = /invalid input syntax for type uuid/
  const grant = { user_id: id, delta: 1, reason: 'Goodwill', by: 'nobody' }
  await expect(coins.createManual(api.db, grant)).rejects.toThrow(invalidId)
  await expect(coins.reverse(api.db, order.id, 'nobody')).rejects.toThrow(invalidId)
  await expect(coins.spend(api.db, order.id, 'nobody')).rejects.toThrow(invalidId)
})
