import { expect, inject, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { readsOf } from '../../test/plans.ts'

// 20,000 orders, 500 of them open, of 100 staff users.
const api = useApi({}, { template: inject('largeUrl') })

async function list(query: string) {
  let count = -1
  const reads = await readsOf(api.db, async () => {
    count = (await api.as('admin').get(`/api/all-orders/?limit=10&${query}`)).json().count
  })
  const ofOrders = reads.filter(({ table }) => table === 'orders')
  return {
    count,
    rows: ofOrders.reduce((sum, { rows }) => sum + rows, 0),
    nodes: ofOrders.map(({ node }) => node),
  }
}

// A page reads its ten orders twice: their ids from an index, then the orders.
test.each([
  ['', 30],
  ['ordering=created_at', 30],
  ['ordering=created_at&status=delivered', 30],
  ['ordering=-payable&status=delivered', 30],
  // Of each status one row more than the page has.
  ['ordering=-payable', 60],
  ['status=confirmed&status=assigned&ordering=created_at', 40],
])('%s reads %i rows at most', async (query, most) => {
  expect((await list(query)).rows).toBeLessThanOrEqual(most)
})

test.each(['ordering=created_at', 'ordering=-created_at'])(
  'a page far down is found by counters: %s',
  async (ordering) => {
    // Some 51 orders a day: a day is read, and not what is before it.
    expect((await list(`${ordering}&offset=10000`)).rows).toBeLessThan(150)
    expect(
      (await list(`${ordering}&offset=10000&from_date=2020-01-01&to_date=2099-01-01`)).rows,
    ).toBeLessThan(150)
  },
)

test('a page far down by amount is read from the nearer end', async () => {
  expect((await list('ordering=payable&status=delivered&offset=19000')).rows).toBeLessThan(600)
  expect((await list('ordering=payable&status=delivered&offset=500')).rows).toBeLessThan(600)
})

test.each([
  'status=confirmed&color=bw',
  'status=confirmed&status=assigned&paper_size=A4&pickup=true',
  'waiting_days=0&payable_from=40',
])('a filter of open orders reads these only, and counts them in the index: %s', async (query) => {
  const { count, rows, nodes } = await list(query)
  expect(count).toBeGreaterThan(100)
  expect(rows).toBeLessThan(2 * 500 + 50)
  expect(nodes.some((node) => node.startsWith('Index Only Scan'))).toBe(true)
})

test('the orders of one staff user are counted in their index', async () => {
  const [{ id }] = await api.db<[{ id: string }]>`
    select assigned_user as id from orders where assigned_user is not null order by number limit 1`
  const { count, rows } = await list(`assigned_user=${id}&color=bw`)
  expect(count).toBeGreaterThan(150)
  expect(rows).toBeLessThan(2 * count + 50)
})
