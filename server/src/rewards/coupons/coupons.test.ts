import { readFileSync } from 'node:fs'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Coupon } from '@our-print/contract/rewards/coupons.ts'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildCoupon, buildOrder, buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import type { Db } from '../../base/database/db.ts'
import * as couponUses from './couponUses.queries.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/coupon_app/api/coupons/'

let png: Buffer
beforeAll(async () => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
  png = await picture.png().toBuffer()
})

/** An order of 152 rupees: 1 page of A4 for 2, hard binding for 150, picked up. */
const createOrder = (user: string, coupon_code: string) =>
  admin.upload(
    '/api/all-orders/',
    orderForm({ user, title: 'Book', pickup: true, binding: 'hard', coupon_code }, { 'a.png': png }),
  )
const reasonOf = (reply: { statusCode: number; json(): { errors?: unknown } }) => [
  reply.statusCode,
  reply.json().errors,
]
const refusal = (message: string) => [422, [{ message, context: { key: 'coupon_code' } }]]
const couponOf = async (id: string) =>
  (await admin.get(url)).json<Coupon[]>().find((coupon) => coupon.id === id)

const form = {
  name: 'Diwali',
  code: 'DIWALI20',
  discount_percentage: 20,
  valid_from: '2026-11-01T00:00',
  valid_to: '2026-11-30T00:00',
  one_time_only: true,
  isfornew: false,
  usage_count: 0,
}

test('a coupon is created, listed as an array, updated and deleted', async () => {
  const created = await admin.post(url, form)
  expect(created.statusCode).toBe(201)
  const coupon = created.json<Coupon>()
  expect(coupon).toMatchObject({ ...form, valid_from: '2026-11-01', valid_to: '2026-11-30', version: 1 })
  const changed = await admin.put(`${url}${coupon.id}/`, {
    ...coupon,
    discount_percentage: 12.5,
    usage_count: 99,
  })
  expect(changed.json()).toMatchObject({ discount_percentage: 12.5, usage_count: 0, version: 2 })
  expect((await admin.get(url)).json()).toEqual([changed.json()])
  const stale = await admin.put(`${url}${coupon.id}/`, coupon)
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
  expect((await admin.delete(`${url}${coupon.id}/`)).statusCode).toBe(204)
  expect((await admin.delete(`${url}${coupon.id}/`)).statusCode).toBe(404)
})

test.each([
  ['name', { name: ' ' }],
  ['code', { code: 'TWO WORDS' }],
  ['code', { code: '' }],
  ['discount_percentage', { discount_percentage: 0 }],
  ['discount_percentage', { discount_percentage: 100.01 }],
  ['discount_percentage', { discount_percentage: 'much' }],
  ['discount_percentage', { discount_percentage: 1.234 }],
  ['valid_from', { valid_from: '2026-02-30' }],
  ['valid_to', { valid_to: '2026-10-31' }],
  ['valid_to', { valid_to: '' }],
  ['colour', { colour: 'red' }],
])('a wrong %s is refused under its field', async (key, change) => {
  const reply = await admin.post(url, { ...form, ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors[0].context.key).toBe(key)
})

test('codes are equal in any case', async () => {
  const { id } = await buildCoupon(api.db, { code: 'Once' })
  const again = await admin.post(url, { ...form, code: 'ONCE' })
  expect([again.statusCode, again.json().errors[0].context.key]).toEqual([409, 'code'])
  expect((await couponOf(id))?.code).toBe('Once')
})

test('an order keeps its code and discount when the coupon is updated or deleted', async () => {
  const { id, code } = await buildCoupon(api.db, { discount_percentage: 12.5 })
  const { id: user } = await buildUser(api.db)
  const reply = await createOrder(user, ` ${code.toLowerCase()} `)
  expect(reply.json()).toMatchObject({ amount: 152, discount: 19, payable: 133, coupon_code: code })
  expect(await couponOf(id)).toMatchObject({ usage_count: 1, given_away: 19, version: 1 })
  await admin.delete(`${url}${id}/`)
  const order = (await admin.get(`/api/all-orders/${reply.json<Order>().id}/`)).json()
  expect(order).toMatchObject({ discount: 19, coupon_code: code })
  const uses = await admin.get(`/coupon_app/api/coupon-uses/?user_id=${user}`)
  expect(uses.json()).toMatchObject({
    count: 1,
    results: [
      { coupon: null, code, order: order.id, order_number: order.number, discount: 19, given_back_at: null },
    ],
  })
})

test('the discount of a coupon that is gone stays, up to the price', async () => {
  const { id, code } = await buildCoupon(api.db)
  const order = (await createOrder((await buildUser(api.db)).id, code)).json<Order>()
  await admin.delete(`${url}${id}/`)
  await api.db`delete from coupons where id = ${id}`
  const change = async (body: object) => (await admin.patch(`/api/all-orders/${order.id}/`, body)).json()
  expect(await change({ copies: 2 })).toMatchObject({ amount: 304, discount: 15.2, coupon_code: code })
  expect(await change({ copies: 1, binding: 'none' })).toMatchObject({ amount: 2, discount: 2, payable: 0 })
})

test('an order keeps the percentage of its coupon when that is changed, also when the order is', async () => {
  const { id, code } = await buildCoupon(api.db)
  const { id: user } = await buildUser(api.db)
  const order = (await createOrder(user, code)).json<Order>()
  const coupon = (await admin.get(`${url}${id}/`)).json()
  expect((await admin.put(`${url}${id}/`, { ...coupon, discount_percentage: 50 })).statusCode).toBe(200)
  const changed = await admin.patch(`/api/all-orders/${order.id}/`, { copies: 2 })
  expect(changed.json()).toMatchObject({ amount: 304, discount: 30.4, coupon_code: code })
  // Another order has the new one.
  const other = (await createOrder(user, code)).json<Order>()
  expect(other).toMatchObject({ amount: 152, discount: 76 })
  // A shop from before this was kept finds it by the discounts.
  const file = new URL('../../../sql/migrations/0076_coupon_percentages.sql', import.meta.url)
  const undone = new Error('undone')
  const filling = api.db.begin(async (tx) => {
    await tx`alter table coupon_uses drop column discount_percentage`
    await tx.unsafe(readFileSync(file, 'utf8'))
    expect(
      await tx`select discount_percentage::float8 as kept from coupon_uses
        where order_id in (${order.id}, ${other.id}) order by order_id`,
    ).toEqual([{ kept: 10 }, { kept: 50 }])
    throw undone
  })
  await expect(filling).rejects.toBe(undone)
})

test('half a paisa is rounded up', async () => {
  const { code } = await buildCoupon(api.db, { discount_percentage: 0.01 })
  const { id: user } = await buildUser(api.db)
  // 152 rupees at 0.01 % are 1.52 paise; at 10.03 rupees 50 % are 501.5.
  expect((await createOrder(user, code)).json().discount).toBe(0.02)
  const half = await buildCoupon(api.db, { discount_percentage: 50 })
  const reply = await admin.post(`${url}validate/`, { code: half.code, user_id: user, amount: 10.03 })
  expect(reply.json()).toEqual({ valid: true, discount: 5.02, payable: 5.01, reason: null })
})

test('a coupon is valid from its first day to the end of its last', async () => {
  const { id: user } = await buildUser(api.db)
  const early = await buildCoupon(api.db, { from: 1, to: 2 })
  const late = await buildCoupon(api.db, { from: -2, to: -1 })
  const first = await buildCoupon(api.db, { from: 0, to: 1 })
  const last = await buildCoupon(api.db, { from: -1, to: 0 })
  expect((await createOrder(user, early.code)).json().message).toMatch(
    /^This coupon is valid from \d+ \w+ \d{4}$/,
  )
  expect((await createOrder(user, late.code)).json().message).toMatch(/^This coupon ended on \d+ \w+ \d{4}$/)
  const september = { code: 'MONSOON', valid_from: '2025-09-01', valid_to: '2025-09-16' }
  await admin.put(`${url}${late.id}/`, { name: 'Rains', discount_percentage: 5, ...september })
  expect((await createOrder(user, 'MONSOON')).json().message).toBe('This coupon ended on 16 Sep 2025')
  expect((await createOrder(user, first.code)).statusCode).toBe(201)
  expect((await createOrder(user, last.code)).statusCode).toBe(201)
  expect(reasonOf(await createOrder(user, 'NOSUCH'))).toEqual(refusal('There is no such coupon'))
})

test('one_time_only allows one use per customer, and another one when the order is cancelled', async () => {
  const { id, code } = await buildCoupon(api.db, { one_time_only: true })
  const [one, other] = [await buildUser(api.db), await buildUser(api.db)]
  const order = (await createOrder(one.id, code)).json<Order>()
  expect(reasonOf(await createOrder(one.id, code))).toEqual(
    refusal('This customer has used this coupon already'),
  )
  expect((await createOrder(other.id, code)).statusCode).toBe(201)
  const cancel = { status: 'cancelled', note: 'Changed their mind' }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => admin.patch(`/api/all-orders/${order.id}/`, cancel)),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toContain(200)
  expect(await couponOf(id)).toMatchObject({ usage_count: 1, given_away: 15.2 })
  expect((await createOrder(one.id, code)).statusCode).toBe(201)
  expect(await couponOf(id)).toMatchObject({ usage_count: 2, given_away: 30.4 })
})

test('new customers have only cancelled orders or none, by customer and by mobile', async () => {
  const { code } = await buildCoupon(api.db, { isfornew: true })
  const refused = refusal('This coupon is for new customers; this one has ordered before')
  const cancelled = await buildUser(api.db)
  await buildOrder(api.db, { user: cancelled.id, status: 'cancelled' })
  expect((await createOrder(cancelled.id, code)).statusCode).toBe(201)
  expect(reasonOf(await createOrder(cancelled.id, code))).toEqual(refused)
  const prefixed = await buildUser(api.db, {
    mobile: `0${cancelled.mobile.slice(3)}`,
    double_of: cancelled.id,
  })
  expect(reasonOf(await createOrder(prefixed.id, code))).toEqual(refused)
})

test('a coupon for once is used once by a person with two records', async () => {
  const { code } = await buildCoupon(api.db, { one_time_only: true })
  const one = await buildUser(api.db)
  const other = await buildUser(api.db, { mobile: `0${one.mobile.slice(3)}`, double_of: one.id })
  expect((await createOrder(other.id, code)).statusCode).toBe(201)
  const refused = refusal('This customer has used this coupon already')
  expect(reasonOf(await createOrder(one.id, code))).toEqual(refused)
  expect((await createOrder((await buildUser(api.db)).id, code)).statusCode).toBe(201)
})

test('validating gives the same result as the order, and does not use the coupon', async () => {
  const { id, code } = await buildCoupon(api.db, { isfornew: true })
  const { id: user } = await buildUser(api.db)
  const ask = () => admin.post(`${url}validate/`, { code, user_id: user, amount: 152 })
  expect((await ask()).json()).toEqual({ valid: true, discount: 15.2, payable: 136.8, reason: null })
  expect(await couponOf(id)).toMatchObject({ usage_count: 0 })
  await createOrder(user, code)
  expect((await ask()).json()).toEqual({
    valid: false,
    discount: 0,
    payable: 152,
    reason: 'This coupon is for new customers; this one has ordered before',
  })
})

test('validating for an inactive customer gives the same reason as the order', async () => {
  const { code } = await buildCoupon(api.db, {})
  const { id } = await buildUser(api.db)
  await admin.patch(`/api/users/${id}/`, { is_active: false })
  const reply = await admin.post(`${url}validate/`, { code, user_id: id, amount: 152 })
  const reason = 'This customer is deactivated. Activate them first.'
  expect(reply.json()).toMatchObject({ valid: false, payable: 152, reason })
  const unknown = { code, user_id: '01890000-0000-7000-8000-000000000000', amount: 152 }
  expect((await admin.post(`${url}validate/`, unknown)).json()).toMatchObject({
    reason: 'There is no such customer',
  })
  expect((await createOrder(id, code)).statusCode).toBe(422)
})

test.each(['TWO WORDS', 'ZERO\u200bWIDTH', 'BELL\u0007'])(
  'a code that cannot be typed is refused: %j',
  async (code) => {
    const reply = await admin.post(url, { ...form, code })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'code'])
  },
)

test('a day may have a time, and nothing else', async () => {
  for (const [at, valid_from] of ['2026-11-05', '2026-11-05T00:00', '2026-11-05T00:00:00.000'].entries()) {
    const reply = await admin.post(url, { ...form, code: `TIMED${at}`, valid_from })
    expect([reply.statusCode, reply.json<Coupon>().valid_from]).toEqual([201, '2026-11-05'])
  }
  for (const valid_from of ['2026-11-05T', '2026-11-05T25:00', '2026-11-05Tomorrow', '2026-11-05T00:00Z']) {
    const reply = await admin.post(url, { ...form, code: 'TIMED', valid_from })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'valid_from'])
  }
})

test('50 concurrent orders count 50 uses, but 20 orders of one customer only one', {
  tags: ['proof'],
}, async () => {
  const many = await buildCoupon(api.db, {})
  const once = await buildCoupon(api.db, { one_time_only: true, isfornew: true })
  const users = await Promise.all(Array.from({ length: 50 }, () => buildUser(api.db)))
  const all = await Promise.all(users.map(({ id }) => createOrder(id, many.code)))
  expect(all.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(201))
  expect(await couponOf(many.id)).toMatchObject({ usage_count: 50, given_away: 760, version: 1 })
  const { id: user } = await buildUser(api.db)
  const same = await Promise.all(Array.from({ length: 20 }, () => createOrder(user, once.code)))
  const statuses = same.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array(19).fill(422)])
  expect(await couponOf(once.id)).toMatchObject({ usage_count: 1, given_away: 15.2 })
  const ids = all.map((reply) => reply.json<Order>().id)
  const bulk = (list: string[]) =>
    admin.post('/api/all-orders/bulk/', { ids: list, status: 'cancelled', note: 'Closed' })
  await Promise.all([bulk(ids), bulk(ids.toReversed())])
  expect(await couponOf(many.id)).toMatchObject({ usage_count: 0, given_away: 0 })
})

test('an unknown coupon is not found, and a coupon cannot get the id of another one', async () => {
  const missing = '01890000-0000-7000-8000-000000000000'
  expect((await admin.put(`${url}${missing}/`, { ...form, version: 1 })).statusCode).toBe(404)
  expect((await admin.get(`${url}${missing}/`)).statusCode).toBe(404)
  const { id } = await buildCoupon(api.db, {})
  const reply = await admin.put(`${url}${id}/`, { ...form, code: 'OTHERID', id: missing })
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'id'])
})

test('uses are found by code and customer in any spelling', async () => {
  const { id, code } = await buildCoupon(api.db, { code: 'Seek-Me' })
  const unused = await buildCoupon(api.db)
  const { id: user } = await buildUser(api.db, { first_name: 'Zubin', last_name: 'Seeker' })
  await createOrder(user, code)
  for (const query of [' zUBIN seeKER ', 'SEEK-me']) {
    const found = await admin.get(`/coupon_app/api/coupon-uses/?query=${encodeURIComponent(query)}`)
    expect(found.json()).toMatchObject({ count: 1, results: [{ code }] })
  }
  for (const [coupon, count] of Object.entries({ [id]: 1, [unused.id]: 0 }))
    expect((await admin.get(`/coupon_app/api/coupon-uses/?coupon_id=${coupon}`)).json()).toMatchObject({
      count,
    })
})

test('of six concurrent first orders with different coupons for new customers, one succeeds', async () => {
  const coupons = await Promise.all(Array.from({ length: 6 }, () => buildCoupon(api.db, { isfornew: true })))
  const { id: user } = await buildUser(api.db)
  const replies = await Promise.all(coupons.map(({ code }) => createOrder(user, code)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array(5).fill(422)])
})

test('a use by one customer does not count for another, and cancelling gives the use back', async () => {
  const { code } = await buildCoupon(api.db, { one_time_only: true })
  const ask = async (user_id: string) =>
    (await admin.post(`${url}validate/`, { code, user_id, amount: 152 })).json().valid
  const [one, other] = [await buildUser(api.db), await buildUser(api.db)]
  const order = (await createOrder(one.id, code)).json<Order>()
  expect([await ask(one.id), await ask(other.id)]).toEqual([false, true])
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'cancelled', note: 'x' })
  expect(await ask(one.id)).toBe(true)
})

test('one_time_only allows one use also in ten concurrent orders', async () => {
  const { id, code } = await buildCoupon(api.db, { one_time_only: true })
  const { id: user } = await buildUser(api.db)
  const replies = await Promise.all(Array.from({ length: 10 }, () => createOrder(user, code)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([201, ...Array(9).fill(422)])
  const order = replies.find(({ statusCode }) => statusCode === 201)?.json<Order>()
  await admin.patch(`/api/all-orders/${order?.id}/`, { status: 'cancelled', note: 'x' })
  await couponUses.giveBack(api.db, [order?.id ?? ''])
  expect(await couponOf(id)).toMatchObject({ usage_count: 0, given_away: 0 })
})

const untilOneIsBlocked = (db: Db) =>
  expect
    .poll(
      () => db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    .toHaveLength(1)

test('an order that waits for a concurrent use of its coupon sees the result of it', async () => {
  const { code } = await buildCoupon(api.db, { one_time_only: true })
  const { id: user } = await buildUser(api.db)
  const order = await buildOrder(api.db, { user })
  const ask = { code, user, amount: 100_00 }
  let second: Promise<unknown> | undefined
  await api.db.begin(async (tx) => {
    const use = await couponUses.reserve(tx, ask)
    second = api.db.begin((other) => couponUses.reserve(other, ask))
    second.catch(() => {})
    await untilOneIsBlocked(tx)
    await couponUses.create(tx, use, order.id, user)
  })
  await expect(second).rejects.toMatchObject({
    fields: [{ message: 'This customer has used this coupon already' }],
  })
})

test('a coupon for new customers waits for a concurrent first order of the same customer', async () => {
  const { code } = await buildCoupon(api.db, { isfornew: true })
  const { id: user } = await buildUser(api.db)
  let reply: ReturnType<typeof createOrder> | undefined
  await api.db.begin(async (tx) => {
    await tx`select 1 from users where id = ${user} for no key update`
    reply = createOrder(user, code)
    void reply.then(() => {})
    await untilOneIsBlocked(tx)
  })
  expect((await reply)?.statusCode).toBe(201)
})

test('coupons are searched by code and name, as an array and page by page', async () => {
  const { id } = await buildCoupon(api.db, { code: 'FOUNDBYCODE' })
  await buildCoupon(api.db)
  const list = '/coupon_app/api/coupons/?query='
  for (const query of ['found', 'BYCODE'])
    expect((await admin.get(`${list}${query}`)).json()).toMatchObject([{ id }])
  expect((await admin.get(`${list}welcome%20found&page=1`)).json()).toMatchObject({
    count: 1,
    results: [{ id }],
  })
  expect((await admin.get(`${list}%25`)).json()).toEqual([])
})
