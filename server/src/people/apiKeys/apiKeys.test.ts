import type { ApiKey, NewKey } from '@our-print/contract/people/apiKeys.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Api, openSession, useApi } from '../../../test/api.ts'
import { buildApiKey, buildClerk, buildStaff, buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'
import { remove } from './apiKeys.queries.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/api-keys/'

let other: Awaited<ReturnType<Api['startApp']>>
beforeAll(async () => {
  other = await api.startApp()
  return () => other.close()
})

let made = 0
async function create(fields: object = {}): Promise<NewKey> {
  const reply = await admin.post(url, { name: `Website ${made++}`, scopes: ['orders:read'], ...fields })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const send = (key: string, path: string, app = api.app, headers: object = {}) =>
  app.inject({ method: 'GET', url: path, headers: { authorization: `Api-Key ${key}`, ...headers } })
const orders = '/api/all-orders/'

test('a key is shown once, stored hashed, listed and revoked', async () => {
  const { key, ...created } = await create({ name: 'Website', scopes: ['orders:write', 'orders:read'] })
  expect(key).toMatch(/^opk_[\w-]{43}$/)
  expect(created).toMatchObject({
    name: 'Website',
    hint: key.slice(-4),
    scopes: ['orders:read', 'orders:write'],
    requests_per_minute: 600,
    expires_on: null,
    is_expired: false,
    is_valid: true,
    last_used_at: null,
    created_by_data: { id: api.people.admin.id, full_name: 'Asha Rao', is_active: true },
  })
  expect((await admin.get(url)).json()).toMatchObject({ count: 1, results: [created] })
  expect((await admin.get(`${url}${created.id}/`)).json()).toEqual(created)
  const [stored] = await api.db`select row_to_json(k)::text as text from api_keys k where id = ${created.id}`
  expect(stored?.['text']).not.toContain(key)

  expect((await send(key, orders)).statusCode).toBe(200)
  expect((await send(key, orders, other)).statusCode).toBe(200)
  expect((await admin.delete(`${url}${created.id}/`)).statusCode).toBe(204)
  // Refused at the next request, by each process, also where reads start ahead of the check of a token.
  for (const app of [api.app, other]) {
    const reply = await send(key, orders, app)
    expect([reply.statusCode, reply.json().code]).toEqual([401, 'unauthenticated'])
    expect(reply.headers['www-authenticate']).toBeDefined()
  }
  expect((await admin.delete(`${url}${created.id}/`)).statusCode).toBe(404)
  expect((await admin.get(`${url}${created.id}/`)).statusCode).toBe(404)
  // The name is free again.
  await create({ name: 'Website' })
})

test('a key acts in its own name, in history and audit', async () => {
  const { key, id } = await create({ name: 'Counter', scopes: ['orders:write', 'users:write'] })
  const { id: user } = await buildUser(api.db)
  const form = orderForm({ user, title: 'Thesis', pickup: true }, { 'a.pdf': await makePdf(2) })
  const taken = await api.as(undefined).upload(orders, form, { authorization: `Api-Key ${key}` })
  expect([taken.statusCode, taken.json()]).toMatchObject([
    201,
    { status: 'confirmed', history: [{ by: 'API key: Counter' }] },
  ])
  const order = taken.json<{ id: string }>().id
  const headers = { authorization: `Api-Key ${key}` }
  const cancelled = await api
    .as(undefined)
    .patch(`${orders}${order}/`, { status: 'cancelled', note: 'Not wanted' }, headers)
  // It may change orders, and not read them.
  expect([cancelled.statusCode, cancelled.body]).toEqual([204, ''])
  const entries = await api.db`
    select a.action, s.full_name as by from audit_entries a join staff_users s on s.id = a.actor
    where a.entity = 'orders' and a.entity_id = ${order} order by a.id`
  expect(entries).toEqual([
    { action: 'insert', by: 'API key: Counter' },
    { action: 'update', by: 'API key: Counter' },
  ])
  const made = await api.db<{ entity: string; after: object }[]>`
    select entity, after from audit_entries where entity_id = ${id} order by id`
  expect(made).toMatchObject([{ entity: 'api_keys', after: { name: 'Counter', key_hash: 'hidden' } }])
})

test('the account of a key is nobody: not listed, found, changed or signed in', async () => {
  const { id } = await create({ name: 'Nobody at all' })
  expect(JSON.stringify((await admin.get('/api/staff_users/?limit=100')).json())).not.toContain('API key')
  expect((await admin.get(`/api/staff_users/${id}/`)).statusCode).toBe(404)
  expect((await admin.patch(`/api/staff_users/${id}/`, { is_active: true })).statusCode).toBe(404)
  expect(await api.db`select is_active from staff_users where id = ${id}`).toEqual([{ is_active: false }])
  expect(JSON.stringify((await admin.get('/api/search?query=nobody')).json())).not.toContain('API key')
  expect(JSON.stringify((await admin.get('/api/dashboard')).json())).not.toContain('API key')
  const email = `${id}@api-key.invalid`
  const signIn = await api.as(undefined).post('/api/admin-login', { email, password: 'none' })
  expect(signIn.statusCode).toBe(422)
  await expect(
    api.db`update staff_users set version = version + 1, is_active = true where id = ${id}`,
  ).rejects.toThrow('nobody')
})

test('a website that changes customers finds into whom one was merged', async () => {
  const [kept, other] = [await buildUser(api.db), await buildUser(api.db)]
  expect((await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })).statusCode).toBe(201)
  // Who sees customers gives such a key, without seeing prices.
  const { id } = await buildClerk(api.db, ['keys', 'customers'])
  const clerk = api.withToken(await openSession(api.db, id))
  const made = await clerk.post(url, { name: 'Of merges', scopes: ['users:write'] })
  expect(made.statusCode).toBe(201)
  const found = await send(made.json<NewKey>().key, `/api/customer-merges/?merged=${other.id}`)
  expect(found.json().results).toMatchObject([{ kept: kept.id, merged: other.id }])
})

test('a key expires at the end of its last day', async () => {
  const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
  const { key, id } = await create({ expires_on: today })
  expect((await send(key, orders)).statusCode).toBe(200)
  await api.db`update api_keys set expires_on = shop_day(now()) - 1 where id = ${id}`
  expect((await send(key, orders)).statusCode).toBe(401)
  expect((await admin.get(`${url}${id}/`)).json()).toMatchObject({ is_expired: true, is_valid: false })
  const past = await admin.post(url, { name: 'Old', scopes: ['orders:read'], expires_on: '2020-01-01' })
  expect([past.statusCode, past.json().errors[0].context.key]).toEqual([400, 'expires_on'])
})

test('the limit of a minute holds over two processes, and says when to come back', async () => {
  const { key } = await create({ requests_per_minute: 20 })
  const both = () =>
    Promise.all(Array.from({ length: 50 }, (_, n) => send(key, orders, n % 2 ? api.app : other)))
  // Again if the minute ended meanwhile.
  const counted = async (): Promise<number[]> => {
    const minute = () => api.db`select minute from api_key_requests order by minute desc limit 1`
    await send(key, orders)
    const before = await minute()
    const replies = await both()
    for (const { statusCode, headers } of replies) {
      expect([200, 429]).toContain(statusCode)
      if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
      if (statusCode === 429) expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    if ((await minute())[0]?.['minute'] !== before[0]?.['minute']) return counted()
    return replies.map(({ statusCode }) => statusCode)
  }
  const allowed = async () => (await counted()).filter((code) => code === 200).length
  expect(await allowed()).toBe(19)
  // Another key is not concerned, and the next minute starts anew, with the same limit.
  expect((await send((await create()).key, orders)).statusCode).toBe(200)
  await api.db`update api_key_requests set minute = minute - interval '1 minute'`
  expect(await allowed()).toBe(19)
})

test('a clock that was ahead, and was set back, uses up no limit', async () => {
  const { key } = await create({ requests_per_minute: 20 })
  expect((await send(key, orders)).statusCode).toBe(200)
  await api.db`update api_key_requests set minute = minute + interval '6 hours', requests = 20`
  expect((await send(key, orders)).statusCode).toBe(200)
})

test('the last use is written, at most once a minute', async () => {
  const { key, id } = await create()
  const used = async () => (await admin.get(`${url}${id}/`)).json().last_used_at as string | null
  await send(key, orders)
  await until('the use is written', async () => (await used()) !== null)
  const first = await used()
  await Promise.all([send(key, orders), send(key, orders, other)])
  expect(await used()).toBe(first)
  await api.db`update api_keys set last_used_at = now() - interval '2 minutes' where id = ${id}`
  const older = await used()
  await send(key, orders)
  await until('the later use is written', async () => (await used()) !== older)
})

test('a key without the scope is refused by name; one that is none is 401 everywhere', async () => {
  const { key } = await create()
  const missing = await send(key, '/api/users/')
  expect([missing.statusCode, missing.json().code, missing.json().message]).toEqual([
    403,
    'missing_scope',
    'This API key needs the scope users:write',
  ])
  expect((await send(key, '/api/profile/')).json().message).toBe('API keys cannot be used here')
  for (const bad of ['', 'x', `${key}x`, key.slice(0, -1), `${key} ${key}`, `Token ${key}`]) {
    expect([bad, (await send(bad, orders)).statusCode]).toEqual([bad, 401])
  }
  const asToken = await api.app.inject({ url: orders, headers: { authorization: `Token ${key}` } })
  expect(asToken.statusCode).toBe(401)
})

test('a lead of a key is its own, and the public form stays open without one', async () => {
  const lead = {
    name: 'Anil',
    email: 'anil@example.com',
    mobile: '9812345678',
    subject: 'Cards',
    message: 'Hi',
  }
  const { key, id } = await create({ scopes: ['leads:write'] })
  const reply = await api.as(undefined).post('/api/contact_us/', lead, { authorization: `Api-Key ${key}` })
  expect(reply.statusCode).toBe(201)
  const [entry] =
    await api.db`select actor from audit_entries where entity = 'leads' order by id desc limit 1`
  expect(entry?.['actor']).toBe(id)
  expect((await api.as(undefined).post('/api/contact_us/', lead)).statusCode).toBe(201)
  const dead = await api.as(undefined).post('/api/contact_us/', lead, { authorization: 'Api-Key opk_x' })
  expect(dead.statusCode).toBe(401)
})

test.each([
  ['name', { name: ' ' }],
  ['scopes', { scopes: [] }],
  ['scopes.0', { scopes: ['everything'] }],
  ['requests_per_minute', { requests_per_minute: 0 }],
  ['expires_on', { expires_on: 'tomorrow' }],
])('an invalid %s is refused', async (field, fields) => {
  const reply = await admin.post(url, { name: 'Bad', scopes: ['orders:read'], ...fields })
  expect([reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([400, field])
})

test('a name is taken once, and staff users have no keys', async () => {
  await create({ name: 'Shop app' })
  const reply = await admin.post(url, { name: ' SHOP APP', scopes: ['orders:read'] })
  expect([reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([409, 'name'])
  expect((await api.as('staff').get(url)).statusCode).toBe(403)
})

test('a key that is deleted while it is used fails no request of another key', async () => {
  const [active, deleted] = [await create(), await create()]
  await send(deleted.key, orders)
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const deletion = api.db.begin(async (tx) => {
    await remove(tx, deleted.id)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  const replies = [deleted, active, deleted, active].map(({ key }) => send(key, orders))
  await until('they wait in one statement', async () => {
    const [{ many }] = await api.db<[{ many: number }]>`
      select count(*)::int as many from pg_locks where not granted`
    return many > 0
  })
  released.resolve()
  await deletion
  const codes = (await Promise.all(replies)).map(({ statusCode }) => statusCode)
  expect([codes[1], codes[3]]).toEqual([200, 200])
  expect([200, 401]).toEqual(expect.arrayContaining([codes[0], codes[2]]))
  expect((await send(deleted.key, orders)).statusCode).toBe(401)
})

test('a key goes on when its creator is deactivated, and the list says so', async () => {
  const colleague = await buildStaff(api.db, { is_superuser: true, full_name: 'Nina Left' })
  const theirs = api.withToken(await openSession(api.db, colleague.id))
  const made = await theirs.post(url, { name: 'Theirs', scopes: ['orders:read'] })
  const { id, key } = made.json<NewKey>()
  const creator = async () => (await admin.get(`${url}${id}/`)).json().created_by_data
  expect(await creator()).toEqual({ id: colleague.id, full_name: 'Nina Left', is_active: true })
  await admin.patch(`/api/staff_users/${colleague.id}/`, { is_active: false })
  expect(await creator()).toMatchObject({ is_active: false })
  expect((await send(key, orders)).statusCode).toBe(200)
  expect((await admin.get(`${url}${id}/`)).json()).toMatchObject({ is_valid: true })
})

test('a key that ended with who made it says so', async () => {
  const clerk = await buildClerk(api.db, ['keys', 'orders'])
  const { id, key } = await buildApiKey(api.db, clerk.id)
  const isValid = async () => (await admin.get(`${url}${id}/`)).json<ApiKey>().is_valid
  expect([await isValid(), (await send(key, orders)).statusCode]).toEqual([true, 200])
  await admin.patch(`/api/staff_users/${clerk.id}/`, { is_active: false })
  expect([await isValid(), (await send(key, orders)).statusCode]).toEqual([false, 401])
  await admin.patch(`/api/staff_users/${clerk.id}/`, { is_active: true, ability_set: null })
  expect([await isValid(), (await send(key, orders)).statusCode]).toEqual([false, 401])
})
