import type { Payment } from '@our-print/contract/money/payments.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildClient, buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { until } from '../../../test/until.ts'
import type { Transaction } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import { merge } from '../../people/customerMerges/mergeCustomers.ts'
import { deleteClients } from '../../rewards/clients/deleteClients.queries.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]

const nobody = '01900000-0000-7000-8000-000000000000'
const order = (fields: object = {}) => buildOrder(api.db, { amount: 342_50, ...fields })
const pay = (body: object, as = admin) => as.post('/api/payments/', { method: 'upi', amount: 342.5, ...body })
const taken = async (body: object, as = admin): Promise<Payment> => {
  const reply = await pay(body, as)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const reversed = async ({ id }: Payment, reason = 'Typed twice') => {
  const reply = await admin.post(`/api/payments/${id}/reverse/`, { reason })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
}
const read = async (id: string) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const refused = (reply: { statusCode: number; json: () => unknown }) => {
  const { code, errors } = reply.json() as { code: string; errors?: { context: { key: string } }[] }
  return [reply.statusCode, code, ...(errors ?? []).map(({ context }) => context.key)]
}
const inHand = async (holder: string | null) => {
  const [hand] = await api.db`select amount from cash_hands where holder is not distinct from ${holder}`
  return Number(hand?.['amount'] ?? 0)
}

describe('an order', () => {
  test('is unpaid, part paid, paid and overpaid by what was paid of it', async () => {
    const { id } = await order()
    expect(await read(id)).toMatchObject({ paid: 0, due: 342.5, payment_status: 'unpaid' })
    const first = await taken({ order: id, amount: 100, method: 'cash' })
    expect(first).toMatchObject({ amount: 100, method: 'cash', order: id, reverses: null, reversed_by: null })
    expect(await read(id)).toMatchObject({ paid: 100, due: 242.5, payment_status: 'part_paid' })
    await taken({ order: id, amount: 242.5, reference: 'U1' })
    expect(await read(id)).toMatchObject({ paid: 342.5, due: 0, payment_status: 'paid' })
    await taken({ order: id, amount: 7.5, reference: 'U2' })
    expect(await read(id)).toMatchObject({ paid: 350, due: -7.5, payment_status: 'overpaid' })
    await taken({ order: id, amount: -7.5, method: 'cash' })
    expect(await read(id)).toMatchObject({ due: 0, payment_status: 'paid' })
    await expectInvariantsHold(api.db)
  })

  test('is exact under payments at once', async () => {
    const { id } = await order({ amount: 1000_00 })
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        pay({ order: id, amount: 50, method: nth % 2 ? 'cash' : 'upi' }),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect(await read(id)).toMatchObject({ paid: 1000, due: 0, payment_status: 'paid' })
    await expectInvariantsHold(api.db)
  })

  test('that is cancelled takes nothing and owes what was paid', async () => {
    const { id } = await order()
    await taken({ order: id })
    await admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Not needed' })
    expect(await read(id)).toMatchObject({ paid: 342.5, due: -342.5, payment_status: 'overpaid' })
    expect(refused(await pay({ order: id }))).toEqual([409, 'not_allowed'])
    await taken({ order: id, amount: -342.5, method: 'bank_transfer' })
    expect(await read(id)).toMatchObject({ paid: 0, due: 0, payment_status: 'paid' })
    expect(refused(await pay({ order: id, amount: -0.01 }))).toEqual([422, 'refused', 'amount'])
  })

  test('that is cancelled is paid again by undoing a refund that nobody got', async () => {
    const { id } = await order()
    await taken({ order: id })
    await admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Not needed' })
    const refund = await taken({ order: id, amount: -342.5, method: 'cash' })
    await reversed(refund, 'Nobody came')
    expect(await read(id)).toMatchObject({ paid: 342.5, due: -342.5, payment_status: 'overpaid' })
    await expectInvariantsHold(api.db)
  })

  test('is found and sorted by what is due', async () => {
    const [unpaid, partly] = [
      await order({ title: 'Due A' }),
      await order({ title: 'Due B', amount: 900_00 }),
    ]
    await taken({ order: partly.id, amount: 400 })
    const titles = async (query: string) =>
      (await admin.get(`/api/all-orders/?query=Due&${query}`))
        .json<{ results: Order[] }>()
        .results.map(({ title }) => title)
    expect(await titles('ordering=due')).toEqual(['Due A', 'Due B'])
    expect(await titles('ordering=-due')).toEqual(['Due B', 'Due A'])
    expect(await titles('payment_status=part_paid')).toEqual(['Due B'])
    expect(await titles('payment_status=paid&payment_status=unpaid')).toEqual(['Due A'])
    expect((await read(unpaid.id)).pay_by).toBe('at_door')
  })
})

describe('a payment', () => {
  test('is of the day of the shop, also where the clock of the world is a day behind', async () => {
    const { id } = await order()
    const said = '2026-02-10T19:00:00Z'
    const payment = await taken({ order: id, amount: 10, happened_at: said })
    expect(payment).toMatchObject({ day: '2026-02-11' })
    const file = await admin.get(
      `/api/payments/?format=csv&order=${id}&from_date=2026-02-11&to_date=2026-02-11`,
    )
    const [head = '', row = ''] = file.body.split('\r\n')
    expect([head.split(',').at(-1), row.split(',').at(-1)]).toEqual(['day', '2026-02-11'])
  })

  test('is reversed once, with a reason, and not the reversal', async () => {
    const { id } = await order()
    const payment = await taken({ order: id, method: 'cash' })
    const replies = await Promise.all(
      [1, 2].map(() => admin.post(`/api/payments/${payment.id}/reverse/`, { reason: 'Typed twice' })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
    const reversal = replies.find(({ statusCode }) => statusCode === 201)?.json<Payment>()
    expect(reversal).toMatchObject({ amount: -342.5, reverses: payment.id, note: 'Typed twice' })
    expect((await admin.get(`/api/payments/${payment.id}/`)).json()).toMatchObject({
      reversed_by: reversal?.id,
    })
    expect(refused(await admin.post(`/api/payments/${reversal?.id}/reverse/`, { reason: 'Again' }))).toEqual([
      409,
      'not_allowed',
    ])
    expect(await read(id)).toMatchObject({ paid: 0, payment_status: 'unpaid' })
    await expectInvariantsHold(api.db)
  })

  test('is reversed, and a delivery with it undone, when the shop no longer takes its method', async () => {
    const { id: user } = await buildUser(api.db)
    const { id } = await order({ status: 'out-for-delivery', assigned_user: api.people.staff.id })
    const setMethods = async (payment_methods: string[]) => {
      const now = (await admin.get('/api/configurations')).json<object>()
      const { version: _, ...settings } = now as { version: number }
      expect((await admin.put('/api/configurations', { ...settings, payment_methods })).statusCode).toBe(200)
    }
    await setMethods(['Cheque'])
    const ahead = await taken({ user, method: 'Cheque', amount: 50 })
    const payment = { method: 'Cheque' }
    expect((await courier.patch(`/api/all-orders/${id}/`, { status: 'delivered', payment })).statusCode).toBe(
      200,
    )
    await setMethods([])
    expect(refused(await pay({ user, method: 'Cheque', amount: 50 }))).toEqual([400, 'invalid', 'method'])
    await reversed(ahead)
    const undone = await admin.patch(`/api/all-orders/${id}/`, {
      status: 'out-for-delivery',
      note: 'Wrong door',
    })
    expect(undone.json()).toMatchObject({ status: 'out-for-delivery', paid: 0, due: 342.5 })
    await expectInvariantsHold(api.db)
  })

  test('with a reference that is there already is pointed out first', async () => {
    const [one, other] = [await order(), await order()]
    const first = await taken({ order: one.id, reference: 'UPI-77' })
    const reply = await pay({ order: other.id, reference: 'UPI-77' })
    expect(refused(reply)).toEqual([409, 'same_reference'])
    expect(reply.json<{ message: string }>().message).toContain(
      `Payment ${first.number} for order ${first.order_number}`,
    )
    await taken({ order: other.id, reference: 'UPI-77', method: 'card' })
    await taken({ order: other.id, reference: 'UPI-77', allow_same_reference: true })
    await taken({ order: other.id, amount: -1, reference: 'UPI-77' })
    const unasked = await taken({ order: one.id, reference: 'UPI-78' })
    await admin.post(`/api/payments/${unasked.id}/reverse/`, { reason: 'Typed twice' })
    await taken({ order: one.id, reference: 'UPI-78' })
    const { client } = await taken({ client: (await buildClient(api.db)).id, reference: 'UPI-79' })
    const message = (await pay({ client, reference: 'UPI-79' })).json<{ message: string }>().message
    expect(message).toMatch(/^Payment \d+ has this reference already/)
  })

  test('with a reference in other letters, or at the same moment, is pointed out, too', async () => {
    const { id } = await order()
    await taken({ order: id, reference: 'UPI-80 Ab' })
    expect(refused(await pay({ order: id, reference: ' upi-80 aB ' }))).toEqual([409, 'same_reference'])
    const others = await Promise.all(Array.from({ length: 6 }, () => order()))
    const replies = await Promise.all(
      others.map((one, nth) => pay({ order: one.id, reference: nth % 2 ? 'UPI-81' : 'upi-81' })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 409, 409, 409, 409, 409,
    ])
  })

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ amount: '10' }, 'amount'],
    [{ method: 'barter' }, 'method'],
    [{ method: '' }, 'method'],
    [{ happened_at: 'yesterday' }, 'happened_at'],
    [{ currency: 'EUR' }, 'currency'],
    [{ user: nobody }, 'order'],
  ])('with %j is refused', async (fields, key) => {
    const { id } = await order()
    const reply = await pay({ order: id, ...fields })
    expect([reply.statusCode, key]).toEqual([400, key])
    expect(JSON.stringify(reply.json())).toContain(key)
    expect(await read(id)).toMatchObject({ paid: 0 })
  })

  test('is of a day that is not closed', async () => {
    const { id } = await order()
    await api.db`insert into day_closes (day) values ('2020-02-02')`
    const reply = await pay({ order: id, happened_at: '2020-02-02T09:00:00Z' })
    expect(refused(reply)).toEqual([409, 'day_closed'])
    await taken({ order: id, happened_at: '2020-02-03T09:00:00Z' })
  })

  test('of a clock that is fast is of now, and keeps what the clock said', async () => {
    const { id } = await order()
    const said_at = '2099-01-01T00:00:00Z'
    const payment = await taken({ order: id, happened_at: said_at })
    expect(payment.said_at).toBe(said_at)
    expect(payment.happened_at).toBe(payment.at)
  })

  test('of a courier whose day was closed meanwhile counts today, and so does one of a delivery', async () => {
    await api.db`insert into day_closes (day) values ('2020-02-03')`
    const said_at = '2020-02-03T09:00:00Z'
    const own = await order({ status: 'out-for-delivery', assigned_user: api.people.staff.id })
    const payment = await taken({ order: own.id, amount: 42.5, happened_at: said_at }, courier)
    expect(payment).toMatchObject({ said_at, happened_at: payment.at })
    const delivery = { status: 'delivered', happened_at: said_at, payment: { method: 'upi' } }
    // The order was taken in after that: the move is of then, the payment too.
    expect((await admin.patch(`/api/all-orders/${own.id}/`, delivery)).statusCode).toBe(200)
    expect(await read(own.id)).toMatchObject({ status: 'delivered', paid: 342.5 })
    await expectInvariantsHold(api.db)
  })

  test('of an account is reversed there, once', async () => {
    const user = (await buildUser(api.db)).id
    const payment = await taken({ user, amount: 50, method: 'cash' })
    const reverse = (id: string) => admin.post(`/api/payments/${id}/reverse/`, { reason: 'Another customer' })
    const reply = await reverse(payment.id)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { order: null, user, amount: -50, reverses: payment.id },
    ])
    expect((await admin.get(`/api/accounts/${user}/`)).json()).toMatchObject({ balance: 0 })
    expect(refused(await reverse(payment.id))).toEqual([409, 'reversed'])
    expect(refused(await reverse(nobody))).toEqual([404, 'not_found'])
    expect(refused(await reverse(reply.json<Payment>().id))).toEqual([409, 'not_allowed'])
    await expectInvariantsHold(api.db)
  })

  test('is found by each of its facts, and sorted by each of its orderings', async () => {
    const user = (await buildUser(api.db, { first_name: 'Zubin' })).id
    const client = (await buildClient(api.db)).id
    const by = await buildClerk(api.db, ['orders', 'prices', 'payments'])
    const clerk = api.withToken(await openSession(api.db, by.id))
    const { id } = await order({ user, amount: 900_00 })
    await taken({ client, amount: 30, reference: 'FIND-1', happened_at: '2026-01-02T06:00:00Z' })
    await taken({ user, amount: 20, reference: 'FIND-2', happened_at: '2026-01-03T06:00:00Z' }, clerk)
    await taken({ order: id, method: 'card', amount: 40, reference: 'FIND-3' })
    await taken({ order: id, amount: -10, reference: 'FIND-4', happened_at: '2026-01-01T06:00:00Z' })
    const found = async (query: string, as = admin) => {
      const { results, count } = (await as.get(`/api/payments/?${query}`)).json<{
        results: Payment[]
        count: number
      }>()
      const nths = results.map(({ reference }) => Number(reference?.replace('FIND-', '')))
      expect([query, count]).toEqual([query, nths.length])
      return nths
    }
    for (const [query, nths] of Object.entries({
      'query=find': [3, 2, 1, 4],
      'query=find&ordering=happened_at': [4, 1, 2, 3],
      'query=find&ordering=amount': [4, 2, 1, 3],
      'query=find&ordering=-number': [4, 3, 2, 1],
      [`user=${user}`]: [3, 2, 4],
      [`client=${client}`]: [1],
      [`by=${by.id}`]: [2],
      'method=card&query=find': [3],
      'query=find&from_date=2026-01-02&to_date=2026-01-03': [2, 1],
      [`order=${id}`]: [3, 4],
    }))
      expect([query, await found(query)]).toEqual([query, nths])
    expect(await found(`order=${id}`, courier)).toEqual([])
  })

  test('cannot be changed or deleted', async () => {
    const { id } = await taken({ order: (await order()).id })
    await expect(api.db`update payments set amount = 1 where id = ${id}`).rejects.toThrow('append-only')
    await expect(api.db`delete from payments where id = ${id}`).rejects.toThrow('append-only')
  })
})

describe('cash', () => {
  test('is in the till, but in the hand of whoever has the order', async () => {
    const [till, hand] = [await inHand(null), await inHand(api.people.admin.id)]
    const courierHand = await inHand(api.people.staff.id)
    const { id } = await order({ status: 'out-for-delivery', assigned_user: api.people.staff.id })
    await taken({ order: id, amount: 100, method: 'cash' })
    expect(await inHand(null)).toBe(till + 100_00)
    expect([await inHand(api.people.admin.id), await inHand(api.people.staff.id)]).toEqual([
      hand,
      courierHand,
    ])
    await taken({ order: id, amount: 50, method: 'cash' }, courier)
    expect([await inHand(null), await inHand(api.people.staff.id)]).toEqual([
      till + 100_00,
      courierHand + 50_00,
    ])
  })

  test('moved when it was paid', async () => {
    const happened_at = '2026-01-05T06:00:00Z'
    const payment = await taken({ order: (await order()).id, method: 'cash', happened_at })
    const entries = await api.db`
      select happened_at = ${happened_at} as is_then from cash_entries where payment_id = ${payment.id}`
    expect(entries).toEqual([{ is_then: true }])
    expect(Date.parse(payment.happened_at)).toBe(Date.parse(happened_at))
  })
})

describe('an account', () => {
  const isWaiting = async () => {
    const [{ waiting }] = await api.db<[{ waiting: number }]>`
      select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return waiting > 0
  }

  test('of a company that is being deleted, or a customer who is being merged, takes no money', async () => {
    const { id: client } = await buildClient(api.db)
    const [kept, { id: user }] = [await buildUser(api.db), await buildUser(api.db)]
    const during = async (change: (tx: Transaction) => Promise<unknown>, body: object) => {
      const { reply } = await api.db.begin(async (tx) => {
        await change(tx)
        const reply = pay({ amount: 100, ...body })
        await Promise.race([reply, until('it waits', isWaiting)])
        return { reply }
      })
      return refused(await reply)
    }
    const call = { actor: { ...api.people.admin, is_superuser: true } as Actor, requestId: 'r' }
    expect(await during((tx) => deleteClients(tx, [client]), { client })).toEqual([422, 'refused', 'client'])
    expect(await during((tx) => merge(tx, kept.id, user, call), { user })).toEqual([422, 'refused', 'user'])
    await expectInvariantsHold(api.db)
  })

  test('is paid into, pays orders, and never goes below zero', async () => {
    const user = (await buildUser(api.db)).id
    const { id } = await order({ user })
    expect(refused(await pay({ order: id, method: 'account' }))).toEqual([422, 'refused', 'method'])
    expect(refused(await pay({ user, method: 'account' }))).toEqual([400, 'invalid', 'method'])
    await taken({ user, amount: 500, method: 'cash' })
    const replies = await Promise.all([1, 2].map(() => pay({ order: id, method: 'account' })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422])
    expect(refused(await pay({ user, amount: -200, method: 'cash' }))).toEqual([422, 'refused', 'amount'])
    await taken({ user, amount: -157.5, method: 'cash' })
    await expectInvariantsHold(api.db)
  })

  test('takes what an order was paid too much', async () => {
    const user = (await buildUser(api.db)).id
    const [first, second] = [await order({ user }), await order({ user, amount: 57_50 })]
    await taken({ order: first.id, amount: 400 })
    await taken({ order: first.id, amount: -57.5, method: 'account' })
    await taken({ order: second.id, amount: 57.5, method: 'account' })
    expect(await read(second.id)).toMatchObject({ payment_status: 'paid' })
    await expectInvariantsHold(api.db)
  })

  test('is of somebody who exists', async () => {
    expect(refused(await pay({ user: nobody }))).toEqual([422, 'refused', 'user'])
    expect(refused(await pay({ client: nobody }))).toEqual([422, 'refused', 'client'])
    const { id } = await buildClient(api.db)
    expect(await taken({ client: id })).toMatchObject({ client: id, user: null, order: null })
  })
})

describe('a courier', () => {
  const own = () => order({ status: 'out-for-delivery', assigned_user: api.people.staff.id })

  test('takes and sees payments of their own orders only', async () => {
    const [mine, other] = [await own(), await order()]
    const before = await inHand(api.people.staff.id)
    const payment = await taken({ order: mine.id, method: 'cash' }, courier)
    expect(refused(await pay({ order: other.id }, courier))).toEqual([404, 'not_found'])
    const hidden = await taken({ order: other.id })
    expect((await courier.get(`/api/payments/${hidden.id}/`)).statusCode).toBe(404)
    const { results } = (await courier.get('/api/payments/')).json<{ results: Payment[] }>()
    expect(results.map(({ id }) => id)).toContain(payment.id)
    expect(results.map(({ id }) => id)).not.toContain(hidden.id)
    const user = (await buildUser(api.db)).id
    expect(refused(await pay({ user }, courier))).toEqual([403, 'forbidden'])
    expect(refused(await pay({ order: mine.id, amount: -1 }, courier))).toEqual([403, 'forbidden'])
    expect((await courier.post(`/api/payments/${payment.id}/reverse/`, { reason: 'No' })).statusCode).toBe(
      403,
    )
    expect(await inHand(api.people.staff.id)).toBe(before + 342_50)
  })

  test('is no clerk: who lacks the ability takes nothing', async () => {
    const { id } = await order()
    const clerk = api.withToken(
      await openSession(api.db, (await buildClerk(api.db, ['orders', 'prices'])).id),
    )
    expect(refused(await pay({ order: id }, clerk))).toEqual([404, 'not_found'])
    const cashier = api.withToken(
      await openSession(api.db, (await buildClerk(api.db, ['orders', 'prices', 'payments'])).id),
    )
    expect((await taken({ order: id, method: 'cash' }, cashier)).amount).toBe(342.5)
    await expectInvariantsHold(api.db)
  })
})
