import type { HandOver } from '@our-print/contract/money/cash.ts'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')

/** A courier with cash in hand, in rupees. */
async function courierWith(...amounts: number[]) {
  // Before everybody else by name.
  const person = await buildStaff(api.db, { full_name: 'Aarav Shah' })
  const client = api.withToken(await openSession(api.db, person.id))
  const collect = async (amount: number) => {
    const order = await buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: person.id,
      amount: amount * 100,
    })
    const reply = await client.post('/api/payments/', { order: order.id, method: 'cash', amount })
    expect(reply.statusCode).toBe(201)
    return reply.json<{ id: string }>()
  }
  for (const amount of amounts) await collect(amount)
  return { ...person, client, collect, cash: async () => (await client.get('/api/cash/')).json() }
}
type Courier = Awaited<ReturnType<typeof courierWith>>

const declare = async ({ client }: Courier, notes: object, rest = 0): Promise<HandOver> => {
  const reply = await client.post('/api/hand-overs/', { notes, rest })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const count = (id: string, notes: object, rest = 0, as = admin) =>
  as.post(`/api/hand-overs/${id}/count/`, { notes, rest })
const explain = (id: string, explanation: string, as = admin) =>
  as.post(`/api/hand-overs/${id}/explain/`, { explanation, reason: 'A note fell out' })
const till = async () => (await admin.get('/api/cash/')).json<{ till: number }>().till
const outcome = (reply: { statusCode: number; json: () => { code?: string } }) => [
  reply.statusCode,
  reply.json().code,
]

describe('a hand-over', () => {
  test('that is counted as declared leaves the hand, and nothing else does', async () => {
    const before = await till()
    const courier = await courierWith(342.5, 100)
    expect(await courier.cash()).toMatchObject({ own: { amount: 442.5, hand_over: null }, till: null })
    const handOver = await declare(courier, { 200: 2, 20: 2, 2: 1, 0.5: 1 })
    expect(handOver).toMatchObject({ declared: 442.5, status: 'declared', counted: null })
    await courier.collect(50)
    const counted = await count(handOver.id, { 100: 4, 20: 2, 2: 1 }, 0.5)
    expect(counted.json()).toMatchObject({ status: 'done', counted: 442.5, difference: 0, declared: 442.5 })
    expect(await courier.cash()).toMatchObject({ own: { amount: 50, hand_over: null } })
    expect((await till()) - before).toBe(442.5)
    await expectInvariantsHold(api.db)
  })

  test('that differs stays open with both counts until it is explained', async () => {
    const before = await till()
    const courier = await courierWith(300)
    const { id } = await declare(courier, { 100: 3 })
    expect((await count(id, { 100: 2, 50: 1 })).json()).toMatchObject({
      status: 'difference',
      declared: 300,
      counted: 250,
      expected: 300,
      difference: -50,
    })
    expect(await courier.cash()).toMatchObject({ own: { amount: 300, hand_over: { id, counted: 250 } } })
    expect(await till()).toBe(before)
    await courier.collect(20)
    expect(outcome(await explain(id, 'over'))).toEqual([422, 'refused'])
    expect((await explain(id, 'short')).json()).toMatchObject({
      status: 'done',
      explanation: 'short',
      reason: 'A note fell out',
      explained_by_name: 'Asha Rao',
    })
    expect(outcome(await explain(id, 'short'))).toEqual([409, 'not_allowed'])
    expect(await courier.cash()).toMatchObject({ own: { amount: 20, hand_over: null } })
    expect((await till()) - before).toBe(250)
    await expectInvariantsHold(api.db)
  })

  test('with more than was in hand is over', async () => {
    const courier = await courierWith(100)
    const { id } = await declare(courier, { 100: 1 })
    await count(id, { 100: 1, 10: 1 })
    expect((await explain(id, 'over')).json()).toMatchObject({ status: 'done', difference: 10 })
    expect(await courier.cash()).toMatchObject({ own: { amount: 0 } })
    await expectInvariantsHold(api.db)
  })

  test('of which some was paid back meanwhile is short of nothing', async () => {
    const courier = await courierWith(100)
    const payment = await courier.collect(50)
    const { id } = await declare(courier, { 100: 1, 50: 1 })
    expect(
      (await admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Wrong order' })).statusCode,
    ).toBe(201)
    expect((await count(id, { 100: 1 })).json()).toMatchObject({
      status: 'difference',
      expected: 100,
      difference: 0,
    })
    expect((await explain(id, 'short')).json()).toMatchObject({ status: 'done', explanation: 'short' })
    expect(await courier.cash()).toMatchObject({ own: { amount: 0 } })
    await expectInvariantsHold(api.db)
  })

  test('expects what was in hand without what was undone of it, whatever was collected since', async () => {
    const courier = await courierWith(250)
    const payment = await courier.collect(50)
    const { id } = await declare(courier, { 100: 3 })
    await courier.collect(20)
    const newer = await courier.collect(5)
    for (const one of [payment, newer]) {
      const reply = await admin.post(`/api/payments/${one.id}/reverse/`, { reason: 'Wrong order' })
      expect(reply.statusCode).toBe(201)
    }
    expect((await count(id, { 50: 5 })).json()).toMatchObject({ expected: 250, difference: 0 })
    expect((await explain(id, 'short')).json()).toMatchObject({ status: 'done', difference: 0 })
    expect(await courier.cash()).toMatchObject({ own: { amount: 20 } })
    await expectInvariantsHold(api.db)
  })

  test('expects nothing below zero where money of an older hand-over was undone', async () => {
    const courier = await courierWith()
    const payment = await courier.collect(500)
    await count((await declare(courier, { 500: 1 })).id, { 500: 1 })
    await courier.collect(100)
    const { id } = await declare(courier, { 100: 1 })
    await courier.collect(450)
    const reply = await admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Wrong order' })
    expect(reply.statusCode).toBe(201)
    expect((await count(id, { 100: 1 })).json()).toMatchObject({ expected: 0, difference: 100 })
    await explain(id, 'over')
    expect(await courier.cash()).toMatchObject({ own: { amount: 50 } })
    await expectInvariantsHold(api.db)
  })

  test('expects less where an order that was paid before is paid back from the hand', async () => {
    const clerk = await buildClerk(api.db, ['orders', 'prices', 'customers', 'payments'])
    const client = api.withToken(await openSession(api.db, clerk.id))
    const out = { status: 'out-for-delivery', assigned_user: clerk.id, amount: 100_00 } as const
    const pay = async (order: { id: string }, amount: number) =>
      expect(
        (await client.post('/api/payments/', { order: order.id, method: 'cash', amount })).statusCode,
      ).toBe(201)
    const [older, newer] = [await buildOrder(api.db, out), await buildOrder(api.db, out)]
    await pay(older, 100)
    const { id } = (await client.post('/api/hand-overs/', { notes: { 100: 1 } })).json()
    await pay(newer, 100)
    await pay(newer, -10)
    await pay(older, -30)
    expect((await count(id, { 50: 1, 20: 1 })).json()).toMatchObject({ expected: 70, difference: 0 })
    await expectInvariantsHold(api.db)
  })

  test.each([
    ['short', 'short'],
    [undefined, 'over'],
  ])('that agrees with its count only later is %s as whoever explains it says', async (said, explanation) => {
    const courier = await courierWith(100)
    const payment = await courier.collect(50)
    const { id } = await declare(courier, { 100: 1 })
    expect((await count(id, { 100: 1 })).json()).toMatchObject({ status: 'difference', difference: -50 })
    await admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Wrong order' })
    const reply = await admin.post(`/api/hand-overs/${id}/explain/`, {
      explanation: said,
      reason: 'Paid back',
    })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { explanation, difference: 0 }])
    expect(await courier.cash()).toMatchObject({ own: { amount: 0 } })
    await expectInvariantsHold(api.db)
  })

  test('is open once a person, also with declarations at once, and can be taken back', async () => {
    const courier = await courierWith(100)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => courier.client.post('/api/hand-overs/', { notes: { 100: 1 } })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409,
    ])
    const { id } = replies.find(({ statusCode }) => statusCode === 201)?.json<HandOver>() ?? { id: '' }
    expect(outcome(await admin.post(`/api/hand-overs/${id}/cancel/`))).toEqual([403, 'forbidden'])
    expect((await courier.client.post(`/api/hand-overs/${id}/cancel/`)).json()).toMatchObject({
      status: 'cancelled',
    })
    expect(outcome(await count(id, { 100: 1 }))).toEqual([409, 'cancelled'])
    await declare(courier, { 100: 1 })
  })

  test('is counted once, also by two at once, and not taken back afterwards', async () => {
    const courier = await courierWith(100)
    const { id } = await declare(courier, { 100: 1 })
    const replies = await Promise.all([1, 2].map(() => count(id, { 100: 1 })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(outcome(await courier.client.post(`/api/hand-overs/${id}/cancel/`))).toEqual([409, 'not_allowed'])
    await expectInvariantsHold(api.db)
  })

  test('is not counted or explained by who declared it', async () => {
    const clerk = await buildClerk(api.db, ['orders', 'prices', 'payments', 'cash'])
    const client = api.withToken(await openSession(api.db, clerk.id))
    const order = await buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: clerk.id,
      amount: 100_00,
    })
    await client.post('/api/payments/', { order: order.id, method: 'cash', amount: 100 })
    const { id } = (await client.post('/api/hand-overs/', { notes: { 100: 1 } })).json<HandOver>()
    expect(outcome(await count(id, { 100: 1 }, 0, client))).toEqual([403, 'forbidden'])
    await count(id, { 50: 1 })
    expect(outcome(await explain(id, 'short', client))).toEqual([403, 'forbidden'])
    expect((await explain(id, 'short')).statusCode).toBe(200)
  })

  test.each([
    [{ notes: { 100: -1 } }],
    [{ notes: { 100: 1.5 } }],
    [{ notes: { 100: '1' } }],
    [{ notes: { 2000: 1 } }],
    [{ notes: { 100: 1e9 } }],
    [{ notes: { 100: 1 }, rest: 0.005 }],
    [{ notes: { 100: 1 }, rest: -1 }],
    [{ notes: { 100: 1 }, declared: 500 }],
    [{}],
  ])('with %j is refused', async (body) => {
    const courier = await courierWith(100)
    expect((await courier.client.post('/api/hand-overs/', body)).statusCode).toBe(400)
    expect(await courier.cash()).toMatchObject({ own: { amount: 100, hand_over: null } })
  })

  test('whose payment is reversed after it leaves no debt in the hand', async () => {
    const courier = await courierWith()
    const payment = await courier.collect(100)
    const { id } = await declare(courier, { 100: 1 })
    await count(id, { 100: 1 })
    const reply = await admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Wrong order' })
    expect(outcome(reply)).toEqual([409, 'cash_handed_over'])
    expect(await courier.cash()).toMatchObject({ own: { amount: 0 } })
    await expectInvariantsHold(api.db)
  })

  test('of more than is known to be in hand is over, also where that is nothing', async () => {
    const courier = await courierWith()
    const { id } = await declare(courier, { 10: 1 })
    expect((await count(id, { 10: 1 })).json()).toMatchObject({ expected: 0, difference: 10 })
    expect((await explain(id, 'over')).json()).toMatchObject({ status: 'done', explanation: 'over' })
    await expectInvariantsHold(api.db)
  })

  test('of nothing, where there is something in hand, is short of all of it', async () => {
    const courier = await courierWith(100)
    const { id } = await declare(courier, {})
    expect((await count(id, {})).json()).toMatchObject({ status: 'difference', counted: 0, difference: -100 })
    const reply = await admin.post(`/api/hand-overs/${id}/explain/`, { reason: 'Stolen' })
    expect(reply.json()).toMatchObject({ status: 'done', explanation: 'short' })
    expect(await courier.cash()).toMatchObject({ own: { amount: 0 } })
    await expectInvariantsHold(api.db)
  })

  test('of nothing is refused', async () => {
    const courier = await courierWith()
    expect(outcome(await courier.client.post('/api/hand-overs/', { notes: {} }))).toEqual([
      409,
      'nothing_in_hand',
    ])
  })
})

test('no answer to who counts has what was declared', async () => {
  const courier = await courierWith(987)
  // A sum that is nowhere else but, by chance, in an id or in the part of a second.
  const { id, number } = await declare(courier, { 500: 1, 200: 1, 50: 1, 5: 1 }, 0.37)
  const doors = [
    '/api/cash/',
    '/api/hand-overs/',
    `/api/hand-overs/${id}/`,
    '/api/hand-overs/?status=declared',
    '/api/hand-overs/?format=csv',
    '/api/audit/?entity=hand_overs',
    '/api/audit/?entity=hand_overs&format=csv',
    `/api/hand-overs/?query=${number}`,
    '/api/hand-overs/?query=755',
    '/api/search?query=755.37',
    '/api/till/',
    `/api/days/${new Date().toISOString().slice(0, 10)}/`,
  ]
  for (const url of doors) {
    const { statusCode, body } = await admin.get(url)
    expect([url, statusCode]).toEqual([url, 200])
    expect([url, /755\.37|(?<![\w.-])75537(?!\w)|"rest"|"5":1/.exec(body)?.[0]]).toEqual([url, undefined])
  }
  type Hands = { hands: { id: string; amount: number | null }[] }
  const inHand = async () =>
    (await admin.get('/api/cash/')).json<Hands>().hands.find(({ id: holder }) => holder === courier.id)
      ?.amount
  expect(await inHand()).toBeNull()
  expect(await courier.cash()).toMatchObject({ own: { amount: 987 }, hands: [{ amount: 987 }] })
  const events = await api.db<
    { row: string }[]
  >`select e::text as row from event_queue e where entity = 'hand_over'`
  expect(events.map(({ row }) => row).join('\n')).not.toMatch(/(?<![\w.-])75537(?!\w)|755\.37/)
  expect(outcome(await admin.post(`/api/hand-overs/${id}/cancel/`))[0]).toBe(403)
  expect((await courier.client.get(`/api/hand-overs/${id}/`)).json()).toMatchObject({ declared: 755.37 })
  expect((await count(id, { 500: 1, 200: 1 })).json()).toMatchObject({ declared: 755.37, counted: 700 })
  expect(await inHand()).toBe(987)
})

test('a hand-over says why it is not counted or explained', async () => {
  const courier = await courierWith(100)
  const { id } = await declare(courier, { 100: 1 })
  const said = (reply: { json: () => { message: string } }) => reply.json().message
  expect(said(await explain(id, 'short'))).toBe('This hand-over is not counted yet.')
  await count(id, { 50: 1 })
  expect(said(await count(id, { 50: 1 }))).toBe('This hand-over is counted already.')
  await explain(id, 'short')
  expect(said(await explain(id, 'short'))).toBe('This hand-over is done.')
  expect(said(await count(id, { 50: 1 }))).toBe('This hand-over is counted already.')
  const nowhere = '01900000-0000-7000-8000-000000000000'
  for (const reply of [
    await count(nowhere, {}),
    await explain(nowhere, 'short'),
    await admin.post(`/api/hand-overs/${nowhere}/cancel/`),
    await admin.get(`/api/hand-overs/${nowhere}/`),
  ])
    expect(outcome(reply)).toEqual([404, 'not_found'])
})

test('hand-overs are found by holder, status, day and text, and the cash names who has some or declared it', async () => {
  const [counted, waiting, differing, carrying, clean] = [
    await courierWith(100),
    await courierWith(70),
    await courierWith(30),
    await courierWith(15),
    await courierWith(),
  ]
  const done = await declare(counted, { 100: 1 })
  await count(done.id, { 50: 1 })
  await explain(done.id, 'short')
  const open = await declare(waiting, { 50: 1, 20: 1 })
  const difference = await declare(differing, { 20: 1, 10: 1 })
  await count(difference.id, { 20: 1 })
  await api.db`
    update hand_overs set version = version + 1, declared_at = '2026-01-02T06:00:00Z', reason = 'Zebra' where id = ${done.id}`
  const found = async (query: string) =>
    (await admin.get(`/api/hand-overs/?${query}`)).json<{ results: HandOver[] }>().results.map(({ id }) => id)
  for (const [query, ids] of Object.entries({
    [`holder=${waiting.id}`]: [open.id],
    [`holder=${counted.id}&status=declared`]: [],
    [`holder=${counted.id}&status=done`]: [done.id],
    'from_date=2026-01-02&to_date=2026-01-02': [done.id],
    'query=zebra': [done.id],
  }))
    expect([query, await found(query)]).toEqual([query, ids])
  const { hands, own } = (await admin.get('/api/cash/')).json()
  const ofHand = new Map(
    hands.map((hand: { id: string; amount: number | null; hand_over: HandOver | null }) => [hand.id, hand]),
  )
  expect(ofHand.get(waiting.id)).toMatchObject({ amount: null, hand_over: { id: open.id } })
  expect(ofHand.get(differing.id)).toMatchObject({ amount: 30, hand_over: { id: difference.id } })
  expect(ofHand.get(carrying.id)).toMatchObject({ amount: 15, hand_over: null })
  for (const { id } of [counted, clean, api.people.admin]) expect(ofHand.has(id)).toBe(false)
  expect(own).toMatchObject({ id: api.people.admin.id, amount: 0, hand_over: null })
  const order = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.admin.id })
  await admin.post('/api/payments/', { order: order.id, method: 'cash', amount: 5 })
  const later = (await admin.get('/api/cash/')).json()
  expect(later.own).toMatchObject({ amount: 5 })
  expect(later.hands).toContainEqual(later.own)
})

test('a courier sees their own cash only', async () => {
  const [one, other] = [await courierWith(100), await courierWith(200)]
  const { id } = await declare(other, { 200: 1 })
  const cash = await one.cash()
  expect(cash).toMatchObject({ own: { amount: 100 }, till: null })
  expect(cash.hands.map((hand: { id: string }) => hand.id)).toEqual([one.id])
  expect((await one.client.get('/api/hand-overs/')).json()).toMatchObject({ count: 0 })
  expect((await one.client.get(`/api/hand-overs/?holder=${other.id}`)).json()).toMatchObject({ count: 0 })
  expect((await one.client.get('/api/hand-overs/?format=csv')).body).not.toContain(id)
  expect((await one.client.get(`/api/hand-overs/${id}/`)).statusCode).toBe(404)
  expect((await one.client.post(`/api/hand-overs/${id}/cancel/`)).statusCode).toBe(404)
  for (const url of [
    '/api/till/',
    '/api/days/',
    '/api/days/2026-01-01/',
    '/api/days/2026-01-01/report/?format=pdf',
  ])
    expect([url, (await one.client.get(url)).statusCode]).toEqual([url, 403])
  expect((await count(id, { 200: 1 }, 0, one.client)).statusCode).toBe(403)
})

test.each([['cash'], ['prices']] as const)(
  'with %s alone a clerk sees their own cash only',
  async (ability) => {
    const other = await courierWith(100)
    const { id } = await declare(other, { 100: 1 })
    const clerk = await buildClerk(api.db, [ability])
    const client = api.withToken(await openSession(api.db, clerk.id))
    expect((await client.get('/api/cash/')).json()).toMatchObject({ hands: [{ id: clerk.id }], till: null })
    expect((await client.get('/api/hand-overs/')).json()).toMatchObject({ count: 0 })
    expect((await client.get(`/api/hand-overs/${id}/`)).statusCode).toBe(404)
  },
)
