import { expect, inject, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { type Read, readsOf } from '../../test/plans.ts'
import { canUseTrigramIndex, maxIndexHits } from './orderText.queries.ts'

// 20,000 orders, two of each of 10,000 customers.
const api = useApi({}, { template: inject('largeUrl') })
const admin = api.as('admin')

const rowsRead = (reads: Read[], ...tables: string[]) =>
  reads.filter(({ table }) => tables.includes(table)).reduce((sum, { rows }) => sum + rows, 0)

async function search(query: string, more = '') {
  let count = -1
  const reads = await readsOf(api.db, async () => {
    count = (await admin.get(`/api/all-orders/?query=${encodeURIComponent(query)}${more}`)).json().count
  })
  return { count, reads }
}

// By its number: a read of many rows could still be written into the log when the search begins.
const someOrder = async () => {
  const [order] = await api.db<[{ number: number; mobile: string; email: string }]>`
    select o.number, u.mobile, u.email from orders o join users u on u.id = o.user_id where o.number = 10877`
  return order
}

test.each(['', '&status=delivered', '&from_date=2020-01-01', '&status=confirmed&to_date=2099-12-31'])(
  'a search for a number, a mobile or an email reads little more than it finds%s',
  async (more) => {
    const { number, mobile, email } = await someOrder()
    for (const query of [String(number), mobile, mobile.slice(-4), email, email.slice(0, 12)]) {
      const { count, reads } = await search(query, more)
      const read = rowsRead(reads, 'orders', 'order_search', 'customer_search')
      expect({ query, count, read }).toEqual({
        query,
        count,
        read: expect.toSatisfy((rows: number) => rows < 400),
      })
      expect(canUseTrigramIndex(query)).toBe(true)
    }
  },
)

test('the last orders of a customer and their number are read by the index of their customer', async () => {
  const user = await buildUser(api.db, { first_name: 'Regular' })
  for (let n = 0; n < 30; n++) await buildOrder(api.db, { user: user.id })
  let count = -1
  const reads = await readsOf(api.db, async () => {
    count = (await admin.get(`/api/all-orders/?user=${user.id}&limit=4`)).json().count
  })
  expect(count).toBe(30)
  // To count them, to find the last ones, and to read these.
  expect(rowsRead(reads, 'orders')).toBeLessThanOrEqual(30 + 30 + 4)
})

test('a customer’s orders are read from the index alone, once', async () => {
  const user = await buildUser(api.db, { first_name: 'Quintessa' })
  for (let n = 0; n < 30; n++) await buildOrder(api.db, { user: user.id })
  const { count, reads } = await search('quintessa')
  expect(count).toBe(30)
  expect(rowsRead(reads, 'customer_search')).toBeLessThanOrEqual(2)
  expect(rowsRead(reads, 'order_search')).toBeLessThanOrEqual(31)
  expect(
    reads.filter(({ table, rows }) => table === 'order_search' && rows > 0).map(({ node }) => node),
  ).toEqual(['Index Only Scan order_search_of_user'])
})

test('a word of more orders than the indexes may return is found in all of them', async () => {
  const user = await buildUser(api.db, { first_name: 'Kiran' })
  await buildOrder(api.db, { user: user.id, title: 'Thesis too' })
  for (const query of ['kiran', 'thesis']) {
    const [{ orders }] = await api.db<[{ orders: number }]>`
      select count(*)::int as orders from order_search where words like ${`%${query}%`}`
    expect(orders).toBeGreaterThan(maxIndexHits)
    expect((await search(query)).count).toBe(orders)
  }
})

test('a change of status writes no search text', async () => {
  const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const [before] = await api.db`select ctid::text, xmin::text from order_search where order_id = ${order.id}`
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'out-for-delivery' })
  const [after] = await api.db`select ctid::text, xmin::text from order_search where order_id = ${order.id}`
  expect(after).toEqual(before)
})
