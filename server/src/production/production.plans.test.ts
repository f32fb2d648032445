import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { readsOf } from '../../test/plans.ts'
import * as margins from './margins.queries.ts'
import * as production from './production.queries.ts'
import * as summary from './productionSummary.queries.ts'

const api = useApi({}, { template: inject('largeUrl') })
const range = { from_date: '', to_date: '' }
const page = { limit: 10, offset: 0 }
let orders = 0

beforeAll(async () => {
  const [found] = await api.db<[typeof range & { orders: number }]>`
    select r.from_date, r.to_date, (select count(*)::int from order_costs c where c.jobs > 0
      and c.created_at >= day_start(r.from_date) and c.created_at < day_start(r.to_date + 1)) as orders
    from (select shop_day(max(created_at)) - 129 as from_date, shop_day(max(created_at)) - 100 as to_date
      from order_costs) r`
  Object.assign(range, { from_date: found.from_date, to_date: found.to_date })
  orders = found.orders
  expect(orders).toBeGreaterThan(1000)
})

async function readsOfTable(table: string, work: () => Promise<unknown>) {
  const own = (await readsOf(api.db, work)).filter((read) => read.table === table)
  return {
    nodes: [...new Set(own.map(({ node }) => node))],
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
  }
}

test.each(['customer', 'company'] as const)(
  'margins by %s read the orders of the range, from the index',
  async (by) => {
    const { nodes, rows } = await readsOfTable('order_costs', () =>
      margins.list(api.db, { ...range, ...page, by }),
    )
    expect(nodes).toEqual(['Index Only Scan order_costs_counted'])
    // The page and its count.
    expect(rows).toBe(2 * orders)
  },
)

test('a page of margins by order reads its orders, and counts the others in the index', async () => {
  const { nodes, rows } = await readsOfTable('order_costs', () => margins.list(api.db, { ...range, ...page }))
  expect(nodes).toEqual(['Index Only Scan order_costs_counted'])
  expect(rows).toBe(orders + page.limit)
})

test.each([
  ['months', () => margins.list(api.db, { ...range, ...page, by: 'month' as const })],
  ['days', () => production.list(api.db, { ...range, ...page, by: 'day' as const })],
  ['the summary', () => summary.get(api.db, range)],
] as const)('the figures of %s read counters, and no costs of jobs or orders', async (_, work) => {
  const reads = await readsOf(api.db, work)
  const rowsOf = (table: string) =>
    reads.filter((read) => read.table === table).reduce((sum, { rows }) => sum + rows, 0)
  expect(rowsOf('production_counts')).toBeGreaterThan(0)
  expect(rowsOf('print_job_costs') + rowsOf('print_jobs')).toBe(0)
  // The open orders of the summary, each with its sums.
  expect(rowsOf('order_costs')).toBeLessThan(1000)
})
