import { expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'

// 20,000 orders, 500 of them open.
const api = useApi({}, { template: inject('largeUrl') })

test('the floor reads no more open orders than it shows, from the oldest on', async () => {
  let shown = 0
  const reads = await readsOf(api.db, async () => {
    const { columns } = (await api.as('admin').get('/api/floor/')).json()
    shown = columns[0].orders.length
  })
  const ofOrders = reads.filter(({ table }) => table === 'orders')
  expect(shown).toBe(60)
  // Of each of four indexes the oldest, and these orders themselves; not the 500, nor the 20,000.
  expect(ofOrders.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(450)
  expect(ofOrders.map(({ node }) => node)).not.toContain('Seq Scan')
})
