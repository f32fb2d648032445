import type { Order } from '@our-print/contract/orders/orders.ts'
import type { CustomerReferral, Referrer } from '@our-print/contract/rewards/referrals.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildOrder, buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import * as referrals from './referrals.queries.ts'

const api = useApi()
const admin = api.as('admin')
const stats = '/referral_app/referrals-stats/'
const nobody = '01890000-0000-7000-8000-000000000000'

let png: Buffer
beforeAll(async () => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
  png = await picture.png().toBuffer()
})

const codeOf = async (user: string) => {
  const [row] = await api.db<[{ code: string }]>`select referral_code as code from users where id = ${user}`
  return row.code
}
const createOrder = (user: string, referral_code: string, more: object = { pickup: true }) =>
  admin.upload(
    '/api/all-orders/',
    orderForm({ user, title: 'Book', referral_code, ...more }, { 'a.png': png }),
  )
const move = (order: string, status: string, note?: string) =>
  admin.patch(`/api/all-orders/${order}/`, { status, note })
const fulfil = (referral_code: string) =>
  admin.post('/referral_app/api/mark-as-fulfilled/', { referral_code })
const referrerOf = async (user: string) =>
  (await admin.get(`${stats}?start=0&end=50&user_id=${user}`)).json<Referrer[]>()[0]
const setClaims = async (claims: number) =>
  api.db`update configurations set version = version + 1, claims_per_referral = ${claims}`

async function deliver(order: string) {
  await admin.patch(`/api/all-orders/${order}/`, { assigned_user: api.people.staff.id })
  await move(order, 'out-for-delivery')
  return move(order, 'delivered')
}

/** Builds a referrer and a customer whose first order has the code. */
async function buildReferral(referrer?: string, more?: object) {
  const owner = referrer ?? (await buildUser(api.db, { first_name: 'Asha' })).id
  const referred = await buildUser(api.db, { first_name: 'Ravi' })
  const code = await codeOf(owner)
  const order = (await createOrder(referred.id, code.toLowerCase(), more)).json<Order>()
  return { owner, referred, code, order }
}

test('a referral counts only when the first order is delivered', async () => {
  await setClaims(2)
  const { owner, referred, code, order } = await buildReferral()
  expect(await referrerOf(owner)).toBeUndefined()
  await deliver(order.id)
  expect(await referrerOf(owner)).toMatchObject({
    user: { id: owner, first_name: 'Asha' },
    referral_code: code,
    referrals: [
      {
        user: { id: referred.id, first_name: 'Ravi', mobile: referred.mobile },
        sale_amount: order.payable,
        suspicions: [],
      },
    ],
    referrals_count: 1,
    recent_claims: [],
    total_claims: 2,
    remaining_claims: 2,
    my_claim: null,
  })
  const of = async (id: string) =>
    (await admin.get(`/referral_app/api/customer-referral/?user_id=${id}`)).json<CustomerReferral>()
  expect(await of(referred.id)).toMatchObject({
    // The code was sent in lower case.
    referred_by: { user: { id: owner }, order: order.id, referral_code: code },
    as_referrer: null,
  })
  expect((await of(owner)).as_referrer).toMatchObject({ total_claims: 2 })
})

test('reopening the order reverses its claims, whatever the configuration is by then', async () => {
  await setClaims(2)
  const { owner, order } = await buildReferral()
  await deliver(order.id)
  await setClaims(5)
  expect((await move(order.id, 'out-for-delivery', 'Wrong door')).statusCode).toBe(200)
  expect(await referrerOf(owner)).toBeUndefined()
  await move(order.id, 'delivered')
  expect(await referrerOf(owner)).toMatchObject({ total_claims: 5, remaining_claims: 5 })
  const ledger = await api.db`select kind, claims from referral_claims where referrer = ${owner} order by id`
  expect(ledger.map(({ kind, claims }) => [kind, claims])).toEqual([
    ['earned', 2],
    ['taken_back', 2],
    ['earned', 5],
  ])
  await setClaims(1)
  expect((await move(order.id, 'out-for-delivery', 'Wrong door again')).statusCode).toBe(200)
  expect(await referrerOf(owner)).toBeUndefined()
})

test('claims are fulfilled once and keep their history, and their order cannot be reopened', async () => {
  await setClaims(1)
  const { owner, referred, code, order } = await buildReferral()
  await deliver(order.id)
  const replies = await Promise.all(Array.from({ length: 20 }, () => fulfil(code)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(19).fill(409),
  ])
  expect(await referrerOf(owner)).toMatchObject({
    total_claims: 1,
    remaining_claims: 0,
    recent_claims: [{ user: { id: referred.id }, claims: 1, by: 'Asha Rao' }],
    my_claim: expect.stringMatching(/Z$/),
  })
  const undone = await move(order.id, 'out-for-delivery', 'Wrong door')
  expect([undone.statusCode, undone.json().code]).toEqual([409, 'claims_fulfilled'])
  const second = await buildReferral(owner)
  await deliver(second.order.id)
  expect(await referrerOf(owner)).toMatchObject({ total_claims: 2, remaining_claims: 1, referrals_count: 2 })
  expect((await move(second.order.id, 'out-for-delivery', 'Wrong door')).statusCode).toBe(200)
  expect((await fulfil(code)).statusCode).toBe(409)
})

test('no more claims are fulfilled than remain, also after one was reversed', async () => {
  await setClaims(1)
  const { owner, code, order } = await buildReferral()
  await deliver(order.id)
  await fulfil(code)
  const second = await buildReferral(owner)
  await deliver(second.order.id)
  // The first order is reopened after its claim was fulfilled: the fulfilled claim now counts for the second.
  expect((await move(order.id, 'out-for-delivery', 'Wrong door')).statusCode).toBe(200)
  expect(await referrerOf(owner)).toMatchObject({ total_claims: 1, remaining_claims: 0 })
  await deliver((await buildReferral(owner)).order.id)
  expect((await fulfil(code)).json()).toMatchObject({ total_claims: 2, remaining_claims: 0 })
  const [{ fulfilled }] = await api.db<[{ fulfilled: number }]>`
    select sum(claims)::int as fulfilled from referral_claims where referrer = ${owner} and kind = 'fulfilled'`
  expect(fulfilled).toBe(2)
})

test('a fulfilled claim that now counts for a referral with more claims leaves the rest to be fulfilled', async () => {
  await setClaims(1)
  const { owner, code, order } = await buildReferral()
  await deliver(order.id)
  await fulfil(code)
  await setClaims(2)
  await deliver((await buildReferral(owner)).order.id)
  await move(order.id, 'out-for-delivery', 'Wrong door')
  expect((await fulfil(code)).json()).toMatchObject({ total_claims: 2, remaining_claims: 0 })
  const [{ fulfilled }] = await api.db<[{ fulfilled: number }]>`
    select sum(claims)::int as fulfilled from referral_claims where referrer = ${owner} and kind = 'fulfilled'`
  expect(fulfilled).toBe(2)
})

test('a referral also counts if it earns no claims', async () => {
  await setClaims(0)
  const { owner, order } = await buildReferral()
  expect((await deliver(order.id)).statusCode).toBe(200)
  expect(await referrerOf(owner)).toMatchObject({ referrals_count: 1, total_claims: 0, remaining_claims: 0 })
})

test('an unknown code is not found', async () => {
  expect((await fulfil('NOSUCH')).statusCode).toBe(404)
})

test('the own code, and a code after the first order, are refused under the field', async () => {
  const refusal = (message: string) => ({ errors: [{ message, context: { key: 'referral_code' } }] })
  const owner = await buildUser(api.db, { email: 'asha@print.test' })
  const code = await codeOf(owner.id)
  const [{ before }] = await api.db<[{ before: number }]>`select count(*)::int as before from orders`
  expect((await createOrder(owner.id, code)).json()).toMatchObject(
    refusal('Customers cannot use their own referral code'),
  )
  const twin = await buildUser(api.db, { mobile: `0${owner.mobile.slice(3)}`, double_of: owner.id })
  expect((await createOrder(twin.id, code)).json()).toMatchObject(
    refusal('The code’s owner has the same mobile number or email as this customer'),
  )
  const referred = await buildUser(api.db)
  expect((await createOrder(referred.id, 'NOSUCH')).json()).toMatchObject(
    refusal('There is no such referral code'),
  )
  const [{ after }] = await api.db<[{ after: number }]>`select count(*)::int as after from orders`
  expect(after).toBe(before)
  await buildOrder(api.db, { user: referred.id })
  expect((await createOrder(referred.id, code)).json()).toMatchObject(
    refusal('A referral code counts on a customer’s first order only'),
  )
})

test('a customer can use a code again after a cancelled first order', async () => {
  const { owner, referred, code, order } = await buildReferral()
  await move(order.id, 'cancelled', 'Changed their mind')
  const again = await createOrder(referred.id, code)
  expect(again.statusCode).toBe(201)
  await deliver(again.json<Order>().id)
  expect(await referrerOf(owner)).toMatchObject({ referrals_count: 1 })
})

test('the code of an inactive customer is refused under the field, and its earlier claims stay', async () => {
  const { owner, code, order } = await buildReferral()
  await admin.patch(`/api/users/${owner}/`, { is_active: false })
  const late = await createOrder((await buildUser(api.db)).id, code)
  expect([late.statusCode, late.json().errors]).toEqual([
    422,
    [{ message: 'The code’s owner is no longer a customer', context: { key: 'referral_code' } }],
  ])
  await deliver(order.id)
  expect(await referrerOf(owner)).toMatchObject({ referrals_count: 1 })
})

test('a customer can use a code while all their orders are cancelled', async () => {
  const { id } = await buildUser(api.db)
  const may = async () =>
    (await admin.get(`/referral_app/api/customer-referral/?user_id=${id}`)).json<CustomerReferral>()
      .may_bring_code
  expect(await may()).toBe(true)
  const order = await buildOrder(api.db, { user: id })
  expect(await may()).toBe(false)
  await move(order.id, 'cancelled', 'Not wanted')
  expect(await may()).toBe(true)
})

test('of 20 concurrent first orders with the code, one succeeds', { tags: ['proof'] }, async () => {
  const owner = await buildUser(api.db)
  const referred = await buildUser(api.db)
  const code = await codeOf(owner.id)
  const replies = await Promise.all(Array.from({ length: 20 }, () => createOrder(referred.id, code)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array(19).fill(422)])
})

test('ten concurrent deliveries of one order count it once', async () => {
  await setClaims(1)
  const { owner, order } = await buildReferral()
  await admin.patch(`/api/all-orders/${order.id}/`, { assigned_user: api.people.staff.id })
  await move(order.id, 'out-for-delivery')
  await Promise.all(Array.from({ length: 10 }, () => move(order.id, 'delivered')))
  expect(await referrerOf(owner)).toMatchObject({ total_claims: 1, referrals_count: 1 })
})

test('signs of one household are noted on the referral, which is not refused', async () => {
  const home = { ...address, line1: 'Flat 7, Rose Villa' }
  const first = await buildReferral(undefined, { address: home })
  const second = await buildReferral(undefined, { address: { ...home, line1: 'flat 7 ROSE villa' } })
  await deliver(second.order.id)
  expect(await referrerOf(second.owner)).toMatchObject({
    referrals: [{ suspicions: ['Same address as another referred customer'] }],
  })
  const inHindi = await admin.get('/referral_app/referrals-stats/?start=0&end=50', {
    'accept-language': 'hi',
  })
  expect(inHindi.body).toContain('पता किसी और रेफ़र किए ग्राहक का भी है')
  const twin = await buildUser(api.db, {
    mobile: `0${first.referred.mobile.slice(3)}`,
    double_of: first.referred.id,
  })
  const order = (await createOrder(twin.id, second.code)).json<Order>()
  await deliver(order.id)
  expect(await referrerOf(second.owner)).toMatchObject({
    referrals: [{ suspicions: ['Same mobile number as another referred customer'] }, {}],
  })
})

test('an order that goes to the address of the referrer is suspicious, and says so in the language of the office', async () => {
  const home = { ...address, line1: 'Flat 9, Lotus Towers' }
  const owner = await buildUser(api.db)
  await admin.post(`/api/users/${owner.id}/addresses/`, { ...home, line1: 'FLAT 9 Lotus Towers' })
  const { order } = await buildReferral(owner.id, { address: home })
  await deliver(order.id)
  expect(await referrerOf(owner.id)).toMatchObject({
    referrals: [{ suspicions: ['Same address as the referrer'] }],
  })
  const inHindi = await admin.get(`${stats}?user_id=${owner.id}`, { 'accept-language': 'hi' })
  expect(inHindi.json()).toMatchObject([{ referrals: [{ suspicions: ['रेफ़र करने वाले जैसा ही पता'] }] }])
})

test('concurrent bulk deliveries count each referral once and do not deadlock', {
  tags: ['proof'],
}, async () => {
  await setClaims(1)
  const owners = await Promise.all([1, 2, 3].map(() => buildUser(api.db)))
  const orders: string[] = []
  for (let n = 0; n < 12; n++) {
    const { order } = await buildReferral(owners[n % 3]?.id)
    await admin.patch(`/api/all-orders/${order.id}/`, { assigned_user: api.people.staff.id })
    await move(order.id, 'out-for-delivery')
    orders.push(order.id)
  }
  const bulk = (ids: string[]) => admin.post('/api/all-orders/bulk/', { ids, status: 'delivered' })
  const replies = await Promise.all([bulk(orders), bulk(orders.toReversed()), bulk(orders.slice(4))])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  for (const { id } of owners)
    expect(await referrerOf(id)).toMatchObject({ referrals_count: 4, total_claims: 4 })
})

test('the list is an array, newest referrer first, and any range of it can be requested', async () => {
  const ids: string[] = []
  for (let n = 0; n < 1203; n++) ids.push((await buildUser(api.db)).id)
  await api.db`insert into referrers (user_id, referrals, total, fulfilled)
    select unnest(${ids}::uuid[]), 1, 1, unnest(${ids.map((_, n) => n % 2)}::int[])`
  const all = (await api.db<{ user_id: string }[]>`select user_id from referrers order by place desc`).map(
    ({ user_id }) => user_id,
  )
  const part = async (query: string) =>
    (await admin.get(`${stats}?${query}`)).json<Referrer[]>().map(({ user }) => user.id)
  for (const [start, end] of [
    [0, 50],
    [0, 0],
    [3, 4],
    [480, 530],
    [999, 1049],
    [1180, 1230],
    [5000, 5050],
  ]) {
    expect(await part(`start=${start}&end=${end}`)).toEqual(all.slice(start, end))
  }
  await api.db`delete from referrers where user_id = any(${ids.slice(100, 900)}::uuid[])`
  const gone = new Set(ids.slice(100, 900))
  const left = all.filter((id) => !gone.has(id))
  expect(await part('start=280&end=330')).toEqual(left.slice(280, 330))
  const due = await part('due=true&start=0&end=50')
  expect(due).toHaveLength(50)
  const cards = (await admin.get(`${stats}?due=true`)).json<Referrer[]>()
  expect(cards.every(({ remaining_claims }) => remaining_claims > 0)).toBe(true)
  expect(await part('due=true&start=7&end=9')).toEqual(due.slice(7, 9))
})

test('a request without an end gets as many referrers as possible', async () => {
  for (const start of [1, 70]) {
    const alone = await admin.get(`${stats}?start=${start}`)
    const both = await admin.get(`${stats}?start=${start}&end=${start + 50}`)
    expect([alone.statusCode, alone.json()]).toEqual([200, both.json()])
  }
})

test('query searches name, mobile and code', async () => {
  const owner = await buildUser(api.db, { first_name: 'Zubin', last_name: 'Mistry' })
  await api.db`insert into referrers (user_id, referrals, total) values (${owner.id}, 1, 1)`
  const spaced = `0${owner.mobile.slice(3, 8)} ${owner.mobile.slice(8)}`
  for (const query of [
    ' ZUBIN mis ',
    owner.mobile.slice(2),
    spaced,
    (await codeOf(owner.id)).toLowerCase(),
  ]) {
    const found = (await admin.get(`${stats}?query=${encodeURIComponent(query)}`)).json<Referrer[]>()
    expect(found.map(({ user }) => user.id)).toEqual([owner.id])
  }
  expect((await admin.get(`${stats}?query=%25`)).json()).toEqual([])
})

test.each([
  'start=0&end=51',
  'start=5&end=4',
  'start=-1&end=10',
  'start=a&end=10',
  'start=0&start=1',
  'page=1',
])('%s is refused', async (query) => {
  expect((await admin.get(`${stats}?${query}`)).statusCode).toBe(400)
})

test('an unknown customer has no referrals', async () => {
  expect((await admin.get(`/referral_app/api/customer-referral/?user_id=${nobody}`)).statusCode).toBe(404)
})

test('the list is exported as one file', async () => {
  const reply = await admin.get(`${stats}?format=csv`)
  expect(reply.headers['content-type']).toContain('text/csv')
  expect(reply.body.split('\r\n')[0]).toContain('referral_code,referrals,total_claims')
  const owner = await buildUser(api.db, { first_name: 'Meher', last_name: 'Contractor' })
  await api.db`insert into referrers (user_id, referrals, total) values (${owner.id}, 1, 3)`
  const found = await admin.get(`${stats}?format=csv&query=meher+con&due=true`)
  expect(found.body.trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(',1,3,0,3')])
})

test('a referrer has only referrals that count, and several claims are fulfilled together', async () => {
  await setClaims(3)
  const { owner, referred, code, order } = await buildReferral()
  const second = await buildReferral(owner)
  await deliver(order.id)
  // Counting the first again, and reversing the second, which was never counted, changes nothing.
  await referrals.earnClaims(api.db, [order.id], api.people.admin.id)
  await referrals.reverseClaims(api.db, second.order.id, api.people.admin.id)
  const card = await referrerOf(owner)
  expect(card).toMatchObject({ referrals_count: 1, total_claims: 3, remaining_claims: 3, my_claim: null })
  expect(card?.referrals.map(({ user }) => user.id)).toEqual([referred.id])
  await deliver(second.order.id)
  expect((await fulfil(code)).json()).toMatchObject({ total_claims: 6, remaining_claims: 0 })
})

test('the address of a cancelled order causes no suspicion', async () => {
  const home = { ...address, line1: 'Flat 9, Lily Court' }
  const first = await buildReferral(undefined, { address: home })
  await move(first.order.id, 'cancelled', 'Changed their mind')
  const second = await buildReferral(undefined, { address: home })
  await deliver(second.order.id)
  expect(await referrerOf(second.owner)).toMatchObject({ referrals: [{ suspicions: [] }] })
})

test('other database errors are not reported as fulfilled claims', async () => {
  const { order } = await buildReferral()
  await deliver(order.id)
  await expect(referrals.reverseClaims(api.db, order.id, 'nobody')).rejects.toThrow(/invalid input syntax/)
})
