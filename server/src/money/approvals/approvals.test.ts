import type { Approval, ApprovalRule } from '@our-print/contract/money/approvals.ts'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import {
  buildApiKey,
  buildClerk,
  buildClient,
  buildOrder,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { until } from '../../../test/until.ts'
import { lockGroupsExclusive } from '../../rewards/vouchers/voucherGroups.queries.ts'
import * as approvals from './approvals.queries.ts'

const api = useApi()
const admin = api.as('admin')
let second: ReturnType<typeof api.withToken>
let secondId: string

beforeAll(async () => {
  const other = await buildStaff(api.db, { full_name: 'Nina Joshi', is_superuser: true })
  secondId = other.id
  second = api.withToken(await openSession(api.db, other.id))
})
afterEach(() => setRule({}))

const none = {
  coins: null,
  claims: null,
  vouchers: null,
  refunds: null,
  differences: null,
  days: null,
  api_keys: null,
}
type Limits = ApprovalRule['limits']

/** Set directly: by the API a rule that is on is changed by two people. */
const setRule = (limits: object) =>
  api.db`update approval_rules set version = version + 1, limits = ${api.db.json(limits as never)} where limits <> ${api.db.json(limits as never)}`
const putRule = (limits: Partial<Limits>, version?: number) =>
  admin.put('/api/approval-rule/', { limits: { ...none, ...limits }, version })
const grant = (user: string, delta: number, headers?: Record<string, string>) =>
  admin.post(`/api/users/${user}/coins/`, { delta, reason: 'Goodwill' }, headers)
const coinsOf = async (user: string) => (await admin.get(`/api/users/${user}/`)).json().coins as number
const approve = (id: string, by = second) => by.post(`/api/approvals/${id}/approve/`, { reason: 'Seen' })
const refuse = (id: string, by = second) => by.post(`/api/approvals/${id}/refuse/`, { reason: 'Not so' })
const read = async (id: string, by = second) => (await by.get(`/api/approvals/${id}/`)).json<Approval>()

async function askForCoins(coins = 50) {
  await setRule({ coins: 10_00 })
  const { id: user } = await buildUser(api.db)
  const reply = await grant(user, coins)
  expect(reply.statusCode).toBe(202)
  return { user, ...reply.json<Approval>() }
}

describe('an act above its limit', () => {
  test('waits, shows what would change, and runs once as the one who asked', async () => {
    await setRule({ coins: 10_00 })
    const { id: user } = await buildUser(api.db)
    expect((await grant(user, 10)).statusCode).toBe(201)
    expect((await grant(user, -5)).statusCode).toBe(201)
    const reply = await grant(user, 10.01)
    expect([reply.statusCode, await coinsOf(user)]).toEqual([202, 5])
    const asked = reply.json<Approval>()
    expect(asked).toMatchObject({
      act: 'coins',
      summary: 'Grant 10.01 coins to Anil Mehta: Goodwill',
      changes: [{ what: 'Coins of Anil Mehta', before: '5', after: '15.01' }],
      asked_by_name: 'Asha Rao',
      status: 'waiting',
      is_own: true,
    })
    expect(Date.parse(asked.expires_at) - Date.parse(asked.asked_at)).toBe(7 * 24 * 3_600_000)
    expect((await approve(asked.id, admin)).statusCode).toBe(403)
    const done = await approve(asked.id)
    expect([done.statusCode, done.json()]).toMatchObject([
      200,
      { status: 'approved', decided_by_name: 'Nina Joshi', reason: 'Seen', is_own: false },
    ])
    expect(await coinsOf(user)).toBe(15.01)
    const entries = (await admin.get(`/api/get-user-coin-info/?user_id=${user}`)).json().entries
    expect(entries[0]).toMatchObject({ delta: 10.01, by: 'Asha Rao' })
    expect((await approve(asked.id)).json().code).toBe('decided')
    expect(await coinsOf(user)).toBe(15.01)
    const audit = await api.db`
      select actor, action, entity from audit_entries
      where entity_id in (${asked.id}, ${entries[0].id}) order by id`
    expect(audit).toMatchObject([
      { actor: api.people.admin.id, action: 'insert', entity: 'approvals' },
      { actor: api.people.admin.id, action: 'insert', entity: 'coin_entries' },
      { actor: secondId, action: 'update', entity: 'approvals' },
    ])
    const events =
      await api.db`select name from event_queue where record = ${asked.id} union all select name from events where record = ${asked.id}`
    expect(new Set(events.map(({ name }) => name))).toEqual(new Set(['approval.approved', 'approval.asked']))
  })

  test('is kept once per Idempotency-Key', async () => {
    await setRule({ coins: 0 })
    const { id: user } = await buildUser(api.db)
    const key = { 'idempotency-key': 'two-people' }
    const [first, again] = [await grant(user, 5, key), await grant(user, 5, key)]
    expect([again.statusCode, again.json().id]).toEqual([202, first.json().id])
    await approve(first.json().id)
    expect((await grant(user, 5, key)).json().id).toBe(first.json().id)
    expect(await coinsOf(user)).toBe(5)
  })

  test('needs no reason, and so nothing to be sent', async () => {
    const { id, user } = await askForCoins()
    const approved = await second.post(`/api/approvals/${id}/approve/`)
    expect([approved.statusCode, await coinsOf(user)]).toEqual([200, 50])
  })

  test('is refused with a reason, also by who asked, and changes nothing', async () => {
    const { id, user } = await askForCoins()
    expect((await second.post(`/api/approvals/${id}/refuse/`, { reason: ' ' })).statusCode).toBe(400)
    expect((await refuse(id)).json()).toMatchObject({ status: 'refused', reason: 'Not so' })
    expect((await approve(id)).statusCode).toBe(409)
    const own = await askForCoins()
    expect((await refuse(own.id, admin)).json().status).toBe('refused')
    expect(await coinsOf(user)).toBe(0)
  })

  test('does not run on another state than was shown', async () => {
    const { id, user } = await askForCoins()
    expect(await read(id)).toMatchObject({ is_stale: false })
    await grant(user, 1)
    expect(await read(id)).toMatchObject({ is_stale: true, status: 'waiting' })
    const reply = await approve(id)
    expect([reply.statusCode, reply.json().code, await coinsOf(user)]).toEqual([409, 'changed', 1])
    await grant(user, -1)
    expect((await approve(id)).json()).toMatchObject({ status: 'approved' })
  })

  test('runs out after 7 days', async () => {
    const { id, user } = await askForCoins()
    await api.db`update approvals set version = version + 1, expires_at = now() where id = ${id}`
    expect(await read(id)).toMatchObject({ status: 'expired' })
    expect((await approve(id)).json().code).toBe('expired')
    expect((await refuse(id)).json().code).toBe('expired')
    await approvals.expire(api.db)
    expect(await api.db`select status from approvals where id = ${id}`).toEqual([{ status: 'expired' }])
    expect(await coinsOf(user)).toBe(0)
  })

  test('is ended as failed if the shop refuses it', async () => {
    const { id, user } = await askForCoins()
    const { id: order } = await buildOrder(api.db, { user, status: 'delivered' })
    await setRule({ refunds: 0 })
    await admin.post('/api/payments/', { order, amount: 20, method: 'upi' })
    const asked = await admin.post('/api/payments/', { order, amount: -5, method: 'pigeon' })
    expect(asked.statusCode).toBe(202)
    const failed = await approve(asked.json().id)
    expect([failed.statusCode, failed.json()]).toMatchObject([
      200,
      { status: 'failed', failure: expect.stringContaining('Choose one of') },
    ])
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${api.people.admin.id}`
    expect((await approve(id)).json()).toMatchObject({
      status: 'failed',
      failure: 'Asha Rao may not do this any more.',
    })
    await api.db`update staff_users set version = version + 1, is_active = true where id = ${api.people.admin.id}`
    expect(await coinsOf(user)).toBe(0)
  })

  test('is decided once by any number of people at once', async () => {
    const third = await buildStaff(api.db, { is_superuser: true })
    const other = api.withToken(await openSession(api.db, third.id))
    for (let round = 0; round < 3; round++) {
      const { id, user } = await askForCoins()
      const replies = await Promise.all([
        approve(id),
        approve(id, other),
        refuse(id),
        refuse(id, other),
        approve(id),
      ])
      const statuses = replies.map(({ statusCode }) => statusCode)
      expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409, 409])
      const { status } = await read(id)
      expect(await coinsOf(user)).toBe(status === 'approved' ? 50 : 0)
    }
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${third.id}`
  })
})

describe('each act', () => {
  test('claims are fulfilled by two', async () => {
    const { id: user } = await buildUser(api.db)
    await api.db`insert into referrers (user_id, referrals, total) values (${user}, 1, 2)`
    const [referrer] = await api.db`select referral_code from users where id = ${user}`
    await setRule({ claims: 0 })
    const mark = () =>
      admin.post('/referral_app/api/mark-as-fulfilled/', { referral_code: referrer?.['referral_code'] })
    const asked = await mark()
    expect([asked.statusCode, asked.json().changes[0]]).toMatchObject([
      202,
      { before: '0 of 2', after: '2 of 2' },
    ])
    await api.db`update referrers set total = 3 where user_id = ${user}`
    expect((await approve(asked.json().id)).json().code).toBe('changed')
    expect((await approve((await mark()).json().id)).json().status).toBe('approved')
    expect(await api.db`select fulfilled from referrers where user_id = ${user}`).toEqual([{ fulfilled: 3 }])
    expect((await mark()).statusCode).toBe(409)
    await api.db`update referrers set fulfilled = 0, total = 0 where user_id = ${user}`
  })

  test('vouchers are voided by two after so many of one person on a day', async () => {
    const { id: user } = await buildUser(api.db)
    const { id: voucher_info_id } = await buildVouchers(api.db, { voucher_codes: ['V1', 'V2'], cost: 0 })
    const sell = async () =>
      (await admin.post('/api/save-purchased-voucher/', { user_id: user, voucher_info_id })).json()
        .id as string
    const voidOne = async () =>
      admin.post('/api/void-purchased-voucher/', { id: await sell(), reason: 'Torn' })
    await setRule({ vouchers: 1 })
    expect((await voidOne()).statusCode).toBe(200)
    const asked = await voidOne()
    expect([asked.statusCode, asked.json().changes]).toMatchObject([
      202,
      [{ what: 'Voucher V2', before: 'Sold to Anil Mehta', after: 'Voided' }],
    ])
    expect((await approve(asked.json().id)).json().status).toBe('approved')
  })

  test('of vouchers that one person voids at the same moment only so many pass', async () => {
    const { id: user } = await buildUser(api.db)
    const voucher_codes = Array.from({ length: 4 }, (_, n) => `BURST${n}`)
    const { id: voucher_info_id } = await buildVouchers(api.db, { voucher_codes, cost: 0 })
    const sold: string[] = []
    for (const _ of voucher_codes) {
      const sale = await second.post('/api/save-purchased-voucher/', { user_id: user, voucher_info_id })
      sold.push(sale.json().id)
    }
    await setRule({ vouchers: 1 })
    // None is committed before all have counted, or wait to.
    const { replies } = await api.db.begin(async (tx) => {
      await lockGroupsExclusive(tx, [voucher_info_id])
      const replies = Promise.all(
        sold.map((id) => second.post('/api/void-purchased-voucher/', { id, reason: 'Torn' })),
      )
      await until('all of them wait', async () => {
        const [{ waiting }] = await api.db<[{ waiting: number }]>`
          select count(distinct pid)::int as waiting from pg_locks where not granted
            and pid in (select pid from pg_stat_activity where datname = current_database())`
        return waiting === sold.length
      })
      return { replies }
    })
    const statuses = (await replies).map(({ statusCode }) => statusCode)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 202, 202, 202])
    for (const reply of await replies) if (reply.statusCode === 202) await refuse(reply.json().id, admin)
  })

  test('codes are deleted for good by two above a number', async () => {
    const { id: client } = await buildClient(api.db, { name: 'Gone Goods' })
    await buildVouchers(api.db, { client, voucher_codes: ['D1', 'D2', 'D3'] })
    expect((await admin.delete(`/api/clients/?client_id=${client}`)).statusCode).toBe(204)
    await setRule({ vouchers: 2 })
    const asked = await admin.delete(`/api/bin/${client}/`)
    expect([asked.statusCode, asked.json().changes]).toMatchObject([
      202,
      [{}, { what: 'Its codes', before: '3' }],
    ])
    expect((await admin.get(`/api/bin/${client}/`)).statusCode).toBe(200)
    expect((await approve(asked.json().id)).json().status).toBe('approved')
    expect((await admin.get(`/api/bin/${client}/`)).statusCode).toBe(404)
    await setRule({ vouchers: 3 })
  })

  test('money is paid back by two above an amount, by a refund or a reversal', async () => {
    const { id: order, number } = await buildOrder(api.db, { amount: 500_00 })
    const pay = (amount: number) => admin.post('/api/payments/', { order, amount, method: 'upi' })
    const paid = (await pay(400)).json().id as string
    await setRule({ refunds: 100_00 })
    expect((await pay(-100)).statusCode).toBe(201)
    const asked = await pay(-100.01)
    expect([asked.statusCode, asked.json().changes]).toEqual([
      202,
      [{ what: `Paid for order ${number}`, before: '₹300.00', after: '₹199.99' }],
    ])
    const reversal = await admin.post(`/api/payments/${paid}/reverse/`, { reason: 'Wrong order' })
    expect([reversal.statusCode, reversal.json().changes[0].after]).toEqual([202, '-₹100.00'])
    expect((await approve(reversal.json().id)).json()).toMatchObject({ status: 'failed' })
    expect((await approve(asked.json().id)).json()).toMatchObject({ status: 'approved' })
    expect((await admin.get(`/api/all-orders/${order}/`)).json().paid).toBe(199.99)
  })

  test.each(['user', 'client'])('so is money from the account of a %s', async (kind) => {
    const { id } =
      kind === 'client'
        ? await buildClient(api.db, { name: 'Paid Ltd' })
        : await buildUser(api.db, { first_name: 'Paid', last_name: 'Ahead' })
    const pay = (amount: number) => admin.post('/api/payments/', { [kind]: id, amount, method: 'cash' })
    await setRule({ refunds: 0 })
    const empty = await pay(-3)
    const what = kind === 'client' ? 'Account of Paid Ltd' : 'Account of Paid Ahead'
    expect(empty.json().changes).toEqual([{ what, before: '₹0.00', after: '-₹3.00' }])
    const paid = (await pay(50)).json<{ id: string; number: number }>()
    const asked = await pay(-20)
    expect(asked.json()).toMatchObject({
      summary: 'Pay back ₹20.00 (cash)',
      changes: [{ what, before: '₹50.00', after: '₹30.00' }],
    })
    const reversal = await admin.post(`/api/payments/${paid.id}/reverse/`, { reason: 'Wrong person' })
    expect(reversal.json()).toMatchObject({
      summary: `Reverse payment ${paid.number} of ₹50.00 (cash): Wrong person`,
      changes: [{ what, before: '₹50.00', after: '₹0.00' }],
    })
    expect((await approve(asked.json().id)).json()).toMatchObject({ status: 'approved' })
    expect((await approve(reversal.json().id)).json().code).toBe('changed')
    expect((await admin.get(`/api/accounts/${id}/`)).json().balance).toBe(30)
  })

  test('of what does not exist is not asked for', async () => {
    await setRule({ refunds: 0 })
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const [of, message] of [
      ['order', 'Order not found'],
      ['user', 'Customer not found'],
      ['client', 'Company not found'],
    ] as const) {
      const reply = await admin.post('/api/payments/', { [of]: nobody, amount: -1, method: 'cash' })
      expect([reply.statusCode, reply.json().message]).toEqual([404, message])
    }
    const reply = await admin.post(`/api/payments/${nobody}/reverse/`, { reason: 'Typed twice' })
    expect([reply.statusCode, reply.json().message]).toEqual([404, 'Payment not found'])
  })

  test('a difference above an amount is explained by two, whoever counted it', async () => {
    const person = await buildStaff(api.db, { full_name: 'Tara Sen' })
    const courier = api.withToken(await openSession(api.db, person.id))
    const fields = { status: 'out-for-delivery', assigned_user: person.id, amount: 900_00 } as const
    const { id: order } = await buildOrder(api.db, fields)
    /** One that is short by so much. */
    const shortBy = async (rupees: number) => {
      await courier.post('/api/payments/', { order, method: 'cash', amount: 300 })
      const handOver = (await courier.post('/api/hand-overs/', { notes: { 100: 3 } })).json()
      const counted = { notes: {}, rest: 300 - rupees }
      await admin.post(`/api/hand-overs/${handOver.id}/count/`, counted)
      return handOver as { id: string; number: number }
    }
    const explain = ({ id }: { id: string }, version?: number) =>
      admin.post(`/api/hand-overs/${id}/explain/`, { reason: 'It rained', version })
    const statusOf = async ({ id }: { id: string }) =>
      (await admin.get(`/api/hand-overs/${id}/`)).json().status as string
    await setRule({ differences: 50_00 })
    expect((await explain(await shortBy(50))).json()).toMatchObject({ status: 'done', difference: -50 })
    const more = await shortBy(50.01)
    expect((await explain(more, 1)).json()).toMatchObject({ code: 'stale' })
    const asked = await explain(more, 2)
    const what = `Hand-over ${more.number} of Tara Sen`
    expect([asked.statusCode, asked.json()]).toMatchObject([
      202,
      {
        act: 'differences',
        summary: `Explain the difference of hand-over ${more.number} of Tara Sen: It rained`,
        changes: [{ what, before: '₹300.00 expected', after: '₹249.99 counted' }],
      },
    ])
    expect(await statusOf(more)).toBe('difference')
    expect((await approve(asked.json().id)).json()).toMatchObject({ status: 'approved' })
    expect(await statusOf(more)).toBe('done')
    expect((await explain(more)).statusCode).toBe(409)
    const over = await explain(await shortBy(-50.01))
    expect([over.statusCode, over.json().changes[0].after]).toEqual([202, '₹350.01 counted'])
  })

  test('a day is closed by two, the second of whom has signed it by that', async () => {
    const { id: order } = await buildOrder(api.db, { amount: 500_00 })
    const pay = (method: string, amount: number) =>
      admin.post('/api/payments/', { order, method, amount, happened_at: '2020-01-05T09:00:00Z' })
    await pay('cash', 30)
    await pay('upi', 20)
    await setRule({ days: 0 })
    const counted = [{ method: 'upi', amount: 20 }]
    const close = (rupees: number, more: object = {}) =>
      admin.post('/api/days/2020-01-05/close/', { till: { notes: {}, rest: rupees }, counted, ...more })
    expect((await close(29)).statusCode).toBe(422)
    const early = await close(30)
    expect([early.statusCode, early.json()]).toMatchObject([
      202,
      {
        act: 'days',
        summary: 'Close the day 5 Jan 2020',
        changes: [
          { what: 'Till', before: '₹30.00 expected', after: '₹30.00 counted' },
          { what: 'Cash', before: null, after: '₹30.00 expected' },
          { what: 'UPI', before: '₹20.00 expected', after: '₹20.00 counted' },
        ],
      },
    ])
    await pay('cash', 5)
    expect((await approve(early.json().id)).json().code).toBe('changed')
    const asked = await close(34, { note: 'A coin fell' })
    expect(asked.json().summary).toBe('Close the day 5 Jan 2020: A coin fell')
    expect((await admin.get('/api/days/2020-01-05/')).json().closing).toBeNull()
    expect((await approve(asked.json().id)).json()).toMatchObject({ status: 'approved' })
    expect((await admin.get('/api/days/2020-01-05/')).json()).toMatchObject({
      closing: { closed_by: { full_name: 'Asha Rao' }, signed_by: { full_name: 'Nina Joshi' } },
      report: { till: { difference: -1 } },
    })
    expect((await close(34)).statusCode).toBe(409)
  })

  test('a key that can change records works once it is approved, and only who asked has seen it', async () => {
    await setRule({ api_keys: 0 })
    const make = (scopes: string[], name: string) => admin.post('/api/api-keys/', { name, scopes })
    expect((await make(['orders:read'], 'Reader')).statusCode).toBe(201)
    const asked = await make(['orders:read', 'users:write'], 'Writer')
    expect(asked.statusCode).toBe(202)
    const { id, key } = asked.json<Approval>()
    const use = () => api.app.inject({ url: '/api/users/', headers: { authorization: `Api-Key ${key}` } })
    expect((await use()).statusCode).toBe(401)
    expect(await read(id, admin)).not.toHaveProperty('key')
    const [row] = await api.db`select call::text from approvals where id = ${id}`
    expect(row?.['call']).not.toContain(key)
    expect((await approve(id)).json().status).toBe('approved')
    expect((await use()).statusCode).toBe(200)
    const keys = (await admin.get('/api/api-keys/?query=Writer')).json().results
    expect(keys).toMatchObject([{ hint: key?.slice(-4), created_by_data: { full_name: 'Asha Rao' } }])
  })

  test('coins for a complaint are not a way around the limit', async () => {
    const { id: order } = await buildOrder(api.db, { status: 'delivered' })
    const form = (await admin.post(`/api/all-orders/${order}/complaints/`, { reason: 'late' })).json()
    await setRule({ coins: 10_00 })
    const resolve = (coins: number) =>
      admin.post(`/api/complaints/${form.id}/resolve/`, { resolution: 'credit', coins, note: '' })
    const asked = await resolve(10.5)
    expect([asked.statusCode, asked.json()]).toMatchObject([202, { act: 'coins', status: 'waiting' }])
    expect((await resolve(10)).statusCode).toBe(200)
    expect((await approve(asked.json().id)).json().code).toBe('changed')
  })
})

describe('who asks', () => {
  /** Asks to pay ₹40 back by a new key of a person. */
  async function askByKey(maker: string) {
    await setRule({ refunds: 0 })
    const { id: apiKey, key } = await buildApiKey(api.db, maker, { scopes: ['payments:write'] })
    const { id: order } = await buildOrder(api.db, { amount: 500_00 })
    await admin.post('/api/payments/', { order, amount: 40, method: 'upi' })
    const asked = await api.app.inject({
      method: 'POST',
      url: '/api/payments/',
      headers: { authorization: `Api-Key ${key}` },
      payload: { order, amount: -40, method: 'upi' },
    })
    expect(asked.statusCode).toBe(202)
    return { asked, apiKey, order }
  }

  test('an API key gets the same answer, and whoever made it does not approve what it asked for', async () => {
    const { asked } = await askByKey(api.people.admin.id)
    expect([asked.statusCode, asked.json().is_own]).toEqual([202, true])
    const { id } = asked.json<Approval>()
    expect((await approve(id, admin)).statusCode).toBe(403)
    expect((await approve(id)).json()).toMatchObject({ status: 'approved' })
  })

  test('a key that has expired since asks for nothing any more', async () => {
    const { asked, apiKey, order } = await askByKey(api.people.admin.id)
    await api.db`update api_keys set expires_on = shop_day(now()) - 1 where id = ${apiKey}`
    const { id } = asked.json<Approval>()
    expect(await read(id)).toMatchObject({ is_stale: false })
    expect((await approve(id)).json()).toMatchObject({ status: 'failed' })
    expect((await admin.get(`/api/all-orders/${order}/`)).json().paid).toBe(40)
  })

  test('a key asks as long as it works: a super admin may have left, anybody else must manage keys', async () => {
    const paid = async (order: string) => (await admin.get(`/api/all-orders/${order}/`)).json().paid
    const leaving = await buildStaff(api.db, { is_superuser: true })
    const theirs = await askByKey(leaving.id)
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${leaving.id}`
    expect((await approve(theirs.asked.json().id)).json()).toMatchObject({ status: 'approved' })
    expect(await paid(theirs.order)).toBe(0)
    const keeper = await buildClerk(api.db, ['payments', 'prices', 'customers', 'keys'])
    const { asked, order } = await askByKey(keeper.id)
    await api.db`update ability_sets set version = version + 1, abilities = array_remove(abilities, 'keys') where id = ${keeper.ability_set}`
    expect((await approve(asked.json().id)).json()).toMatchObject({ status: 'failed' })
    expect(await paid(order)).toBe(40)
  })

  describe('with a password that another set', () => {
    const chosen = 'chosen by another'
    const asSomebody = async (of: { id: string }) => api.withToken(await openSession(api.db, of.id))
    const setPassword = async ({ id }: { id: string }, by = admin) =>
      expect((await by.post(`/api/staff_users/${id}/password/`, { password: chosen })).statusCode).toBe(204)
    async function ask(by: typeof admin) {
      await setRule({ coins: 0 })
      const { id: user } = await buildUser(api.db)
      const reply = await by.post(`/api/users/${user}/coins/`, { delta: 3, reason: 'Sorry' })
      expect(reply.statusCode).toBe(202)
      return reply.json<Approval>().id
    }

    test('asks somebody else than who set it, until they set their own', async () => {
      const { ability_set } = await buildClerk(api.db, ['coins', 'customers'])
      const made = await admin.post('/api/staff_users_create/', {
        full_name: 'Straw Man',
        email: 'straw@print.test',
        mobile: '9777700077',
        password: chosen,
        ability_set,
      })
      expect([made.statusCode, made.body.includes('password')]).toEqual([201, false])
      const straw = await asSomebody(made.json())
      const [id, later] = [await ask(straw), await ask(straw)]
      expect((await admin.get(`/api/approvals/${id}/`)).json()).toMatchObject({ knows_password: true })
      expect(await read(id)).toMatchObject({ knows_password: false })
      const refused = await approve(id, admin)
      expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('password')])
      expect((await approve(id)).json().status).toBe('approved')
      const own = await straw.post('/api/update_password', {
        current_password: chosen,
        new_password: 'one of my very own',
      })
      expect([own.statusCode, (await approve(later, admin)).json().status]).toEqual([204, 'approved'])
      const entries = await api.db`
        select before->>'password_set_by' as was, after->>'password_set_by' as set from audit_entries
        where entity_id = ${made.json().id} order by id`
      expect(entries).toEqual([
        { was: null, set: 'hidden' },
        { was: 'hidden', set: 'hidden' },
      ])
    })

    test('also by a reset, by somebody whose own was set, and by a key', async () => {
      const reset = await buildClerk(api.db, ['coins', 'customers'])
      await setPassword(reset)
      const manager = await buildClerk(api.db, ['coins', 'customers', 'staff'])
      await setPassword(manager)
      const behind = await buildClerk(api.db, ['coins', 'customers'])
      await setPassword(behind, await asSomebody(manager))
      const keeper = await buildClerk(api.db, ['payments', 'prices', 'customers', 'keys'])
      await setPassword(keeper)
      const asked = [
        await ask(await asSomebody(reset)),
        await ask(await asSomebody(behind)),
        (await askByKey(keeper.id)).asked.json<Approval>().id,
      ]
      for (const id of asked) {
        expect((await approve(id, admin)).statusCode).toBe(403)
        expect((await approve(id)).json().status).toBe('approved')
      }
    })

    test('is no hindrance to who set none of it', async () => {
      const clerk = await buildClerk(api.db, ['coins', 'customers'])
      expect((await approve(await ask(await asSomebody(clerk)), admin)).json().status).toBe('approved')
      await setRule({})
      await setPassword({ id: secondId })
      second = await asSomebody({ id: secondId })
      const id = await ask(second)
      expect((await approve(id, admin)).statusCode).toBe(403)
      expect((await refuse(id, admin)).statusCode).toBe(200)
      await api.db`update staff_users set version = version + 1, password_set_by = null where id = ${secondId}`
    })
  })

  test('a clerk asks, and only super admins see and decide', async () => {
    await setRule({ coins: 0 })
    const clerk = await buildClerk(api.db, ['coins', 'customers'])
    const asClerk = api.withToken(await openSession(api.db, clerk.id))
    const { id: user } = await buildUser(api.db)
    const asked = await asClerk.post(`/api/users/${user}/coins/`, { delta: 3, reason: 'Sorry' })
    expect(asked.statusCode).toBe(202)
    const { id } = asked.json<Approval>()
    for (const reply of [
      await asClerk.get('/api/approvals/'),
      await asClerk.get('/api/approval-rule/'),
      await approve(id, asClerk),
      await refuse(id, asClerk),
    ])
      expect(reply.statusCode).toBe(403)
    expect((await admin.get('/api/profile/')).json().approvals_waiting).toBeGreaterThan(0)
    await api.db`update ability_sets set version = version + 1, abilities = '{customers}' where id = ${clerk.ability_set}`
    expect((await approve(id, admin)).json()).toMatchObject({ status: 'failed' })
    expect((await admin.get('/api/profile/')).json().approvals_waiting).toBeUndefined()
  })
})

describe('who may not do an act', () => {
  type Description = { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
  const nobody = '01900000-0000-7000-8000-000000000000'

  /** A request for each act, of what is there and above every limit; by its endpoint. */
  async function requests(): Promise<Record<string, [url: string, body?: object][]>> {
    const { id: user } = await buildUser(api.db)
    const { id: client } = await buildClient(api.db)
    const { id: order } = await buildOrder(api.db, { user, status: 'delivered', amount: 900_00 })
    const { id: own } = await buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: api.people.staff.id,
    })
    const form = (await admin.post(`/api/all-orders/${order}/complaints/`, { reason: 'late' })).json()
    await admin.post(`/api/users/${user}/coins/`, { delta: 9, reason: 'A gift' })
    const group = await buildVouchers(api.db, { client })
    const sale = { user_id: user, voucher_info_id: group.id }
    const { id: sold } = (await admin.post('/api/save-purchased-voucher/', sale)).json()
    const gone = await buildClient(api.db)
    await buildVouchers(api.db, { client: gone.id })
    await admin.delete(`/api/clients/?client_id=${gone.id}`)
    const payments = []
    for (const payer of [{ user }, { client }, { order }, { order: own }]) {
      const reply = await admin.post('/api/payments/', { ...payer, amount: 40, method: 'upi' })
      payments.push({ ...payer, id: reply.json<{ id: string }>().id })
    }
    const difference = async () => {
      await api.as('staff').post('/api/payments/', { order: own, method: 'cash', amount: 5 })
      const { id } = (await api.as('staff').post('/api/hand-overs/', { notes: { 5: 1 } })).json()
      await admin.post(`/api/hand-overs/${id}/count/`, { notes: { 1: 1 } })
      return id as string
    }
    const refund = (of: object) => ['/api/payments/', { ...of, amount: -30, method: 'x' }] as const
    const resolve = (body: object): [string, object] => [`/api/complaints/${form.id}/resolve/`, body]
    return {
      'POST /api/payments/': [
        ...payments.map(({ id: _, ...payer }) => [...refund(payer)] as [string, object]),
        ...[{ user: nobody }, { client: nobody }, { order: nobody }].map(
          (payer) => [...refund(payer)] as [string, object],
        ),
      ],
      'POST /api/payments/{id}/reverse/': payments.map(({ id }) => [
        `/api/payments/${id}/reverse/`,
        { reason: 'No' },
      ]),
      'POST /api/complaints/{id}/resolve/': [
        resolve({ resolution: 'refund', amount: 30, method: 'cash' }),
        resolve({ resolution: 'credit', coins: 5 }),
      ],
      'POST /api/users/{id}/coins/': [[`/api/users/${user}/coins/`, { delta: 5, reason: 'For me' }]],
      'POST /referral_app/api/mark-as-fulfilled/': [
        ['/referral_app/api/mark-as-fulfilled/', { referral_code: 'NOBODY' }],
      ],
      'POST /api/void-purchased-voucher/': [['/api/void-purchased-voucher/', { id: sold, reason: 'Torn' }]],
      'POST /api/hand-overs/{id}/explain/': [
        [`/api/hand-overs/${await difference()}/explain/`, { reason: 'Spent' }],
      ],
      'POST /api/days/{day}/close/': [['/api/days/2020-01-05/close/', { till: { notes: {} } }]],
      'DELETE /api/bin/{id}/': [[`/api/bin/${gone.id}/`]],
      'POST /api/api-keys/': [['/api/api-keys/', { name: 'Mine', scopes: ['payments:write'] }]],
      'PUT /api/approval-rule/': [['/api/approval-rule/', { limits: none }]],
    }
  }

  test('is refused before anything of it is shown or kept', async () => {
    const asked = await requests()
    const { paths } = (await api.as(undefined).get('/api/openapi.json')).json<Description>()
    const guarded = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        responses['202'] ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    )
    expect(guarded.toSorted()).toEqual(Object.keys(asked).toSorted())
    const signIn = async (...abilities: Parameters<typeof buildClerk>[1][number][]) =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
    const desk = await signIn('orders', 'prices', 'customers')
    const keeper = await signIn('keys')
    await setRule({ coins: 0, claims: 0, vouchers: 0, refunds: 0, differences: 0, days: 0, api_keys: 0 })
    const kept = () => api.db`select count(*)::int as approvals from approvals`
    const before = await kept()
    for (const [name, some] of Object.entries(asked))
      for (const [url, body] of some)
        for (const [who, as] of Object.entries({ courier: api.as('staff'), desk, keeper })) {
          const reply = await as.send(name.split(' ')[0], url, body)
          expect([403, 404], `${who}: ${name} ${JSON.stringify(body)} ${reply.body}`).toContain(
            reply.statusCode,
          )
          expect(reply.body).not.toContain('₹')
        }
    expect(await kept()).toEqual(before)
  })

  test('any more when it is approved, has asked for nothing', async () => {
    const { id: order } = await buildOrder(api.db, { amount: 500_00 })
    await admin.post('/api/payments/', { order, amount: 40, method: 'upi' })
    const clerk = await buildClerk(api.db, ['payments', 'prices', 'customers'])
    const asClerk = api.withToken(await openSession(api.db, clerk.id))
    await setRule({ refunds: 0 })
    const asked = await asClerk.post('/api/payments/', { order, amount: -40, method: 'upi' })
    expect(asked.statusCode).toBe(202)
    await api.db`update ability_sets set version = version + 1, abilities = '{prices}' where id = ${clerk.ability_set}`
    expect((await approve(asked.json().id)).json()).toMatchObject({
      status: 'failed',
      failure: 'Only the shop pays money back',
    })
    expect((await admin.get(`/api/all-orders/${order}/`)).json().paid).toBe(40)
  })
})

test('the list has those that wait first, and is found by what it says', async () => {
  const old = await askForCoins(77)
  const newer = await askForCoins(78)
  await refuse(newer.id)
  const { results } = (await second.get('/api/approvals/')).json()
  expect(results[0]).toMatchObject({ status: 'waiting' })
  const ids = (results as Approval[]).map(({ id }) => id)
  expect(ids.indexOf(old.id)).toBeLessThan(ids.indexOf(newer.id))
  expect((await second.get('/api/approvals/?query=grant 77')).json().results).toMatchObject([{ id: old.id }])
  expect((await second.get('/api/approvals/?status=refused&query=grant 78')).json().count).toBe(1)
  expect((await second.get('/api/approvals/?status=waiting&query=grant 78')).json().count).toBe(0)
  expect((await second.get('/api/approvals/?query=nina')).json().count).toBeGreaterThan(0)
  for (const [ordering, expected] of [
    ['number', [old.id, newer.id]],
    ['-number', [newer.id, old.id]],
    ['asked_at', [old.id, newer.id]],
  ] as const) {
    const found = (await second.get(`/api/approvals/?query=grant 7&ordering=${ordering}`)).json()
    const sorted = (found.results as Approval[]).map(({ id }) => id)
    expect([ordering, sorted.filter((id) => id === old.id || id === newer.id)]).toEqual([ordering, expected])
  }
  expect((await second.get('/api/approvals/01900000-0000-7000-8000-000000000000/')).statusCode).toBe(404)
  expect((await approve('01900000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  expect((await second.get('/api/approvals/?format=csv')).body).toContain('Grant 77 coins')
})

describe('the rule', () => {
  test('needs two super admins, and a change of it needs both', async () => {
    const on = (await putRule({ coins: 10 })).json<ApprovalRule>()
    expect(on).toMatchObject({ limits: { coins: 10 }, super_admins: 2 })
    const { version } = on
    expect((await putRule({ coins: 10 }, version - 1)).json()).toMatchObject({ code: 'stale', current: on })
    const off = await putRule({})
    expect([off.statusCode, off.json().changes]).toMatchObject([
      202,
      [{ what: 'Coins granted by hand', before: 'Two people above 10 coins', after: 'One person' }],
    ])
    const again = await putRule({ coins: 10 })
    expect([again.statusCode, again.json().version]).toEqual([200, version])
    expect((await approve(off.json().id)).json().status).toBe('approved')
    expect((await admin.get('/api/approval-rule/')).json().limits).toEqual(none)
    await api.db`update staff_users set version = version + 1, is_active = false where id = ${secondId}`
    expect((await putRule({ coins: 10 })).statusCode).toBe(422)
    await api.db`update staff_users set version = version + 1, is_active = true where id = ${secondId}`
  })

  test('says what would change of each act, in its own unit', async () => {
    await setRule({ coins: 10_00, vouchers: 3, refunds: 1000_00, differences: 50_00, claims: 0 })
    expect((await admin.get('/api/approval-rule/')).json().limits).toEqual({
      coins: 10,
      vouchers: 3,
      refunds: 1000,
      differences: 50,
      days: null,
      claims: 0,
      api_keys: null,
    })
    const limits = {
      coins: 12.5,
      vouchers: 4,
      refunds: 2000.5,
      differences: null,
      days: 0,
      claims: null,
      api_keys: 0,
    }
    const asked = await putRule(limits)
    expect(asked.json<Approval>().changes.map(({ before, after }) => [before, after])).toEqual([
      ['Two people above 10 coins', 'Two people above 12.5 coins'],
      ['Two people', 'One person'],
      ['Two people above 3 codes', 'Two people above 4 codes'],
      ['Two people above ₹1,000', 'Two people above ₹2,000.5'],
      ['Two people above ₹50', 'One person'],
      ['One person', 'Two people'],
      ['One person', 'Two people'],
    ])
    await approve(asked.json().id)
    expect((await admin.get('/api/approval-rule/')).json().limits).toEqual(limits)
  })

  test.each([
    { coins: -1 },
    { vouchers: 1.5 },
    { claims: 3 },
    { refunds: 1e15 },
    { coins: '5' },
    { nonsense: 1 },
  ])('%j is refused', async (limits) =>
    expect((await putRule(limits as Partial<Limits>)).statusCode).toBe(400),
  )

  test('keeps the last second super admin, in any race', async () => {
    await setRule({ coins: 0 })
    const deactivate = (id: string, by = admin) => by.patch(`/api/staff_users/${id}/`, { is_active: false })
    expect((await deactivate(secondId)).json().code).toBe('second_admin')
    await setRule({})
    for (let round = 0; round < 4; round++) {
      const [on, off] = await Promise.all([putRule({ coins: 1 }), deactivate(secondId)])
      expect([on.statusCode, off.statusCode]).toEqual(on.statusCode === 200 ? [200, 409] : [422, 200])
      await setRule({})
      await api.db`update staff_users set version = version + 1, is_active = true where id = ${secondId} and not is_active`
      second = api.withToken(await openSession(api.db, secondId))
    }
  })

  test('nobody sets the password of another super admin while it is on', async () => {
    await setRule({ coins: 0 })
    const reply = await admin.post(`/api/staff_users/${secondId}/password/`, {
      password: 'quite a new pass phrase',
    })
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'two_people'])
  })
})
