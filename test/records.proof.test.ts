import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { entityOfList } from '@our-print/contract/entities.ts'
import { describe, expect, test } from 'vitest'
import { type Reply, useApi } from '../server/test/api.ts'
import { buildOrder, buildUser } from '../server/test/build.ts'
import { builders } from '../server/test/entities.ts'
import { allEndpoints, exampleUrl, fieldsOf } from './endpoints.ts'

// Every entity is read by its id, and a stale version is answered with the record as it is now. Both are walked over
// the contract, so a new entity takes part as soon as it is described there.

const api = useApi()
const admin = api.as('admin')
const endpoints = await allEndpoints()
const named = (some: Endpoint[]) => some.map((each) => ({ ...each, name: `${each.method} ${each.url}` }))

const answerOf = ({ schema }: Endpoint) =>
  (schema.response[200] as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}

// Parts of a company and a customer, which have no list or id of their own: invoices.test.ts, messages.test.ts,
// customerAddresses.test.ts, accounts.test.ts. A page of an order, found by its code: orderPage.test.ts.
const parts = new Set([
  '/api/accounts/:id/',
  '/api/clients/:id/billing/',
  '/api/customer-addresses/:id/',
  '/api/users/:id/message-choice/',
  '/api/order-page/:code/',
])
const isPart = ({ url }: Endpoint) => parts.has(url)
const reads = named(
  endpoints.filter((each) => each.method === 'GET' && 'version' in answerOf(each) && !isPart(each)),
)
const updates = named(
  endpoints.filter(
    (each) =>
      each.method !== 'GET' &&
      !isPart(each) &&
      'version' in fieldsOf(each) &&
      each.schema.response[200] &&
      // It changes nothing.
      !each.url.endsWith('/price/'),
  ),
)

const listUrl = (url: string) => url.replace(':id/', '')
const addressOf = (url: string, id: string) => url.replace(':id', id)

/** Without the signatures of links, which change with the clock. */
const settled = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record).replace(/expires=\d+&signature=[\w-]+/g, 'signed'))

/** The tables of records of which there is one, for the caller at least. */
const single: Record<string, string> = {
  '/api/approval-rule/': 'approval_rules',
  '/api/configurations': 'configurations',
  '/api/invoice-settings': 'invoice_settings',
  '/api/production-costs/': 'production_costs',
  '/api/profile/': 'staff_users',
}

const byId = reads.filter(({ schema }) => schema.params)

test('every entity of the contract is walked', () => {
  expect(byId.map(({ url }) => listUrl(url)).toSorted()).toEqual(Object.keys(builders).toSorted())
  // Only those of which there is one have no id.
  expect(
    reads
      .filter(({ schema }) => !schema.params)
      .map(({ url }) => url)
      .toSorted(),
  ).toEqual(Object.keys(single))
  expect(updates.length).toBeGreaterThanOrEqual(12)
})

describe('a record by its id', () => {
  test.each(byId)('$name is the element of its list', async ({ url }) => {
    const made = await builders[listUrl(url)]?.(api)
    const list = (await admin.get(listUrl(url))).json()
    const listed = (list.results ?? list).find(({ id }: { id: string }) => id === made?.id)
    expect(listed).toBeDefined()
    const reply = await admin.get(addressOf(url, listed.id))
    expect(reply.statusCode).toBe(200)
    // Only one order by itself carries its history and the code of its ticket.
    const { history, ticket_code: _, is_open_to_change: __, ...record } = reply.json()
    expect(history !== undefined).toBe(url === '/api/all-orders/:id/')
    expect(settled(record)).toEqual(settled(listed))
  })

  test.each(byId)('$name refuses what is not there or not theirs', async (endpoint) => {
    const { url, config } = endpoint
    expect((await admin.get(exampleUrl(endpoint))).statusCode).toBe(404)
    expect((await admin.get(addressOf(url, '17'))).statusCode).toBe(400)
    const made = await builders[listUrl(url)]?.(api)
    const asStaff = await api.as('staff').get(addressOf(url, made?.id ?? ''))
    expect(asStaff.statusCode).toBe(config.access === 'admin' ? 403 : 404)
  })
})

const changeable = new Set(
  endpoints.filter(({ method }) => /^P(UT|ATCH)$/.test(method)).map(({ url }) => url),
)
const takenBack = named(
  endpoints.filter(
    (each) => each.method === 'GET' && 'version' in answerOf(each) && changeable.has(each.url),
  ),
)

async function buildAddress(): Promise<{ id: string }> {
  const address = { line1: '12, MG Road', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const { id } = await buildUser(api.db)
  return (await admin.post(`/api/users/${id}/addresses/`, address)).json()
}

const partBuilders: typeof builders = {
  '/api/customer-addresses/': buildAddress,
  '/api/accounts/': () => buildUser(api.db),
}

describe('a record that was read', () => {
  test.each(takenBack)('from $name is taken back whole by PUT', async ({ url }) => {
    expect(takenBack.length).toBeGreaterThan(15)
    const [list = ''] = url.split(':id')
    const build = partBuilders[list] ?? builders[list]
    const address = url.replace(':id', (await build?.(api))?.id ?? '')
    const record = (await admin.get(address)).json()
    const reply = await admin.send('PUT', address, record)
    expect([reply.statusCode, reply.json().errors]).toEqual([200, undefined])
    const { version: _, ...kept } = settled(record) as { version: number }
    expect(settled(reply.json())).toMatchObject(kept)
  })
})

const lists = named(endpoints.filter((each) => /:id\/./.test(each.url) && 'results' in answerOf(each)))
test.each(lists)('$name answers 404 where the record is not there', async (endpoint) => {
  expect(lists.length).toBeGreaterThan(8)
  expect((await admin.get(exampleUrl(endpoint))).statusCode).toBe(404)
})

type Target = { read: string; table: string; id?: string }

/** The record that an updating endpoint changes: by its own address, or by that of the entity it answers. */
async function target({ schema, url }: Endpoint): Promise<Target> {
  const read = reads.find((each) => each.url === url || each.schema.response[200] === schema.response[200])
  const list = listUrl(read?.url ?? '')
  const build = builders[list]
  const table = entityOfList(list)?.table
  if (!read || !build || !table) return { read: read?.url ?? '', table: single[read?.url ?? ''] ?? '' }
  const { id } = await build(api)
  return { read: addressOf(read.url, id), table, id }
}

/** A body that the endpoint takes: the whole record for a PUT, and what is needed besides the version for others. */
function bodyFor(endpoint: Endpoint, record: Record<string, unknown>): Record<string, unknown> {
  const fields = fieldsOf(endpoint)
  const sent = Object.entries(record).filter(
    ([key]) => key in fields && (endpoint.method === 'PUT' || key === 'id' || key === 'version'),
  )
  return {
    ...Object.fromEntries(sent),
    ...('reason' in fields && { reason: 'A mistake' }),
    ...(endpoint.url.endsWith('/settle/') && { note: 'Done by phone' }),
  }
}

function send(
  endpoint: Endpoint,
  id: string | undefined,
  body: Record<string, unknown>,
  key: string,
): Promise<Reply> {
  const { method, schema, config } = endpoint
  const parameter = Object.keys((schema.querystring as { shape?: object } | undefined)?.shape ?? {})[0]
  const path = addressOf(endpoint.url, id ?? '')
  const url = parameter ? `${path}?${parameter}=${id}` : path
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': key } : {}
  if (config.multipart !== true) return admin.send(method, url, body, headers)
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, String(value))
  return admin.upload(url, form, headers)
}

describe('a stale version', () => {
  test.each(updates)('$name answers 409 with the record as it is now', async (endpoint) => {
    const { read, table, id } = await target(endpoint)
    const seen = (await admin.get(read)).json()
    // Somebody else changes it.
    await api.db`update ${api.db(table)} set version = version + 1 ${id ? api.db`where id = ${id}` : api.db``}`
    const now = (await admin.get(read)).json()
    expect(now.version).toBe(seen.version + 1)

    const reply = await send(endpoint, id, bodyFor(endpoint, seen), `stale-${table}`)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'stale'])
    expect(settled(reply.json().current)).toEqual(settled(now))
    expect(settled((await admin.get(read)).json())).toEqual(settled(now))

    // The answer that is kept for an Idempotency-Key carries the record, too.
    const again = await send(endpoint, id, bodyFor(endpoint, seen), `stale-${table}`)
    expect([again.statusCode, settled(again.json())]).toEqual([409, settled(reply.json())])
  })

  test.each(updates)('$name takes the version that is there', async (endpoint) => {
    const { read, id } = await target(endpoint)
    const body = bodyFor(endpoint, (await admin.get(read)).json())
    expect((await send(endpoint, id, body, crypto.randomUUID())).statusCode).toBe(200)
  })

  test('a courier is shown the order as the courier sees it', async () => {
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
    const url = `/api/all-orders/${order.id}/`
    await api.db`update orders set version = version + 1, notes = 'Ring twice' where id = ${order.id}`
    const reply = await api.as('staff').patch(url, { status: 'out-for-delivery', version: order.version })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'stale'])
    expect(reply.json().current).toEqual((await api.as('staff').get(url)).json())
  })
})
