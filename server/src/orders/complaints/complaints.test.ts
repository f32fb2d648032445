import type { Approval } from '@our-print/contract/money/approvals.ts'
import type { Complaint } from '@our-print/contract/orders/complaints.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { address, buildClerk, buildOrder, buildSoldPlan, buildStaff, buildUser } from '../../../test/build.ts'
import { findBrokenInvariants } from '../../../test/invariants.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { expectStorageMatchesRows } from '../../../test/storageMatchesRows.ts'
import { readMigrations } from '../../base/database/sqlFiles.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]
type Client = ReturnType<typeof api.as>

let pdf: Buffer
let photo: Buffer
beforeAll(async () => {
  pdf = await makePdf(4)
  const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
  photo = await picture
    .withExif({ IFD0: { Model: 'Phone 9' } })
    .jpeg()
    .toBuffer()
})
afterEach(() => expectStorageMatchesRows(api.db, api.resources.storage))

const url = ({ id }: { id: string }) => `/api/all-orders/${id}/complaints/`
const costOf = ({ payable }: Order) => Number(payable)
const readOrder = async ({ id }: { id: string }) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const coinsOf = async (user: string) =>
  (await admin.get(`/api/get-user-coin-info/?user_id=${user}`)).json<{
    balance: number
    entries: { reason: string; delta: number }[]
  }>()

/** Does what a migration does to a shop of an older version. */
async function migrateAgain(number: string) {
  const [migration] = (await readMigrations()).filter(({ name }) => name.startsWith(number))
  await api.db.unsafe(migration?.text ?? '')
}

/** An order with a file that was taken in, assigned and delivered. */
async function delivered(more: object = {}): Promise<Order> {
  const user = (await buildUser(api.db)).id
  const form = orderForm({ user, title: 'Thesis', address, copies: 50, ...more }, { 'a.pdf': pdf })
  const order = (await admin.upload('/api/all-orders/', form)).json<Order>()
  await admin.patch(`/api/all-orders/${order.id}/`, { assigned_user: api.people.staff.id })
  await courier.patch(`/api/all-orders/${order.id}/`, { status: 'out-for-delivery' })
  const reply = await courier.patch(`/api/all-orders/${order.id}/`, { status: 'delivered' })
  expect([reply.statusCode, reply.json()]).toMatchObject([200, { status: 'delivered' }])
  return readOrder(order)
}

async function complain(order: { id: string }, body: object = {}, as: Client = admin): Promise<Complaint> {
  const reply = await as.post(url(order), { reason: 'damaged', text: 'The cover is torn', ...body })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { resolution: null }])
  return reply.json()
}
const resolve = ({ id }: Complaint, body: object, headers = {}) =>
  admin.post(`/api/complaints/${id}/resolve/`, body, headers)
const listed = async (query = '') =>
  (await admin.get(`/api/complaints/?${query}`)).json<{ results: Complaint[] }>().results

describe('something is wrong', () => {
  test('with a delivered order, with photos that only their links show', async () => {
    const order = await delivered()
    const form = new FormData()
    form.append('reason', 'wrong_print')
    form.append('text', 'Half of it is blank')
    for (const name of ['photo_1', 'photo_2']) form.append(name, new Blob([new Uint8Array(photo)]), 'p.jpg')
    const reply = await courier.upload(url(order), form)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { reason: 'wrong_print', by: 'Ravi Kumar', photos: [{}, {}], order_number: order.number },
    ])
    const { photos } = reply.json<Complaint>()
    const { pathname, search } = new URL(photos[0]?.url ?? '')
    const shown = await admin.get(pathname + search)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    expect((await admin.get(`${pathname}?expires=9999999999&signature=x`)).statusCode).toBe(403)
    const { history = [], status } = await readOrder(order)
    expect([status, history.at(-1)]).toMatchObject([
      'delivered',
      {
        from: 'delivered',
        to: 'delivered',
        note: 'Something is wrong – wrong print: Half of it is blank',
        noted: 'complaint',
      },
    ])
    const own = await courier.get(url(order))
    expect(own.json<{ results: Complaint[] }>().results).toHaveLength(1)
  })

  test('is for delivered orders, and for one’s own', async () => {
    const open = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
    expect((await admin.post(url(open), { reason: 'late' })).statusCode).toBe(409)
    const theirs = await buildOrder(api.db, {
      status: 'delivered',
      assigned_user: api.people['other staff'].id,
    })
    expect((await courier.post(url(theirs), { reason: 'late' })).statusCode).toBe(404)
    const complaint = await complain(theirs)
    expect((await courier.get(url(theirs))).statusCode).toBe(404)
    for (const reply of [
      await courier.get(`/api/complaints/${complaint.id}/`),
      await courier.get('/api/complaints/'),
      await courier.get('/api/complaint-counts/'),
      await courier.post(`/api/complaints/${complaint.id}/resolve/`, { resolution: 'nothing', note: 'x' }),
    ])
      expect(reply.statusCode).toBe(403)
    expect((await admin.post(url(theirs), { reason: 'ugly' })).json().errors[0].context.key).toBe('reason')
    const form = new FormData()
    form.append('reason', 'late')
    form.append('photo_1', new Blob(['no picture']), 'p.jpg')
    expect((await admin.upload(url(theirs), form)).json().errors[0].context.key).toBe('photo_1')
  })

  test('is said once, however many say it at once', async () => {
    const order = await buildOrder(api.db, { status: 'delivered' })
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => admin.post(url(order), { reason: 'late' })),
    )
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(5).fill(409),
    ])
    const key = { 'idempotency-key': 'tap' }
    const other = await buildOrder(api.db, { status: 'delivered' })
    const [one, two] = [
      await admin.post(url(other), { reason: 'late' }, key),
      await admin.post(url(other), { reason: 'late' }, key),
    ]
    expect([two.statusCode, two.json().id]).toEqual([201, one.json().id])
    // After it ended there may be another one.
    await resolve(one.json(), { resolution: 'nothing', note: 'The bus was late' })
    await complain(other)
  })
})

describe('a complaint ends', () => {
  test('with a reprint at the cost of the shop, which leaves price and coins alone', async () => {
    const order = await delivered({ binding: 'staple', page_ranges: ['2-4'] })
    const coins = await coinsOf(order.user)
    expect(coins.balance).toBeGreaterThan(0)
    const complaint = await complain(order)
    const reply = await resolve(complaint, { resolution: 'reprint', note: 'Sorry' })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { resolution: 'reprint', note: 'Sorry', resolved_by: 'Asha Rao', reprint: { id: expect.any(String) } },
    ])
    const again = await readOrder(reply.json<Complaint>().reprint ?? { id: '' })
    expect(again).toMatchObject({
      status: 'confirmed',
      order_type: 'print',
      user: order.user,
      amount: 0,
      payable: 0,
      copies: 50,
      binding: 'staple',
      order_files: [{ name: 'a.pdf', page_ranges: '2-4' }],
      history: [{ note: `Reprint of order ${order.number}, at the cost of the shop: damaged` }],
    })
    expect(again.order_files[0]?.id).not.toBe(order.order_files[0]?.id)
    const now = await readOrder(order)
    expect([now.status, now.payable, now.history?.at(-1)?.note]).toEqual([
      'delivered',
      order.payable,
      `Complaint resolved: printed again as order ${again.number} · Sorry`,
    ])
    await admin.patch(`/api/all-orders/${again.id}/`, { assigned_user: api.people.staff.id })
    await courier.patch(`/api/all-orders/${again.id}/`, { status: 'out-for-delivery' })
    await courier.patch(`/api/all-orders/${again.id}/`, { status: 'delivered' })
    expect(await coinsOf(order.user)).toEqual(coins)
  })

  test('and the reprint stays free, whatever of it changes, until a person says what it costs', async () => {
    const order = await delivered({ order_type: 'print' })
    const reply = await resolve(await complain(order), { resolution: 'reprint' })
    const { id } = reply.json<Complaint>().reprint ?? { id: '' }
    const by_hand = { price_by_hand: 0, price_by_hand_reason: `Reprint of order ${order.number}` }
    expect(await readOrder({ id })).toMatchObject({
      ...by_hand,
      payable: 0,
      calculated_amount: order.payable,
    })
    for (const change of [{ copies: 60 }, { notes: 'Soon' }, { binding: 'staple', prices: 'today' }]) {
      const changed = await admin.patch(`/api/all-orders/${id}/`, change)
      expect([changed.statusCode, changed.json()]).toMatchObject([200, { ...by_hand, payable: 0, due: 0 }])
    }
    // One that is from before free reprints were priced by hand.
    await api.db`
      update orders set version = version + 1, calculated_amount = null, price_by_hand_reason = null where id = ${id}`
    await migrateAgain('0060')
    expect(await readOrder({ id })).toMatchObject({ ...by_hand, payable: 0 })
    const charged = await admin.patch(`/api/all-orders/${id}/`, { price_by_hand: null })
    expect(costOf(charged.json())).toBeGreaterThan(costOf(order))
    const given = { price_by_hand: 0, price_by_hand_reason: 'A friend' }
    expect((await admin.patch(`/api/all-orders/${id}/`, given)).json()).toMatchObject({
      ...given,
      payable: 0,
    })
  })

  test('and what the reprint prints is waste, not income', async () => {
    const order = await delivered()
    const reply = await resolve(await complain(order), { resolution: 'reprint' })
    const { id } = reply.json<Complaint>().reprint ?? { id: '' }
    const jobs = await admin.post('/api/print-jobs/', { orders: [id], by_hand: true })
    expect([jobs.statusCode, jobs.json()]).toMatchObject([201, {}])
    const [costs] =
      await api.db`select revenue, printed, wasted, paper, click from order_costs where order_id = ${id}`
    expect(costs).toEqual({ revenue: 0, printed: 0, wasted: 200, paper: 0, click: 0 })
    await api.db`select recount_costs()`
    const [again] = await api.db`select wasted from order_costs where order_id = ${id}`
    expect(again).toEqual({ wasted: 200 })
  })

  test('of a subscription order without pages of its plan', async () => {
    const { id: user } = await buildUser(api.db)
    const plan = await buildSoldPlan(api.db, { user, pages_total: 200 })
    const order = await delivered({ user, order_type: 'subscription', user_subscription_plan: plan.id })
    expect(order.plan_pages).toBe(200)
    const reply = await resolve(await complain(order), { resolution: 'reprint' })
    expect(await readOrder(reply.json<Complaint>().reprint ?? { id: '' })).toMatchObject({
      order_type: 'print',
      plan_pages: 0,
      payable: 0,
    })
  })

  test('with coins', async () => {
    const order = await delivered()
    const { balance } = await coinsOf(order.user)
    const reply = await resolve(await complain(order), { resolution: 'credit', coins: 7.5 })
    expect([reply.statusCode, reply.json()]).toMatchObject([200, { resolution: 'credit', coins: 7.5 }])
    const after = await coinsOf(order.user)
    expect([after.balance, after.entries[0]]).toMatchObject([
      balance + 7.5,
      { delta: 7.5, reason: `Complaint about order ${order.number}` },
    ])
  })

  test('with a refund: what is paid goes back, what is not is no longer due', async () => {
    const order = await delivered()
    const half = costOf(order) / 2
    await admin.post('/api/payments/', { order: order.id, amount: half, method: 'upi' })
    const complaint = await complain(order)
    const refund = { resolution: 'refund', amount: half + 10, method: 'account', note: 'Sorry' }
    const tooMuch = await resolve(complaint, { ...refund, amount: costOf(order) + 1 })
    expect([tooMuch.statusCode, tooMuch.json().errors[0].context.key]).toEqual([422, 'amount'])
    expect((await resolve(complaint, { ...refund, amount: 0 })).statusCode).toBe(400)
    const reply = await resolve(complaint, refund)
    expect([reply.statusCode, reply.json()]).toMatchObject([
      200,
      { resolution: 'refund', refund: half + 10, paid_back: 10, coins: null, reprint: null },
    ])
    const now = await readOrder(order)
    expect(now).toMatchObject({ payable: half - 10, paid: half - 10, due: 0, payment_status: 'paid' })
    expect(now.history?.slice(-2)).toMatchObject([
      { changes: [{ field: 'payable', from: order.payable, to: half - 10 }] },
      { note: 'Complaint resolved with a refund · Sorry' },
    ])
    const { balance } = (await admin.get(`/api/accounts/${order.user}/`)).json<{ balance: number }>()
    expect(balance).toBe(10)
    expect(await findBrokenInvariants(api.db)).toEqual({})
  })

  test('with a refund once, whoever else pays, credits or ends it at once', async () => {
    const order = await delivered()
    await admin.post('/api/payments/', { order: order.id, amount: order.payable, method: 'cash' })
    const complaint = await complain(order)
    const refund = { resolution: 'refund', amount: 20, method: 'cash' }
    const replies = await Promise.all([
      ...Array.from({ length: 4 }, () => resolve(complaint, refund)),
      admin.post('/api/payments/', { order: order.id, amount: -5, method: 'cash' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 201, 409, 409, 409,
    ])
    // What was paid back before the complaint ended is not paid back again.
    const { payable, due, paid } = await readOrder(order)
    expect([payable, Number(paid) + Number(due), [0, 5].includes(Number(due))]).toEqual([
      costOf(order) - 20,
      costOf(order) - 20,
      true,
    ])
    expect(await findBrokenInvariants(api.db)).toEqual({})
  })

  test('of an invoiced order with a credit note; its amount is for who sees prices', async () => {
    const settings = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
    const seller = { ...settings.seller, name: 'Our Print', state: 'Maharashtra' }
    await admin.put('/api/invoice-settings', { ...settings, seller })
    const order = await delivered()
    await admin.post('/api/payments/', { order: order.id, amount: order.payable, method: 'cash' })
    const invoice = await admin.post('/api/invoices/', { order: order.id })
    expect(invoice.statusCode).toBe(201)
    const complaint = await complain(order)
    const reply = await resolve(complaint, { resolution: 'refund', amount: 15, method: 'cash' })
    expect(reply.json()).toMatchObject({ refund: 15, paid_back: 15 })
    const notes = await admin.get(`/api/invoices/?query=${order.number}`)
    expect(notes.json().results).toMatchObject([{ kind: 'credit_note' }, { kind: 'invoice' }])
    const cost = costOf(order) - 15
    expect(await readOrder(order)).toMatchObject({ payable: cost, due: 0, paid: cost })
    // One that is from before complaints lowered the price of what was invoiced.
    await api.db`
      update orders set version = version + 1, amount = amount + 1500, calculated_amount = null, price_by_hand_reason = null
      where id = ${order.id}`
    await migrateAgain('0062')
    expect(await readOrder(order)).toMatchObject({
      payable: cost,
      calculated_amount: order.payable,
      price_by_hand_reason: 'Complaint: damaged',
    })
    // What was paid back is not asked for again.
    const move = (status: string) =>
      admin.patch(`/api/all-orders/${order.id}/`, { status, note: 'Wrong door' })
    expect((await move('out-for-delivery')).json()).toMatchObject({ payable: cost, due: 0, paid: cost })
    expect((await move('delivered')).json()).toMatchObject({ payable: cost, due: 0, paid: cost })
    expect((await admin.post('/api/invoices/', { order: order.id })).json()).toMatchObject({ total: cost })
    const clerk = async (...own: Ability[]) =>
      api.withToken(await openSession(api.db, (await buildClerk(api.db, own)).id))
    const blind = await clerk('orders', 'customers')
    expect((await blind.get(`/api/complaints/${complaint.id}/`)).json()).toMatchObject({
      resolution: 'refund',
      refund: null,
      paid_back: null,
    })
    const next = await complain(await delivered())
    const body = { resolution: 'refund', amount: 1, method: 'cash' }
    const refused = await (await clerk('orders', 'customers', 'prices', 'discounts')).post(
      `/api/complaints/${next.id}/resolve/`,
      body,
    )
    expect(refused.statusCode).toBe(403)
    expect(await findBrokenInvariants(api.db)).toEqual({})
  })

  test.each(['is priced with its tax', 'is older than that'])(
    'of an invoiced order to which tax is added, and which %s, with all of what is paid back',
    async (how) => {
      const isOlder = how === 'is older than that'
      const settings = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
      const seller = { ...settings.seller, name: 'Our Print', state: 'Maharashtra' }
      const use = (prices_contain_tax: boolean) =>
        admin.put('/api/invoice-settings', { ...settings, seller, prices_contain_tax })
      expect((await use(false)).statusCode).toBe(200)
      const order = await delivered()
      const cost = (await admin.post('/api/invoices/', { order: order.id })).json<{ total: number }>().total
      expect(cost).toBe(costOf(order))
      if (isOlder) await api.db`update orders set version = version + 1, tax = null where id = ${order.id}`
      await admin.post('/api/payments/', { order: order.id, amount: cost, method: 'cash' })
      const rest = Number((cost - 118).toFixed(2))
      for (const amount of [118, rest]) {
        const reply = await resolve(await complain(order), { resolution: 'refund', amount, method: 'cash' })
        expect([reply.statusCode, reply.json()]).toMatchObject([200, { refund: amount, paid_back: amount }])
        const { payable, due, paid } = await readOrder(order)
        const left = amount === 118 ? rest : 0
        expect([paid, due]).toEqual([left, 0])
        expect(Number(payable)).toBeCloseTo(isOlder ? left / 1.18 : left, 2)
      }
      await use(true)
      expect(await findBrokenInvariants(api.db)).toEqual({})
    },
  )

  test('or with nothing, but a note', async () => {
    const complaint = await complain(await buildOrder(api.db, { status: 'delivered' }))
    expect(
      (await resolve(complaint, { resolution: 'nothing', note: ' ' })).json().errors[0].context.key,
    ).toBe('note')
    expect((await resolve(complaint, { resolution: 'credit', coins: 0 })).statusCode).toBe(400)
    expect((await resolve(complaint, { resolution: 'refund' })).statusCode).toBe(400)
    const reply = await resolve(complaint, { resolution: 'nothing', note: 'As ordered' })
    expect(reply.json()).toMatchObject({
      resolution: 'nothing',
      note: 'As ordered',
      reprint: null,
      coins: null,
    })
    expect((await resolve(complaint, { resolution: 'nothing', note: 'Again' })).json().code).toBe('resolved')
  })

  test('once, however many end it at once', async () => {
    const order = await delivered()
    const complaint = await complain(order)
    const replies = await Promise.all([
      ...Array.from({ length: 3 }, () => resolve(complaint, { resolution: 'reprint' })),
      ...Array.from({ length: 3 }, () => resolve(complaint, { resolution: 'credit', coins: 5 })),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(5).fill(409),
    ])
    const [{ orders, entries }] = await api.db<[{ orders: number; entries: number }]>`
      select (select count(*)::int from orders where user_id = ${order.user}) as orders,
        (select count(*)::int from coin_entries where user_id = ${order.user} and reason like 'Complaint%') as entries`
    expect(orders - 1 + entries).toBe(1)
    const stale = await complain(await buildOrder(api.db, { status: 'delivered' }))
    expect((await resolve(stale, { resolution: 'nothing', note: 'x', version: 7 })).json().code).toBe('stale')
  })

  test('not with a reprint where the files are gone', async () => {
    const order = await delivered()
    const complaint = await complain(order)
    await api.db`
      update order_files set storage_key = null, removed_at = now() where order_id = ${order.id}`
    expect((await resolve(complaint, { resolution: 'reprint' })).statusCode).toBe(410)
    expect(await listed(`query=${order.number}`)).toMatchObject([{ resolution: null }])
    await api.db`delete from order_files where order_id = ${order.id}`
  })
})

describe('a refund or coins above the limit of the rule', () => {
  let second: Client
  beforeAll(async () => {
    const { id } = await buildStaff(api.db, { full_name: 'Nina Joshi', is_superuser: true })
    second = api.withToken(await openSession(api.db, id))
  })
  const setRule = (limits: object) =>
    api.db`update approval_rules set version = version + 1, limits = ${api.db.json(limits as never)}`
  afterEach(() => setRule({}))
  const approve = ({ id }: Approval) => second.post(`/api/approvals/${id}/approve/`, {})

  /** A complaint about an order that is paid. */
  async function paid() {
    const order = await delivered()
    await admin.post('/api/payments/', { order: order.id, amount: order.payable, method: 'upi' })
    return { order, cost: costOf(order), complaint: await complain(order) }
  }
  const inText = (rupees: number) => `₹${rupees.toFixed(2)}`

  test('waits with what would change, and resolves once when it is approved', async () => {
    const { order, cost, complaint } = await paid()
    await setRule({ refunds: 10_00 })
    const refund = { resolution: 'refund', amount: 10.01, method: 'upi', note: 'Sorry', version: 1 }
    const key = { 'idempotency-key': 'refund-by-two' }
    const asked = await resolve(complaint, refund, key)
    expect([asked.statusCode, asked.json()]).toMatchObject([
      202,
      {
        act: 'refunds',
        status: 'waiting',
        asked_by_name: 'Asha Rao',
        summary: `Resolve the complaint about order ${order.number} with a refund of ₹10.01 (upi): Sorry`,
        changes: [
          { what: `Cost of order ${order.number}`, before: inText(cost), after: inText(cost - 10.01) },
          { what: `Paid for order ${order.number}`, before: inText(cost), after: inText(cost - 10.01) },
        ],
      },
    ])
    const again = await resolve(complaint, refund, key)
    expect([again.statusCode, again.json()]).toEqual([202, asked.json()])
    expect(await listed(`query=${order.number}`)).toMatchObject([{ resolution: null }])
    const replies = await Promise.all([1, 2, 3].map(() => approve(asked.json())))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await listed(`query=${order.number}`))[0]).toMatchObject({
      resolution: 'refund',
      refund: 10.01,
      paid_back: 10.01,
      note: 'Sorry',
      resolved_by: 'Asha Rao',
    })
    expect(await readOrder(order)).toMatchObject({ paid: Number((cost - 10.01).toFixed(2)), due: 0 })
    expect(await findBrokenInvariants(api.db)).toEqual({})
  })

  test('of coins shows the coins', async () => {
    const { order, complaint } = await paid()
    const { balance } = await coinsOf(order.user)
    await setRule({ coins: 5_00, refunds: 0 })
    const asked = await resolve(complaint, { resolution: 'credit', coins: 5.5 })
    expect([asked.statusCode, asked.json()]).toMatchObject([
      202,
      {
        act: 'coins',
        summary: `Resolve the complaint about order ${order.number} with 5.5 coins`,
        changes: [{ before: String(balance), after: String(balance + 5.5) }],
      },
    ])
    expect((await approve(asked.json())).json()).toMatchObject({ status: 'approved' })
    expect((await coinsOf(order.user)).balance).toBe(balance + 5.5)
    expect(await listed(`query=${order.number}`)).toMatchObject([{ resolution: 'credit', coins: 5.5 }])
  })

  test('does not run where the order or the complaint has changed since', async () => {
    const { order, complaint } = await paid()
    await setRule({ refunds: 0 })
    const refund = { resolution: 'refund', amount: 20, method: 'upi' }
    const first = await resolve(complaint, refund)
    await admin.post('/api/payments/', { order: order.id, amount: 3, method: 'upi' })
    expect((await approve(first.json())).json().code).toBe('changed')
    const next = (await resolve(complaint, refund)).json<Approval>()
    await resolve(complaint, { resolution: 'nothing', note: 'Sorted out' })
    expect((await second.get(`/api/approvals/${next.id}/`)).json()).toMatchObject({ is_stale: true })
    expect((await approve(next)).json().code).toBe('changed')
    expect((await readOrder(order)).payable).toBe(order.payable)
  })

  test('is for whatever is paid back or given, and never for the rest', async () => {
    await setRule({ refunds: 0, coins: 0 })
    const unpaid = await complain(await delivered())
    const refund = { resolution: 'refund', amount: 5, method: 'upi' }
    expect((await resolve(unpaid, refund)).json()).toMatchObject({ refund: 5, paid_back: 0 })
    const { complaint, cost } = await paid()
    const refused = await resolve(complaint, { ...refund, amount: cost + 1 })
    expect([refused.statusCode, refused.json().errors[0].context.key]).toEqual([422, 'amount'])
    expect((await resolve(complaint, { ...refund, version: 9 })).json().code).toBe('stale')
    const { id } = await buildClerk(api.db, ['orders', 'customers'])
    const clerk = api.withToken(await openSession(api.db, id))
    for (const body of [refund, { resolution: 'credit', coins: 5 }])
      expect((await clerk.post(`/api/complaints/${complaint.id}/resolve/`, body)).statusCode).toBe(403)
    expect((await resolve(complaint, { resolution: 'reprint' })).statusCode).toBe(200)
    const late = await complain(await buildOrder(api.db, { status: 'delivered' }))
    expect((await resolve(late, { resolution: 'nothing', note: 'As ordered' })).statusCode).toBe(200)
  })
})

test('what is not there is not found', async () => {
  const nothing = '01900000-0000-7000-8000-000000000000'
  for (const reply of [
    await admin.get(`/api/complaints/${nothing}/`),
    await resolve({ id: nothing } as Complaint, { resolution: 'nothing', note: 'x' }),
    await resolve({ id: nothing } as Complaint, { resolution: 'reprint' }),
  ])
    expect([reply.statusCode, reply.json().message]).toEqual([404, 'Complaint not found'])
  const reply = await admin.post(url({ id: nothing }), { reason: 'late' })
  expect([reply.statusCode, reply.json().message]).toEqual([404, 'Order not found'])
})

test('complaints are found, and counted by reason', async () => {
  const { id: user } = await buildUser(api.db, { first_name: 'Kavya' })
  const before = await countsOf()
  const order = await buildOrder(api.db, { status: 'delivered', user })
  const complaint = await complain(order, { reason: 'missing_pages', text: 'Page seven' })
  for (const query of ['query=kavya', 'query=seven', 'reason=missing_pages', 'resolution=open'])
    expect([query, (await listed(query)).map(({ id }) => id)]).toEqual([
      query,
      expect.arrayContaining([complaint.id]),
    ])
  const late = await buildOrder(api.db, { status: 'delivered', user })
  const other = await complain(late, { reason: 'late', text: '' })
  for (const [query, found] of [
    ['', [other, complaint]],
    ['&ordering=id', [complaint, other]],
    ['&reason=late', [other]],
    ['&resolution=open', [other, complaint]],
    ['&resolution=reprint', []],
  ] as const)
    expect([query, (await listed(`query=kavya${query}`)).map(({ id }) => id)]).toEqual([
      query,
      found.map(({ id }) => id),
    ])
  await resolve(other, { resolution: 'nothing', note: 'Rain' })
  expect((await listed('query=kavya&resolution=nothing')).map(({ id }) => id)).toEqual([other.id])
  expect((await listed('query=kavya&resolution=open')).map(({ id }) => id)).toEqual([complaint.id])
  expect((await admin.get(url(late))).json()).toMatchObject({ count: 1, results: [{ id: other.id }] })
  // Without a text or a note nothing stands behind what was chosen.
  expect((await readOrder(late)).history?.map(({ note }) => note)).toEqual([
    null,
    'Something is wrong – late',
    'Complaint resolved · Rain',
  ])
  expect(await listed('query=kavya&to_date=2020-01-01')).toEqual([])
  await resolve(complaint, { resolution: 'credit', coins: 1 })
  expect((await readOrder(order)).history?.at(-1)?.note).toBe('Complaint resolved with 1 coin')
  const after = await countsOf()
  expect(after['missing_pages']).toEqual({
    reason: 'missing_pages',
    complaints: (before['missing_pages']?.complaints ?? 0) + 1,
    open: before['missing_pages']?.open,
    reprints: before['missing_pages']?.reprints,
    refunds: before['missing_pages']?.refunds,
    credits: (before['missing_pages']?.credits ?? 0) + 1,
  })
  expect((await countsOf('?to_date=2020-01-01'))['missing_pages']).toMatchObject({ complaints: 0 })
})

type Count = {
  reason: string
  complaints: number
  open: number
  reprints: number
  refunds: number
  credits: number
}

async function countsOf(query = ''): Promise<Record<string, Count>> {
  const { counts } = (await admin.get(`/api/complaint-counts/${query}`)).json<{ counts: Count[] }>()
  return Object.fromEntries(counts.map((count) => [count.reason, count]))
}
