import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'
import { JsonText } from '../../base/http/jsonText.ts'
import * as dashboard from './dashboard.queries.ts'

const api = useApi({}, { template: inject('largeUrl') })
const range = { from_date: '', to_date: '' }

beforeAll(async () => {
  await api.db`select recount_figures()`
  await api.db`vacuum (analyze)`
  const [days] = await api.db<[typeof range]>`
    select max(starts) - 129 as from_date, max(starts) - 100 as to_date from order_figures where period = 'day'`
  Object.assign(range, days)
})

/** What the statements of a dashboard read of a table. */
async function readsOfTable(table: string) {
  const reads = await readsOf(api.db, () => dashboard.get(api.db, range))
  const own = reads.filter((read) => read.table === table)
  const run = own.filter(({ rows }) => rows > 0)
  return {
    run: run.map(({ node }) => node),
    nodes: own.map(({ node }) => node),
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
  }
}

test('PostgreSQL writes a dashboard, in one statement', async () => {
  expect(await dashboard.get(api.db, range)).toBeInstanceOf(JsonText)
  const reads = await readsOf(api.db, () => dashboard.get(api.db, range))
  expect(
    new Set(reads.map(({ query }) => query).filter((query) => query.includes('order_figures'))).size,
  ).toBe(1)
})

test('a dashboard reads the counters of its range and of the range before it, however many days there are', async () => {
  const [row] = await api.db<[{ rows: number; all: number }]>`
    select count(*) filter (where period in ('day', 'all') and starts > ${range.from_date}::date - 31
      and starts <= ${range.to_date})::int as rows, count(*)::int as all
    from figure_counts where figure in ('order_figures', 'delivery_figures', 'scan_figures')`
  expect(row.all).toBeGreaterThan(row.rows * 3)
  const { nodes, rows } = await readsOfTable('figure_counts')
  expect(nodes.filter((node) => node.startsWith('Seq Scan'))).toEqual([])
  expect(rows).toBeLessThan(row.rows)
})

test('the hours of one day are counted from its orders alone, by an index', async () => {
  const [{ day, orders }] = await api.db<[{ day: string; orders: number }]>`
    select shop_day(created_at)::text as day, count(*)::int as orders from orders group by 1 order by 2 desc, 1 limit 1`
  const reads = await readsOf(api.db, () => dashboard.get(api.db, { from_date: day, to_date: day }))
  const own = reads.filter(({ table, node }) => table === 'orders' && /orders_newest|Seq/.test(node))
  expect(own.map(({ node }) => node)).toEqual(['Index Scan orders_newest'])
  expect(own[0]?.rows).toBe(orders)
})

test('a dashboard reads only open orders of staff users, those with a promised time, and what is owed', async () => {
  const [row] = await api.db<[{ open: number; promised: number; owed: number }]>`
    select count(*) filter (where status <> 'confirmed')::int as open, count(promised_at)::int as promised,
      (select count(*)::int from orders where due > 0 and delivered_at is not null) as owed
    from orders where status in ('confirmed', 'assigned', 'out-for-delivery')`
  // Only the hours of one day read more.
  const { run, rows } = await readsOfTable('orders')
  expect(run.toSorted()).toEqual([
    'Index Only Scan orders_by_status',
    'Index Only Scan orders_owed',
    'Index Only Scan orders_promised',
  ])
  expect(rows).toBe(row.open + row.promised + row.owed)
})
