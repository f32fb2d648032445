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

test('a customer’s orders are read from the index alone, to count them and for the page', async () => {
  const user = await buildUser(api.db, { first_name: 'Quintessa' })
  for (let n = 0; n < 30; n++) await buildOrder(api.db, { user: user.id })
  const { count, reads } = await search('quintessa')
  expect(count).toBe(30)
  expect(rowsRead(reads, 'customer_search')).toBeLessThanOrEqual(2)
  expect(rowsRead(reads, 'order_search')).toBeLessThanOrEqual(61)
  const nodes = reads
    .filter(({ table, rows }) => table === 'order_search' && rows > 0)
    .map(({ node }) => node)
  expect([...new Set(nodes)]).toEqual(['Index Only Scan order_search_of_user'])
})

async function addOrders(user: string, { days, orders = 2_050 }: { days: number; orders?: number }) {
  await api.db`
    insert into orders (title, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup, amount,
      status, created_at)
    select 'Menu', ${user}, 1, 1, 'bw', 'single', 'A4', 'none', true, 100, 'confirmed',
      now() - ${days} * interval '1 day' - (n / 3) * interval '10 minutes'
    from generate_series(1, ${orders}) n`
}

test('a page of many orders of the customers who are found has these, and only few orders are read for it', async () => {
  const first = await buildUser(api.db, { first_name: 'Zuleika' })
  const second = await buildUser(api.db, { first_name: 'Xanthippe' })
  const other = await buildUser(api.db, { first_name: 'Zebulon' })
  await addOrders(first.id, { days: 0 })
  // Too old to be among the newest.
  await addOrders(second.id, { days: 2000 })
  await addOrders(other.id, { days: 0, orders: 200 })
  await buildOrder(api.db, { user: other.id, title: 'For Zuleika' })

  const find = async (query: string, more: string) => {
    const reply = await admin.get(`/api/all-orders/?query=${query}${more}`)
    const { count, results } = reply.json<{ count: number; results: { id: string }[] }>()
    return { query, more, count, ids: results.map(({ id }) => id) }
  }
  for (const query of ['zuleika', 'xanthippe']) {
    const rows = await api.db<{ id: string }[]>`
      select order_id as id from order_search where words like ${`%${query}%`} order by created_at desc, order_id desc`
    const newest = rows.map(({ id }) => id)
    for (const [ordering, ids] of [
      ['-created_at', newest],
      ['created_at', newest.toReversed()],
    ] as const) {
      for (const offset of [0, 7, 2_040, 3_000]) {
        const more = `&limit=20&offset=${offset}&ordering=${ordering}`
        const page = { query, more, count: ids.length, ids: ids.slice(offset, offset + 20) }
        expect(await find(query, more)).toEqual(page)
      }
    }
    for (const more of ['&exclude_order_type=print', '&from_date=2099-01-01'])
      expect(await find(query, more)).toEqual({ query, more, count: 0, ids: [] })
  }
  const { reads } = await search('zuleika')
  const inTable = reads.filter(({ table, node }) => table === 'order_search' && !node.includes('Only'))
  expect(inTable.map(({ node }) => node)).toContain('Index Scan order_search_newest')
  expect(rowsRead(inTable, 'order_search')).toBeLessThan(100)
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
