import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import type { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser, buildVouchers } from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const buy = (user_id: string, voucher_info_id: string, headers?: Record<string, string>) =>
  admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id }, headers)
const voidVoucher = (id: string, more: object = {}) =>
  admin.post('/api/void-purchased-voucher/', { id, reason: 'Wrong voucher', ...more })
const coins = async (user: string) => (await admin.get(`/api/get-user-coin-info/?user_id=${user}`)).json()
const list = async (query: string) =>
  (await admin.get(`/api/get-purchased-voucher/?${query}`)).json<{
    count: number
    results: SoldVoucher[]
  }>()

async function buildUserWithCoins(balance: number, fields: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(api.db, fields)
  if (balance > 0) await admin.post(`/api/users/${user.id}/coins/`, { delta: balance, reason: 'Gift' })
  return user
}

const statusesOf = (replies: { statusCode: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

describe('a sale', () => {
  test('is refused for another cost than the customer was told', async () => {
    const user = await buildUserWithCoins(30)
    const group = await buildVouchers(api.db, { voucher_codes: ['T-1', 'T-2'], cost: 12_50 })
    const sellFor = (cost: number) =>
      admin.post('/api/save-purchased-voucher/', { user_id: user.id, voucher_info_id: group.id, cost })
    const refused = await sellFor(10)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'price_changed',
        message: 'This voucher costs 12.5 coins now. Choose it again to sell it for that.',
      },
    ])
    expect((await coins(user.id)).balance).toBe(30)
    expect((await sellFor(12.5)).statusCode).toBe(201)
  })

  test('assigns one available code and spends its coins, with the current data of the group', async () => {
    const user = await buildUserWithCoins(20, {
      first_name: 'Anil',
      last_name: 'Mehta',
      email: 'anil@print.test',
    })
    const client = await buildClient(api.db, { name: 'Chai Point' })
    const group = await buildVouchers(api.db, {
      client: client.id,
      voucher_codes: ['CP-1', 'CP-2'],
      voucher_detail: 'One tea',
      cost: 12_50,
    })
    const reply = await buy(user.id, group.id)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: expect.any(String),
      user: user.id,
      user_data: {
        id: user.id,
        first_name: 'Anil',
        last_name: 'Mehta',
        email: 'anil@print.test',
        mobile: user.mobile,
      },
      client: client.id,
      client_name: 'Chai Point',
      voucherInfoId: group.id,
      voucher_code: 'CP-1',
      voucher_detail: 'One tea',
      cost: 12.5,
      purchased_at: expect.any(String),
      expiry_date: group.expiry_date,
      image: null,
      by: 'Asha Rao',
      voided_at: null,
      voided_by: null,
      void_reason: null,
      version: 1,
    })
    expect(await coins(user.id)).toMatchObject({
      balance: 7.5,
      spent: 12.5,
      entries: [{ delta: -12.5, reason: 'Voucher purchased', purchased_voucher: reply.json().id }, {}],
    })
    const { results } = (await admin.get(`/api/get-voucher/?id=${group.id}&is_assigned=true`)).json()
    expect(results).toMatchObject([{ voucher_code: 'CP-1', is_assigned: true, is_active: true }])
    const audit = await api.db`
      select entity from audit_entries where actor = ${api.people.admin.id} and position = (
        select position from audit_entries where entity_id = ${reply.json().id})
      order by entity`
    expect(audit.map(({ entity }) => entity)).toEqual(['coin_entries', 'purchased_vouchers', 'vouchers'])
  })

  test('of a voucher without cost needs no coins and adds no coin entry', async () => {
    const user = await buildUser(api.db)
    const group = await buildVouchers(api.db, { cost: 0 })
    expect((await buy(user.id, group.id)).statusCode).toBe(201)
    expect(await coins(user.id)).toMatchObject({ balance: 0, entries: [] })
  })

  test('with too few coins is refused, and the code stays available', async () => {
    const group = await buildVouchers(api.db, { cost: 10_00 })
    for (const balance of [0, 9.99]) {
      const user = await buildUserWithCoins(balance)
      const reply = await buy(user.id, group.id)
      expect([reply.statusCode, reply.json().errors]).toEqual([
        422,
        [{ context: { key: 'user_id' }, message: 'This customer has too few coins' }],
      ])
      expect(await coins(user.id)).toMatchObject({ balance })
    }
    expect((await buy((await buildUserWithCoins(10)).id, group.id)).statusCode).toBe(201)
  })

  test('is refused for sold out, expired or unknown groups, and for unknown customers', async () => {
    const user = await buildUser(api.db)
    const gone = await buildUser(api.db, { is_active: false })
    const group = await buildVouchers(api.db, { expires: 0 })
    const expired = await buildVouchers(api.db, { expires: -1 })
    for (const [customer, message] of [
      [gone.id, 'This customer is deactivated. Activate them first.'],
      [nobody, 'There is no such customer'],
    ] as const) {
      const reply = await buy(customer, group.id)
      expect(reply.statusCode).toBe(422)
      expect(reply.json().errors).toEqual([{ context: { key: 'user_id' }, message }])
    }
    expect((await buy(user.id, nobody)).statusCode).toBe(404)
    expect((await buy(user.id, expired.id)).json().code).toBe('expired')
    expect((await buy(user.id, group.id)).statusCode).toBe(201)
    const last = await buy(user.id, group.id)
    expect([last.statusCode, last.json().code]).toEqual([409, 'none_left'])
    for (const [key, body] of [
      ['user_id', { voucher_info_id: group.id }],
      ['voucher_info_id', { user_id: user.id }],
      ['voucher_info_id', { user_id: user.id, voucher_info_id: 'x' }],
      ['voucher_code', { user_id: user.id, voucher_info_id: group.id, voucher_code: 'A' }],
    ] as const) {
      const reply = await admin.post('/api/save-purchased-voucher/', body)
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
    }
  })

  test('happens once per Idempotency-Key', async () => {
    const user = await buildUserWithCoins(10)
    const group = await buildVouchers(api.db, { voucher_codes: ['A', 'B', 'C'], cost: 1_00 })
    const [first, second] = [
      await buy(user.id, group.id, { 'idempotency-key': 'buy-1' }),
      await buy(user.id, group.id, { 'idempotency-key': 'buy-1' }),
    ]
    expect(second.json()).toEqual(first.json())
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, () => buy(user.id, group.id, { 'idempotency-key': 'buy-2' })),
    )
    expect(atOnce.filter(({ statusCode }) => statusCode === 201).length).toBeGreaterThan(0)
    expect(await coins(user.id)).toMatchObject({ balance: 8 })
    const refusedOnce = await buy((await buildUser(api.db)).id, group.id, { 'idempotency-key': 'buy-3' })
    expect(refusedOnce.statusCode).toBe(422)
    expect(await list(`user_id=${user.id}`)).toMatchObject({ count: 2 })
  })
})

describe('a void', () => {
  test('gives the coins back, once, but does not make the code available', async () => {
    const user = await buildUserWithCoins(10)
    const group = await buildVouchers(api.db, { cost: 10_00 })
    const { id } = (await buy(user.id, group.id)).json<SoldVoucher>()
    expect((await voidVoucher(id, { version: 2 })).json().code).toBe('stale')
    const replies = await Promise.all(Array.from({ length: 6 }, () => voidVoucher(id, { version: 1 })))
    expect(statusesOf(replies)).toEqual({ 200: 1, 409: 5 })
    expect(replies.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
      voided_by: 'Asha Rao',
      void_reason: 'Wrong voucher',
      version: 2,
    })
    expect(await coins(user.id)).toMatchObject({
      balance: 10,
      entries: [{ delta: 10, reason: 'Voucher taken back', purchased_voucher: id }, { delta: -10 }, {}],
    })
    expect((await voidVoucher(id)).json().code).toBe('voided')
    expect((await buy(user.id, group.id)).json().code).toBe('none_left')
    const { results } = (await admin.get(`/api/get-voucher/?id=${group.id}`)).json()
    expect(results).toMatchObject([{ is_assigned: true, is_active: false }])
    const audit = await api.db`
      select before->>'voided_at' as before, after->>'void_reason' as after from audit_entries
      where entity = 'purchased_vouchers' and entity_id = ${id} and action = 'update'`
    expect(audit).toEqual([{ before: null, after: 'Wrong voucher' }])
  })

  test('needs a reason and a sold voucher', async () => {
    expect((await voidVoucher(nobody)).statusCode).toBe(404)
    for (const reason of ['', ' ', undefined, 'x'.repeat(501)]) {
      const reply = await voidVoucher(nobody, { reason })
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'reason'])
    }
  })
})

test('sold vouchers are searched by customer, mobile, company and code, and exported', async () => {
  const client = await buildClient(api.db, { name: 'Blue Bakery' })
  const user = await buildUserWithCoins(0, {
    first_name: 'Kavya',
    last_name: 'Iyer',
    mobile: '+919812345678',
  })
  const group = await buildVouchers(api.db, { client: client.id, voucher_codes: ['BB-é50%', 'bb-2'] })
  const ids = [
    (await buy(user.id, group.id)).json().id as string,
    (await buy(user.id, group.id)).json().id as string,
  ]
  await voidVoucher(ids[0] ?? '')
  const newest = ids.toReversed()
  const found = async (query: string) => {
    const { count, results } = await list(query)
    expect(count).toBe(results.length)
    return results.map(({ id }) => id)
  }
  for (const query of ['KAVYA', 'vya iyer', '98123 45678', 'blue bak', 'BB-'])
    expect([query, await found(`query=${encodeURIComponent(query)}`)]).toEqual([query, newest])
  for (const query of ['0%', 'B-É', 'bb-é'])
    expect([query, await found(`query=${encodeURIComponent(query)}`)]).toEqual([query, [ids[0]]])
  expect(await found('query=b_-2')).toEqual([])
  expect(await found(`user_id=${user.id}`)).toEqual(newest)
  expect(await found(`client_id=${client.id}`)).toEqual(newest)
  expect(await found(`client_id=${client.id}&voided=true`)).toEqual([ids[0]])
  expect(await found(`client_id=${client.id}&voided=false`)).toEqual([ids[1]])
  const all = await list('limit=1')
  const [row] = await api.db<[{ count: number }]>`select count(*)::int as count from purchased_vouchers`
  expect(all.count).toBe(row.count)
  const file = await admin.get(`/api/get-purchased-voucher/?client_id=${client.id}&format=csv`)
  const rows = parse<Record<string, string>>(file.body, { columns: true, bom: true })
  expect(rows.map(({ id }) => id)).toEqual(newest)
  expect(rows[0]).toMatchObject({ 'user_data.first_name': 'Kavya', client_name: 'Blue Bakery', cost: '0' })
})

describe('races', () => {
  test('of 400 concurrent sales of 40 codes exactly 40 succeed, each with its own code and paid once', {
    tags: ['proof'],
  }, async () => {
    const codes = Array.from({ length: 40 }, (_, index) => `RACE-${index}`)
    const group = await buildVouchers(api.db, { voucher_codes: codes, cost: 3_00 })
    const buyers = await Promise.all(Array.from({ length: 10 }, () => buildUserWithCoins(1000)))
    const replies = await Promise.all(
      Array.from({ length: 400 }, (_, index) => buy(buyers[index % 10]?.id ?? '', group.id)),
    )
    expect(statusesOf(replies)).toEqual({ 201: 40, 409: 360 })
    const [won, lost] = [201, 409].map((status) =>
      replies.filter(({ statusCode }) => statusCode === status).map((reply) => reply.json()),
    )
    expect(new Set(won?.map(({ voucher_code }) => voucher_code)).size).toBe(40)
    expect(new Set(lost?.map(({ code }) => code))).toEqual(new Set(['none_left']))
    const spent = await Promise.all(buyers.map(async ({ id }) => (await coins(id)).spent as number))
    expect(spent.reduce((sum, one) => sum + one)).toBe(120)
    const [ledger] = await api.db`
      select count(*)::int as lines, count(distinct purchased_voucher)::int as purchases, sum(delta)::int as delta
      from coin_entries where reason = 'Voucher purchased' and purchased_voucher in (
        select id from purchased_vouchers where voucher_info_id = ${group.id})`
    expect(ledger).toEqual({ lines: 40, purchases: 40, delta: -120_00 })
    await expectFiguresMatchRows(api.db)
  })

  test('concurrent sales to one customer never spend more than the balance', async () => {
    const user = await buildUserWithCoins(10)
    const group = await buildVouchers(api.db, {
      voucher_codes: Array.from({ length: 40 }, (_, index) => `HAND-${index}`),
      cost: 2_50,
    })
    const replies = await Promise.all(Array.from({ length: 30 }, () => buy(user.id, group.id)))
    expect(statusesOf(replies)).toEqual({ 201: 4, 422: 26 })
    expect(await coins(user.id)).toMatchObject({ balance: 0, spent: 10 })
    const { available } = (await admin.get('/api/voucher-groups/')).json().results[0]
    expect(available).toBe(36)
  })

  test('a sale waits for the last code while another transaction has it, instead of being refused', async () => {
    const group = await buildVouchers(api.db, { voucher_codes: ['ONLY'] })
    const user = await buildUser(api.db)
    let reply: ReturnType<typeof buy> | undefined
    await api.db
      .begin(async (tx) => {
        await tx`update vouchers set version = version + 1, is_assigned = true where voucher_info_id = ${group.id}`
        reply = buy(user.id, group.id)
        void reply.then(() => {})
        await expect
          .poll(
            async () => (await tx`select from pg_locks where not granted and pid <> pg_backend_pid()`).length,
          )
          .toBeGreaterThan(0)
        throw new Error('gone')
      })
      .catch(() => {})
    expect((await reply)?.statusCode).toBe(201)
  })

  test('a sale does not wait for a locked code if another one is available', async () => {
    const group = await buildVouchers(api.db, { voucher_codes: ['HELD', 'FREE'] })
    const user = await buildUser(api.db)
    await api.db.begin(async (tx) => {
      await tx`select 1 from vouchers where voucher_info_id = ${group.id} and voucher_code = 'HELD' for update`
      const reply = await buy(user.id, group.id)
      expect([reply.statusCode, reply.json().voucher_code]).toEqual([201, 'FREE'])
    })
  })

  test('counts stay exact when the expiry changes while codes are sold, voided and deleted', {
    tags: ['proof'],
  }, async () => {
    const codes = Array.from({ length: 300 }, (_, index) => `MOVE-${index}`)
    const group = await buildVouchers(api.db, { voucher_codes: codes })
    const user = await buildUser(api.db)
    const first = (await admin.get(`/api/get-voucher/?id=${group.id}&limit=50`)).json().results as Voucher[]
    const moves = first
      .slice(0, 12)
      .map(({ id }, index) =>
        admin.put('/api/save-voucher/', { id, expiry_date: `2099-01-${String(index + 10)}` }),
      )
    const bought: string[] = []
    const buying = Array.from({ length: 150 }, async () => {
      const reply = await buy(user.id, group.id)
      expect(reply.statusCode).toBe(201)
      bought.push(reply.json().id)
      if (bought.length % 3 === 0) expect((await voidVoucher(reply.json().id)).statusCode).toBe(200)
    })
    const deleting = first
      .slice(12, 40)
      .map(({ id }) => admin.delete(`/api/delete-vouchers/?voucher_ids=${id}`))
    const fold = api.db`select fold_figures()`
    await Promise.all([...buying, fold])
    expect(statusesOf(await Promise.all(moves))).toEqual({ 200: 12 })
    expect(statusesOf(await Promise.all(deleting))).toEqual({ 204: 28 })
    await expectFiguresMatchRows(api.db)
    expect((await admin.get('/api/voucher-groups/')).json().results[0]).toMatchObject({
      codes: 272,
      available: 122,
    })
  })
})
