import { expect, inject, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { largeTables } from '../../test/largeTables.ts'
import { readsOf } from '../../test/plans.ts'
import { newestRows } from './matches.queries.ts'

// 20,000 orders, two of each of 10,000 customers.
const api = useApi({}, { template: inject('largeUrl') })

const tables = [...largeTables, 'clients', 'leads', 'coupons', 'qr_codes']

async function readsOfSearch(query: string) {
  const reads = await readsOf(api.db, () =>
    api.as('admin').get(`/api/search?query=${encodeURIComponent(query)}`),
  )
  const rows = new Map<string, number>()
  for (const read of reads) rows.set(read.table, (rows.get(read.table) ?? 0) + read.rows)
  return { reads, rows }
}

test('a search reads the newest rows and little more than what it finds', async () => {
  const [{ number, mobile, email, referral_code }] = await api.db<
    [{ number: number; mobile: string; email: string; referral_code: string }]
  >`select o.number, u.mobile, u.email, u.referral_code from orders o join users u on u.id = o.user_id where o.number = 10877`
  for (const query of [
    String(number),
    mobile,
    mobile.slice(-4),
    email,
    referral_code,
    'kiran',
    'ki',
    'zq',
    'thesis 1',
    '7',
  ]) {
    const { reads, rows } = await readsOfSearch(query)
    const most = Math.max(
      ...['orders', 'users', 'order_search', 'customer_search', 'vouchers'].map(
        (table) => rows.get(table) ?? 0,
      ),
    )
    expect({ query, most }).toEqual({
      query,
      most: expect.toSatisfy((read: number) => read <= newestRows + 1000),
    })
    const scanned = reads.filter(({ node, table }) => node === 'Seq Scan' && tables.includes(table))
    expect({ query, scanned }).toEqual({ query, scanned: [] })
  }
})

test('a referral code is looked up by its index', async () => {
  const { reads } = await readsOfSearch('REF4711')
  expect(reads.filter(({ table, rows }) => table === 'users' && rows > 10)).toEqual([])
})
