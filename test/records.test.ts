import type { Endpoint } from '@our-print/contract/endpoint.ts'
import { describe, expect, test } from 'vitest'
import { type Reply, useApi } from '../server/test/api.ts'
import {
  buildClient,
  buildCoupon,
  buildLead,
  buildOrder,
  buildPlan,
  buildQrCode,
  buildStaff,
  buildUser,
  buildUserPlan,
  buildVouchers,
} from '../server/test/build.ts'
import { allEndpoints, exampleUrl, fieldsOf } from './endpoints.ts'

// Every entity is read by its id, and a stale version is answered with the record as it is now. Both are walked over
// the contract, so a new entity takes part as soon as it is described there.

const api = useApi()
const admin = api.as('admin')
const endpoints = await allEndpoints()
const named = (some: Endpoint[]) => some.map((each) => ({ ...each, name: `${each.method} ${each.url}` }))

const answerOf = ({ schema }: Endpoint) =>
  (schema.response[200] as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}

const reads = named(endpoints.filter((each) => each.method === 'GET' && 'version' in answerOf(each)))
const updates = named(
  endpoints.filter(
    (each) => each.method !== 'GET' && 'version' in fieldsOf(each) && each.schema.response[200],
  ),
)

async function buildSoldVoucher(image_id: string) {
  const user = (await buildUser(api.db)).id
  const group = await buildVouchers(api.db)
  await api.db`update voucher_infos set image_id = ${image_id} where id = ${group.id}`
  const reply = await admin.post('/api/save-purchased-voucher/', { user_id: user, voucher_info_id: group.id })
  return reply.json<{ id: string }>()
}

async function buildImage(): Promise<string> {
  const [image] = await api.db<[{ id: string }]>`
    insert into images (storage_key, size) values (uuid_v7() || '.png', 1) returning id`
  return image.id
}

async function buildGroup() {
  const group = await buildVouchers(api.db)
  await api.db`update voucher_infos set image_id = ${await buildImage()} where id = ${group.id}`
  return group
}

type Entity = { table: string; build: () => Promise<{ id: string }> }

/** How to make one record of each entity, by the address of its list. */
const entities: Record<string, Entity> = {
  '/api/all-orders/': { table: 'orders', build: () => buildOrder(api.db) },
  '/api/users/': { table: 'users', build: () => buildUser(api.db) },
  '/api/staff_users/': { table: 'staff_users', build: () => buildStaff(api.db) },
  '/api/contact_us/': { table: 'leads', build: () => buildLead(api.db) },
  '/api/subscription-plans/': { table: 'subscription_plans', build: () => buildPlan(api.db) },
  '/api/user-subscription-plans/': { table: 'user_subscription_plans', build: () => buildUserPlan(api.db) },
  '/api/clients/': { table: 'clients', build: () => buildClient(api.db) },
  '/api/voucher-groups/': { table: 'voucher_infos', build: buildGroup },
  '/api/get-voucher/': {
    table: 'vouchers',
    build: async () => {
      const [voucher] = (await buildGroup()).vouchers
      return { id: voucher?.id ?? '' }
    },
  },
  '/api/get-purchased-voucher/': {
    table: 'purchased_vouchers',
    build: async () => buildSoldVoucher(await buildImage()),
  },
  '/api/qr-codes/': {
    table: 'qr_codes',
    build: async () => buildQrCode(api.db, { image_id: await buildImage() }),
  },
  '/coupon_app/api/coupons/': { table: 'coupons', build: () => buildCoupon(api.db) },
}

const listUrl = (url: string) => url.replace(':id/', '')
const addressOf = (url: string, id: string) => url.replace(':id', id)

/** Without the signatures of links, which change with the clock. */
const settled = (record: unknown): unknown =>
  JSON.parse(JSON.stringify(record).replace(/expires=\d+&signature=[\w-]+/g, 'signed'))

const byId = reads.filter(({ schema }) => schema.params)

test('every entity of the contract is walked', () => {
  expect(byId.map(({ url }) => listUrl(url)).toSorted()).toEqual(Object.keys(entities).toSorted())
  // Only the configuration, of which there is one, has no id.
  expect(reads.filter(({ schema }) => !schema.params).map(({ url }) => url)).toEqual(['/api/configurations'])
  expect(updates).toHaveLength(12)
})

describe('a record by its id', () => {
  test.each(byId)('$name is the element of its list', async ({ url }) => {
    const made = await entities[listUrl(url)]?.build()
    const list = (await admin.get(listUrl(url))).json()
    const listed = (list.results ?? list).find(({ id }: { id: string }) => id === made?.id)
    expect(listed).toBeDefined()
    const reply = await admin.get(addressOf(url, listed.id))
    expect(reply.statusCode).toBe(200)
    // Only one order by itself carries its history.
    const { history, ...record } = reply.json()
    expect(history !== undefined).toBe(url === '/api/all-orders/:id/')
    expect(settled(record)).toEqual(settled(listed))
  })

  test.each(byId)('$name refuses what is not there or not theirs', async (endpoint) => {
    const { url, config } = endpoint
    expect((await admin.get(exampleUrl(endpoint))).statusCode).toBe(404)
    expect((await admin.get(addressOf(url, '17'))).statusCode).toBe(400)
    const made = await entities[listUrl(url)]?.build()
    const asStaff = await api.as('staff').get(addressOf(url, made?.id ?? ''))
    expect(asStaff.statusCode).toBe(config.access === 'admin' ? 403 : 404)
  })
})

type Target = { read: string; table: string; id?: string }

/** The record that an updating endpoint changes: by its own address, or by that of the entity it answers. */
async function target({ schema, url }: Endpoint): Promise<Target> {
  const read = reads.find((each) => each.url === url || each.schema.response[200] === schema.response[200])
  const entity = entities[listUrl(read?.url ?? '')]
  if (!read || !entity) return { read: read?.url ?? '', table: 'configurations' }
  const { id } = await entity.build()
  return { read: addressOf(read.url, id), table: entity.table, id }
}

/** A body that the endpoint takes: the whole record for a PUT, and what is needed besides the version for others. */
function bodyFor(endpoint: Endpoint, record: Record<string, unknown>): Record<string, unknown> {
  const fields = fieldsOf(endpoint)
  const sent = Object.entries(record).filter(
    ([key]) => key in fields && (endpoint.method === 'PUT' || key === 'id' || key === 'version'),
  )
  return { ...Object.fromEntries(sent), ...('reason' in fields && { reason: 'A mistake' }) }
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
    await api.db`update orders set notes = 'Ring twice' where id = ${order.id}`
    const reply = await api.as('staff').patch(url, { status: 'out-for-delivery', version: order.version })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'stale'])
    expect(reply.json().current).toEqual((await api.as('staff').get(url)).json())
  })
})
