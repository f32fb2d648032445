import { listOrders } from '@our-print/contract/orders/orders.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildUser } from '../../test/build.ts'
import type { JsonText } from '../base/http/jsonText.ts'
import { Links } from '../base/http/links.ts'
import type { Filter } from './orderFilter.queries.ts'
import { search } from './searchOrders.queries.ts'

const api = useApi()
const orders = 3_100
const page = { limit: 10, offset: 0 }

beforeAll(async () => {
  const { id } = await buildUser(api.db)
  await api.db`
    insert into orders (title, user_id, pdf_page_count, copies, color, sides, paper_size, binding, pickup, amount,
      status, cancelled_at, created_at)
    select 'Menu qz', ${id}, 1, 1, 'bw', 'single', 'A4', 'none', true, 100 + n,
      case when n % 2 = 0 then 'confirmed' else 'cancelled' end, case when n % 2 = 1 then now() end,
      now() - n * interval '10 minutes'
    from generate_series(1, ${orders}) n`
  // So long that counting the hits takes longer than a millisecond on any machine.
  await api.db`update order_search set words = words || repeat(' long', 4000)`
})

const find = (
  filter: Partial<Filter> & { limit: number; offset: number },
  { query = 'qz', countMs = 60_000 } = {},
) => {
  const all: Filter & typeof page = { order_types: ['print', 'subscription'], ...filter }
  return search(api.db, api.people.admin, api.resources.searchPool, all, query, countMs)
}
const amounts = (results: JsonText) =>
  (results.toJSON() as { amount: number }[]).map(({ amount }) => Math.round(amount * 100))
/** The amounts of orders, which tell their place in the sequence. */
const places = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => 101 + from + n * step)

test('the hits of a common query are counted exactly, and its pages are read from both ends', async () => {
  const first = await find(page)
  expect([first.count, first.isCountExact, amounts(first.results)]).toEqual([
    orders,
    undefined,
    places(0, 10),
  ])
  const last = await find({ limit: 10, offset: orders - 4 })
  expect([last.count, amounts(last.results)]).toEqual([orders, places(orders - 4, orders)])
  const behind = await find({ limit: 10, offset: orders })
  expect([behind.count, amounts(behind.results)]).toEqual([orders, []])
  const cancelled = await find({ limit: 5, offset: orders / 2 - 5, statuses: ['cancelled'] })
  expect([cancelled.count, amounts(cancelled.results)]).toEqual([orders / 2, places(orders - 10, orders, 2)])
  const oldest = await find({ ...page, ordering: 'created_at' })
  expect(amounts(oldest.results)).toEqual(places(orders - 10, orders).toReversed())
})

test('where counting takes too long, 3,000 are counted, and the next pages lead to the last one', async () => {
  const slow = { countMs: 1 }
  const first = await find(page, slow)
  expect([first.count, first.isCountExact, amounts(first.results)]).toEqual([3_000, false, places(0, 10)])
  const within = await find({ limit: 100, offset: 2_950 }, slow)
  expect([within.count, within.isCountExact, amounts(within.results)]).toEqual([
    3_051,
    false,
    places(2_950, 3_050),
  ])
  const last = await find({ limit: 100, offset: 3_050 }, slow)
  expect([last.count, last.isCountExact, amounts(last.results)]).toEqual([
    orders,
    undefined,
    places(3_050, orders),
  ])
  const behind = await find({ limit: 10, offset: 5_000 }, slow)
  expect([behind.count, behind.isCountExact, amounts(behind.results)]).toEqual([3_000, false, []])
  const byAmount = await find({ ...page, ordering: 'payable' }, slow)
  expect([byAmount.count, byAmount.isCountExact, amounts(byAmount.results)]).toEqual([
    3_000,
    false,
    places(0, 10),
  ])
  // Fewer than 3,000 are told exactly in any case.
  const cancelled = await find({ ...page, statuses: ['cancelled'] }, slow)
  expect([cancelled.count, cancelled.isCountExact]).toEqual([orders / 2, undefined])
})

test('the response says that there are more, and where', async () => {
  const request = { url: '/api/all-orders/?query=qz&limit=10&offset=3000' } as Parameters<Links['page']>[0]
  const slice = { limit: 10, offset: 3_000 }
  const response = new Links('https://shop.test')
    .page(request, slice, await find(slice, { countMs: 1 }))
    .toJSON()
  expect(listOrders.schema.response[200].partial({ results: true }).parse(response)).toMatchObject({
    count: 3_011,
    count_is_exact: false,
    next: 'https://shop.test/api/all-orders/?query=qz&limit=10&offset=3010',
  })
})
