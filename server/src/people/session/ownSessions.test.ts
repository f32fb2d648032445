import type { Session } from '@our-print/contract/people/sessions.ts'
import type { AuditEntry } from '@our-print/contract/shop/audit.ts'
import { beforeAll, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildStaff, buildUser } from '../../../test/build.ts'
import { addFailedSignIn, deletePassed, noRecord } from '../../base/database/auditTrail.ts'
import { foldDeltas } from '../../base/database/foldDeltas.ts'
import { hashPassword } from './password.ts'
import { deviceName } from './session.routes.ts'

const api = useApi()
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const password = 'a password of 2026'
let person: { id: string; email: string }
beforeAll(async () => {
  person = await buildStaff(api.db, { full_name: 'Nisha Pai', password_hash: await hashPassword(password) })
})

const signIn = (email: string, typed = password, agent = chrome) =>
  api.as(undefined).post('/api/admin-login', { email, password: typed }, { 'user-agent': agent })
const sessionsOf = async (client: ReturnType<typeof api.as>, url = '/api/sessions/') =>
  (await client.get(url)).json<Session[]>()
const entriesOf = async (query: string) =>
  (await api.as('admin').get(`/api/audit/?${query}`)).json<{ results: AuditEntry[] }>().results

test('a person sees where they are signed in, and ends one session or all others', async () => {
  const tokens: string[] = []
  for (let n = 0; n < 3; n++) tokens.push((await signIn(person.email)).json<{ token: string }>().token)
  const [own, second, third] = tokens.map((token) => api.withToken(token))
  if (!own || !second || !third) throw new Error('no session')
  const listed = await sessionsOf(own)
  expect(listed).toHaveLength(3)
  expect(listed.filter(({ is_current }) => is_current)).toHaveLength(1)
  expect(listed[0]).toMatchObject({ device: 'Chrome on Windows', address: '127.0.0.1' })

  const current = (await sessionsOf(second)).find(({ is_current }) => is_current)
  expect((await own.delete(`/api/sessions/${current?.id}/`)).statusCode).toBe(204)
  expect((await second.get('/api/profile/')).statusCode).toBe(401)
  expect((await own.delete(`/api/sessions/${current?.id}/`)).statusCode).toBe(404)

  expect((await own.delete('/api/sessions/')).statusCode).toBe(204)
  expect((await third.get('/api/profile/')).statusCode).toBe(401)
  expect((await sessionsOf(own)).map(({ is_current }) => is_current)).toEqual([true])
  const ended = await entriesOf(`actor=${person.id}&action=end_session`)
  const facts = { staff_user: person.id, device: 'Chrome on Windows', address: '127.0.0.1' }
  expect(ended.map(({ before }) => before)).toEqual([facts, facts])
  expect(JSON.stringify(ended)).not.toContain('token')

  expect((await own.post('/api/logout')).statusCode).toBe(204)
  const [out] = await entriesOf(`actor=${person.id}&action=sign_out`)
  expect(out).toMatchObject({
    entity: 'sessions',
    entity_id: listed.find(({ is_current }) => is_current)?.id,
    before: { device: 'Chrome on Windows', address: '127.0.0.1' },
    after: null,
  })
})

test('others’ sessions are ended by who manages the staff', async () => {
  const own = await openSession(api.db, person.id)
  const [session] = await api.db<[{ id: string }]>`
    select id from sessions where staff_user = ${person.id} order by created_at desc limit 1`
  const staff = api.as('staff')
  expect((await staff.delete(`/api/sessions/${session.id}/`)).statusCode).toBe(404)
  expect((await staff.get(`/api/staff_users/${person.id}/sessions/`)).statusCode).toBe(403)
  const admin = api.as('admin')
  const url = `/api/staff_users/${person.id}/sessions/`
  const listed = await sessionsOf(admin, url)
  expect(listed.map(({ id }) => id)).toContain(session.id)
  expect(listed.some(({ is_current }) => is_current)).toBe(false)
  expect((await admin.delete(`/api/sessions/${session.id}/`)).statusCode).toBe(204)
  expect((await api.withToken(own).get('/api/profile/')).statusCode).toBe(401)
  await openSession(api.db, person.id)
  expect((await admin.delete(url)).statusCode).toBe(204)
  expect(await sessionsOf(admin, url)).toEqual([])
  expect((await admin.get('/api/profile/')).statusCode).toBe(200)
})

test('who manages the staff sees and ends no session of somebody who may do more', async () => {
  const manager = await buildClerk(api.db, ['staff'])
  const above = await buildClerk(api.db, ['staff', 'prices'])
  const client = api.withToken(await openSession(api.db, manager.id))
  const newest = async (id: string) => {
    const token = await openSession(api.db, id)
    const [session] = await api.db<[{ id: string }]>`
      select id from sessions where staff_user = ${id} order by created_at desc, id desc limit 1`
    return { token, url: `/api/sessions/${session.id}/` }
  }
  for (const [whose, status] of [
    [person.id, 204],
    [manager.id, 204],
    [above.id, 403],
    [api.people.admin.id, 403],
  ] as const) {
    const { token, url } = await newest(whose)
    // Their addresses and devices are as much theirs.
    const seen = await client.get(`/api/staff_users/${whose}/sessions/`)
    expect(seen.statusCode).toBe(status === 204 ? 200 : 403)
    expect((await client.delete(url)).statusCode).toBe(status)
    const after = await api.withToken(token).get('/api/profile/')
    expect(after.statusCode).toBe(status === 204 ? 401 : 200)
  }
  expect((await client.delete(`/api/sessions/${person.id}/`)).statusCode).toBe(404)
})

test('the use of a session is written at most once a minute', async () => {
  const token = await openSession(api.db, person.id)
  const used = async () => {
    const [row] = await api.db<[{ version: string; used_at: string }]>`
      select xmin::text as version, used_at from sessions where staff_user = ${person.id}
      order by created_at desc limit 1`
    return row
  }
  const fresh = await used()
  for (let n = 0; n < 5; n++) await api.withToken(token).get('/api/profile/')
  expect(await used()).toEqual(fresh)
})

test('sign-ins and failed ones have an entry with address and device, and no password', async () => {
  await signIn(person.email)
  const [good] = await entriesOf('action=sign_in')
  expect(good).toMatchObject({
    actor: person.id,
    entity: 'sessions',
    after: { address: '127.0.0.1', device: 'Chrome on Windows' },
  })
  expect((await signIn(person.email, 'wrong password', 'curl/8.1')).statusCode).toBe(422)
  expect((await signIn('stranger@print.test', 'wrong password', '')).statusCode).toBe(422)
  const [stranger, own] = await entriesOf('action=sign_in_failed')
  expect(own).toMatchObject({
    actor: null,
    entity_id: person.id,
    after: { email: person.email, address: '127.0.0.1', device: 'curl' },
  })
  expect(stranger).toMatchObject({ entity_id: noRecord, after: { email: 'stranger@print.test' } })
  expect(JSON.stringify([stranger, own])).not.toContain('wrong password')
})

test('strangers cannot fill the audit, and a real account’s failures are kept all the same', async () => {
  await api.db`
    insert into audit_entries (action, entity, entity_id)
    select 'sign_in_failed', 'sessions', ${noRecord}::uuid from generate_series(1, 1000)`
  const failed = { email: 'x@print.test', address: '203.0.113.9', device: 'curl', request_id: 'r' }
  expect((await addFailedSignIn(api.db, { ...failed, account: undefined })).count).toBe(0)
  expect((await addFailedSignIn(api.db, { ...failed, account: person.id })).count).toBe(1)
})

test('an export has an entry with its filters, before its first byte', async () => {
  await api.as('admin').get('/api/users/?format=csv&query=kiran&limit=3')
  expect((await entriesOf('action=export'))[0]).toMatchObject({
    actor: api.people.admin.id,
    entity: 'users',
    entity_id: noRecord,
    after: { query: 'kiran', limit: 3 },
  })
})

test('who opened the page of a customer is kept where the setting says so, once in ten minutes', async () => {
  const { id } = await buildUser(api.db)
  const views = () => entriesOf(`entity_id=${id}&action=view`)
  await api.as('admin').get(`/api/users/${id}/`)
  expect(await views()).toEqual([])
  const app = await api.startApp({ auditViews: true })
  const client = api.withToken(api.token('admin'), app)
  for (let n = 0; n < 3; n++) await client.get(`/api/users/${id}/`)
  await client.get('/api/users/')
  expect(await views()).toMatchObject([{ actor: api.people.admin.id, entity: 'users', after: null }])
  await app.close()
})

test('entries about reading and signing in are deleted after their days, and their counts with them', async () => {
  await api.db`delete from audit_entries`
  await api.db`
    insert into audit_entries (at, action, entity, entity_id)
    select now() - days * interval '1 day', action, 'users', gen_random_uuid()
    from unnest(array['view', 'export', 'sign_in', 'update']) action, unnest(array[1, 29, 32, 400]) days`
  await foldDeltas(api.db)
  await deletePassed(api.db, 30)
  const count = async (query: string) =>
    (await api.as('admin').get(`/api/audit/?${query}`)).json<{ count: number }>().count
  expect([await count(''), await count('action=view'), await count('action=update')]).toEqual([10, 2, 4])
  const [{ entries }] = await api.db<
    [{ entries: number }]
  >`select count(*)::int as entries from audit_entries`
  expect(entries).toBe(10)
})

test.each([
  [chrome, 'Chrome on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on an iPhone',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['curl/8.1.2', 'curl'],
  ['x'.repeat(5000), 'x'.repeat(40)],
  ['', 'Unknown device'],
])('%s is told as %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})
