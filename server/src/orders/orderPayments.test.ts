import type { Payment } from '@our-print/contract/money/payments.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Scope } from '@our-print/contract/people/apiKeys.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { address, buildApiKey, buildClerk, buildClient, buildOrder, buildUser } from '../../test/build.ts'
import { expectInvariantsHold } from '../../test/invariants.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { owesMore } from './orderPayments.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]

afterEach(
  () => api.db`
  update configurations set version = version + 1, unpaid_delivery = 'always', credit_limit_customer = 0, credit_limit_company = 0,
    payment_methods = '[]'`,
)

type Reply = { statusCode: number; json: () => unknown }
const refused = (reply: Reply) => {
  const { code, errors } = reply.json() as { code: string; errors?: { context: { key: string } }[] }
  return [reply.statusCode, code, ...(errors ?? []).map(({ context }) => context.key)]
}
const read = async (id: string) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const paymentsOf = async (id: string) =>
  (await admin.get(`/api/payments/?order=${id}&ordering=number`)).json<{ results: Payment[] }>().results

describe('a delivery', () => {
  const out = (fields: object = {}) =>
    buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: api.people.staff.id,
      amount: 342_50,
      ...fields,
    })
  const deliver = (id: string, payment?: object, more: object = {}, as = courier, headers = {}) =>
    as.patch(`/api/all-orders/${id}/`, { status: 'delivered', ...(payment && { payment }), ...more }, headers)

  /** Hands over what the courier has, and counts it. */
  const handOverAll = async () => {
    const { own } = (await courier.get('/api/cash/')).json<{ own: { amount: number } }>()
    if (own.amount === 0) return
    const cash = { notes: {}, rest: own.amount }
    const handOver = (await courier.post('/api/hand-overs/', cash)).json<{ id: string }>()
    expect((await admin.post(`/api/hand-overs/${handOver.id}/count/`, cash)).json()).toMatchObject({
      status: 'done',
    })
  }

  test('takes its payment with it, and undoing the tap undoes both', async () => {
    const { id } = await out()
    const [before] =
      await api.db`select coalesce(sum(amount), 0) as amount from cash_hands where holder = ${api.people.staff.id}`
    const reply = await deliver(id, { method: 'cash', amount: 342.5 })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { status: 'delivered', paid: 342.5, payment_status: 'paid' },
    ])
    expect(await paymentsOf(id)).toMatchObject([{ method: 'cash', amount: 342.5, by: api.people.staff.id }])
    const [after] = await api.db`select amount from cash_hands where holder = ${api.people.staff.id}`
    expect(after?.['amount'] - before?.['amount']).toBe(342_50)

    const undone = await courier.patch(`/api/all-orders/${id}/`, {
      status: 'out-for-delivery',
      note: 'Wrong door',
    })
    expect([undone.statusCode, undone.json()]).toMatchObject([
      200,
      { status: 'out-for-delivery', paid: 0, due: 342.5 },
    ])
    expect(await paymentsOf(id)).toMatchObject([
      { amount: 342.5 },
      { amount: -342.5, note: 'Delivery undone' },
    ])
    expect((await deliver(id, { method: 'upi', amount: 342.5, reference: 'D-1' })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ payment_status: 'paid' })
    await expectInvariantsHold(api.db)
  })

  test('that is undone keeps what was paid before it', async () => {
    const { id } = await out()
    await admin.post('/api/payments/', { order: id, method: 'upi', amount: 100 })
    await deliver(id, { method: 'cash' })
    expect(await read(id)).toMatchObject({ paid: 342.5 })
    await admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', note: 'Wrong door' })
    expect(await read(id)).toMatchObject({ paid: 100, payment_status: 'part_paid' })
  })

  test('that is undone keeps its payment where some of it was paid back since then', async () => {
    const { id } = await out()
    await deliver(id, { method: 'upi' })
    const complaint = await admin.post(`/api/all-orders/${id}/complaints/`, { reason: 'damaged' })
    const refund = { resolution: 'refund', amount: 42.5, method: 'upi' }
    const resolved = await admin.post(
      `/api/complaints/${complaint.json<{ id: string }>().id}/resolve/`,
      refund,
    )
    expect([resolved.statusCode, resolved.json()]).toMatchObject([200, { refund: 42.5 }])
    const undone = await admin.patch(`/api/all-orders/${id}/`, {
      status: 'out-for-delivery',
      note: 'Wrong door',
    })
    expect([undone.statusCode, undone.json()]).toMatchObject([200, { paid: 300, due: 0 }])
    await expectInvariantsHold(api.db)
  })

  test('that is undone twice gives back the cash that is in hand, not what was handed over before', async () => {
    const { id } = await out()
    const undo = () =>
      admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery', note: 'Wrong door' })
    await handOverAll()
    await deliver(id, { method: 'cash', amount: 100 })
    await handOverAll()
    expect((await undo()).json()).toMatchObject({ paid: 100 })
    await deliver(id, { method: 'cash', amount: 142.5 })
    expect((await undo()).json()).toMatchObject({ status: 'out-for-delivery', paid: 100, due: 242.5 })
    await expectInvariantsHold(api.db)
  })

  describe('that is undone keeps its payment', () => {
    /** Delivered and paid long ago, on a day of its own. */
    const deliveredOn = async (day: string) => {
      const { id } = await out()
      await deliver(id, { method: 'upi' })
      const at = `${day}T09:00:00Z`
      await api.db.begin(async (tx) => {
        await tx`alter table payments disable trigger user`
        await tx`update payments set at = ${at}, happened_at = ${at} where order_id = ${id}`
        await tx`alter table payments enable trigger user`
      })
      return id
    }
    const undone = async (id: string, as = admin) => {
      const back = { status: 'out-for-delivery', note: 'Wrong door' }
      const reply = await as.patch(`/api/all-orders/${id}/`, back)
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { status: 'out-for-delivery' }])
      return reply.json<Order>()
    }
    const setLimit = (limits: object) =>
      api.db`update approval_rules set version = version + 1, limits = ${api.db.json(limits as never)}`

    test('where two people pay back so much, but not within the minutes of a mistaken tap', async () => {
      const [old, alike] = [await deliveredOn('2020-03-01'), await deliveredOn('2020-03-01')]
      const { id: fresh } = await out()
      await deliver(fresh, { method: 'upi' })
      await setLimit({ refunds: 342_49 })
      expect(await undone(old)).toMatchObject({ paid: 342.5, payment_status: 'paid' })
      expect(await undone(fresh, courier)).toMatchObject({ paid: 0 })
      await setLimit({ refunds: 342_50 })
      expect(await undone(alike)).toMatchObject({ paid: 0 })
      await setLimit({})
      expect(await undone(await deliveredOn('2020-03-01'))).toMatchObject({ paid: 0 })
      await expectInvariantsHold(api.db)
    })

    test('where its day is closed', async () => {
      const [before, after] = [await deliveredOn('2020-03-02'), await deliveredOn('2020-03-03')]
      await api.db`insert into day_closes (day) values ('2020-03-02')`
      expect(await undone(before)).toMatchObject({ paid: 342.5 })
      expect(await undone(after)).toMatchObject({ paid: 0 })
      await expectInvariantsHold(api.db)
    })

    test('where a line of the bank’s statement is matched to it, and not only proposed', async () => {
      for (const [nth, state, paid] of [
        [1, 'matched', 342.5],
        [2, 'proposed', 0],
      ] as const) {
        const { id } = await out()
        await deliver(id, { method: 'upi' })
        const [payment] = await paymentsOf(id)
        await api.db`
          with statement as (
            insert into statements (method, file_name, sha256, added, known, by)
            values ('upi', 'upi.csv', '', 1, 0, ${api.people.admin.id}) returning id)
          insert into statement_lines (statement_id, method, day, amount, reference, text, nth, state, payment_id)
          select id, 'upi', '2020-03-04', 34250, '', '', ${nth}, ${state}, ${payment?.id ?? ''} from statement`
        expect([state, (await undone(id, courier)).paid]).toEqual([state, paid])
      }
      const lines = await api.db`select state from statement_lines order by nth`
      expect(lines).toEqual([{ state: 'matched' }, { state: 'open' }])
      await expectInvariantsHold(api.db)
    })
  })

  test('and its payment are both refused where one is', async () => {
    const { id } = await out()
    for (const payment of [
      { method: 'barter', amount: 1 },
      { method: 'cash', amount: 0 },
      { method: 'cash', amount: -5 },
    ]) {
      expect((await deliver(id, payment)).statusCode).toBe(400)
    }
    expect(refused(await deliver(id, { method: 'account' }, {}, admin))).toEqual([422, 'refused', 'method'])
    expect(await read(id)).toMatchObject({ status: 'out-for-delivery', paid: 0 })
    const stray = await courier.patch(`/api/all-orders/${id}/`, { payment: { method: 'cash', amount: 5 } })
    expect(refused(stray)).toEqual([409, 'not_allowed'])
    await deliver(id)
    expect(refused(await deliver(id, { method: 'cash' }))).toEqual([409, 'not_allowed'])
    expect(await paymentsOf(id)).toEqual([])
  })

  test('of two at once takes one payment, and a retry with its key gets the first answer', async () => {
    const { id } = await out()
    const replies = await Promise.all([1, 2].map(() => deliver(id, { method: 'cash', amount: 342.5 })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await paymentsOf(id)).toHaveLength(1)
    const other = await out()
    const headers = { 'idempotency-key': 'tap-1' }
    for (let tap = 0; tap < 2; tap++) {
      const reply = await deliver(other.id, { method: 'cash', amount: 342.5 }, {}, courier, headers)
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { paid: 342.5 }])
    }
    expect(await paymentsOf(other.id)).toHaveLength(1)
    const another = await deliver(other.id, { method: 'upi' }, {}, courier, headers)
    expect(refused(another)).toEqual([409, 'idempotency_key_reused'])
    await expectInvariantsHold(api.db)
  })

  test('takes a payment from who may take it only', async () => {
    const { id } = await out()
    const clerk = api.withToken(
      await openSession(api.db, (await buildClerk(api.db, ['orders', 'prices'])).id),
    )
    expect(refused(await deliver(id, { method: 'cash' }, {}, clerk))).toEqual([403, 'forbidden'])
    expect(await read(id)).toMatchObject({ status: 'out-for-delivery' })
    const byKey = async (scopes: Scope[]) => {
      const { key } = await buildApiKey(api.db, api.people.admin.id, { scopes })
      return api.app.inject({
        method: 'PATCH',
        url: `/api/all-orders/${id}/`,
        headers: { authorization: `Api-Key ${key}` },
        payload: { status: 'delivered', payment: { method: 'upi' } },
      })
    }
    expect(refused(await byKey(['orders:write']))).toEqual([403, 'forbidden'])
    expect((await byKey(['orders:write', 'payments:write'])).statusCode).toBeLessThan(300)
    expect(await read(id)).toMatchObject({ status: 'delivered', payment_status: 'paid' })
  })

  test('is paid from an account by who sees accounts only, and undone by its courier all the same', async () => {
    const { id: user } = await buildUser(api.db)
    const { id } = await out({ user })
    await admin.post('/api/payments/', { user, method: 'upi', amount: 500 })
    expect(refused(await deliver(id, { method: 'account' }))).toEqual([403, 'forbidden'])
    const payment = { order: id, method: 'account', amount: 5 }
    expect(refused(await courier.post('/api/payments/', payment))).toEqual([403, 'forbidden'])
    expect(await read(id)).toMatchObject({ status: 'out-for-delivery', paid: 0 })
    expect((await deliver(id, { method: 'account' }, {}, admin)).json()).toMatchObject({ paid: 342.5 })
    const undone = await courier.patch(`/api/all-orders/${id}/`, {
      status: 'out-for-delivery',
      note: 'Wrong door',
    })
    expect([undone.statusCode, undone.json()]).toMatchObject([200, { paid: 0 }])
    const [account] = await api.db`select balance from accounts where user_id = ${user}`
    expect(account?.['balance']).toBe(500_00)
    await expectInvariantsHold(api.db)
  })

  test('takes nothing where nothing is due', async () => {
    const { id } = await out()
    await admin.post('/api/payments/', { order: id, method: 'upi', amount: 342.5 })
    expect(refused(await deliver(id, { method: 'cash' }))).toEqual([422, 'refused', 'amount'])
    expect(await read(id)).toMatchObject({ status: 'out-for-delivery', paid: 342.5 })
    expect((await deliver(id)).statusCode).toBe(200)
  })

  test('without payment is as the shop says', async () => {
    const rule = (unpaid_delivery: string) =>
      api.db`update configurations set version = version + 1, unpaid_delivery = ${unpaid_delivery}`
    await rule('never')
    const { id } = await out()
    const reply = await deliver(id)
    expect(refused(reply)).toEqual([422, 'refused', 'payment'])
    expect(JSON.stringify(reply.json())).toContain('This order is not fully paid')
    expect(refused(await deliver(id, { method: 'cash', amount: 342 }))).toEqual([422, 'refused', 'payment'])
    const bulk = await admin.post('/api/all-orders/bulk/', { ids: [id], status: 'delivered' })
    expect(bulk.json<{ results: object[] }>().results).toMatchObject([{ ok: false, code: 'refused' }])
    expect((await deliver(id, { method: 'cash', amount: 342.5 })).statusCode).toBe(200)
    await rule('with_note')
    const noted = await out()
    expect(refused(await deliver(noted.id))).toEqual([400, 'invalid', 'note'])
    expect((await deliver(noted.id, undefined, { note: 'Pays tomorrow' })).statusCode).toBe(200)
    await rule('never')
    const { id: later } = await out()
    await api.db`update orders set version = version + 1, pay_by = 'on_account' where id = ${later}`
    expect((await deliver(later)).statusCode).toBe(200)
  })

  test('takes a method that the configuration adds', async () => {
    const { id } = await out()
    expect(refused(await deliver(id, { method: 'Cheque' }))).toEqual([400, 'invalid', 'method'])
    await api.db`update configurations set version = version + 1, payment_methods = '["Cheque"]'`
    expect((await deliver(id, { method: 'Cheque' })).statusCode).toBe(200)
  })
})

describe('an intake', () => {
  const takeIn = async (user: string, fields: object = {}) =>
    admin.upload(
      '/api/all-orders/',
      orderForm({ user, title: 'Thesis', address, ...fields }, { 'thesis.pdf': await makePdf(3) }),
    )
  const taken = async (user: string, fields: object = {}) => {
    const reply = await takeIn(user, fields)
    expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
    return reply.json<Order>()
  }

  test('takes what is paid right there in its transaction', async () => {
    const user = (await buildUser(api.db)).id
    const order = await taken(user, { pay_by: 'now', payment: { method: 'cash', note: 'At the desk' } })
    expect(order).toMatchObject({ pay_by: 'now', due: 0, paid: order.payable, payment_status: 'paid' })
    expect(await paymentsOf(order.id)).toMatchObject([
      { amount: order.payable, method: 'cash', note: 'At the desk' },
    ])
    const partly = await taken(user, { payment: { method: 'upi', amount: 10, reference: 'I-1' } })
    expect(partly).toMatchObject({ pay_by: 'at_door', paid: 10, payment_status: 'part_paid' })
    const [before] = await api.db`select count(*) from orders where user_id = ${user}`
    expect(refused(await takeIn(user, { payment: { method: 'upi', reference: 'I-1' } }))).toEqual([
      409,
      'same_reference',
    ])
    expect(refused(await takeIn(user, { payment: { method: 'account' } }))).toEqual([
      422,
      'refused',
      'method',
    ])
    expect((await takeIn(user, { payment: { method: 'cash', amount: 1.234 } })).statusCode).toBe(400)
    expect((await api.db`select count(*) from orders where user_id = ${user}`)[0]).toEqual(before)
    await expectInvariantsHold(api.db)
  })

  test('on account is within the limit, also of many at once', async () => {
    const user = (await buildUser(api.db)).id
    const { payable } = await taken(user)
    expect(refused(await takeIn(user, { pay_by: 'on_account' }))).toEqual([422, 'refused', 'pay_by'])
    await api.db`update configurations set version = version + 1, credit_limit_customer = ${Math.round((payable ?? 0) * 250)}`
    const replies = await Promise.all([1, 2, 3, 4].map(() => takeIn(user, { pay_by: 'on_account' })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201, 201, 422, 422,
    ])
    await admin.post('/api/payments/', { user, method: 'cash', amount: payable })
    await taken(user, { pay_by: 'on_account' })
    expect(refused(await takeIn(user, { pay_by: 'on_account' }))).toEqual([422, 'refused', 'pay_by'])
    await taken(user, { pay_by: 'on_account', payment: { method: 'upi', reference: 'I-2' } })
    await expectInvariantsHold(api.db)
  })

  test('billed to a company counts on its account, with its own limit', async () => {
    const [user, other] = [(await buildUser(api.db)).id, (await buildUser(api.db)).id]
    const client = (await buildClient(api.db)).id
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect(refused(await takeIn(user, { billed_to: nobody }))).toEqual([422, 'refused', 'billed_to'])
    await api.db`insert into accounts (client_id, credit_limit) values (${client}, 10000000)`
    const order = await taken(user, { pay_by: 'on_account', billed_to: client })
    expect(order).toMatchObject({ billed_to: client, billed_to_data: { id: client } })
    await api.db`update accounts set version = version + 1, credit_limit = ${Math.round((order.payable ?? 0) * 100)} where client_id = ${client}`
    expect(refused(await takeIn(other, { pay_by: 'on_account', billed_to: client }))).toEqual([
      422,
      'refused',
      'pay_by',
    ])
    const found = await admin.get(`/api/all-orders/?billed_to=${client}&pay_by=on_account`)
    expect(found.json<{ count: number }>().count).toBe(1)
  })

  test('can be billed otherwise until it is delivered, within the limit', async () => {
    const user = (await buildUser(api.db)).id
    const { id } = await taken(user)
    const client = (await buildClient(api.db)).id
    const change = (body: object) => admin.patch(`/api/all-orders/${id}/`, body)
    expect(refused(await change({ pay_by: 'on_account' }))).toEqual([422, 'refused', 'pay_by'])
    await api.db`update configurations set version = version + 1, credit_limit_company = 10000000`
    const reply = await change({ pay_by: 'on_account', billed_to: client })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { pay_by: 'on_account', billed_to: client }])
    const changes = (await read(id)).history?.at(-1)?.changes ?? []
    expect(changes.map(({ field }) => field)).toEqual(['pay_by', 'billed_to'])
    await api.db`update accounts set version = version + 1, credit_limit = (select due from orders where id = ${id}) where client_id = ${client}`
    expect(refused(await change({ copies: 50 }))).toEqual([422, 'refused', 'pay_by'])
    expect((await change({ title: 'Another title' })).statusCode).toBe(200)
    // What is above the limit already may become less, and its words may change.
    await api.db`update accounts set version = version + 1, credit_limit = 100 where client_id = ${client}`
    expect((await change({ title: 'One more title' })).statusCode).toBe(200)
    expect((await change({ sides: 'double', copies: 1, notes: 'Both sides' })).statusCode).toBe(200)
    expect(refused(await change({ copies: 2, notes: 'Twice' }))).toEqual([422, 'refused', 'pay_by'])
    const nobody = '01900000-0000-7000-8000-000000000000'
    expect(refused(await change({ billed_to: nobody }))).toEqual([422, 'refused', 'billed_to'])
    await api.db`update accounts set version = version + 1, credit_limit = 10000000 where client_id = ${client}`
    for (const move of [
      { assigned_user: api.people.staff.id },
      { status: 'out-for-delivery' },
      { status: 'delivered' },
    ])
      expect((await change(move)).statusCode).toBe(200)
    expect(refused(await change({ pay_by: 'at_door' }))).toEqual([409, 'not_allowed'])
    expect((await change({ title: 'The last title' })).statusCode).toBe(200)
  })

  test('is billed to whom its invoice says, once there is one', async () => {
    const settings = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
    const seller = { ...settings.seller, name: 'Our Print', state: 'Maharashtra' }
    await admin.put('/api/invoice-settings', { ...settings, seller })
    const [client, other] = [(await buildClient(api.db)).id, (await buildClient(api.db)).id]
    const { id } = await taken((await buildUser(api.db)).id, { billed_to: client })
    const change = (body: object) => admin.patch(`/api/all-orders/${id}/`, body)
    expect((await change({ billed_to: null })).json()).toMatchObject({ billed_to: null })
    expect((await change({ billed_to: client })).statusCode).toBe(200)
    expect((await admin.post('/api/invoices/', { order: id })).statusCode).toBe(201)
    expect((await change({ pay_by: 'now' })).json()).toMatchObject({ pay_by: 'now', billed_to: client })
    expect((await change({ billed_to: other })).statusCode).toBe(409)
  })

  test('that is billed to another one since gives money back to whom it came from', async () => {
    const user = (await buildUser(api.db)).id
    const client = (await buildClient(api.db)).id
    await admin.post('/api/payments/', { user, method: 'cash', amount: 5000 })
    const order = await taken(user, { payment: { method: 'account' } })
    await admin.patch(`/api/all-orders/${order.id}/`, { billed_to: client })
    const [payment] = await paymentsOf(order.id)
    await admin.post(`/api/payments/${payment?.id}/reverse/`, { reason: 'The company pays' })
    const [account] = await api.db`select balance from accounts where user_id = ${user}`
    expect(account?.['balance']).toBe(500_000)
    await expectInvariantsHold(api.db)
  })
})

test.each([
  ['nothing but its title', ['title'], [], false],
  ['who it is for', ['user'], [], true],
  ['when it is paid', ['pay_by'], [], true],
  ['who pays it', ['billed_to'], [], true],
  ['its price, up', ['copies'], [{ field: 'payable', from: 10, to: 10.01 }], true],
  ['its price from nothing', ['copies'], [{ field: 'payable', from: null, to: 5 }], true],
  ['its price, down', ['copies'], [{ field: 'payable', from: 10, to: 9.99 }], false],
  ['a number that is no price', ['copies'], [{ field: 'print_jobs', from: 0, to: 2 }], false],
] as const)('a change of %s asks for the limit: %#', (_, changed, rest, expected) => {
  expect(owesMore(changed, rest)).toBe(expected)
})
