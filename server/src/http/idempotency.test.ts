import { expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { buildOrder, buildStaff } from '../../test/build.ts'
import { forgetOldAnswers } from './idempotency.ts'

const api = useApi()
const admin = api.as('admin')
let mobiles = 0
const person = (first_name: string) => ({ first_name, mobile: `90000${String(10_000 + mobiles++)}` })
const keyed = (key: string) => ({ 'idempotency-key': key })

test('the same body gets the first answer again, and is done once', async () => {
  const body = person('Once')
  const first = await admin.post('/api/users/', body, keyed('a'))
  const second = await admin.post('/api/users/', body, keyed('a'))
  expect([first.statusCode, second.statusCode]).toEqual([201, 201])
  expect(second.json()).toEqual(first.json())
  expect((await admin.get('/api/users/?query=once')).json().count).toBe(1)
})

test('another body is a conflict that changes nothing', async () => {
  await admin.post('/api/users/', person('First'), keyed('b'))
  const reply = await admin.post('/api/users/', person('Second'), keyed('b'))
  expect(reply.statusCode).toBe(409)
  expect(reply.json().code).toBe('idempotency_key_reused')
  expect((await admin.get('/api/users/?query=second')).json().count).toBe(0)
})

test('ten at once are done once; each gets the answer or is told to wait', async () => {
  const body = person('Parallel')
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

test('a refusal is kept like a success, and what it wrote before is not', async () => {
  const taken = person('Taken')
  await admin.post('/api/users/', taken)
  const first = await admin.post('/api/users/', taken, keyed('d'))
  await api.db`update users set mobile = '111111' where mobile = ${`+91${taken.mobile}`}`
  const second = await admin.post('/api/users/', taken, keyed('d'))
  expect([first.statusCode, second.statusCode]).toEqual([409, 409])
  expect(second.json()).toEqual(first.json())
  expect((await admin.post('/api/users/', taken)).statusCode).toBe(201)
})

test('a key belongs to its caller, and to its path', async () => {
  const body = person('Scoped')
  await admin.post('/api/users/', body, keyed('e'))
  const other = await buildStaff(api.db, { is_superuser: true })
  const fromOther = api.withToken(await openSession(api.db, other.id))
  // Not the first caller's answer: theirs is a write of its own, which finds the number taken.
  expect((await fromOther.post('/api/users/', body, keyed('e'))).statusCode).toBe(409)
  const order = await buildOrder(api.db)
  const bulk = { ids: [order.id], status: 'cancelled', note: 'x' }
  expect((await admin.post('/api/all-orders/bulk/', bulk, keyed('e'))).statusCode).toBe(200)
})

test('a slash at the end makes no other path', async () => {
  const body = person('Slash')
  const first = await admin.post('/api/users/', body, keyed('slash'))
  const second = await admin.post('/api/users', body, keyed('slash'))
  expect(second.json()).toEqual(first.json())
})

test('the person is in the audit of a keyed write, too', async () => {
  const reply = await admin.post('/api/users/', person('Audited'), keyed('f'))
  const entries = await api.db`select actor from audit_entries where entity_id = ${reply.json().id}`
  expect(entries).toEqual([{ actor: api.people.admin.id }])
})

test('a keyed bulk change names its person, and undoes only what was refused', async () => {
  const [open, done] = [await buildOrder(api.db), await buildOrder(api.db, { status: 'delivered' })]
  const bulk = { ids: [open.id, done.id], status: 'assigned', assigned_user: api.people.staff.id }
  const reply = await admin.post('/api/all-orders/bulk/', bulk, keyed('g'))
  expect(reply.json().results).toMatchObject([{ ok: true }, { ok: false }])
  expect(await api.db`select actor from audit_entries where entity_id = ${open.id}`).toHaveLength(1)
  expect((await admin.post('/api/all-orders/bulk/', bulk, keyed('g'))).json()).toEqual(reply.json())
})

test('nothing secret is kept: no sign-in, no password', async () => {
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
  const kept = await api.db`select path, answer from idempotency_keys where key in ('h', 'i')`
  expect(kept.map(({ path }) => path)).toEqual(['/api/staff_users_create'])
  expect(kept[0]?.answer).not.toContain('secret')
})

test('a key is only for a POST', async () => {
  const { id, version } = await buildOrder(api.db)
  const patch = (title: string) => admin.patch(`/api/all-orders/${id}/`, { title }, keyed('j'))
  await patch('One')
  expect((await patch('Two')).json()).toMatchObject({ title: 'Two', version: version + 2 })
})

test('answers are forgotten after a day', async () => {
  const body = person('Old')
  await admin.post('/api/users/', body, keyed('k'))
  await api.db`update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key = 'k'`
  expect((await admin.post('/api/users/', body, keyed('k'))).statusCode).toBe(409)
  await api.db`update idempotency_keys set created_at = now() - interval '24 hours 1 second'`
  await forgetOldAnswers(api.db)
  expect(await api.db`select 1 from idempotency_keys`).toHaveLength(0)
})
