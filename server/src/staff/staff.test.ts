import { describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildStaff } from '../../test/build.ts'
import { createFirstAdmin } from './firstAdmin.ts'

const api = useApi()
const admin = api.as('admin')
const person = {
  full_name: 'Kiran Joshi',
  email: 'Kiran@Print.test',
  mobile: '+91 97777 00001',
  password: 'first pass word',
}

test('a staff user is made, signs in, and their password is nowhere in the answer or the audit', async () => {
  const reply = await admin.post('/api/staff_users_create/', person)
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toEqual({
    id: expect.any(String),
    full_name: 'Kiran Joshi',
    email: 'kiran@print.test',
    mobile: '+919777700001',
    is_superuser: false,
    is_active: true,
    open_orders: 0,
    created_at: expect.any(String),
    version: 1,
  })
  const signedIn = await api
    .as(undefined)
    .post('/api/admin-login', { email: person.email, password: person.password })
  expect(signedIn.statusCode).toBe(200)
  const [entry] = await api.db`select actor, after from audit_entries where entity_id = ${reply.json().id}`
  expect(entry).toMatchObject({
    actor: api.people.admin.id,
    after: { password_hash: 'hidden', full_name: 'Kiran Joshi' },
  })
  expect(JSON.stringify(entry)).not.toMatch(/argon2|first pass word/)
})

test.each([
  ['full_name', { full_name: '' }],
  ['mobile', { mobile: 'none' }],
  ['password', { password: 'short' }],
  ['password', { password: 'password123' }],
  ['is_superuser', { is_superuser: true }],
])('a wrong %s is refused by name', async (key, change) => {
  const reply = await admin.post('/api/staff_users_create/', { ...person, ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors[0].context.key).toBe(key)
})

test('email and mobile are one person’s', async () => {
  const taken = await buildStaff(api.db)
  const sameEmail = { ...person, email: taken.email.toUpperCase(), mobile: '9777700002' }
  const sameMobile = { ...person, email: 'other@print.test', mobile: taken.mobile }
  for (const [key, body] of Object.entries({ email: sameEmail, mobile: sameMobile })) {
    const reply = await admin.post('/api/staff_users_create/', body)
    expect([key, reply.statusCode]).toEqual([key, 409])
    expect(reply.json()).toMatchObject({ code: 'taken', errors: [{ context: { key } }] })
  }
})

test('the list counts open orders, and is filtered and searched', async () => {
  const busy = await buildStaff(api.db, { full_name: 'Busy_Bee', mobile: '+919666600001', is_active: false })
  for (const status of ['assigned', 'out-for-delivery', 'delivered', 'cancelled'] as const) {
    await buildOrder(api.db, { status, assigned_user: busy.id })
  }
  const find = async (query: string) => (await admin.get(`/api/staff_users/?${query}`)).json()
  expect((await find('query=busy_')).results).toMatchObject([{ id: busy.id, open_orders: 2 }])
  for (const query of [
    'query=%20BUSY_B%20',
    `query=${busy.email.toUpperCase()}`,
    'query=96666+00001',
    'query=%2B91-96666',
  ]) {
    expect([query, (await find(query)).count]).toEqual([query, 1])
  }
  expect((await find('query=busy%25')).count).toBe(0)
  expect((await find('query=busy_&is_active=true')).count).toBe(0)
  expect((await find('is_superuser=true')).results).toMatchObject([{ id: api.people.admin.id }])
  expect((await admin.get('/api/staff_users/?is_active=yes')).statusCode).toBe(400)
})

describe('the first super admin', () => {
  const none = { adminEmail: undefined, adminPassword: undefined }

  test('is made once, by one of several that start together, with a password of chance', async () => {
    await api.db`update staff_users set is_superuser = false`
    const made = await Promise.all([1, 2, 3].map(() => createFirstAdmin(api.db, none)))
    const [first, ...others] = made.filter((one) => one !== undefined)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      email: 'admin@ourprint.local',
      password: expect.stringMatching(/^(\w{5}-){3}\w{5}$/),
    })
    const reply = await api.as(undefined).post('/api/admin-login', first)
    expect(reply.json()).toMatchObject({ user: { is_superuser: true } })
    expect(await createFirstAdmin(api.db, none)).toBeUndefined()
    await api.db`update staff_users set is_superuser = true where id = ${api.people.admin.id}`
  })

  test('is the one of the settings, whose password is not shown', async () => {
    await api.db`update staff_users set is_superuser = false`
    const settings = { adminEmail: 'Boss@Print.test', adminPassword: 'chosen by a person' }
    expect(await createFirstAdmin(api.db, settings)).toEqual({
      email: 'boss@print.test',
      password: undefined,
    })
    await api.db`update staff_users set is_superuser = true where id = ${api.people.admin.id}`
  })
})
