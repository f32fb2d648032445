import type { Order } from '@our-print/contract/orders/orders.ts'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { buildCoupon, buildOrder, buildSoldPlan, buildStaff, buildUser } from '../../test/build.ts'
import { readMigrations } from '../base/database/sqlFiles.ts'
import { customerActor, ensureAccount } from '../customer/publicPages/customerAccount.queries.ts'
import { givenByOthers } from './orders.queries.ts'

// Moves of many at once. What each move does is listed in everyMove.txt.

const api = useApi()
const admin = api.as('admin')
const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const out = { status: 'out-for-delivery' }
const assigned = (assigned_user = api.people.staff.id) =>
  buildOrder(api.db, { status: 'assigned', assigned_user })
const assignedOrders = (count: number) => Promise.all(Array.from({ length: count }, () => assigned()))

/** The transactions, or savepoints, that wrote the rows of a table for these orders. */
async function writersOf(table: 'orders' | 'order_history' | 'audit_entries', orders: { id: string }[]) {
  const column = { orders: 'id', order_history: 'order_id', audit_entries: 'entity_id' }[table]
  const rows = await api.db<{ xmin: string }[]>`
    select distinct xmin::text from ${api.db(table)} where ${api.db(column)} = any(${orders.map(({ id }) => id)})
    ${table === 'order_history' ? api.db`and from_status is not null` : api.db``}`
  return rows.map(({ xmin }) => xmin)
}

async function signedInStaff(isSuperuser = false) {
  const account = await buildStaff(api.db, { is_superuser: isSuperuser })
  const client = api.withToken(await openSession(api.db, account.id))
  // The server now knows the token.
  await client.get('/api/profile/')
  return { account, client }
}

describe('moves of concurrent requests', () => {
  test('keep their own order, author and request', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => signedInStaff()))
    const orders = await Promise.all(people.map(({ account }) => assigned(account.id)))
    const replies = await Promise.all(
      people.map(({ client }, index) => client.patch(path(orders[index] as Order), out)),
    )
    for (const [index, { account }] of people.entries()) {
      const order = orders[index] as Order
      const reply = replies[index]?.json<Order>()
      expect(reply).toMatchObject({ id: order.id, status: 'out-for-delivery', version: 2 })
      expect(reply?.history?.at(-1)).toMatchObject({ by: account.full_name, from: 'assigned' })
      const entries = await api.db`select actor, request_id from audit_entries where entity_id = ${order.id}`
      expect(entries).toEqual([{ actor: account.id, request_id: expect.stringMatching(/^[\w-]{36}$/) }])
    }
    const ids = orders.map(({ id }) => id)
    const [requests] = await api.db<[{ count: number }]>`
      select count(distinct request_id)::int as count from audit_entries where entity_id = any(${ids})`
    expect(requests.count).toBe(8)
  })

  test('do not wait for an order that another transaction has locked', async () => {
    const [locked, ...others] = await assignedOrders(6)
    let isDone = false
    const waiting = await api.db.begin(async (tx) => {
      await tx`select 1 from orders where id = ${locked?.id ?? ''} for update`
      const late = admin.patch(path(locked as Order), out).finally(() => (isDone = true))
      const replies = await Promise.all(others.map((order) => admin.patch(path(order), out)))
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200))
      expect(isDone).toBe(false)
      return { late }
    })
    expect((await waiting.late).json()).toMatchObject({ status: 'out-for-delivery', version: 2 })
  })

  test('fail alone: one that cannot be written does not refuse the others', async () => {
    const [broken, ...others] = await assignedOrders(6)
    await api.db.unsafe(
      `create function refuse_one() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger refuse_one before update on orders for each row when (old.id = '${broken?.id}') execute function refuse_one()`,
    )
    const replies = await Promise.all(
      [broken as Order, ...others].map((order) => admin.patch(path(order), out)),
    )
    await api.db.unsafe('drop function refuse_one cascade')
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([500, ...others.map(() => 200)])
  })
})

describe('a token that is dead by now', () => {
  test.each([
    ['a session that ended', (id: string) => api.db`delete from sessions where staff_user = ${id}`],
    [
      'an idle session',
      (id: string) => api.db`update sessions set used_at = '2020-01-01' where staff_user = ${id}`,
    ],
    [
      'an inactive account',
      (id: string) =>
        api.db`update staff_users set version = version + 1, is_active = false where id = ${id}`,
    ],
  ])('moves nothing: %s', async (_name, end) => {
    const { account, client } = await signedInStaff(true)
    const order = await assigned()
    await end(account.id)
    for (const body of [out, { ...out, title: 'New' }, { status: 'nonsense' }]) {
      const reply = await client.patch(path(order), body)
      expect([body, reply.statusCode]).toEqual([body, 401])
    }
    const [row] = await api.db`
      select status, version, (select count(*)::int from order_history where order_id = o.id) as entries
      from orders o where id = ${order.id}`
    expect(row).toEqual({ status: 'assigned', version: 1, entries: 1 })
  })

  test('of a former super admin moves only what a staff user may', async () => {
    const { account, client } = await signedInStaff(true)
    const [own, foreign] = [await assigned(account.id), await assigned()]
    await api.db`update staff_users set version = version + 1, is_superuser = false where id = ${account.id}`
    expect((await client.patch(path(foreign), out)).statusCode).toBe(404)
    expect((await client.patch(path(own), { status: 'confirmed' })).statusCode).toBe(409)
    expect((await client.patch(path(own), out)).json()).toMatchObject({
      allowed_transitions: ['assigned', 'delivered'],
    })
  })
})

test('a bulk move writes all orders by one statement, without savepoints', async () => {
  const orders = await assignedOrders(20)
  const ids = orders.map(({ id }) => id)
  const reply = await admin.post('/api/all-orders/bulk/', { ids, ...out })
  expect(reply.json().results.every(({ ok }: { ok: boolean }) => ok)).toBe(true)
  expect(await writersOf('orders', orders)).toHaveLength(1)
  expect(await writersOf('order_history', orders)).toHaveLength(1)
  expect(await writersOf('audit_entries', orders)).toHaveLength(1)
})

test('a bulk move leaves orders with the courier whom somebody chose since they were selected', async () => {
  const [ravi, meena] = [api.people.staff, await buildStaff(api.db)]
  const asha = await buildStaff(api.db, { full_name: 'Asha Menon' })
  const selected = [
    await buildOrder(api.db, { status: 'confirmed' }),
    await buildOrder(api.db, { status: 'confirmed' }),
    await assigned(ravi.id),
    await assigned(ravi.id),
  ]
  const [one, two, three, four] = selected as [Order, Order, Order, Order]
  // While the person looks for the staff user, somebody else gives two of them away, and one to the same staff user.
  for (const [order, to] of [
    [one, asha],
    [three, asha],
    [four, meena],
  ] as const)
    expect((await admin.patch(path(order), { assigned_user: to.id })).statusCode).toBe(200)
  const ids = selected.map(({ id }) => id)
  const assigned_users = [null, null, ravi.id, ravi.id]
  const bulk = (body: object) => admin.post('/api/all-orders/bulk/', { ids, assigned_users, ...body })
  const results = async (body: object) =>
    (await bulk(body)).json().results.map(({ code }: { code: string | null }) => code)
  const usersNow = async () => {
    const rows = await api.db<{ assigned_user: string }[]>`
      select assigned_user from orders where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`
    return rows.map(({ assigned_user }) => assigned_user)
  }
  const meanwhile = 'assigned_meanwhile'
  expect(await results({ assigned_user: meena.id })).toEqual([meanwhile, null, meanwhile, null])
  expect(await usersNow()).toEqual([asha.id, meena.id, asha.id, meena.id])
  expect((await bulk({ assigned_user: meena.id })).json().results[0].message).toBe(
    'Somebody gave this order to Asha Menon meanwhile, so it was left there.',
  )
  // Nobody's order is taken away by taking it from all.
  expect(await results({ status: 'confirmed' })).toEqual([meanwhile, meanwhile, meanwhile, meanwhile])
  expect(await usersNow()).toEqual([asha.id, meena.id, asha.id, meena.id])
  const uneven = await admin.post('/api/all-orders/bulk/', { ids: [two.id], assigned_users, ...out })
  expect([uneven.statusCode, uneven.json().errors]).toMatchObject([
    400,
    [{ context: { key: 'assigned_users' } }],
  ])
})

test('a note is no giving to somebody: what was selected before it is given all the same', async () => {
  const selected = [await assigned(), await buildOrder(api.db, { status: 'confirmed' })]
  const now = new Date().toISOString()
  const other = await signedInStaff(true)
  for (const { id } of selected)
    expect((await other.client.post(`/api/all-orders/${id}/customer-link/`)).statusCode).toBe(201)
  const ids = selected.map(({ id }) => id)
  expect(await givenByOthers(api.db, ids, api.people.admin.id, now)).toEqual(new Set())
  const meena = await buildStaff(api.db)
  const [one, two] = await Promise.all(
    selected.map(async (order) => (await admin.get(path(order))).json<Order>()),
  )
  const notes = [one, two].map((order) => order?.history?.at(-1))
  expect(notes).toMatchObject([
    { from: 'assigned', to: 'assigned', noted: 'note', note: 'Customer’s link made' },
    { from: 'confirmed', to: 'confirmed', noted: 'note', note: 'Customer’s link made' },
  ])
  // A true one is still found.
  await other.client.patch(path({ id: ids[0] ?? '' }), { assigned_user: meena.id })
  expect(await givenByOthers(api.db, ids, api.people.admin.id, now)).toEqual(new Set([ids[0]]))
  expect((await admin.get(path({ id: ids[0] ?? '' }))).json<Order>().history?.at(-1)).toMatchObject({
    noted: null,
  })
})

test('notes of an older shop are told from orders that change hands', async () => {
  const { id } = await assigned()
  await ensureAccount(api.db)
  const entries: [string, string | null, string | null, 'office' | 'customer'][] = [
    ['assigned', 'Customer’s link made', 'note', 'office'],
    ['assigned', 'Request declined: too late', 'note', 'office'],
    ['assigned', 'From request 7', 'note', 'office'],
    ['assigned', 'Asks to cancel this order', 'note', 'customer'],
    ['assigned', null, null, 'office'],
    ['assigned', 'Ravi is ill', null, 'office'],
    ['assigned', 'Handed over from Ravi to Meena', null, 'office'],
    ['out-for-delivery', 'Handed over from Ravi to Meena', null, 'office'],
    ['out-for-delivery', 'Complaint resolved · sorry', 'complaint', 'office'],
    ['out-for-delivery', 'Customer’s link renewed', 'note', 'office'],
    ['confirmed', 'Customer’s link revoked', 'note', 'office'],
    ['delivered', 'Something is wrong – late: by a day', 'complaint', 'customer'],
    ['delivered', 'Complaint resolved with 3 coins', 'complaint', 'office'],
    ['delivered', 'Asks for the same order again', 'note', 'customer'],
    ['cancelled', 'Customer’s link made', 'note', 'office'],
  ]
  const [migration] = (await readMigrations()).filter(({ name }) => name.startsWith('0094'))
  const undone = new Error('undone')
  const filling = api.db.begin(async (tx) => {
    await tx`alter table order_history drop column noted`
    for (const [status, note, , by] of entries)
      await tx`insert into order_history (order_id, by, from_status, to_status, note)
        values (${id}, ${by === 'office' ? api.people.admin.id : customerActor.id}, ${status}, ${status}, ${note})`
    await tx`insert into order_history (order_id, from_status, to_status, changes) values (${id}, 'delivered', 'delivered', '[]')`
    await tx.unsafe(migration?.text ?? '')
    const filled = await tx<{ noted: string | null }[]>`
      select noted from order_history where order_id = ${id} and from_status is not null order by id`
    expect(filled.map(({ noted }) => noted)).toEqual([...entries.map(([, , noted]) => noted), null])
    throw undone
  })
  await expect(filling).rejects.toBe(undone)
})

test('a staff user moves all of their own orders at once, each as it was seen', async () => {
  const staff = api.as('staff')
  const [changed, ...others] = await assignedOrders(3)
  const theirs = await assigned(api.people['other staff'].id)
  await admin.patch(path(changed as Order), { title: 'Another title' })
  const orders = [changed as Order, ...others, theirs]
  const ids = orders.map(({ id }) => id)
  const bulk = (body: object) => staff.post('/api/all-orders/bulk/', { ids, ...body })
  const versions = orders.map(({ version }) => version)
  const reply = await bulk({ ...out, versions })
  const results = reply.json<{ results: { code: string | null }[] }>().results
  expect(results.map(({ code }) => code)).toEqual(['stale', null, null, 'not_found'])
  expect((await admin.get(path(theirs))).json()).toMatchObject({ status: 'assigned', version: 1 })
  expect((await admin.get(path(others[0] as Order))).json()).toMatchObject({ status: 'out-for-delivery' })

  expect((await bulk({ ...out, versions: [1] })).json().errors[0].context.key).toBe('versions')
  // Of two versions of one order one would be lost.
  const twice = await bulk({ ...out, ids: ids.map(() => ids[0]), versions })
  expect([twice.statusCode, twice.json().errors[0].context.key]).toEqual([400, 'ids'])
  for (const more of [{ assigned_user: api.people.staff.id }, { assigned_users: ids.map(() => null) }])
    expect((await bulk({ ...out, ...more })).statusCode).toBe(403)
})

describe('a bulk move settles all orders at once', () => {
  const bulk = async (orders: { id: string }[], body: object) => {
    const reply = await admin.post('/api/all-orders/bulk/', { ids: orders.map(({ id }) => id), ...body })
    expect(reply.json().results.map(({ ok }: { ok: boolean }) => ok)).toEqual(orders.map(() => true))
  }

  test('cancellations give back the pages of one plan and the uses of one coupon', async () => {
    const { id: user } = await buildUser(api.db)
    const plan = await buildSoldPlan(api.db, { user, pages_used: 15 })
    const coupon = await buildCoupon(api.db)
    const orders = await Promise.all(
      [1, 2, 3].map(() => buildOrder(api.db, { user, order_type: 'subscription' })),
    )
    const ids = orders.map(({ id }) => id)
    await api.db`update orders set version = version + 1, user_subscription_plan = ${plan.id}, plan_pages = 4
      where id = any(${ids})`
    await api.db`update coupons set usage_count = 5, given_away = 100 where id = ${coupon.id}`
    await api.db`
      insert into coupon_uses (coupon_id, code, order_id, user_id, discount, one_time_only)
      select ${coupon.id}, ${coupon.code}, id, ${user}, 20, false from orders where id = any(${ids})`
    await bulk(orders, { status: 'cancelled', note: 'Because' })
    const [{ pages_used }] = await api.db<[{ pages_used: number }]>`
      select pages_used from user_subscription_plans where id = ${plan.id}`
    const [left] = await api.db`select usage_count, given_away from coupons where id = ${coupon.id}`
    expect([pages_used, left]).toEqual([3, { usage_count: 2, given_away: 40 }])
  })

  test('deliveries earn coins for their customers, and claims for one referrer', async () => {
    await api.db`update configurations set version = version + 1, coins_per_100_rupees = 10, claims_per_referral = 2`
    const referrer = await buildUser(api.db)
    const customers = await Promise.all([1, 2, 3].map(() => buildUser(api.db)))
    const orders = await Promise.all(
      [...customers, ...customers].map(({ id }) =>
        buildOrder(api.db, { user: id, status: 'out-for-delivery', assigned_user: api.people.staff.id }),
      ),
    )
    const ids = orders.map(({ id }) => id)
    await api.db`
      insert into referrals (referrer, referred, order_id, referral_code)
      select distinct on (o.user_id) u.id, o.user_id, o.id, u.referral_code
      from orders o, users u where o.id = any(${ids}) and u.id = ${referrer.id}`
    await bulk(orders, { status: 'delivered' })
    const entries = await api.db`
      select order_id from coin_entries where order_id = any(${ids}) and by = ${api.people.admin.id}`
    expect(entries).toHaveLength(6)
    const balances = await api.db`
      select b.earned = (select sum(delta) from coin_entries e where e.user_id = b.user_id) as is_right
      from coin_balances b where user_id = any(${customers.map(({ id }) => id)})`
    expect(balances).toEqual(customers.map(() => ({ is_right: true })))
    const [due] = await api.db`select referrals, total from referrers where user_id = ${referrer.id}`
    expect(due).toEqual({ referrals: 3, total: 6 })
  })
})
