import type { Account } from '@our-print/contract/money/accounts.ts'
import type { Rows } from '@our-print/contract/paging.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'

const api = useApi({}, { template: inject('largeUrl') })
const page = async (query: string) =>
  (await api.as('admin').get(`/api/accounts/?${query}`)).json<Rows<Account>>()

beforeAll(async () => {
  await api.db`vacuum (analyze) orders`
})

test.each(['', 'owing=true&ordering=-owed', 'query=kiran', 'ordering=name&owing_days=7'])(
  'a page %j and its count add up once what is owed, of the orders that owe alone; then the ages of those shown',
  async (query) => {
    const [{ owed }] = await api.db<[{ owed: number }]>`
      select count(*)::int as owed from orders where due > 0 and delivered_at is not null`
    let shown: string[] = []
    const reads = await readsOf(api.db, async () => {
      shown = (await page(`${query}&limit=2`)).results.map(({ id }) => id)
    })
    const [{ of_shown }] = await api.db<[{ of_shown: number }]>`
      select count(*)::int as of_shown from orders where due > 0 and delivered_at is not null and user_id = any(${shown})`
    const ofOrders = reads.filter(({ table }) => table === 'orders')
    expect(new Set(ofOrders.map(({ node }) => node))).toEqual(new Set(['Index Only Scan orders_owed']))
    expect([owed > 5 * of_shown, ofOrders.reduce((sum, { rows }) => sum + rows, 0)]).toEqual([
      true,
      owed + of_shown,
    ])
  },
)

test('pages put together are the list, and one beyond its end knows its length', async () => {
  const { count, results } = await page('limit=100&ordering=owed')
  expect(count).toBe(results.length)
  const apart: Account[] = []
  for (let offset = 0; offset < count; offset += 7)
    apart.push(...(await page(`limit=7&offset=${offset}&ordering=owed`)).results)
  expect(apart).toEqual(results)
  expect(await page(`limit=7&offset=${count}`)).toMatchObject({ count, results: [] })
})

test('a page reads the names of those that it shows, however many accounts there are', async () => {
  await api.db`insert into accounts (user_id, credit_limit) select id, 1 from users on conflict do nothing`
  await api.db`vacuum (analyze) accounts`
  const reads = await readsOf(api.db, () => page('limit=5'))
  const names = reads.filter(({ table }) => table === 'users')
  expect(names.map(({ node, rows }) => [node, rows])).toEqual([['Index Scan users_pkey', 5]])
})
