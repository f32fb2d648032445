import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'
import { JsonText } from '../../base/database/jsonText.ts'
import * as dashboard from './dashboard.queries.ts'

const api = useApi({}, { template: inject('largeUrl') })
const range = { from_date: '', to_date: '' }

beforeAll(async () => {
  await api.db`select recount_orders(), recount_users()`
  await api.db`vacuum (analyze)`
  const [days] = await api.db<[typeof range]>`
    select max(day) - 129 as from_date, max(day) - 100 as to_date from day_counts`
  Object.assign(range, days)
})

/** What the statements of a dashboard read of a table. */
async function readsOfTable(table: string) {
  const reads = await readsOf(api.db, () => dashboard.get(api.db, range))
  const own = reads.filter((read) => read.table === table)
  return { nodes: own.map(({ node }) => node), rows: own.reduce((sum, { rows }) => sum + rows, 0) }
}

test('PostgreSQL writes a dashboard, in one statement', async () => {
  expect(await dashboard.get(api.db, range)).toBeInstanceOf(JsonText)
  const reads = await readsOf(api.db, () => dashboard.get(api.db, range))
  expect(new Set(reads.map(({ query }) => query).filter((query) => query.includes('day_counts'))).size).toBe(
    1,
  )
})

test('a dashboard reads only the orders of its range by type and status', async () => {
  const [kept] = await api.db<[{ rows: number }]>`
    select count(*)::int as rows from order_counts
    where period = 'day' and starts between ${range.from_date} and ${range.to_date}`
  expect(kept.rows).toBeGreaterThanOrEqual(30)
  const { nodes, rows } = await readsOfTable('order_counts')
  expect(nodes.join()).toContain('order_counts_by_day')
  expect(rows).toBe(kept.rows)
})

test('a dashboard reads only the open orders of staff users', async () => {
  const [kept] = await api.db<[{ open: number; rows: number }]>`
    select count(*) filter (where status in ('assigned', 'out-for-delivery'))::int as open, count(*)::int as rows
    from staff_counts`
  expect(kept.open).toBeLessThan(kept.rows)
  expect(await readsOfTable('staff_counts')).toEqual({
    nodes: ['Index Only Scan staff_counts_open'],
    rows: kept.open,
  })
})
