import { expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { largeTables } from '../../../test/largeTables.ts'
import { type Read, readsOf } from '../../../test/plans.ts'
import { newestRows } from './matches.queries.ts'

// 20,000 orders, two of each of 10,000 customers.
const api = useApi({}, { template: inject('largeUrl') })

const tables = [...largeTables, 'clients', 'leads', 'coupons', 'qr_codes']

async function readsOfSearch(query: string) {
  const reads = await readsOf(api.db, () =>
    api.as('admin').get(`/api/search?query=${encodeURIComponent(query)}`),
  )
  return { reads, rows: rowsByTable(reads) }
}

function rowsByTable(reads: Read[]) {
  const rows = new Map<string, number>()
  for (const read of reads) rows.set(read.table, (rows.get(read.table) ?? 0) + read.rows)
  return rows
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

test('the records of each kind are found by an index among many thousands, and their newest are read only once', async () => {
  await api.db.unsafe(`
    insert into clients (name, contact, joined_on, client_type, address)
    select 'Traders ' || md5(n::text), '+9180' || lpad(n::text, 8, '0'), current_date, 1, '{"city": "Pune"}'
    from generate_series(1, 10000) n;
    insert into leads (name, email, mobile, subject, message)
    select 'Asker ' || md5(n::text), md5(n::text) || '@x.test', '+9177' || lpad(n::text, 8, '0'), 'A price', 'Please call'
    from generate_series(1, 10000) n;
    insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
    select 'Sale ' || n, md5(n::text), 10, current_date, current_date, false, false from generate_series(1, 10000) n;
    insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select 1000000 + n, 'Mart ' || md5(n::text), 1, current_date, 0, 'https://print.test/' from generate_series(1, 10000) n;
    analyze clients, leads, coupons, qr_codes`)
  const [{ md5 }] = await api.db<[{ md5: string }]>`select md5('17')`
  const reply = await api.as('admin').get(`/api/search?query=${md5.slice(0, 12)}`)
  expect(reply.json().results.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['company', 'coupon', 'qr_code', 'lead']),
  )
  // A rare word, the number of an old QR code, two letters, a word that all of them have, and one that none has.
  for (const query of [
    md5.slice(0, 12),
    '1000017',
    md5.slice(0, 2),
    'traders',
    'asker',
    'sale',
    'mart',
    'nobodyhere',
  ]) {
    const { reads } = await readsOfSearch(query)
    // The search for codes asks the index of each company.
    const rows = rowsByTable(reads.filter((read) => !read.query.includes("'voucher' as kind")))
    for (const table of ['clients', 'leads', 'coupons', 'qr_codes'])
      expect([query, table, rows.get(table) ?? 0]).toEqual([
        query,
        table,
        expect.toSatisfy((read: number) => read <= newestRows + 1000),
      ])
  }
})

test('codes are found by how they begin from the index of each company, a handful of rows of each', async () => {
  const [{ code, companies }] = await api.db<[{ code: string; companies: number }]>`
    select (select voucher_code from vouchers order by id limit 1) as code, count(*)::int as companies from clients`
  for (const query of [code, code.slice(0, 3), code.slice(0, 2), 'ZZZZZZ']) {
    const { rows } = await readsOfSearch(query)
    expect([query, rows.get('vouchers') ?? 0]).toEqual([
      query,
      expect.toSatisfy((read: number) => read <= 5 * companies + 10),
    ])
  }
})
