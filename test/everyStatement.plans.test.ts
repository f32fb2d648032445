import { writeFileSync } from 'node:fs'
import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { largeTables } from '../server/test/grownShop.ts'
import { readsOf } from '../server/test/plans.ts'
import { allEndpoints } from './endpoints.ts'

// Every endpoint with every filter, ordering and search, on a shop with thousands of rows in each large table: no
// statement, those of triggers and functions included, may read a large table through. What counts is how many rows a
// plan had in its hands as it ran, so an index that is read from end to end is found like a sequential scan.

const api = useApi({}, { template: inject('grownUrl') })
const gets = (await allEndpoints()).filter(({ method }) => method === 'GET')
const sizes = new Map<string, number>()
const ids = {} as Record<'user' | 'staff' | 'order' | 'client' | 'group' | 'plan' | 'coupon' | 'qr' | 'lead' | 'import', string>

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
    lead: 'leads',
    import: 'voucher_imports',
  } as const
  for (const [name, table] of Object.entries(tables)) {
    const [{ id }] = await api.db<[{ id: string }]>`select id from ${api.db(table)} order by id desc limit 1`
    ids[name as keyof typeof ids] = id
  }
})

/** Values to try for a parameter; those that its schema does not take are left out. */
function valuesFor(name: string, url: string): string[] {
  const byName: Record<string, string[]> = {
    query: ['kiran', 'thesis 1', 'x9', 'e', '98000', '12.5'],
    from_date: [dayFromNow(-20)],
    to_date: [dayFromNow(-10)],
    limit: ['25'],
    offset: ['3000'],
    user: [ids.user],
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
  const everyEnum = ['true', 'false', 'csv', 'print', 'subscription', 'confirmed', 'assigned', 'out-for-delivery',
    'delivered', 'cancelled', 'new', 'contacted', 'won', 'lost', 'active', 'upcoming', 'ended', 'expired', 'all', 'due']
  return byName[name] ?? everyEnum
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const idOf = (url: string) =>
  url.includes('order') || url.includes('print') ? ids.order
  : url.includes('coupon') ? ids.coupon
  : url.includes('qr') ? ids.qr
  : url.includes('contact') ? ids.lead
  : url.includes('voucher-imports') ? ids.import
  : url.includes('subscription-plans') && !url.includes('user') ? ids.plan
  : url.includes('staff') ? ids.staff
  : ids.user

/** Addresses of an endpoint: bare, with each parameter alone, with a range of days and each other, and with a search. */
function addressesOf({ url, schema }: Endpoint): string[] {
  const path = url.replace(/:order_id/g, ids.order).replace(/:[a-z_]+/g, idOf(url))
  const shape = (schema.querystring as { shape?: object } | undefined)?.shape ?? {}
  const takes = (query: Record<string, string>) => schema.querystring?.safeParse(query).success ?? false
  const needed: Record<string, string> = {}
  for (const name of Object.keys(shape)) if (!takes({ ...needed }) ) {
    const issue = schema.querystring?.safeParse(needed)
    if (issue && !issue.success && issue.error.issues.some(({ path: [at] }) => at === name)) needed[name] = valuesFor(name, url)[0] ?? ''
  }
  const single = Object.keys(shape).flatMap((name) =>
    valuesFor(name, url).map((value) => ({ [name]: value })))
  const range = { from_date: dayFromNow(-20), to_date: dayFromNow(-10) }
  const combined = single.flatMap((one) => [one, { ...one, ...range }, { ...one, query: 'e' }, { ...one, ...range, query: 'kiran' }])
  const queries = [{}, range, ...combined].map((query) => ({ ...needed, ...query })).filter(takes)
  const texts = queries.map((query) => new URLSearchParams(query).toString())
  return [...new Set(texts.length > 0 ? texts : [''])].map((text) => (text ? `${path}?${text}` : path))
}

type Exception = { address: RegExp; table: string; why: string }

const exceptions: Exception[] = []

const isAllowed = (address: string, table: string) =>
  exceptions.some((each) => each.address.test(address) && each.table === table)

test('no statement of a request reads a large table through', async () => {
  const found = new Set<string>()
  let asked = 0
  for (const endpoint of gets) {
    for (const address of addressesOf(endpoint)) {
      asked++
      let status = 0
      const reads = await readsOf(api.db, async () => {
        status = (await api.as('admin').get(address)).statusCode
      })
      if (status >= 500) found.add(`${status} ${address}`)
      for (const { table, rows, node, query } of reads) {
        const size = sizes.get(table)
        if (size === undefined || rows < size / 3 || isAllowed(address, table)) continue
        found.add(`${endpoint.url} ${decodeURIComponent(address.split('?')[1] ?? '')} | ${table} ${rows} | ${node} | ${query.slice(0, 160)}`)
      }
    }
  }
  writeFileSync('/tmp/scale-bench/found.txt', [...found].join('\n'))
  expect(asked).toBeGreaterThan(200)
  expect([...found]).toEqual([])
}, 300_000)
