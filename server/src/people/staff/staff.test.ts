import type { StaffUser } from '@our-print/contract/people/staff.ts'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff } from '../../../test/build.ts'
import { until } from '../../../test/until.ts'
import { hashToken } from '../session/session.queries.ts'
import { createFirstAdmin } from './firstAdmin.ts'

const api = useApi()
const admin = api.as('admin')
const person = {
  full_name: 'Kiran Joshi',
  email: 'Kiran@Print.test',
  mobile: '+91 97777 00001',
  password: 'first pass word',
}

test('a new staff user can sign in, and their password is not in the response or the audit', async () => {
  const reply = await admin.post('/api/staff_users_create/', person)
  expect(reply.statusCode).toBe(201)
  expect(reply.json()).toEqual({
    id: expect.any(String),
    full_name: 'Kiran Joshi',
    email: 'kiran@print.test',
    mobile: '+919777700001',
    is_superuser: false,
    is_active: true,
    ability_set: null,
    ability_set_data: null,
    open_orders: 0,
    delivered: 0,
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
])('a wrong %s is refused under its field', async (key, change) => {
  const reply = await admin.post('/api/staff_users_create/', { ...person, ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors[0].context.key).toBe(key)
})

test('email and mobile are unique', async () => {
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
  expect((await find('query=busy_')).results).toMatchObject([{ id: busy.id, open_orders: 2, delivered: 1 }])
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

  test('is created once, by one of several servers that start together, with a random password', async () => {
    await api.db`update staff_users set version = version + 1, is_superuser = false`
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
    await api.db`update staff_users set version = version + 1, is_superuser = true where id = ${api.people.admin.id}`
  })

  test('cannot be a staff user, which is reported in one sentence', async () => {
    await api.db`update staff_users set version = version + 1, is_superuser = false`
    const { email } = await buildStaff(api.db)
    await expect(createFirstAdmin(api.db, { ...none, adminEmail: email })).rejects.toThrow(
      `ADMIN_EMAIL: ${email} is the email of a staff user`,
    )
    await api.db`update staff_users set version = version + 1, is_superuser = true where id = ${api.people.admin.id}`
  })

  test('is the one of the settings, and its password is not shown', async () => {
    await api.db`update staff_users set version = version + 1, is_superuser = false`
    const settings = { adminEmail: 'Boss@Print.test', adminPassword: 'chosen by a person' }
    expect(await createFirstAdmin(api.db, settings)).toEqual({
      email: 'boss@print.test',
      password: undefined,
    })
    await api.db`update staff_users set version = version + 1, is_superuser = true where id = ${api.people.admin.id}`
  })
})

const nobody = '01890000-0000-7000-8000-000000000000'
const patch = (id: string, body: object) => admin.patch(`/api/staff_users/${id}/`, body)
const find = async (id: string) => {
  const { results } = (await admin.get('/api/staff_users/?limit=100')).json<{ results: StaffUser[] }>()
  return results.find((person) => person.id === id) as StaffUser
}

describe('updating a staff user', () => {
  test('takes some fields, or the whole record', async () => {
    const { id } = await buildStaff(api.db, { full_name: 'Old Name' })
    const before = await find(id)
    const reply = await patch(id, { ...before, full_name: 'New Name', mobile: '+91 96000 10001' })
    expect(reply.json()).toEqual({ ...before, full_name: 'New Name', mobile: '+919600010001', version: 2 })
    expect((await patch(id, reply.json())).json()).toEqual(reply.json())
    expect((await patch(id, { mobile: null, email: 'NEW@print.test' })).json()).toMatchObject({
      mobile: null,
      email: 'new@print.test',
    })
    const stale = await patch(id, { full_name: 'X', version: 1 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
    expect((await patch(nobody, { full_name: 'X' })).statusCode).toBe(404)
  })

  test.each([
    ['is_superuser', true],
    ['open_orders', 3],
    ['delivered', 3],
    ['id', nobody],
    ['full_name', ''],
    ['mobile', 'none'],
  ])('%s cannot become %j', async (key, value) => {
    const { id } = await buildStaff(api.db)
    const reply = await patch(id, { [key]: value })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].context.key).toBe(key)
  })

  test('with the email or mobile of another one is refused under the field', async () => {
    const [one, other] = [await buildStaff(api.db), await buildStaff(api.db)]
    for (const key of ['email', 'mobile'] as const) {
      const reply = await patch(one.id, { [key]: other[key] })
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([409, key])
    }
  })
})

describe('deactivating', () => {
  test('ends the sessions at once, for good', async () => {
    const { id } = await buildStaff(api.db)
    const client = api.withToken(await openSession(api.db, id))
    expect((await client.get('/api/profile/')).statusCode).toBe(200)
    expect((await patch(id, { is_active: false })).json().is_active).toBe(false)
    expect((await client.get('/api/profile/')).statusCode).toBe(401)
    expect((await patch(id, { is_active: true })).json().is_active).toBe(true)
    expect((await client.get('/api/profile/')).statusCode).toBe(401)
  })

  test('is refused while they have cash, in hand or not yet counted', async () => {
    const person = await buildStaff(api.db, { full_name: 'Collector' })
    const client = api.withToken(await openSession(api.db, person.id))
    const order = await buildOrder(api.db, { status: 'out-for-delivery', assigned_user: person.id })
    const paid = { status: 'delivered', payment: { method: 'cash', amount: 46 } }
    expect((await client.patch(`/api/all-orders/${order.id}/`, paid)).statusCode).toBe(200)
    const refused = async () => {
      const reply = await patch(person.id, { is_active: false })
      return [reply.statusCode, reply.json().code, reply.json().message]
    }
    const inHand = 'Collector still has ₹46.00 in hand. They hand it over first, and somebody counts it.'
    expect(await refused()).toEqual([409, 'holds_cash', inHand])
    // How much it is, is not for everybody who manages staff.
    const clerk = await buildClerk(api.db, ['staff'])
    const desk = api.withToken(await openSession(api.db, clerk.id))
    const told = await desk.patch(`/api/staff_users/${person.id}/`, { is_active: false })
    expect(told.json().message).toMatch(/^Collector still has cash in hand/)
    const { id } = (await client.post('/api/hand-overs/', { notes: { 20: 2, 5: 1, 1: 1 } })).json()
    const uncounted = 'Collector has handed over cash: count it and explain its difference first.'
    expect(await refused()).toEqual([409, 'holds_cash', uncounted])
    await admin.post(`/api/hand-overs/${id}/count/`, { notes: { 20: 2 } })
    expect(await refused()).toEqual([409, 'holds_cash', uncounted])
    await admin.post(`/api/hand-overs/${id}/explain/`, { reason: 'Coins rolled away' })
    expect((await patch(person.id, { is_active: false })).json().is_active).toBe(false)
  })

  test('is refused with the number of open orders, and succeeds once they are handed over', async () => {
    const [fromUser, toUser] = [
      await buildStaff(api.db, { full_name: 'Giver' }),
      await buildStaff(api.db, { full_name: 'Taker' }),
    ]
    const held: string[] = []
    for (const status of ['assigned', 'out-for-delivery', 'delivered', 'cancelled'] as const) {
      held.push((await buildOrder(api.db, { status, assigned_user: fromUser.id })).id)
    }
    const assignedAt = async (n: number) =>
      (await admin.get(`/api/all-orders/${held[n]}/`)).json().assigned_at
    const before = [await assignedAt(0), await assignedAt(1)]
    const refused = await patch(fromUser.id, { is_active: false })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'holds_orders'])
    expect(refused.json().message).toContain('2 open orders')
    expect((await find(fromUser.id)).is_active).toBe(true)

    const reply = await admin.post(`/api/staff_users/${fromUser.id}/handover/`, { to: toUser.id })
    expect(reply.json()).toEqual({ moved: 2 })
    expect(await find(fromUser.id)).toMatchObject({ open_orders: 0, delivered: 1 })
    expect(await find(toUser.id)).toMatchObject({ open_orders: 2, delivered: 0 })
    const order = (await admin.get(`/api/all-orders/${held[1]}/`)).json()
    // An order out for delivery keeps its time of assignment; an assigned one gets a new one.
    expect(order).toMatchObject({
      status: 'out-for-delivery',
      assigned_user: toUser.id,
      assigned_at: before[1],
      version: 2,
    })
    expect((await assignedAt(0)) > before[0]).toBe(true)
    expect(order.history.at(-1)).toMatchObject({
      by: 'Asha Rao',
      from: 'out-for-delivery',
      to: 'out-for-delivery',
      note: 'Handed over from Giver to Taker',
    })
    const audit = await api.db`
      select after->>'assigned_user' as given from audit_entries where entity_id = any(${held}) and action = 'update'`
    expect(audit).toEqual([{ given: toUser.id }, { given: toUser.id }])
    expect((await patch(fromUser.id, { is_active: false })).statusCode).toBe(200)
  })

  test('concurrent with assignments never leaves an order with an inactive staff user', async () => {
    const { id } = await buildStaff(api.db)
    const orders = await Promise.all([1, 2, 3].map(() => buildOrder(api.db)))
    const [deactivated, ...assigned] = await Promise.all([
      patch(id, { is_active: false }),
      ...orders.map((order) => admin.patch(`/api/all-orders/${order.id}/`, { assigned_user: id })),
    ])
    const given = assigned.filter(({ statusCode }) => statusCode === 200).length
    expect(deactivated?.statusCode).toBe(given > 0 ? 409 : 200)
    expect((await find(id)).open_orders).toBe(given)
  })

  test('prevents reopening of their delivered orders, also concurrently', async () => {
    const held = { assigned_user: '', status: 'delivered' } as const
    const { id } = await buildStaff(api.db)
    const [order, raced] = await Promise.all(
      [1, 2].map(() => buildOrder(api.db, { ...held, assigned_user: id })),
    )
    const reopen = (one: typeof order) =>
      admin.patch(`/api/all-orders/${one?.id}/`, { status: 'out-for-delivery', note: 'Wrong parcel' })
    const [deactivated, reopened] = await Promise.all([patch(id, { is_active: false }), reopen(raced)])
    expect(new Set([deactivated?.statusCode, reopened.statusCode])).toEqual(new Set([200, 409]))
    if (reopened.statusCode === 200) {
      await admin.patch(`/api/all-orders/${raced?.id}/`, { status: 'delivered' })
      expect((await patch(id, { is_active: false })).statusCode).toBe(200)
    }
    const refused = await reopen(order)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'inactive_assignee'])
    expect(refused.json().message).toMatch(/deactivated/)
    const bulk = await admin.post('/api/all-orders/bulk/', {
      ids: [order?.id],
      status: 'out-for-delivery',
      note: 'Wrong parcel',
    })
    expect(bulk.json().results).toMatchObject([{ ok: false, code: 'inactive_assignee' }])
    await patch(id, { is_active: true })
    expect((await reopen(order)).statusCode).toBe(200)
  })

  test('your own account is refused', async () => {
    const reply = await patch(api.people.admin.id, { is_active: false })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'yourself'])
  })

  test('each other at once leaves one of two super admins active', async () => {
    const leaveOne = () =>
      api.db`update staff_users set version = version + 1, is_active = (id = ${api.people.admin.id}) where is_superuser`
    await leaveOne()
    for (let round = 0; round < 5; round++) {
      const other = await buildStaff(api.db, { is_superuser: true })
      const client = api.withToken(await openSession(api.db, other.id))
      await Promise.all([
        patch(other.id, { is_active: false }),
        client.patch(`/api/staff_users/${api.people.admin.id}/`, { is_active: false }),
      ])
      const active = await api.db`select id from staff_users where is_superuser and is_active`
      expect(active).toHaveLength(1)
      await leaveOne()
      if ((await admin.get('/api/profile/')).statusCode === 401) {
        await api.db`insert into sessions (token_hash, staff_user)
          values (${hashToken(api.token('admin'))}, ${api.people.admin.id})`
      }
    }
  })
})

describe('handing over', () => {
  test('waits for who deactivates the other one, and is refused then', async () => {
    const [fromUser, toUser] = [await buildStaff(api.db), await buildStaff(api.db)]
    const order = await buildOrder(api.db, { status: 'assigned', assigned_user: fromUser.id })
    const { handover } = await api.db.begin(async (tx) => {
      await tx`update staff_users set version = version + 1, is_active = false where id = ${toUser.id}`
      const handover = admin.post(`/api/staff_users/${fromUser.id}/handover/`, { to: toUser.id })
      let isAnswered = false
      void handover.then(() => {
        isAnswered = true
      })
      await until('it waits', async () => {
        const waiting = await api.resources.quickPool`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return waiting.length > 0 || isAnswered
      })
      return { handover }
    })
    expect((await handover).statusCode).toBe(400)
    const [held] = await api.db`select assigned_user from orders where id = ${order.id}`
    expect(held).toEqual({ assigned_user: fromUser.id })
  })

  test('works only to another active staff user', async () => {
    const fromUser = await buildStaff(api.db)
    const toUsers = {
      itself: fromUser.id,
      nobody,
      'a super admin': api.people.admin.id,
      'an inactive staff user': (await buildStaff(api.db, { is_active: false })).id,
    }
    for (const [name, to] of Object.entries(toUsers)) {
      const reply = await admin.post(`/api/staff_users/${fromUser.id}/handover/`, { to })
      expect([name, reply.statusCode, reply.json().errors[0].context.key]).toEqual([name, 400, 'to'])
    }
    const unknown = await admin.post(`/api/staff_users/${nobody}/handover/`, { to: fromUser.id })
    expect(unknown.statusCode).toBe(404)
  })

  test('counts each order once in two concurrent requests', async () => {
    const [fromUser, one, two] = [
      await buildStaff(api.db),
      await buildStaff(api.db),
      await buildStaff(api.db),
    ]
    for (let n = 0; n < 12; n++) await buildOrder(api.db, { status: 'assigned', assigned_user: fromUser.id })
    const replies = await Promise.all(
      [one, two].map(({ id }) => admin.post(`/api/staff_users/${fromUser.id}/handover/`, { to: id })),
    )
    const moved = replies.map((reply) => reply.json().moved as number)
    expect(moved.reduce((sum, count) => sum + count)).toBe(12)
    expect([(await find(one.id)).open_orders, (await find(two.id)).open_orders]).toEqual(moved)
  })
})

describe('a new password', () => {
  const reset = (id: string, password: string) => admin.post(`/api/staff_users/${id}/password/`, { password })

  test('works, and ends the old sessions and the old password', async () => {
    const { id, email } = await buildStaff(api.db)
    const client = api.withToken(await openSession(api.db, id))
    expect((await reset(id, 'a fine new one')).statusCode).toBe(204)
    expect((await client.get('/api/profile/')).statusCode).toBe(401)
    const signedIn = await api.as(undefined).post('/api/admin-login', { email, password: 'a fine new one' })
    expect(signedIn.statusCode).toBe(200)
    const entries = await api.db`select before, after from audit_entries where entity_id = ${id}`
    expect(JSON.stringify(entries)).toContain('hidden')
    expect(JSON.stringify(entries)).not.toMatch(/argon2|a fine new one/)
  })

  test('lets somebody in at once who tried too many wrong ones', async () => {
    const { id, email } = await buildStaff(api.db)
    const signIn = (password: string) => api.as(undefined).post('/api/admin-login', { email, password })
    for (let time = 0; time < 10; time++) await signIn('forgotten')
    expect((await signIn('forgotten')).statusCode).toBe(429)
    expect((await reset(id, 'a fine new one')).statusCode).toBe(204)
    expect((await signIn('a fine new one')).statusCode).toBe(200)
  })

  test('must be long and hard to guess; your own one needs the old one', async () => {
    const { id } = await buildStaff(api.db)
    for (const password of ['short', 'password123', '']) {
      const reply = await reset(id, password)
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'password'])
    }
    expect((await reset(nobody, 'a fine new one')).statusCode).toBe(404)
    expect((await reset(api.people.admin.id, 'a fine new one')).statusCode).toBe(409)
    const inUpperCase = await reset(api.people.admin.id.toUpperCase(), 'a fine new one')
    expect([inUpperCase.statusCode, inUpperCase.json().code]).toEqual([409, 'yourself'])
  })
})
