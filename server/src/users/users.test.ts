import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'

const api = useApi()

test('a customer is added once: mobile and email are theirs, however they are written', async () => {
  const admin = api.as('admin')
  const reply = await admin.post('/api/users/', {
    first_name: ' Priya ',
    last_name: 'Nair',
    mobile: '+91 98450 12345',
    email: 'Priya@Example.com',
  })
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toMatchObject({
    first_name: 'Priya',
    mobile: '+919845012345',
    email: 'priya@example.com',
    is_active: true,
    orders_count: 0,
    version: 1,
  })
  expect((await admin.get(`/api/users/${reply.json().id}`)).json()).toEqual(reply.json())

  const sameMobile = await admin.post('/api/users', { first_name: 'P', mobile: '+91-98450-12345' })
  expect(sameMobile.statusCode).toBe(409)
  expect(sameMobile.json()).toMatchObject({ code: 'taken', errors: [{ context: { key: 'mobile' } }] })
  const sameEmail = await admin.post('/api/users', {
    first_name: 'P',
    mobile: '9845000001',
    email: 'PRIYA@example.COM',
  })
  expect(sameEmail.statusCode).toBe(409)
  expect(sameEmail.json().errors).toEqual([
    { message: 'This email is taken already', context: { key: 'email' } },
  ])
})

test('writing leaves an audit entry that says who, what and in which request', async () => {
  const reply = await api.as('admin').post('/api/users/', { first_name: 'Audit', mobile: '9845011111' })
  const entries = await api.db`
    select actor, action, entity, before, after, request_id from audit_entries where entity_id = ${reply.json().id}`
  expect(entries).toMatchObject([
    {
      actor: api.people.admin.id,
      action: 'insert',
      entity: 'users',
      before: null,
      after: { first_name: 'Audit' },
    },
  ])
  expect(entries[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/)
})

test('lists are paged newest first, count their orders, and link to their neighbours by PUBLIC_URL', async () => {
  for (let index = 0; index < 5; index++) await buildUser(api.db, { first_name: `Paged${index}` })
  const last = await buildUser(api.db, { first_name: 'Paged5' })
  await buildOrder(api.db, { user: last.id })
  const reply = await api.as('admin').get('/api/users/?query=paged&limit=2&offset=2', { host: 'evil.test' })
  expect(reply.json()).toMatchObject({
    count: 6,
    next: 'http://print.test/api/users/?query=paged&limit=2&offset=4',
    previous: 'http://print.test/api/users/?query=paged&limit=2&offset=0',
    results: [{ first_name: 'Paged3' }, { first_name: 'Paged2' }],
  })
  const first = await api.as('admin').get('/api/users/?query=paged&limit=1')
  expect(first.json()).toMatchObject({ previous: null, results: [{ first_name: 'Paged5', orders_count: 1 }] })
})

test('search looks through names, email and mobile, and takes every character as a letter', async () => {
  await buildUser(api.db, {
    first_name: '100%_Sure\\',
    last_name: 'Desai',
    mobile: '+919000012345',
    email: 'd_x@print.test',
  })
  const count = async (query: string) =>
    (await api.as('admin').get(`/api/users/?query=${encodeURIComponent(query)}`)).json().count
  for (const query of ['%', '_sure', '\\', 'SURE\\ desai', 'd_x@', '90000 12345', ' +91 90000-12345 ']) {
    expect([query, await count(query)]).toEqual([query, 1])
  }
  expect(await count('sure_')).toBe(0)
})

test('a customer that is not there is 404', async () => {
  const reply = await api.as('admin').get('/api/users/01890000-0000-7000-8000-000000000000/')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ code: 'not_found', message: 'Customer not found' })
})
