import { keptGroups } from '@our-print/contract/printing/keptPromises.ts'
import { expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'
import * as keptPromises from './keptPromises.queries.ts'

// 20,000 orders, a fifth of them promised.
const api = useApi({}, { template: inject('largeUrl') })

test.each(keptGroups)('by %s, only the orders that were promised for these days are read', async (by) => {
  const [{ day }] = await api.db<[{ day: string }]>`
    select shop_day(max(promised_at) - interval '100 days')::text as day from orders`
  const reads = await readsOf(api.db, async () => {
    const { total } = await keptPromises.get(api.db, { by, from_date: day, to_date: day })
    expect(total.orders).toBeGreaterThan(5)
    expect(total.orders).toBeLessThan(20)
  })
  const rowsOf = (name: string) =>
    reads.filter(({ table }) => table === name).reduce((sum, { rows }) => sum + rows, 0)
  expect(rowsOf('orders')).toBeLessThan(20)
  expect(rowsOf('print_jobs')).toBeLessThan(2 * 20)
})
