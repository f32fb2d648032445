import type { User } from '@our-print/contract/people/customers.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'

const api = useApi()

test('a customer is created once: mobile and email are unique in any spelling', async () => {
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

test('a write has an audit entry with actor, change and request', async () => {
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

test('the list is paged newest first, with order counts, and with next and previous URLs under PUBLIC_URL', async () => {
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
  for (let index = 0; index < 2; index++) await buildUser(api.db, { first_name: 'Who?Me' })
  const asked = await api.as('admin').get('/api/users/?query=who?me&is_active=true&limit=1')
  expect(asked.json()).toMatchObject({
    count: 2,
    next: 'http://print.test/api/users/?query=who%3Fme&is_active=true&limit=1&offset=1',
  })
})

test('query searches names, email and mobile, and has no wildcards', async () => {
  await buildUser(api.db, {
    first_name: '100%_Sure\\',
    last_name: 'Desai',
    mobile: '+919000012345',
    email: 'd_x@print.test',
  })
  const count = async (query: string) =>
    (await api.as('admin').get(`/api/users/?query=${encodeURIComponent(query)}`)).json().count
  for (const query of [
    '%',
    '_sure',
    '\\',
    'SURE\\ desai',
    'd_x@',
    '90000 12345',
    ' +91 90000-12345 ',
    '090000 12345',
  ]) {
    expect([query, await count(query)]).toEqual([query, 1])
  }
  expect(await count('sure_')).toBe(0)
})

test('a customer whose mobile was entered without +91 is found with it', async () => {
  const user = await buildUser(api.db, { mobile: '9000012399' })
  for (const query of ['+91 90000 12399', '090000-12399', '9000012399']) {
    const reply = await api.as('admin').get(`/api/users/?query=${encodeURIComponent(query)}`)
    expect(reply.json().results.map(({ id }: User) => id)).toEqual([user.id])
  }
})

test('an unknown customer is 404', async () => {
  const reply = await api.as('admin').get('/api/users/01890000-0000-7000-8000-000000000000/')
  expect(reply.statusCode).toBe(404)
  expect(reply.json()).toEqual({ code: 'not_found', message: 'Customer not found' })
})

const adminClient = api.as('admin')
const patch = (id: string, body: object) => adminClient.patch(`/api/users/${id}/`, body)
const add = async (mobile: string, more: object = {}) =>
  (await adminClient.post('/api/users/', { first_name: 'Uma', mobile, ...more })).json<User>()

test('an update takes some fields, or the whole record', async () => {
  const user = await add('9845100001', { notes: 'Pays by card' })
  expect(user).toMatchObject({
    notes: 'Pays by card',
    coins: 0,
    referral_code: expect.stringMatching(/^\w{8}$/),
  })
  const reply = await patch(user.id, { ...user, last_name: 'Shetty', is_active: false, notes: '' })
  expect(reply.json()).toEqual({ ...user, last_name: 'Shetty', is_active: false, notes: '', version: 2 })
  // An update without a change makes no new version.
  expect((await patch(user.id, reply.json())).json()).toEqual(reply.json())
  expect((await patch(user.id, { version: 1, last_name: 'X' })).json()).toMatchObject({ code: 'stale' })
  expect((await patch(user.id, { first_name: 'Uma', email: '' })).json().version).toBe(2)
})

test.each([
  ['id', '01890000-0000-7000-8000-000000000000'],
  ['coins', 5],
  ['orders_count', 1],
  ['referral_code', 'AAAAAAAA'],
  ['created_at', '2026-01-01T00:00:00Z'],
  ['first_name', ''],
  ['mobile', null],
])('%s cannot become %j', async (key, value) => {
  const user = await buildUser(api.db)
  const reply = await patch(user.id, { [key]: value })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toMatchObject([{ context: { key } }])
})

test('a new email or mobile must be unique', async () => {
  const one = await add('9845100002', { email: 'one@print.test' })
  const other = await add('9845100003')
  for (const [key, body] of Object.entries({
    email: { email: 'ONE@print.test' },
    mobile: { mobile: '98451 00002' },
  })) {
    const reply = await patch(other.id, body)
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([409, key])
  }
  expect((await patch(one.id, { email: 'One@Print.test', mobile: '98451-00002' })).json().version).toBe(1)
  const missing = await patch('01890000-0000-7000-8000-000000000000', { first_name: 'X' })
  expect(missing.statusCode).toBe(404)
})

test('an order is found by its customer’s new name, and no longer by the old one', async () => {
  const user = await buildUser(api.db, { first_name: 'Oldname' })
  await buildOrder(api.db, { user: user.id })
  await patch(user.id, { first_name: 'Newname' })
  const count = async (query: string) =>
    (await adminClient.get(`/api/all-orders/?query=${query}`)).json().count
  expect([await count('newname'), await count('oldname')]).toEqual([1, 0])
})

test('of ten concurrent updates of the same version, one wins', async () => {
  const user = await add('9845100004')
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => patch(user.id, { version: 1, notes: `Note ${n}` })),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(9).fill(409),
  ])
})

test('the count is exact, also by is_active, while customers are created and deleted', async () => {
  const counts = async () => {
    const replies = await Promise.all(
      ['', '?is_active=true', '?is_active=false'].map((query) => adminClient.get(`/api/users/${query}`)),
    )
    return replies.map((reply) => reply.json().count)
  }
  const counted = async () => {
    const [row] = await api.db<[{ all: number; active: number }]>`
      select count(*)::int as all, (count(*) filter (where is_active))::int as active from users`
    return [row.all, row.active, row.all - row.active]
  }
  const user = await buildUser(api.db)
  await buildUser(api.db, { is_active: false })
  await patch(user.id, { is_active: false })
  const gone = await buildUser(api.db)
  await api.db`delete from users where id = ${gone.id}`
  expect(await counts()).toEqual(await counted())
  const { results } = (await adminClient.get('/api/users/?is_active=false&limit=100')).json<{
    results: User[]
  }>()
  expect(results.length).toBeGreaterThan(1)
  expect(results.every(({ is_active }) => !is_active)).toBe(true)
})

test('the orders of one customer are listed and filtered like all orders', async () => {
  const { id } = await buildUser(api.db)
  await buildOrder(api.db, {
    user: id,
    title: 'Flyers',
    status: 'delivered',
    created_at: '2026-03-01T10:00:00Z',
  })
  await buildOrder(api.db, { user: id, title: 'Menu', created_at: '2026-03-05T10:00:00Z' })
  await buildOrder(api.db, { user: id, title: 'Plan', order_type: 'subscription' })
  await buildOrder(api.db, { title: 'Flyers of someone else' })
  const titles = async (more = '') => {
    const { count, results } = (await adminClient.get(`/api/all-orders/?user=${id}${more}`)).json()
    return [count, ...results.map(({ title }: { title: string }) => title)]
  }
  expect(await titles()).toEqual([3, 'Plan', 'Menu', 'Flyers'])
  expect(await titles('&limit=1&offset=1')).toEqual([3, 'Menu'])
  expect(await titles('&offset=9')).toEqual([3])
  expect(await titles('&exclude_order_type=subscription')).toEqual([2, 'Menu', 'Flyers'])
  expect(await titles('&status=delivered')).toEqual([1, 'Flyers'])
  expect(await titles('&query=menu')).toEqual([1, 'Menu'])
  expect(await titles('&from_date=2026-03-02&to_date=2026-03-05')).toEqual([1, 'Menu'])
  expect((await adminClient.get('/api/all-orders/?user=x')).statusCode).toBe(400)
})

test('customers are filtered by the day of their creation, in the shop’s time zone', async () => {
  const late = await buildUser(api.db)
  const early = await buildUser(api.db)
  await api.db`update users set version = version + 1, created_at = '2025-03-05T18:29:59Z' where id = ${late.id}`
  await api.db`update users set version = version + 1, created_at = '2025-03-05T18:30:00Z' where id = ${early.id}`
  const added = async (days: string) => {
    const { count, results } = (await adminClient.get(`/api/users/?${days}`)).json<{
      count: number
      results: User[]
    }>()
    return [count, ...results.map(({ id }) => id)]
  }
  expect(await added('from_date=2025-03-05&to_date=2025-03-05')).toEqual([1, late.id])
  expect(await added('from_date=2025-03-06&to_date=2025-03-06')).toEqual([1, early.id])
  expect(await added('from_date=2025-03-05&to_date=2025-03-06')).toEqual([2, early.id, late.id])
  expect((await adminClient.get('/api/users/?from_date=soon')).statusCode).toBe(400)
})
