import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { readSheets } from '@our-print/contract/printing/sheets.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { createLogger } from '../server/src/app/start/logger.ts'
import { runPortion } from '../server/src/shop/bulkJobs/runBulkJobs.ts'
import { useApi } from '../server/test/api.ts'
import { largeTables } from '../server/test/largeTables.ts'
import { orderForm } from '../server/test/orderForm.ts'
import { makePdf } from '../server/test/pdf.ts'
import { readsOfEach } from '../server/test/plans.ts'
import { allEndpoints } from './endpoints.ts'

// Runs every endpoint with every filter and search on large tables: no statement, those of triggers and functions
// included, may read a third of a large table. Counted are the rows that each plan node really read, so a full index scan
// is found as well as a sequential scan.

const api = useApi({}, { template: inject('largeUrl') })
const gets = (await allEndpoints()).filter(
  // A stream does not end, and the large tables have rows of files, but no files.
  ({ method, config, url }) => method === 'GET' && !config.streams && url !== readSheets.url,
)
const sizes = new Map<string, number>()
const ids = {} as Record<
  'user' | 'staff' | 'order' | 'client' | 'group' | 'plan' | 'coupon' | 'qr' | 'import',
  string
>

beforeAll(async () => {
  for (const table of largeTables) {
    const [{ rows }] = await api.db<[{ rows: number }]>`select count(*)::int as rows from ${api.db(table)}`
    sizes.set(table, rows)
  }
  const tables = {
    user: 'users',
    staff: 'staff_users',
    order: 'orders',
    client: 'clients',
    group: 'voucher_infos',
    plan: 'subscription_plans',
    coupon: 'coupons',
    qr: 'qr_codes',
    import: 'voucher_imports',
  } as const
  for (const [name, table] of Object.entries(tables)) {
    const [{ id }] = await api.db<[{ id: string }]>`select id from ${api.db(table)} order by id desc limit 1`
    ids[name as keyof typeof ids] = id
  }
})

const listed = new Map<string, string>()

beforeAll(async () => {
  const records = gets.filter(({ url }) => /^[^:]+\/:id\/$/.test(url))
  for (const { url } of records) {
    const list = (await api.as('admin').get(listOf(url))).json()
    const [first] = list.results ?? (Array.isArray(list) ? list : [])
    if (first) listed.set(listOf(url), first.id)
  }
  // Every entity of the contract: a read of an id that is not there would touch no row.
  expect(listed.size).toBeGreaterThanOrEqual(12)
})

const queries = ['kiran', 'thesis 1a2', 'x9', 'e', '98000', '12.5']

/** What lists are sorted by; each refuses most of them. One index serves both directions. */
const orderings =
  'id created_at payable promised_at name coins full_name email price starts_on ends_on company validity count generated_date joined_on expiry_date created_on cost purchased_at remaining_claims total_claims first_counted deleted_at day revenue margin amount'.split(
    ' ',
  )

/** Values to try for a parameter; those that its schema refuses are skipped later. */
function valuesFor(name: string, url: string): string[] {
  const byName: Record<string, string[]> = {
    query: queries,
    from_date: [dayFromNow(-20)],
    to_date: [dayFromNow(-10)],
    delivered_from: [dayFromNow(-20)],
    delivered_to: [dayFromNow(-10)],
    limit: ['25'],
    page: ['3'],
    page_size: ['25'],
    ordering: orderings,
    color: url.includes('/promises/') ? ['true', 'false'] : ['color', 'bw'],
    sides: ['100'],
    paper_size: ['A3'],
    payable_from: ['40'],
    payable_to: ['40'],
    paid_from: ['40'],
    paid_to: ['40'],
    due_from: ['40'],
    due_to: ['40'],
    waiting_days: ['3'],
    promised_from: [dayFromNow(-2)],
    promised_to: [dayFromNow(-2)],
    due: ['late', 'soon', 'at_risk'],
    printed: ['none', 'part', 'all'],
    offset: ['3000'],
    user: [ids.user],
    client: [ids.client],
    user_id: [ids.user],
    assigned_user: [ids.staff],
    owner: [ids.staff],
    client_id: [ids.client],
    coupon_id: [ids.coupon],
    plan: [ids.plan],
    order_id: [ids.order],
    qr_id: [ids.qr],
    id: [url.includes('client') ? ids.client : url.includes('qr') ? ids.qr : ids.group],
    expires: ['1'],
    signature: ['x'],
  }
  const everyEnum = [
    'true',
    'false',
    'csv',
    'print',
    'subscription',
    'confirmed',
    'assigned',
    'out-for-delivery',
    'delivered',
    'cancelled',
    'new',
    'contacted',
    'won',
    'lost',
    'active',
    'upcoming',
    'ended',
    'expired',
    'all',
    'due',
    'company',
    'order',
    'customer',
    'month',
    'day',
    'printer',
    'week',
    'kind',
    'courier',
  ]
  return byName[name] ?? everyEnum
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The list that an address with an id belongs to. */
const listOf = (url: string) => url.slice(0, url.indexOf(':'))

/** The id of a record that is there: of its list, where it has one. */
const idOf = (url: string) =>
  listed.get(listOf(url)) ?? (url.includes('voucher-imports') ? ids.import : ids.order)

/** The URLs of an endpoint: without parameters, with each parameter alone, and combined with a range of days or a search. */
function addressesOf({ url, schema }: Endpoint): string[] {
  const path = url.replace(/:order_id/g, ids.order).replace(/:[a-z_]+/g, idOf(url))
  const shape = (schema.querystring as { shape?: object } | undefined)?.shape ?? {}
  const takes = (query: Record<string, string>) => schema.querystring?.safeParse(query).success ?? false
  const needed: Record<string, string> = {}
  for (const name of Object.keys(shape))
    if (!takes({ ...needed })) {
      const issue = schema.querystring?.safeParse(needed)
      if (issue && !issue.success && issue.error.issues.some(({ path: [at] }) => at === name))
        needed[name] = valuesFor(name, url)[0] ?? ''
    }
  const single = Object.keys(shape).flatMap((name) =>
    valuesFor(name, url).map((value) => ({ [name]: value })),
  )
  const range = { from_date: dayFromNow(-20), to_date: dayFromNow(-10) }
  const combined = single.flatMap((one) => [
    one,
    { ...one, ...range },
    { ...one, query: 'e' },
    { ...one, ...range, query: 'kiran' },
  ])
  const queries = [{}, range, ...combined].map((query) => ({ ...needed, ...query })).filter(takes)
  const texts = queries.map((query) => new URLSearchParams(query).toString())
  return [...new Set(texts.length > 0 ? texts : [''])].map((text) => (text ? `${path}?${text}` : path))
}

/** Where a large table may be read in full, and why. */
const exceptions: { address: RegExp; tables: RegExp; why: string }[] = [
  {
    address: /get-voucher.*query=/,
    tables: /^(vouchers|purchased_vouchers)$/,
    why: 'Codes have no trigram index: it would slow down every import (decision 010).',
  },
  {
    address: /(users|get-purchased-voucher|coupon-uses|user-subscription-plans|referrals-stats).*query=/,
    tables: /./,
    why: 'A common word or one letter matches many customers. Customers and what they bought are far fewer than orders.',
  },
  {
    address: /(accounts|registers\/outstanding)\//,
    tables: /^users$/,
    why: 'Who owes is read by its index, then named; as few customers as here are cheaper read in full than one by one.',
  },
  {
    address: /(all-|my_)orders.*query=(e|x9|kiran|12\.5)\b/,
    tables: /^(orders|order_search|customer_search)$/,
    why: 'A common word: up to 20,000 hits are read by the indexes; more, or fewer than three characters, are counted by reading all words (decision 018).',
  },
  {
    address:
      /all-orders.*(color|paper_size|pickup|payable_from|payable_to|paid_from|paid_to|due_to|promised_to|printed|is_ready)=/,
    tables: /^(orders|order_search)$/,
    why: 'A filter that holds for many orders is counted in an index, without the table; here it holds for all or none.',
  },
  {
    address:
      /all-orders.*ordering=-?(payable|promised_at).*query=|my_orders.*ordering=-?(payable|promised_at)/,
    tables: /^(orders|order_search)$/,
    why: 'The hits of a common word are sorted by amount or promise, and so are the orders of one staff user.',
  },
  {
    address: /users.*ordering=-?coins/,
    tables: /^users$/,
    why: 'Customers without coins are found by comparing the indexes of customers and of balances.',
  },
  {
    address: /coupon-uses|user-subscription-plans/,
    tables: /^(coupon_uses|user_subscription_plans)$/,
    why: 'Counted row by row: at most one coupon use per order, and about one sold plan per customer and month.',
  },
  {
    address: /print-jobs.*(from_date=|to_date=)/,
    tables: /^print_jobs$/,
    why: 'Jobs of a range of days are counted in its index, without the table.',
  },
  {
    address: /offset=3000/,
    tables: /^(coupon_uses|purchased_vouchers)$/,
    why: 'OFFSET reads the rows before the page from an index on ids.',
  },
  {
    address: /users\/?.*(is_active=false|from_date=|to_date=)/,
    tables: /^users$/,
    why: 'Customers of a range of days are counted row by row; inactive customers are searched among all.',
  },
]

// An export reads the whole list through a cursor, on connections of its own.
const isExport = (query: string) => query.startsWith('declare listed no scroll cursor')

const isAllowed = (address: string, table: string) =>
  exceptions.some((each) => each.address.test(address) && each.tables.test(table))

type Sent = { name: string; send: () => Promise<{ statusCode: number }>; expected?: number }

/** The reads of requests that are too large, as messages. */
async function findLargeReads(requests: readonly Sent[]): Promise<string[]> {
  const statuses: number[] = []
  const reads = await readsOfEach(
    api.db,
    requests.map(({ send }) => async () => {
      statuses.push((await send()).statusCode)
    }),
  )
  return requests.flatMap(({ name, expected }, nth) => {
    const status = statuses[nth] ?? 0
    const wrong = expected === undefined ? status >= 500 : status !== expected
    const large = reads[nth]?.filter(
      ({ table, rows, query }) =>
        rows >= (sizes.get(table) ?? Number.POSITIVE_INFINITY) / 3 &&
        !isExport(query) &&
        !isAllowed(name, table),
    )
    return [
      ...(wrong ? [`${name} answered ${status}`] : []),
      ...(large ?? []).map(
        ({ table, rows, node, query }) =>
          `${name}: ${rows} rows of ${table} by ${node} in ${query.slice(0, 300)}`,
      ),
    ]
  })
}

test('no GET request reads a large table in full', async () => {
  const found: string[] = []
  let requests = 0
  for (const endpoint of gets) {
    const addresses = addressesOf(endpoint)
    requests += addresses.length
    found.push(
      ...(await findLargeReads(addresses.map((name) => ({ name, send: () => api.as('admin').get(name) })))),
    )
  }
  expect(requests).toBeGreaterThan(200)
  expect([...new Set(found)]).toEqual([])
  // Thousands of requests, each with its plans: only what hangs ends by time.
}, 1_800_000)

test('no write reads a large table in full, triggers included', async () => {
  const admin = api.as('admin')
  const [code] = await api.db<
    [{ id: string }]
  >`select id from vouchers where not is_assigned order by id desc limit 1`
  const [open] = await api.db<
    [{ id: string; assigned_user: string }]
  >`select id, assigned_user from orders where status = 'assigned' order by id limit 1`
  const [sold] = await api.db<[{ id: string }]>`select id from purchased_vouchers order by id desc limit 1`
  const pdf = await makePdf(1)
  const createBulkJob = async () => {
    const filter = `assigned_user=${open.assigned_user}&status=assigned`
    const { count } = (await admin.get(`/api/all-orders/?${filter}`)).json()
    return admin.post(`/api/all-orders/bulk-jobs/?${filter}`, { count, assigned_user: ids.staff })
  }
  const runBulkPortion = async () => {
    expect(await runPortion(api.db, createLogger('silent', process.stderr))).toBe(true)
    return { statusCode: 200 }
  }
  const form = () => orderForm({ user: ids.user, title: 'Book', pickup: true }, { 'a.pdf': pdf })
  const writes: [string, number, () => Promise<{ statusCode: number }>][] = [
    ['create order', 201, () => admin.upload('/api/all-orders/', form())],
    ['move', 200, () => admin.patch(`/api/all-orders/${open.id}/`, { status: 'out-for-delivery' })],
    ['bulk move', 200, () => admin.post('/api/all-orders/bulk/', { ids: [open.id], status: 'delivered' })],
    ['bulk job', 201, createBulkJob],
    ['portion of a bulk job', 200, runBulkPortion],
    ['customer', 200, () => admin.patch(`/api/users/${ids.user}/`, { last_name: 'Renamed' })],
    ['coins', 201, () => admin.post(`/api/users/${ids.user}/coins/`, { delta: 5, reason: 'Thanks' })],
    [
      'sell voucher',
      201,
      () => admin.post('/api/save-purchased-voucher/', { user_id: ids.user, voucher_info_id: ids.group }),
    ],
    ['void', 200, () => admin.post('/api/void-purchased-voucher/', { id: sold.id, reason: 'Wrong one' })],
    ['codes', 204, () => admin.delete(`/api/delete-vouchers/?voucher_ids=${code.id}`)],
    ['company', 409, () => admin.delete(`/api/clients/?client_id=${ids.client}`)],
    [
      'fold',
      200,
      async () => {
        await api.db`select fold_figures()`
        return { statusCode: 200 }
      },
    ],
  ]
  expect(await findLargeReads(writes.map(([name, expected, send]) => ({ name, expected, send })))).toEqual([])
})

test('a move that pays nothing reads its order and its answer, and no table of money', async () => {
  const [open] = await api.db<
    [{ id: string }]
  >`select id from orders where status = 'assigned' order by id limit 1`
  const [reads = []] = await readsOfEach(api.db, [
    () => api.as('admin').patch(`/api/all-orders/${open.id}/`, { status: 'out-for-delivery' }),
  ])
  const caller = ['ability_sets', 'sessions', 'staff_users']
  const answer = [
    'clients',
    'delivery_proofs',
    'order_files',
    'order_history',
    'print_jobs',
    'secrets',
    'users',
  ]
  // Whether its customer is told of it, and in which language.
  const told = ['configurations', 'message_channels', 'message_templates']
  expect(new Set(reads.flatMap(({ table }) => table || []))).toEqual(
    new Set(['orders', 'shop_clock', ...caller, ...told, ...answer]),
  )
})

test('every exception matches a URL that exists', async () => {
  const addresses = gets.flatMap(addressesOf)
  const unused = exceptions.filter(({ address }) => !addresses.some((each) => address.test(each)))
  expect(unused).toEqual([])
})
