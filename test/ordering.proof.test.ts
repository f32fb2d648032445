import { mostSortedOrders } from '@our-print/contract/orders/orderLists.ts'
import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import { printedParts } from '@our-print/contract/orders/promises.ts'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { fromNearerEnd } from '../server/src/base/database/pages.ts'
import { useApi } from '../server/test/api.ts'
import * as build from '../server/test/build.ts'
import { buildQuote, buildRequest, buildStatementLine } from '../server/test/buildDesk.ts'
import { buildPrinter, buildPrintJob, buildStockItem } from '../server/test/buildPrinting.ts'
import { allEndpoints, exampleUrl, someId } from './endpoints.ts'

// Every list that can be sorted: each of its sequences, both directions, with ties, page by page and as a file.

const api = useApi()

type Row = Record<string, string> & { id: string }
type Shape = Record<string, { unwrap(): { options: string[] } } | undefined>

const lists = (await allEndpoints()).flatMap((endpoint) => {
  const shape = (endpoint.schema.querystring as { shape?: Shape } | undefined)?.shape
  const orderings = shape?.['ordering']?.unwrap().options ?? []
  // Those that are sorted by id only: orderingById.test.ts.
  return (orderings.length > 2 ? orderings : []).map((ordering) => ({
    url: exampleUrl(endpoint),
    ordering,
    paged: 'limit' in (shape ?? {}),
  }))
})

const names = ['Zoya', 'asha', 'Asha', 'Éva', 'Kiran']
const pick = <T>(values: readonly T[], n: number) => values[n % values.length] as T
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString()

beforeAll(async () => {
  const { db, people } = api
  const plan = await build.buildPlan(db)
  await build.buildUser(db, { id: someId })
  const [statement] = await db<[{ id: string }]>`
    insert into statements (method, file_name, sha256, added, known, by)
    values ('upi', 'bank.csv', '', 24, 0, ${people.admin.id}) returning id`
  for (let n = 0; n < 24; n++) {
    const user = await build.buildUser(db, { first_name: pick(names, n), last_name: pick(['Rao', 'rao'], n) })
    if (n % 3 === 0)
      await db`insert into coin_entries (user_id, delta, reason) values (${user.id}, ${100 * (1 + (n % 4))}, 'Welcome')`
    if (n % 6 === 0) {
      await db`insert into coin_entries (user_id, delta, reason) values (${user.id}, ${-100 * (1 + (n % 4))}, 'Spent')`
    }
    await db`update users set version = version + 1, created_at = ${day(n % 7)} where id = ${user.id}`
    const printed = await build.buildOrder(db, { user: user.id, amount: pick([100, 4600, 90_000], n) })
    await buildPrintJob(db, { order: printed.id, impressions: 1 + (n % 4) })
    const order = await build.buildOrder(db, {
      user: user.id,
      status: pick(['confirmed', 'assigned', 'delivered'], n),
      assigned_user: n % 3 ? people.staff.id : null,
      amount: pick([100, 4600, 90_000], n),
      created_at: day(n % 5),
    })
    await db`
      insert into payments (order_id, user_id, method, amount, happened_at, by)
      values (${order.id}, ${user.id}, 'upi', ${pick([100, 200, 300], n)}, ${day(n % 5)}, ${people.admin.id})`
    await db`
      insert into approvals (act, endpoint, call, summary, changes, asked_by, asker, asked_at, expires_at)
      values ('coins', '', '{}', '', '[]', ${people.admin.id}, ${people.admin.id}, ${day(n % 5)}, now() + interval '1 day')`
    await db`
      insert into statement_lines (statement_id, method, day, amount, reference, text, nth)
      values (${statement.id}, 'upi', ${day(n % 5).slice(0, 10)}, ${pick([100, 200, 300], n)}, '', ${`Line ${n}`}, 0)`
    await db`insert into accounts (user_id, balance) values (${user.id}, ${pick([100, 250, 400], n)})`
    await db`
      update orders set version = version + 1,
        lines = ${db.json(Array.from({ length: n % 3 }, () => ({ text: 'Proof', quantity: 1, price: 100 })))},
        calculated_amount = ${n % 2 ? 500 : null}, price_by_hand_reason = ${n % 2 ? 'A friend' : null}
      where id = ${order.id}`
    const owed = await build.buildOrder(db, {
      user: user.id,
      status: 'delivered',
      amount: pick([100, 4600, 90_000], n),
      delivered_at: day(n % 5),
    })
    const [invoice] = await db<[{ id: string }]>`
      insert into invoices (kind, prefix, year, sequence, number, issued_at, day, user_id, buyer, net, tax, total, content)
      values ('invoice', 'INV', 2026, ${n + 1}, ${`INV/${n}`}, ${day(n % 5)}, ${day(n).slice(0, 10)}, ${user.id},
        'Anil', ${pick([100, 4600], n)}, 0, ${pick([100, 4600], n)}, '{}') returning id`
    await db`
      insert into invoice_lines (invoice_id, position, order_id, text, code, tax_name, rate, amount, discount, net, tax)
      values (${invoice.id}, 0, ${owed.id}, 'Printing', '', 'No tax', 0, 100, 0, 100, 0)`
    await db`insert into referrers (user_id, referrals, total, fulfilled) values (${user.id}, 1, ${n % 6}, ${n % 3 && n % 6 ? 1 : 0})`
    await db`
      insert into coupon_uses (code, order_id, user_id, discount, one_time_only)
      values ('SAVE', ${order.id}, ${user.id}, 100, false)`
    await build.buildStaff(db, { full_name: pick(names, n) })
    await buildStatementLine(db, {
      day: day(n % 4).slice(0, 10),
      amount: pick([-100, 200, 300], n),
      user: user.id,
      by: people.admin.id,
    })
    const quote = await buildQuote(db, { user: user.id, amount: pick([100, 200], n) })
    await db`
      update quotes set version = version + 1, created_at = ${day(n % 5)}, valid_until = ${day(n % 4).slice(0, 10)} where id = ${quote.id}`
    const asked = await buildRequest(db)
    await db`
      update order_requests set version = version + 1, created_at = ${day(n % 5)} where id = ${asked.id}`
    await db`
      insert into customer_addresses (user_id, address, used_at)
      values (${someId}, ${db.json({ ...build.address, line1: `${n}` })}, ${day(n % 5)})`
    const own = await build.buildOrder(db, { user: someId })
    await db`
      insert into order_files (order_id, name, content_type, size, page_count, storage_key, sha256, created_at)
      values (${own.id}, 'a.pdf', 'application/pdf', 1, 1, ${`demo/${n}`}, '', ${day(n % 5)})`
    const key = await build.buildApiKey(db, people.admin.id, { name: `${pick(names, n)} ${n}` })
    await db`update api_keys set created_at = ${day(n % 5)} where id = ${key.id}`
    await db`
      insert into ability_sets (name, abilities, created_at) values (${`${pick(names, n)} ${n}`}, '{orders}', ${day(n % 5)})`
    const item = await buildStockItem(db, { name: `${pick(names, n)} ${n}`, paper_size: 'A3' })
    await db`insert into stock_entries (item_id, kind, quantity, price) values (${item.id}, 'delivery', ${1 + (n % 4)}, 1)`
    await build.buildLead(db, { name: pick(names, n) })
    await buildPrinter(db, { name: `${pick(names, n)} ${n}` })
    const deleted = await build.buildLead(db, { name: pick(names, n) })
    await db`
      update leads set deleted_at = date_trunc('hour', now()) - ${n % 5} * interval '1 hour' where id = ${deleted.id}`
    await build.buildSoldPlan(db, { user: user.id, plan: plan.id, starts: n % 4, ends: 10 + (n % 5) })
    await build.buildPlan(db, { name: `${pick(names, n)} ${n}`, price: pick([100, 200], n) })
    const client = await build.buildClient(db, {
      name: pick(names, n),
      joined_on: day(n % 4).slice(0, 10),
    })
    const group = await build.buildVouchers(db, {
      client: client.id,
      cost: pick([0, 200, 300], n),
      expires: n % 3,
      voucher_codes: ['A', 'B', 'C'],
    })
    const [code] = group.vouchers
    await db`update vouchers set version = version + 1, is_assigned = true where id = ${code?.id ?? ''}`
    await db`
      insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail,
        cost, expiry_date)
      values (${user.id}, ${code?.id ?? ''}, ${group.id}, ${client.id}, 'A', 'Coffee', 0, ${group.expiry_date})`
    const job = await buildPrintJob(db, { order: order.id, created_by: people.admin.id })
    await db`update print_jobs set version = version + 1, created_at = ${day(n % 5)} where id = ${job.id}`
    await build.buildQrCode(db, {
      company: pick(names, n),
      validity: n % 4,
      count_start: n % 5,
      is_active: n % 2 > 0,
    })
  }
})

const fold = (text: unknown) => String(text).normalize('NFKC').toLowerCase()

/** What a record is sorted by; the last one is unique. */
function keysOf(url: string, field: string, row: Row): unknown[] {
  if (url.includes('get-voucher')) {
    return [...(field === 'expiry_date' ? [row['expiry_date']] : []), row['voucherInfoId'], row.id]
  }
  if (url.includes('users') && field === 'name')
    return [fold(`${row['first_name']} ${row['last_name']}`), row.id]
  if (/orders/.test(url) && field === 'customer') {
    const { first_name, last_name } = (row as unknown as { user_data: Record<string, string> }).user_data
    return [fold(`${first_name} ${last_name}`), row.id]
  }
  if (/orders/.test(url) && field === 'status')
    return [orderStatuses.indexOf(row['status'] as (typeof orderStatuses)[number]), row.id]
  if (/orders/.test(url) && field === 'printed')
    return [printedParts.indexOf(row['printed'] as (typeof printedParts)[number]), row.id]
  if (/orders/.test(url) && field === 'lines') return [(row['lines'] as unknown as unknown[]).length, row.id]
  // Orders without one come last.
  if (/orders/.test(url) && field === 'price_by_hand')
    return [row['price_by_hand'] ?? Number.POSITIVE_INFINITY, row.id]
  if (['name', 'full_name', 'company'].includes(field)) return [fold(row[field]), row.id]
  // Orders have their time of creation in an index.
  if (/orders/.test(url) && ['id', 'number'].includes(field))
    return [withMicroseconds(row['created_at']), row.id]
  // Ids are in the order of creation.
  if (['purchased_at', 'at'].includes(field) || (url.includes('groups') && field === 'created_on'))
    return [row.id]
  return [withMicroseconds(row[field]), row.id]
}

/** PostgreSQL leaves out zeros at the end of a time, which would then be sorted wrongly as text. */
const withMicroseconds = (value: unknown) =>
  typeof value === 'string' && /T[\d:]+(\.\d+)?Z$/.test(value)
    ? value.replace(/(?:\.(\d+))?Z$/, (_, part: string = '') => `.${part.padEnd(6, '0')}Z`)
    : value

function compare(a: unknown[], b: unknown[]): number {
  for (const [index, key] of a.entries()) {
    const [left, right] = [key, b[index]] as [string, string]
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

const roleOf = (url: string) => (url.includes('my_orders') ? 'staff' : 'admin')
const get = async (url: string, query: string) => {
  const address = `${url}${url.includes('?') ? '&' : '?'}${query}`
  const reply = await api.as(roleOf(url)).get(address)
  expect([address, reply.statusCode]).toEqual([address, 200])
  return reply
}
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
const paged = lists.filter((list) => list.paged)

test('the lists that can be sorted', () => {
  expect([...new Set(lists.map(({ url }) => url))]).toHaveLength(32)
  expect(lists.length).toBeGreaterThan(50)
})

/** A page that ends within ties. */
const pageSize = 11

test.each(paged)('$url by $ordering: all rows, ties by id, page by page and in the file', async (list) => {
  const { url, ordering } = list
  const { count, results } = (await get(url, `ordering=${ordering}&limit=100`)).json()
  expect(results).toHaveLength(count)
  expect(count).toBeGreaterThan(15)
  expect(count).toBe((await get(url, 'limit=1')).json().count)
  const descending = ordering.startsWith('-')
  const field = descending ? ordering.slice(1) : ordering
  const sorted = results.toSorted((a: Row, b: Row) => {
    const order = compare(keysOf(url, field, a), keysOf(url, field, b))
    return descending ? -order : order
  })
  const whole = idsOf(results)
  expect(whole).toEqual(idsOf(sorted))
  const pages: string[] = []
  for (let page = 1; page <= Math.ceil(count / pageSize); page++) {
    const one = (await get(url, `ordering=${ordering}&page=${page}&page_size=${pageSize}`)).json()
    expect(one.count).toBe(count)
    pages.push(...idsOf(one.results))
  }
  expect(pages).toEqual(whole)
  const file = await get(url, `ordering=${ordering}&format=csv`)
  expect(idsOf(parse(file.body, { columns: true, bom: true }))).toEqual(whole)
})

test.each(lists.filter((list) => !list.paged))('$url by $ordering', async ({ url, ordering }) => {
  const columns: Record<string, string> = {
    first_counted: 'place',
    remaining_claims: 'total - fulfilled',
    total_claims: 'total',
  }
  const descending = ordering.startsWith('-')
  const column = columns[descending ? ordering.slice(1) : ordering] ?? ''
  const direction = descending ? 'desc' : ''
  const expected = await api.db.unsafe<{ id: string }[]>(
    `select user_id as id from referrers order by ${column} ${direction}, place ${direction}`,
  )
  const rows = (await get(url, `ordering=${ordering}&start=5&end=20`)).json<{ user: { id: string } }[]>()
  expect(rows.map(({ user }) => user.id)).toEqual(idsOf(expected as unknown as Row[]).slice(5, 20))
  const file: Record<string, string>[] = parse((await get(url, `ordering=${ordering}&format=csv`)).body, {
    columns: true,
    bom: true,
  })
  expect(file.map((line) => line['user_id'])).toEqual(expected.map(({ id }) => id))
})

test.each([...new Set(lists.map(({ url }) => url))])('%s refuses other sequences', async (url) => {
  for (const ordering of [
    'version',
    '-version',
    '--created_at',
    'name,-id',
    ' name',
    '',
    'notes;drop table users',
  ]) {
    const address = `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams({ ordering }).toString()}`
    const reply = await api.as(roleOf(url)).get(address)
    expect([address, reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([
      address,
      400,
      'ordering',
    ])
  }
})

describe('page and page_size', () => {
  const list = async (query: string) => api.as('admin').get(`/api/users/?${query}`)

  test('are another spelling of offset and limit, also in the links', async () => {
    const [first, second] = [await list('limit=5&offset=5'), await list('page=2&page_size=5')]
    expect(second.json().results).toEqual(first.json().results)
    expect(second.json()).toMatchObject({
      next: 'http://print.test/api/users/?page=3&page_size=5',
      previous: 'http://print.test/api/users/?page=1&page_size=5',
    })
    expect((await list('page=1')).json()).toMatchObject({
      results: (await list('')).json().results,
      next: 'http://print.test/api/users/?page=2',
      previous: null,
    })
  })

  test.each(['page=1&limit=5', 'page=2&offset=10', 'page_size=5&limit=5', 'page_size=5&offset=0'])(
    '%s is refused',
    async (query) => {
      const reply = await list(query)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors[0].context.key).toMatch(/^page/)
    },
  )
})

describe('a page far down', () => {
  test('is read from the nearer end', () => {
    expect(fromNearerEnd({ limit: 10, offset: 900 }, 1000)).toEqual({
      limit: 10,
      offset: 900,
      reversed: false,
    })
    expect(fromNearerEnd({ limit: 10, offset: 4000 }, 10_000)).toMatchObject({
      offset: 4000,
      reversed: false,
    })
    expect(fromNearerEnd({ limit: 10, offset: 9000 }, 10_000)).toEqual({
      limit: 10,
      offset: 990,
      reversed: true,
    })
    expect(fromNearerEnd({ limit: 10, offset: 9995 }, 10_000)).toEqual({
      limit: 5,
      offset: 0,
      reversed: true,
    })
    expect(fromNearerEnd({ limit: 10, offset: 10_000 }, 10_000)).toMatchObject({ reversed: false })
  })

  test('has the same rows as counted from the beginning', async () => {
    await api.db`
      insert into leads (name, mobile, message, created_at)
      select 'Lead ' || n % 50, '+9198' || n, 'Please call', now() - n % 400 * interval '1 hour'
      from generate_series(10000000, 10002400) n`
    for (const ordering of ['created_at', '-created_at', 'name', '-name']) {
      const [column, direction] = [ordering.replace('-', ''), ordering.startsWith('-') ? 'desc' : '']
      const expected = await api.db.unsafe<{ id: string }[]>(
        `select id from live_leads order by ${column === 'name' ? 'lower(name) collate "C"' : column} ${direction}, id ${direction}`,
      )
      for (const offset of [1190, 1300, 2000, expected.length - 7]) {
        const { count, results } = (
          await get('/api/contact_us/', `ordering=${ordering}&limit=100&offset=${offset}`)
        ).json()
        expect(count).toBe(expected.length)
        expect(idsOf(results)).toEqual(expected.slice(offset, offset + 100).map(({ id }) => id))
      }
    }
  })
})

test('more QR codes than can be sorted by count are refused clearly', async () => {
  await api.db`
    insert into qr_codes (code, company, value, validity, count_start, redirection_url)
    select n, 'Many', 1, current_date, 0, 'https://print.test/' from generate_series(500001, 510001) n`
  const reply = await api.as('admin').get('/api/qr-codes/?ordering=-count')
  expect([reply.statusCode, reply.json().errors[0]]).toEqual([
    422,
    { message: 'More than 10,000 QR codes cannot be sorted by their count', context: { key: 'ordering' } },
  ])
  expect((await api.as('admin').get('/api/qr-codes/?ordering=-validity')).statusCode).toBe(200)
})

test('orders are sorted by customer and status in a search and with filters, too, and not where there are too many', async () => {
  const { db } = api
  const list = async (query: string) => (await get('/api/all-orders/', `limit=100&${query}`)).json()
  const names = ({ results }: { results: { user_data: { first_name: string } }[] }) =>
    results.map(({ user_data }) => fold(user_data.first_name))
  for (const more of ['query=rao', 'color=bw', 'status=confirmed', 'query=rao&status=confirmed&color=bw']) {
    const found = names(await list(`ordering=customer&${more}`))
    expect(found.length).toBeGreaterThan(3)
    expect(found).toEqual(found.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
    expect(names(await list(`ordering=-customer&${more}`))).toEqual(found.toReversed())
  }
  await build.buildOrders(db, mostSortedOrders + 1)
  for (const query of ['ordering=customer', 'ordering=-status', 'ordering=status&format=csv&query=rao']) {
    const reply = await api.as('admin').get(`/api/all-orders/?${query}`)
    expect([query, reply.statusCode]).toEqual([query, 422])
    expect(reply.json().errors[0].context.key).toBe('ordering')
  }
  expect((await list('ordering=customer&status=assigned')).count).toBeGreaterThan(3)
  expect((await list('ordering=-number')).count).toBeGreaterThan(mostSortedOrders)
})
