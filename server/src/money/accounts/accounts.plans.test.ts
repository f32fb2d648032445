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
  'a page %j and its count add up once what is owed, of the orders that owe alone',
  async (query) => {
    const [{ owed }] = await api.db<[{ owed: number }]>`
      select count(*)::int as owed from orders where due > 0 and delivered_at is not null`
    const reads = (await readsOf(api.db, () => page(query))).filter(({ table }) => table === 'orders')
    expect([owed > 10, reads.map(({ rows }) => rows)]).toEqual([true, [owed]])
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
