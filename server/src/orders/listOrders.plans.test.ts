import { expect, inject, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser, buildVouchers } from '../../test/build.ts'
import { readsOf } from '../../test/plans.ts'

// 20,000 orders, 500 of them open, of 100 staff users.
const api = useApi({}, { template: inject('largeUrl') })

async function list(query: string) {
  let count = -1
  const reads = await readsOf(api.db, async () => {
    count = (await api.as('admin').get(`/api/all-orders/?limit=10&${query}`)).json().count
  })
  const ofVouchers = reads.filter(({ table }) => table === 'purchased_vouchers')
  const ofOrders = reads.filter(({ table }) => table === 'orders')
  return {
    count,
    rows: ofOrders.reduce((sum, { rows }) => sum + rows, 0),
    nodes: ofOrders.map(({ node }) => node),
    vouchers: ofVouchers.reduce((sum, { rows }) => sum + rows, 0),
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
  ['ordering=promised_at', 60],
  ['ordering=-promised_at&status=confirmed', 30],
])('%s reads %i rows at most', async (query, most) => {
  expect((await list(query)).rows).toBeLessThanOrEqual(most)
})

test.each(['customer', '-status', 'printed', '-is_ready'])(
  'sorted by %s, only the orders of the list are read',
  async (ordering) => {
    const { count, rows } = await list(`ordering=${ordering}&status=confirmed&status=assigned`)
    expect(count).toBeGreaterThan(100)
    // Each twice in the index, as it is asked first whether there are too many, and once by its id; then those of the page.
    expect(rows).toBeLessThan(3 * count + 50)
  },
)

test('by number as by the time of creation', async () => {
  expect((await list('ordering=-number')).rows).toBeLessThanOrEqual(30)
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
  'due=late',
  'status=confirmed&printed=none&is_ready=false',
])('a filter of open orders reads these only, and counts them in the index: %s', async (query) => {
  const { count, rows, nodes } = await list(query)
  expect(count).toBeGreaterThan(100)
  expect(rows).toBeLessThan(2 * 500 + 50)
  expect(nodes.some((node) => node.startsWith('Index Only Scan'))).toBe(true)
})

test('what will be late is judged by the open orders, the last deliveries and the last jobs alone', async () => {
  await api.db`
    update orders set version = version + 1, promised_at = now() + interval '1 hour' where status = 'confirmed' and number % 2 = 0`
  const reads = await readsOf(api.db, async () => {
    const { count } = (await api.as('admin').get('/api/all-orders/?limit=10&due=at_risk')).json()
    expect(count).toBeGreaterThan(50)
  })
  const rowsOf = (name: string) =>
    reads.filter(({ table }) => table === name).reduce((sum, { rows }) => sum + rows, 0)
  // 500 open orders, and the newest ones up to the 300th that is delivered; then those that were found.
  expect(rowsOf('orders')).toBeLessThan(500 + (500 + 300) + 3 * 100 + 10)
  expect(rowsOf('print_jobs')).toBeLessThan(4 * 200 + 300 + 100)
  expect(rowsOf('order_history')).toBeLessThan(300 + 100)
  expect(reads.filter(({ node, table }) => node.startsWith('Seq Scan') && table === 'orders')).toEqual([])
})

test('what is promised within some days is found by its promise', async () => {
  const [{ day }] = await api.db<[{ day: string }]>`
    select shop_day(max(promised_at))::text as day from orders where status = 'delivered'`
  const { count, rows } = await list(`promised_from=${day}&promised_to=${day}`)
  expect(count).toBeGreaterThan(5)
  expect(rows).toBeLessThan(6 * count + 50)
  const sorted = await list(`promised_from=${day}&ordering=promised_at`)
  expect(sorted.rows).toBeLessThan(3 * sorted.count + 60)
})

test('the orders of one staff user are counted in their index', async () => {
  const [{ id }] = await api.db<[{ id: string }]>`
    select assigned_user as id from orders where assigned_user is not null order by number limit 1`
  const { count, rows } = await list(`assigned_user=${id}&color=bw`)
  expect(count).toBeGreaterThan(150)
  expect(rows).toBeLessThan(2 * count + 50)
})

test.each(['', '&ordering=payable', '&color=bw&payable_from=40', '&status=delivered&query=e'])(
  'the orders of the few customers of a company are read, and no others: %s',
  async (more) => {
    // Not by counting what it sold: that read could still be written into the log when the list is read.
    const [{ id }] = await api.db<[{ id: string }]>`select id from clients where name = 'Company 1'`
    const sold = 160
    const { count, rows, vouchers } = await list(`client=${id}${more}`)
    expect(count).toBeGreaterThan(sold)
    expect(count).toBeLessThanOrEqual(2 * sold)
    expect(rows).toBeLessThanOrEqual(2 * 2 * sold + 50)
    expect(vouchers).toBeLessThanOrEqual(4 * sold)
  },
)

test('the orders of very many customers of a company are counted once, and read up to the page', async () => {
  const { id: group, client } = await buildVouchers(api.db)
  await api.db`
    with sold as (
      insert into vouchers (voucher_info_id, client_id, voucher_code, is_assigned)
      select ${group}, ${client}, 'ALL' || n, true from generate_series(1, 10000) n
      returning id, voucher_info_id, voucher_code)
    insert into purchased_vouchers
      (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail, cost, expiry_date)
    select u.id, s.id, s.voucher_info_id, ${client}, s.voucher_code, 'Coffee', 100, current_date
    from sold s join (select id, row_number() over () as n from users) u on s.voucher_code = 'ALL' || u.n`
  await api.db`analyze purchased_vouchers`
  const [customer] = await api.db<[{ id: string }]>`select id from users order by id limit 1`
  await buildOrder(api.db, { user: customer.id })
  const without = await buildOrder(api.db, { user: (await buildUser(api.db)).id })

  const pages = ['', '&ordering=created_at', '&ordering=-payable', '&order_type=print', '&offset=19980']
  for (const more of pages) {
    const { count, rows } = await list(`client=${client}${more}`)
    expect([more, count]).toEqual([more, 20_001])
    expect([more, rows]).toEqual([more, expect.toSatisfy((read: number) => read < 1.05 * count)])
  }
  const ids = async (query: string) => {
    const reply = await api.as('admin').get(`/api/all-orders/?${query}`)
    return reply.json<{ results: { id: string }[] }>().results.map((order) => order.id)
  }
  for (const more of pages) {
    const every = await ids(`limit=12${more.replace('offset=19980', 'offset=19981')}`)
    const expected = every.filter((one) => one !== without.id).slice(0, 10)
    expect([more, await ids(`limit=10&client=${client}${more}`)]).toEqual([more, expected])
  }
})
