import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildLead, buildOrder, buildStaff } from '../../../test/build.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'

const api = useApi()
const admin = api.as('admin')
let mobiles = 0
const customer = (first_name: string) => ({ first_name, mobile: `90000${String(10_000 + mobiles++)}` })
const keyed = (key: string) => ({ 'idempotency-key': key })

test('the same body gets the first response again, and is executed once', async () => {
  const body = customer('Once')
  const first = await admin.post('/api/users/', body, keyed('a'))
  const second = await admin.post('/api/users/', body, keyed('a'))
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect((await admin.get('/api/users/?query=once')).json().count).toBe(1)
})

test('a different body is a conflict and changes nothing', async () => {
  await admin.post('/api/users/', customer('First'), keyed('b'))
  const reply = await admin.post('/api/users/', customer('Second'), keyed('b'))
  expect(reply.statusCode).toBe(409)
  expect(reply.json().code).toBe('idempotency_key_reused')
  expect((await admin.get('/api/users/?query=second')).json().count).toBe(0)
})

test('ten concurrent requests are executed once; each gets the response or is told to wait', async () => {
  const body = customer('Parallel')
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => admin.post('/api/users/', body, keyed('c'))),
  )
  const made = replies.filter(({ statusCode }) => statusCode === 201)
  expect(new Set(made.map((reply) => reply.json().id)).size).toBe(1)
  for (const reply of replies.filter(({ statusCode }) => statusCode !== 201)) {
    expect(reply.json()).toMatchObject({ code: 'idempotency_key_in_use' })
  }
  expect((await admin.get('/api/users/?query=parallel')).json().count).toBe(1)
})

test('a refusal is stored like a success, but its writes are rolled back', async () => {
  const taken = customer('Taken')
  await admin.post('/api/users/', taken)
  const first = await admin.post('/api/users/', taken, keyed('d'))
  await api.db`update users set version = version + 1, mobile = '111111' where mobile = ${`+91${taken.mobile}`}`
  const second = await admin.post('/api/users/', taken, keyed('d'))
  expect([first.statusCode, second.statusCode]).toEqual([409, 409])
  expect(second.json()).toEqual(first.json())
  expect((await admin.post('/api/users/', taken)).statusCode).toBe(201)
})

test('a key belongs to its user and path', async () => {
  const body = customer('Scoped')
  await admin.post('/api/users/', body, keyed('e'))
  const other = await buildStaff(api.db, { is_superuser: true })
  const fromOther = api.withToken(await openSession(api.db, other.id))
  // Not the first user's response: this is a separate write, and the number is taken.
  expect((await fromOther.post('/api/users/', body, keyed('e'))).statusCode).toBe(409)
  const order = await buildOrder(api.db)
  const bulk = { ids: [order.id], status: 'cancelled', note: 'x' }
  expect((await admin.post('/api/all-orders/bulk/', bulk, keyed('e'))).statusCode).toBe(200)
})

test('a trailing slash does not make another path', async () => {
  const body = customer('Slash')
  const first = await admin.post('/api/users/', body, keyed('slash'))
  const second = await admin.post('/api/users', body, keyed('slash'))
  expect(second.json()).toEqual(first.json())
})

test('a write with a key also has its actor in the audit entry', async () => {
  const reply = await admin.post('/api/users/', customer('Audited'), keyed('f'))
  const entries = await api.db`select actor from audit_entries where entity_id = ${reply.json().id}`
  expect(entries).toEqual([{ actor: api.people.admin.id }])
})

test('a bulk change with a key has its actor in the audit, and rolls back only refused orders', async () => {
  const [open, done] = [await buildOrder(api.db), await buildOrder(api.db, { status: 'delivered' })]
  const bulk = { ids: [open.id, done.id], status: 'assigned', assigned_user: api.people.staff.id }
  const reply = await admin.post('/api/all-orders/bulk/', bulk, keyed('g'))
  expect(reply.json().results).toMatchObject([{ ok: true }, { ok: false }])
  expect(await api.db`select actor from audit_entries where entity_id = ${open.id}`).toHaveLength(1)
  expect((await admin.post('/api/all-orders/bulk/', bulk, keyed('g'))).json()).toEqual(reply.json())
})

test('no secret is stored: no sign-in, no password', async () => {
  const password = 'a very secret pass phrase'
  const staff = { full_name: 'New Person', email: 'new@print.test', mobile: '9000000009', password }
  const first = await admin.post('/api/staff_users_create/', staff, keyed('h'))
  expect(first.statusCode).toBe(201)
  expect((await admin.post('/api/staff_users_create/', staff, keyed('h'))).json()).toEqual(first.json())
  const signIn = { email: staff.email, password }
  const tokens = new Set<string>()
  for (let time = 0; time < 2; time++) {
    tokens.add((await api.as(undefined).post('/api/admin-login', signIn, keyed('i'))).json().token)
  }
  expect(tokens.size).toBe(2)
  const rows = await api.db`select path, answer from idempotency_keys where key in ('h', 'i')`
  expect(rows.map(({ path }) => path)).toEqual(['/api/staff_users_create'])
  expect(rows[0]?.answer).not.toContain('secret')
})

test('a key works for PATCH and DELETE as for POST', async () => {
  const { id } = await buildOrder(api.db, { title: 'Zero' })
  const patch = (title: string) => admin.patch(`/api/all-orders/${id}/`, { title }, keyed('j'))
  expect((await patch('One')).json()).toMatchObject({ title: 'One', version: 2 })
  expect((await patch('One')).json()).toMatchObject({ title: 'One', version: 2 })
  expect((await patch('Two')).statusCode).toBe(409)
  const lead = await buildLead(api.db)
  expect((await admin.patch(`/api/all-orders/${id}/`, { title: 'Two' }, keyed('j'))).json().code).toBe(
    'idempotency_key_reused',
  )
  const put = (title: string) => admin.put(`/api/all-orders/${id}/`, { title }, keyed('j'))
  expect((await put('Three')).json()).toMatchObject({ title: 'Three', version: 3 })
  expect((await put('Three')).json()).toMatchObject({ title: 'Three', version: 3 })
  expect((await put('Four')).statusCode).toBe(409)
  const remove = () => admin.delete(`/api/contact_us/${lead.id}/`, keyed('j'))
  expect([(await remove()).statusCode, (await remove()).statusCode]).toEqual([204, 204])
})

test('a key holds for an address with the ids of 500 records', async () => {
  const ids = Array.from({ length: 500 }, () => randomUUID())
  const remove = () =>
    admin.delete(`/api/qr-codes/?${ids.map((id) => `qr_id=${id}`).join('&')}`, keyed('long'))
  const [first, second] = [await remove(), await remove()]
  expect(first.statusCode).toBeLessThan(500)
  expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()])
})

test('what was cut off on its way is done once, however often it is sent again', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const path = `/api/all-orders/${order.id}/`
  const body = JSON.stringify({ status: 'out-for-delivery', happened_at: new Date().toISOString() })
  const headers = {
    ...keyed('cut'),
    authorization: `Token ${api.token('staff')}`,
    'content-type': 'application/json',
  }
  const cut = () =>
    new Promise<void>((resolve) => {
      const sent = request({ host: '127.0.0.1', port, path, method: 'PATCH', headers })
      sent.on('error', () => undefined).on('close', resolve)
      sent.end(body, () => sent.destroy())
    })
  for (let time = 0; time < 3; time++) await cut()
  const again = () => fetch(`http://127.0.0.1:${port}${path}`, { method: 'PATCH', headers, body })
  await expect.poll(async () => (await again()).status).toBe(200)
  const [row] = await api.db`
    select count(*)::int as moves from order_history where order_id = ${order.id} and to_status = 'out-for-delivery'`
  expect(row).toEqual({ moves: 1 })
})

test('stored responses are deleted after a day', async () => {
  const body = customer('Old')
  await admin.post('/api/users/', body, keyed('k'))
  await api.db`update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'k'`
  expect((await admin.post('/api/users/', body, keyed('k'))).statusCode).toBe(409)
  await api.db`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`
  await sweepIdempotencyKeys(api.db)
  expect(await api.db`select 1 from idempotency_keys`).toHaveLength(0)
})
