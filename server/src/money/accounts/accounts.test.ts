import type { Account, Statement } from '@our-print/contract/money/accounts.ts'
import type { Invoice } from '@our-print/contract/money/invoices.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildClient, buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { seller } from '../../../test/randomInvoices.ts'
import { createRandom } from '../../../test/simulation/random.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { restoreClients } from '../../rewards/clients/deleteClients.queries.ts'
import { emptyBin } from '../../shop/bin/emptyBin.ts'

const api = useApi()
const admin = api.as('admin')

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const dayOf = (days: number) => daysAgo(days).slice(0, 10)
const delivered = (user: string, days: number, amount: number) =>
  buildOrder(api.db, {
    user,
    status: 'delivered',
    amount,
    delivered_at: daysAgo(days),
    created_at: daysAgo(days),
  })
const pay = (body: object) => admin.post('/api/payments/', { method: 'upi', ...body })
const accountOf = async (id: string) => (await admin.get(`/api/accounts/${id}/`)).json<Account>()

let user: string
let client: string
beforeAll(async () => {
  user = (await buildUser(api.db, { first_name: 'Owing', last_name: 'Rao' })).id
  client = (await buildClient(api.db)).id
  await delivered(user, 2, 100_00)
  await delivered(user, 20, 200_00)
  const old = await delivered(user, 45, 400_00)
  await delivered(user, 90, 800_00)
  await buildOrder(api.db, { user, amount: 999_00 })
  await pay({ order: old.id, amount: 150 })
  await pay({ user, amount: 60, happened_at: daysAgo(1) })
  const company = await delivered(user, 3, 5000_00)
  await api.db`update orders set version = version + 1, client_id = ${client} where id = ${company.id}`
  const open = await buildOrder(api.db, { user, amount: 70_00 })
  await api.db`
    update orders set version = version + 1, client_id = ${client}, pay_by = 'on_account' where id = ${open.id}`
})

describe('an account', () => {
  test('of a deleted company is gone with it, and deleted for good with it', async () => {
    const { id } = await buildClient(api.db, { name: 'Gone Ltd' })
    const limit = { credit_limit: 750 }
    expect((await admin.patch(`/api/accounts/${id}/`, limit)).statusCode).toBe(200)
    const listed = async () => {
      const { count } = (await admin.get('/api/accounts/?query=gone ltd')).json<{ count: number }>()
      return [count, (await admin.get('/api/accounts/?format=csv')).body.includes('Gone Ltd')]
    }
    expect(await listed()).toEqual([1, true])
    const remove = () => admin.delete(`/api/clients/?client_id=${id}`)
    expect((await remove()).statusCode).toBe(204)
    expect(await listed()).toEqual([0, false])
    expect((await admin.get(`/api/accounts/${id}/`)).json().message).toBe('Account not found')
    expect((await admin.patch(`/api/accounts/${id}/`, limit)).statusCode).toBe(404)
    await restoreClients(api.db, [id])
    expect(await listed()).toEqual([1, true])
    expect(await accountOf(id)).toMatchObject(limit)
    await remove()
    await api.db`delete from bin where id = ${id}`
    await emptyBin(api.db)
    expect(await api.db`select from clients where id = ${id}`).toEqual([])
  })

  test('has in a file the columns that its list fills', async () => {
    const [head = '', row = ''] = (await admin.get('/api/accounts/?format=csv&kind=user')).body.split('\r\n')
    const keys = head.replace('\uFEFF', '').split(',')
    expect(keys.filter((_, at) => row.split(',')[at] === '')).toEqual(['credit_limit'])
  })

  test('says what is paid ahead and owed, by the days since the delivery', async () => {
    expect(await accountOf(user)).toMatchObject({
      kind: 'user',
      name: 'Owing Rao',
      balance: 60,
      owed: 1350,
      ageing: { week: 100, month: 200, two_months: 250, older: 800 },
      on_account: 0,
      credit_limit: null,
      effective_limit: 0,
    })
    expect(await accountOf(client)).toMatchObject({
      kind: 'client',
      owed: 5000,
      ageing: { week: 5000, older: 0 },
      on_account: 70,
    })
    const empty = (await buildUser(api.db)).id
    expect(await accountOf(empty)).toMatchObject({ balance: 0, owed: 0, effective_limit: 0 })
    expect((await admin.get('/api/accounts/01900000-0000-7000-8000-000000000000/')).statusCode).toBe(404)
  })

  test('is listed with who owes most first, and found by kind, age and name', async () => {
    const idsOf = async (query = '') =>
      (await admin.get(`/api/accounts/?${query}`)).json<{ results: Account[] }>().results.map(({ id }) => id)
    expect(await idsOf()).toEqual([client, user])
    expect(await idsOf('kind=user')).toEqual([user])
    expect(await idsOf('owing_days=60')).toEqual([user])
    expect(await idsOf('owing=false')).toEqual([])
    expect(await idsOf('query=owing%20rao')).toEqual([user])
    expect(await idsOf('ordering=-balance')).toEqual([user, client])
    const csv = await admin.get('/api/accounts/?format=csv&kind=client')
    expect(csv.body.split('\n')[1]).toContain('5000')
  })

  test('of a company has the orders of all who ordered for it, and none of these', async () => {
    const company = (await buildClient(api.db)).id
    const people = [(await buildUser(api.db)).id, (await buildUser(api.db)).id]
    for (const [at, person] of people.entries()) {
      const { id } = await delivered(person, 40, (1 + at) * 100_00)
      await api.db`update orders set version = version + 1, client_id = ${company} where id = ${id}`
      await delivered(person, 1, 7_00)
    }
    const waiting = await buildOrder(api.db, { user: String(people[0]), amount: 50_00 })
    await api.db`
      update orders set version = version + 1, client_id = ${company}, pay_by = 'on_account' where id = ${waiting.id}`
    const { results } = (await admin.get('/api/accounts/?limit=100')).json<{ results: Account[] }>()
    const of = (id: string | undefined) => results.filter((account) => account.id === id)
    expect(of(company)).toMatchObject([
      { owed: 300, on_account: 50, ageing: { week: 0, two_months: 300, older: 0 } },
    ])
    for (const person of people) expect(of(person)).toMatchObject([{ owed: 7, on_account: 0 }])
    expect(await accountOf(company)).toEqual({ ...of(company)[0], overpaid: 0 })
  })

  test('is found by the age of what is oldest in it, from its day on', async () => {
    const person = (await buildUser(api.db, { first_name: 'Edge' })).id
    const { id } = await delivered(person, 90, 5_00)
    for (const [days, after, isFound] of [
      [30, '-1 microsecond', true],
      [30, '0', false],
      [7, '0', true],
    ] as const) {
      await api.db`
        update orders set version = version + 1, delivered_at = day_start(shop_day(now()) - 30) + ${after}::interval where id = ${id}`
      const found = (await admin.get(`/api/accounts/?query=edge&owing_days=${days}`)).json<{
        count: number
      }>()
      expect([days, after, found.count === 1]).toEqual([days, after, isFound])
    }
  })

  test('is listed by what is asked for, page by page', async () => {
    const build = async (name: string, paid: number, owed: number) => {
      const { id } = await buildUser(api.db, { first_name: 'Listed', last_name: name })
      if (paid) await pay({ user: id, amount: paid })
      if (owed) await delivered(id, 3, owed * 100)
      return id
    }
    const [b, a, c] = [await build('B', 30, 0), await build('A', 10, 5), await build('C', 20, 9)]
    const company = (await buildClient(api.db, { name: 'Listed Ltd' })).id
    await admin.patch(`/api/accounts/${company}/`, { credit_limit: 7 })
    const found = async (query: string) => {
      const { count, results } = (await admin.get(`/api/accounts/?query=listed&${query}`)).json<{
        count: number
        results: Account[]
      }>()
      return { count, ids: results.map(({ id }) => id) }
    }
    for (const [query, count, ids] of [
      ['kind=user', 3, [c, a, b]],
      ['kind=client', 1, [company]],
      ['owing=true', 2, [c, a]],
      ['owing=false&ordering=balance', 2, [company, b]],
      ['ordering=name', 4, [a, b, c, company]],
      ['ordering=name&limit=1&offset=2', 4, [c]],
      ['ordering=-balance&kind=user&limit=2', 3, [b, c]],
      ['offset=4', 4, []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, { count, ids }])
    const { results } = (await admin.get('/api/accounts/?ordering=name&limit=100')).json<{
      results: Account[]
    }>()
    const names = results.map(({ name }) => name.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const csv = await admin.get('/api/accounts/?query=listed&ordering=name&format=csv')
    expect(csv.body.match(/Listed \w+/g)).toEqual(['Listed A', 'Listed B', 'Listed C', 'Listed Ltd'])
  })

  test('of a company is paid into and paid back from, never below zero', async () => {
    const company = (await buildClient(api.db)).id
    expect((await pay({ client: company, amount: -1 })).statusCode).toBe(422)
    await pay({ client: company, amount: 10 })
    await pay({ client: company, amount: 5 })
    expect((await pay({ client: company, amount: -15.01 })).statusCode).toBe(422)
    expect((await pay({ client: company, amount: -4 })).statusCode).toBe(201)
    expect(await accountOf(company)).toMatchObject({ balance: 11 })
    await expectInvariantsHold(api.db)
  })

  test('has a version: of two who set its limit the second is told', async () => {
    const { id } = await buildUser(api.db)
    const seen = await accountOf(id)
    const set = (body: object) => admin.patch(`/api/accounts/${id}/`, body)
    expect((await set({ credit_limit: 50, version: seen.version })).json()).toMatchObject({
      version: seen.version + 1,
    })
    const second = await set({ credit_limit: 70, version: seen.version })
    expect([second.statusCode, second.json().code]).toEqual([409, 'stale'])
    expect(second.json().current).toEqual(await accountOf(id))
    expect(await accountOf(id)).toMatchObject({ credit_limit: 50 })
    // What is owed may have changed since the account was read.
    const current = await accountOf(id)
    expect((await set({ ...current, owed: 17, credit_limit: 80 })).statusCode).toBe(200)
    expect((await set({ owed: 17 })).statusCode).toBe(400)
  })

  test('has a limit of its own, once somebody sets it', async () => {
    const set = (body: object) => admin.patch(`/api/accounts/${client}/`, body)
    expect((await set({ credit_limit: 20_000 })).json()).toMatchObject({
      credit_limit: 20_000,
      effective_limit: 20_000,
    })
    expect((await set({ credit_limit: -1 })).statusCode).toBe(400)
    expect((await set({ balance: 1_000_000 })).statusCode).toBe(400)
    expect((await set({ credit_limit: null })).json()).toMatchObject({
      credit_limit: null,
      effective_limit: 0,
    })
    const versionOf = async () =>
      (await api.db`select version from accounts where client_id = ${client}`)[0]?.['version'] as number
    const before = await versionOf()
    expect((await set({ credit_limit: null })).statusCode).toBe(200)
    expect((await set({})).statusCode).toBe(200)
    expect(await versionOf()).toBe(before)
    const person = (await buildUser(api.db)).id
    const own = await admin.patch(`/api/accounts/${person}/`, { credit_limit: 12.5 })
    expect(own.json()).toMatchObject({ kind: 'user', credit_limit: 12.5, effective_limit: 12.5 })
    await api.db`update configurations set version = version + 1, credit_limit_customer = 300, credit_limit_company = 400`
    expect(await accountOf(client)).toMatchObject({ effective_limit: 4 })
    expect(await accountOf((await buildUser(api.db)).id)).toMatchObject({ effective_limit: 3 })
    await api.db`update configurations set version = version + 1, credit_limit_customer = 0, credit_limit_company = 0`
    await expectInvariantsHold(api.db)
  })

  test('says what was paid too much for its orders, and nothing of that of others', async () => {
    const [person, company] = [(await buildUser(api.db)).id, (await buildClient(api.db)).id]
    const own = await delivered(person, 3, 100_00)
    const theirs = await delivered(person, 3, 100_00)
    await api.db`update orders set version = version + 1, client_id = ${company} where id = ${theirs.id}`
    expect(await accountOf(person)).toMatchObject({ owed: 100, overpaid: 0 })
    expect((await pay({ order: own.id, amount: 120 })).statusCode).toBe(201)
    expect((await pay({ order: theirs.id, amount: 107.5 })).statusCode).toBe(201)
    expect(await accountOf(person)).toMatchObject({ balance: 0, owed: 0, overpaid: 20 })
    expect(await accountOf(company)).toMatchObject({ balance: 0, owed: 0, overpaid: 7.5 })
    const back = { order: own.id, amount: -20, method: 'account' }
    expect((await pay(back)).statusCode).toBe(201)
    expect(await accountOf(person)).toMatchObject({ balance: 20, owed: 0, overpaid: 0 })
  })

  test('is of who sees payments, prices and customers only', async () => {
    const paths = [
      '/api/accounts/',
      `/api/accounts/${user}/`,
      `/api/users/${user}/statement/`,
      `/api/clients/${client}/statement/`,
    ]
    for (const path of paths) expect((await api.as('staff').get(path)).statusCode).toBe(403)
    const clerk = api.withToken(
      await openSession(api.db, (await buildClerk(api.db, ['payments', 'prices'])).id),
    )
    for (const path of paths) expect((await clerk.get(path)).statusCode).toBe(403)
  })
})

describe('a statement', () => {
  const read = async (query = '') =>
    (await admin.get(`/api/users/${user}/statement/?${query}`)).json<Statement>()

  test('leads from the opening to the closing balance', async () => {
    const all = await read(`from_date=${dayOf(100)}`)
    expect([all.opening, all.closing]).toEqual([0, 1290])
    expect(all.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['opening', null, 0],
      ['order', 800, 800],
      ['order', 400, 1200],
      ['order', 200, 1400],
      ['order', 100, 1500],
      ['payment', -60, 1440],
      ['payment', -150, 1290],
      ['closing', null, 1290],
    ])
    const late = await read(`from_date=${dayOf(30)}&to_date=${dayOf(10)}`)
    expect([late.opening, late.closing]).toEqual([1200, 1400])
    expect(
      (await admin.get(`/api/users/${user}/statement/?from_date=2027-01-02&to_date=2027-01-01`)).statusCode,
    ).toBe(400)
    expect((await admin.get(`/api/users/${client}/statement/`)).statusCode).toBe(404)
  })

  test.each([
    ['from_date=2024-01-01&to_date=2024-01-01', 200],
    ['from_date=2024-01-02&to_date=2024-01-01', 400],
    ['from_date=2024-01-01&to_date=2025-12-31', 200],
    ['from_date=2024-01-01&to_date=2026-01-01', 400],
  ])('of %s answers %i', async (query, status) => {
    expect((await admin.get(`/api/users/${user}/statement/?${query}`)).statusCode).toBe(status)
  })

  test('without days is of the last 30, and of a company of its orders alone', async () => {
    const [days] = await api.db`select shop_day(now()) as last, shop_day(now()) - 29 as first`
    expect(await read()).toMatchObject({ from_date: days?.['first'], to_date: days?.['last'] })
    const { name, opening, lines } = (await admin.get(`/api/clients/${client}/statement/`)).json<Statement>()
    expect([name, opening]).toEqual([expect.stringContaining('Company'), 0])
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['opening', null],
      ['order', 5000],
      ['closing', null],
    ])
    expect((await admin.get(`/api/clients/${user}/statement/`)).json().message).toBe('Company not found')
  })

  test('does not count twice what an order takes from the account', async () => {
    const other = (await buildUser(api.db)).id
    const { id } = await delivered(other, 1, 80_00)
    await pay({ user: other, amount: 100, happened_at: daysAgo(2) })
    await pay({ order: id, amount: 80, method: 'account' })
    await pay({ user: other, amount: -20, method: 'cash' })
    const { closing, lines } = (await admin.get(`/api/users/${other}/statement/`)).json<Statement>()
    expect(lines.map(({ kind }) => kind)).toEqual(['opening', 'payment', 'order', 'refund', 'closing'])
    expect(closing).toBe(0)
  })

  test.each(['upi', 'account'])('counts what was paid by %s for whom the order is now', async (method) => {
    const [payer, other] = [(await buildUser(api.db)).id, (await buildUser(api.db)).id]
    const company = (await buildClient(api.db)).id
    await pay({ user: payer, amount: 500 })
    const [moved, billed] = [await delivered(payer, 1, 80_00), await delivered(payer, 1, 70_00)]
    await pay({ order: moved.id, amount: 80, method })
    await pay({ order: billed.id, amount: 70, method })
    await api.db`update orders set version = version + 1, user_id = ${other} where id = ${moved.id}`
    await api.db`update orders set version = version + 1, client_id = ${company} where id = ${billed.id}`
    const closings = { [`users/${payer}`]: payer, [`users/${other}`]: other, [`clients/${company}`]: company }
    for (const [whose, id] of Object.entries(closings)) {
      const { owed, balance } = await accountOf(id)
      const { closing } = (await admin.get(`/api/${whose}/statement/`)).json<Statement>()
      expect([whose, closing]).toEqual([whose, owed - balance])
    }
    expect((await accountOf(payer)).balance).toBe(method === 'account' ? 350 : 500)
  })

  describe('says of each day what was owed then', { tags: ['proof'] }, () => {
    const move = (order: string, status: string) =>
      admin.patch(`/api/all-orders/${order}/`, { status, note: 'Wrong door' })
    const invoice = (order: string) => admin.post('/api/invoices/', { order })
    async function credit(order: string, rupees?: number) {
      const { results } = (await admin.get(`/api/invoices/?order=${order}&kind=invoice`)).json()
      const { id, lines } = (await admin.get(`/api/invoices/${results[0]?.id ?? order}/`)).json<
        Partial<Invoice>
      >()
      const taken = rupees && lines ? { lines: [{ line: lines[0]?.id, amount: rupees }] } : {}
      return admin.post(`/api/invoices/${id ?? order}/credit/`, { reason: 'Smudged', ...taken })
    }
    async function refund(order: string, amount: number) {
      const { id } = (await admin.post(`/api/all-orders/${order}/complaints/`, { reason: 'damaged' })).json()
      return admin.post(`/api/complaints/${id ?? order}/resolve/`, {
        resolution: 'refund',
        amount,
        method: 'upi',
      })
    }
    /** All that happened to the orders of a customer is a day longer ago. */
    const nextDay = (holder: string) =>
      api.db.begin(async (tx) => {
        const tables = ['order_history', 'complaints', 'invoices', 'payments']
        for (const table of tables) await tx`alter table ${tx(table)} disable trigger user`
        const orders = tx`(select id from orders where user_id = ${holder})`
        await tx`
          update orders set version = version + 1, delivered_at = delivered_at - interval '1 day' where user_id = ${holder}`
        await tx`update order_history set at = at - interval '1 day' where order_id in ${orders}`
        await tx`update complaints set resolved_at = resolved_at - interval '1 day' where order_id in ${orders}`
        await tx`update invoices set issued_at = issued_at - interval '1 day' where user_id = ${holder}`
        await tx`update payments set happened_at = happened_at - interval '1 day' where user_id = ${holder}`
        for (const table of tables) await tx`alter table ${tx(table)} enable trigger user`
      })
    const dayBefore = async (days: number) => {
      const [{ day }] = await api.db<[{ day: string }]>`select shop_day(now()) - ${days}::int as day`
      return day
    }
    const statementOf = async (holder: string, query = '') =>
      (await admin.get(`/api/users/${holder}/statement/?${query}`)).json<Statement>()
    /** What the account owes, and what is paid for orders that are not delivered. */
    async function owedNow(holder: string) {
      const [{ due }] = await api.db<[{ due: number }]>`
        select (coalesce(sum(case when delivered_at is null then -paid else due end), 0) / 100.0)::float8 as due
        from orders where user_id = ${holder}`
      return due - (await accountOf(holder)).balance
    }

    beforeAll(async () => {
      const settings = (await admin.get('/api/invoice-settings')).json<object>()
      const reply = await admin.put('/api/invoice-settings', { ...settings, seller })
      expect(reply.statusCode).toBe(200)
    })

    test('with each change of what an order cost as a line of its day', async () => {
      const { id: holder } = await buildUser(api.db)
      const order = await delivered(holder, 0, 100_00)
      await nextDay(holder)
      expect((await invoice(order.id)).statusCode).toBe(201)
      expect((await refund(order.id, 15)).statusCode).toBe(200)
      await nextDay(holder)
      expect((await move(order.id, 'out-for-delivery')).statusCode).toBe(200)
      await nextDay(holder)
      expect((await move(order.id, 'delivered')).statusCode).toBe(200)
      expect((await refund(order.id, 5)).statusCode).toBe(200)
      const { lines } = await statementOf(holder)
      expect(lines.map(({ kind, amount, balance, text }) => [kind, amount, balance, text])).toEqual([
        ['opening', null, 0, ''],
        ['order', 100, 100, 'Thesis'],
        ['credit_note', -15, 85, 'Complaint: damaged'],
        ['credit_note', -85, 0, 'Delivery undone'],
        ['order', 85, 85, 'Thesis'],
        ['complaint', -5, 80, ''],
        ['closing', null, 80, ''],
      ])
      const [, , note] = lines
      expect(note).toMatchObject({
        order: order.id,
        order_number: order.number,
        reference: expect.stringContaining('CRN'),
      })
      const text = await textOfPdf((await admin.get(`/api/users/${holder}/statement/?format=pdf`)).rawPayload)
      expect(text).toContain(`Credit note ${note?.reference} · Order ${order.number} · Complaint: damaged`)
      expect(text).toContain(`Complaint about order ${order.number}`)
      const csv = await admin.get(`/api/users/${holder}/statement/?format=csv`)
      expect(csv.body).toContain(`,credit_note,`)
    })

    test.each([true, false])(
      'whatever happens later, also where prices contain the tax: %s',
      async (contain) => {
        const settings = (await admin.get('/api/invoice-settings')).json<object>()
        await admin.put('/api/invoice-settings', { ...settings, prices_contain_tax: contain })
        const random = createRandom(contain ? 7 : 11)
        const { id: holder } = await buildUser(api.db)
        const orders: string[] = []
        for (let at = 0; at < 4; at++)
          orders.push(
            (await buildOrder(api.db, { user: holder, status: 'out-for-delivery', amount: 100_00 })).id,
          )
        const acts = [
          (order: string) => move(order, 'delivered'),
          (order: string) => move(order, 'delivered'),
          (order: string) => move(order, 'out-for-delivery'),
          invoice,
          (order: string) => credit(order),
          (order: string) => credit(order, 7),
          (order: string) => refund(order, 3),
          (order: string) => pay({ order, amount: 20 }),
          () => pay({ user: holder, amount: 10 }),
        ]
        const closings: number[] = []
        let done = 0
        for (let day = 0; day < 10; day++) {
          for (let act = 0; act < 6; act++) {
            const { statusCode } = await random.pick(acts)(random.pick(orders))
            expect(statusCode).toBeLessThan(500)
            if (statusCode < 300) done++
          }
          const { closing } = await statementOf(holder)
          expect([day, closing]).toEqual([day, await owedNow(holder)])
          closings.push(closing)
          await nextDay(holder)
        }
        expect(done).toBeGreaterThan(25)
        for (const [at, closing] of closings.entries()) {
          const day = await dayBefore(closings.length - at)
          const statement = await statementOf(holder, `from_date=${day}&to_date=${day}`)
          expect([at, statement.opening, statement.closing]).toEqual([at, closings[at - 1] ?? 0, closing])
          const sum = statement.lines.reduce((all, { amount }) => all + (amount ?? 0), statement.opening)
          expect(sum).toBeCloseTo(closing, 2)
        }
        await expectInvariantsHold(api.db)
      },
    )
  })

  test('until the first day that there is begins on it', async () => {
    const first = { from_date: '1900-01-01', to_date: '1900-01-01' }
    expect(await read('to_date=1900-01-01')).toMatchObject({ ...first, closing: 0 })
  })

  test('is a CSV file and a PDF, too', async () => {
    const csv = await admin.get(`/api/clients/${client}/statement/?format=csv`)
    const [head = '', opening = '', ...more] = csv.body.trim().split('\r\n')
    expect([head.split(',').at(-1), opening.split(',').at(-1)]).toEqual(['day', ''])
    const cells = more[0]?.split(',') ?? []
    const [of] = await api.db`select shop_day(${cells[0] ?? ''}::timestamptz)::text as day`
    expect(cells.at(-1)).toBe(of?.['day'])
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.body.trim().split('\n')).toHaveLength(4)
    const pdf = await admin.get(`/api/users/${user}/statement/?format=pdf&from_date=${dayOf(100)}`)
    expect(pdf.headers['content-type']).toContain('application/pdf')
    const text = await textOfPdf(pdf.rawPayload)
    expect(text).toContain('Owing Rao')
    expect(text).toContain('Opening balance')
    expect(text).toContain('To pay: Rs 1,290.00')
  })
})
