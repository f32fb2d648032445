import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildCoupon, buildSoldPlan, buildUser } from '../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../test/invariants.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { until } from '../../test/until.ts'

const api = useApi()
const admin = api.as('admin')
let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(3)
})
// Whatever was changed, all sums are right.
afterAll(() => expectInvariantsHold(api.db))

const path = ({ id }: { id: string }) => `/api/all-orders/${id}/`
const take = async (more: object = {}, files: Record<string, Buffer> = { 'notes.pdf': pdf }) => {
  const user = 'user' in more ? {} : { user: (await buildUser(api.db)).id }
  const reply = await admin.upload(
    '/api/all-orders/',
    orderForm({ title: 'Notes', pickup: true, ...user, ...more }, files),
  )
  expect(reply.statusCode).toBe(201)
  return reply.json<Order>()
}
const change = (order: { id: string }, body: object) => admin.patch(path(order), body)
const read = async (order: { id: string }) => (await admin.get(path(order))).json<Order>()
const lastChanges = (order: Order) => order.history?.at(-1)?.changes
const uploadFile = async (name: string, content = pdf) => {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(content)]), name)
  return (await admin.upload('/api/order-uploads/', form)).json<{ id: string }>().id
}

test('what is printed is changed and priced again, and the history says what changed', async () => {
  const order = await take()
  expect(order).toMatchObject({ payable: 6, is_open_to_change: true })
  const reply = await change(order, {
    copies: 2,
    color: 'color',
    sides: 'double',
    binding: 'spiral',
    version: 1,
  })
  // 3 sides at 8 rupees, twice, and two bindings.
  expect(reply.json()).toMatchObject({ copies: 2, color: 'color', amount: 108, payable: 108, version: 2 })
  expect(lastChanges(reply.json())).toEqual([
    { field: 'copies', from: 1, to: 2 },
    { field: 'color', from: 'bw', to: 'color' },
    { field: 'sides', from: 'single', to: 'double' },
    { field: 'binding', from: 'none', to: 'spiral' },
    { field: 'payable', from: 6, to: 108 },
  ])
  expect(reply.json<Order>().history?.at(-1)).toMatchObject({ from: 'confirmed', to: 'confirmed' })
})

test('the layout, the pages and the paper of files are changed', async () => {
  const order = await take()
  const [file] = order.order_files
  const reply = await change(order, {
    layout: '2-up',
    paper_size: 'A3',
    files: [{ id: file?.id, page_ranges: '1-2' }],
  })
  // One side with two pages, on paper of factor 2.
  expect(reply.json()).toMatchObject({ impressions: 1, payable: 4, pdf_page_count: 3 })
  expect(reply.json<Order>().order_files).toMatchObject([{ id: file?.id, page_ranges: '1-2' }])
})

test('files are added, removed and put in another sequence; what is removed is gone', async () => {
  const order = await take({}, { 'a.pdf': pdf, 'b.pdf': pdf })
  const [a, b] = order.order_files
  const c = await uploadFile('c.pdf')
  const reply = await change(order, { files: [{ id: c }, { id: a?.id }] })
  expect(reply.json<Order>().order_files.map(({ name }) => name)).toEqual(['c.pdf', 'a.pdf'])
  expect(reply.json()).toMatchObject({ pdf_page_count: 6, payable: 12 })
  expect(await api.db`select 1 from order_files where id = ${b?.id ?? ''}`).toHaveLength(0)
  expect(lastChanges(reply.json())).toEqual([{ field: 'files', from: 'a.pdf, b.pdf', to: 'c.pdf, a.pdf' }])
  for (const files of [[{ id: b?.id }], [{ id: a?.id }, { id: a?.id }], []])
    expect((await change(order, { files })).statusCode).toBeGreaterThanOrEqual(400)
  const other = await take()
  const stolen = await change(order, { files: [{ id: other.order_files[0]?.id }] })
  expect([stolen.statusCode, stolen.json().errors[0].context.key]).toEqual([422, 'files'])
  expect((await read(other)).order_files).toHaveLength(1)
})

test('pick-up becomes a delivery with its fee and address, and back', async () => {
  const order = await take()
  expect((await change(order, { pickup: false })).json().errors[0].context.key).toBe('address')
  expect((await change(order, { pickup: false, address })).json()).toMatchObject({
    payable: 46,
    pickup: false,
  })
  expect((await change(order, { pickup: true })).json()).toMatchObject({ payable: 6, address: null })
})

test('another customer is found by their name, and the old one is not', async () => {
  const user = await buildUser(api.db, { first_name: 'Zubeida' })
  const order = await take()
  expect((await change(order, { user: user.id })).json()).toMatchObject({ user: user.id })
  expect((await admin.get('/api/all-orders/?query=zubeida')).json()).toMatchObject({ count: 1 })
  const nobody = await change(order, { user: '01890000-0000-7000-8000-000000000000' })
  expect([nobody.statusCode, nobody.json().errors[0].context.key]).toEqual([422, 'user'])
})

test('a coupon is set, follows the amount, and is taken off; its counts are exact', async () => {
  const coupon = await buildCoupon(api.db, { one_time_only: true, isfornew: true })
  const counts = async () => {
    const [row] = await api.db`select usage_count, given_away::int from coupons where id = ${coupon.id}`
    return [row?.['usage_count'], row?.['given_away']]
  }
  const order = await take({ copies: 10 })
  expect((await change(order, { coupon_code: coupon.code.toLowerCase() })).json()).toMatchObject({
    discount: 6,
    payable: 54,
  })
  expect(await counts()).toEqual([1, 600])
  expect((await change(order, { copies: 20 })).json()).toMatchObject({ discount: 12, payable: 108 })
  expect(await counts()).toEqual([1, 1200])
  expect((await change(order, { coupon_code: null })).json()).toMatchObject({
    coupon_code: null,
    payable: 120,
  })
  expect(await counts()).toEqual([0, 0])
  const unknown = await change(order, { coupon_code: 'NOTHING' })
  expect([unknown.statusCode, unknown.json().errors[0].context.key]).toEqual([422, 'coupon_code'])
})

test('a plan is used, used more, and given back', async () => {
  const sold = await buildSoldPlan(api.db, { pages_total: 10 })
  const used = async () =>
    (await api.db`select pages_used from user_subscription_plans where id = ${sold.id}`)[0]?.['pages_used']
  const order = await take({ user: sold.user })
  const paid = await change(order, { user_subscription_plan: sold.id, copies: 2 })
  expect(paid.json()).toMatchObject({ order_type: 'subscription', plan_pages: 6, payable: 0 })
  expect(await used()).toBe(6)
  expect((await change(order, { copies: 3 })).json()).toMatchObject({ plan_pages: 9 })
  const many = await change(order, { copies: 4 })
  expect([many.statusCode, many.json().errors[0].context.key]).toEqual([422, 'user_subscription_plan'])
  expect(await used()).toBe(9)
  expect((await change(order, { user_subscription_plan: null })).json()).toMatchObject({
    order_type: 'print',
    plan_pages: 0,
    payable: 18,
  })
  expect(await used()).toBe(0)
})

test('lines count in the price; a price by hand needs a reason and keeps the calculated one', async () => {
  const order = await take({ lines: [{ text: 'Typing', quantity: 2, price: 10.5 }] })
  expect(order).toMatchObject({ payable: 27, lines: [{ text: 'Typing', quantity: 2, price: 10.5 }] })
  const lines = [{ text: 'Lamination', quantity: 3, price: 20 }]
  expect((await change(order, { lines })).json()).toMatchObject({ lines, amount: 66, calculated_amount: 66 })
  const without = await change(order, { price_by_hand: 50 })
  expect([without.statusCode, without.json().errors[0].context.key]).toEqual([400, 'price_by_hand_reason'])
  const byHand = await change(order, { price_by_hand: 50, price_by_hand_reason: 'Late' })
  const set = { price_by_hand: 50, price_by_hand_reason: 'Late', calculated_amount: 66, payable: 50 }
  expect(byHand.json()).toMatchObject(set)
  expect((await change(order, { copies: 2 })).json()).toMatchObject({ ...set, calculated_amount: 72 })
  expect((await change(order, { price_by_hand: null })).json()).toMatchObject({
    price_by_hand: null,
    price_by_hand_reason: null,
    payable: 72,
  })
  for (const wrong of [
    { text: '', quantity: 1, price: 1 },
    { text: 'x', quantity: 0, price: 1 },
    { text: 'x', quantity: 1, price: -1 },
  ])
    expect((await change(order, { lines: [wrong] })).statusCode).toBe(400)
  expect((await admin.get('/api/all-orders/?format=csv')).body).toContain('Lamination 3 20')
})

test('an order that was taken in while new prices waited to be saved keeps those that it was told', async () => {
  const prices = (await admin.get('/api/configurations')).json<Configuration>()
  const dearer = { ...prices.price_per_page, bw: { single: 5, double: 5 } }
  const { saved, order } = await api.db.begin(async (tx) => {
    await tx`select from configurations for no key update`
    const saved = admin.put('/api/configurations', { ...prices, price_per_page: dearer })
    await until('it waits', async () => {
      const waiting = await api.resources.quickPool`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { saved, order: await take() }
  })
  expect((await saved).statusCode).toBe(200)
  expect(order.payable).toBe(6)
  expect((await change(order, { copies: 2 })).json()).toMatchObject({ payable: 12 })
  await admin.put('/api/configurations', { ...prices, version: prices.version + 1 })
})

test('a change is priced by the prices of its day or by those of today; asking changes nothing', async () => {
  const order = await take()
  const prices = (await admin.get('/api/configurations')).json<Configuration>()
  const dearer = { ...prices.price_per_page, bw: { single: 5, double: 5 } }
  expect((await admin.put('/api/configurations', { ...prices, price_per_page: dearer })).statusCode).toBe(200)
  const asked = await admin.post(`${path(order)}price/`, { copies: 2 })
  expect(asked.json()).toMatchObject({
    now: { payable: 6 },
    order_day: { payable: 12 },
    today: { payable: 30 },
  })
  expect(await read(order)).toEqual({ ...order, history: expect.anything(), order_files: expect.anything() })
  expect((await change(order, { copies: 2 })).json()).toMatchObject({ payable: 12 })
  expect((await change(order, { copies: 3, prices: 'today' })).json()).toMatchObject({ payable: 45 })
  await admin.put('/api/configurations', { ...prices, version: prices.version + 1 })
  expect((await api.as('staff').post(`${path(order)}price/`, {})).statusCode).toBe(403)
})

test('what one of two prices forbids is offered by the other, with the reason', async () => {
  const prices = (await admin.get('/api/configurations')).json<Configuration>()
  const set = async (single: number) => {
    const price_per_page = { ...prices.price_per_page, bw: { single, double: single } }
    const { version } = (await admin.get('/api/configurations')).json<Configuration>()
    const changed = { ...prices, version, price_per_page, credit_limit_customer: 2000 }
    expect((await admin.put('/api/configurations', changed)).statusCode).toBe(200)
  }
  await set(2)
  const [order, paid] = [await take({ copies: 200, pay_by: 'on_account' }), await take()]
  const ask = (copies: number, { id } = order, language = 'en') =>
    admin.post(`${path({ id })}price/`, { copies }, { 'accept-language': language })
  const above = (owed: string) => `With this order ₹${owed} would be owed, and the limit is ₹2,000.00`
  await set(5)
  const dearer = await ask(210)
  expect([dearer.statusCode, dearer.json()]).toMatchObject([
    200,
    { order_day: { payable: 1260 }, today: null, refused: { order_day: null, today: above('3,150.00') } },
  ])
  expect((await ask(210, order, 'hi')).json().refused.today).toMatch(/3,150\.00.*\p{Script=Devanagari}/u)
  const both = await ask(1000)
  expect([both.statusCode, both.json().message]).toEqual([422, above('6,000.00')])
  await set(1)
  expect((await ask(400)).json()).toMatchObject({
    order_day: null,
    today: { payable: 1200 },
    refused: { order_day: above('2,400.00'), today: null },
  })
  expect((await change(order, { copies: 400, prices: 'today' })).json()).toMatchObject({ payable: 1200 })
  await set(30_000_000)
  expect((await ask(2, paid)).json()).toMatchObject({
    order_day: { payable: 12 },
    refused: { today: 'This would cost more than ₹10,00,00,000. Order less at once.' },
  })
  const { version } = (await admin.get('/api/configurations')).json<Configuration>()
  await admin.put('/api/configurations', { ...prices, version })
})

// What can change in which state.
const changes = {
  title: { title: 'Other' },
  notes: { notes: 'Ring twice' },
  address: { address: { ...address, line1: '1 New Road' } },
  copies: { copies: 2 },
  color: { color: 'color' },
  sides: { sides: 'double' },
  paper_size: { paper_size: 'A3' },
  binding: { binding: 'staple' },
  layout: { layout: '2-up' },
  fit: { fit: 'fit' },
  bundle: { bundle: true },
  pickup: { pickup: true },
  lines: { lines: [{ text: 'Rush', quantity: 1, price: 5 }] },
  price_by_hand: { price_by_hand: 9, price_by_hand_reason: 'Late' },
}
const texts = ['title', 'notes', 'address']
const states = {
  'taken in': async () => take({ pickup: false, address }),
  assigned: async () => assign(await take({ pickup: false, address })),
  'with a waiting job': async () => withJob({ state: 'held', impressions_done: 0 }),
  'with a cancelled job': async () => withJob({ state: 'cancelled', impressions_done: 0 }),
  'at a printer': async () => withJob({ state: 'printing', impressions_done: 0 }),
  printed: async () => withJob({ state: 'done' }),
  'out for delivery': async () => move(await states.assigned(), 'out-for-delivery'),
  delivered: async () => move(await states['out for delivery'](), 'delivered'),
  'brought back': async () => move(await states['out for delivery'](), 'assigned'),
  cancelled: async () => move(await states['taken in'](), 'cancelled'),
}
const assign = async (order: Order) =>
  (await change(order, { assigned_user: api.people.staff.id })).json<Order>()
const move = async (order: Order, status: string): Promise<Order> =>
  (await change(order, { status, note: 'Because' })).json<Order>()
async function withJob(fields: object) {
  const order = await states['taken in']()
  const printer = await buildPrinter(api.db)
  await buildPrintJob(api.db, { order: order.id, printer: printer.id, ...fields })
  return order
}
const open = ['taken in', 'assigned', 'with a waiting job', 'with a cancelled job']

describe.each(Object.entries(states))('of an order that is %s', (state, build) => {
  test('each field can be changed or is refused with what still can', async () => {
    const isOpen = open.includes(state)
    let order = await build()
    for (const [field, body] of Object.entries(changes)) {
      if (texts.includes(field) || isOpen) expect((await read(order)).is_open_to_change).toBe(isOpen)
      const reply = await change(order, body)
      const may = state !== 'cancelled' && (isOpen || texts.includes(field))
      expect([field, reply.statusCode]).toEqual([field, may ? 200 : 409])
      if (may) {
        expect(lastChanges(reply.json())).toContainEqual(expect.objectContaining({ field }))
        // An open one is changed as it was taken in; any other keeps all but its texts, so it serves for all fields.
        order = isOpen ? await build() : reply.json<Order>()
      } else {
        expect((await read(order)).version).toBe(order.version)
        if (state !== 'cancelled')
          expect(reply.json().message).toContain(
            'Its title, promised time, notes and address can still change',
          )
      }
    }
    const promised = await change(order, { promised_at: '2031-02-03T05:00:00Z' })
    expect(promised.statusCode).toBe(state === 'cancelled' ? 409 : 200)
  })
})

test('waiting print jobs are cancelled by what they would print otherwise, and by nothing else', async () => {
  const order = await withJob({ state: 'held', impressions_done: 0 })
  const job = async () =>
    (await api.db`select state, message from print_jobs where order_id = ${order.id}`)[0]
  await change(order, { lines: [{ text: 'Rush', quantity: 1, price: 5 }] })
  expect(await job()).toMatchObject({ state: 'held' })
  const reply = await change(order, { copies: 2 })
  expect(await job()).toEqual({ state: 'cancelled', message: 'The order was changed.' })
  expect(lastChanges(reply.json())).toContainEqual({ field: 'print_jobs', from: 1, to: 0 })
})

describe('of two at once', () => {
  test('changes with one version, one wins, and the counts are right', async () => {
    const coupons = await Promise.all([buildCoupon(api.db), buildCoupon(api.db)])
    const order = await take({ copies: 10 })
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        change(order, { version: 1, copies: at + 2, coupon_code: coupons[at % 2]?.code }),
      ),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    // Without a version the last one wins.
    await Promise.all(
      coupons.flatMap(({ code }) => [change(order, { coupon_code: code }), change(order, { copies: 7 })]),
    )
    await expectInvariantsHold(api.db)
  })

  test('a change and a cancellation leave nothing used twice or not given back', async () => {
    const sold = await buildSoldPlan(api.db, { pages_total: 100 })
    for (let round = 0; round < 4; round++) {
      const order = await take({
        user: sold.user,
        order_type: 'subscription',
        user_subscription_plan: sold.id,
      })
      await Promise.all([
        change(order, { copies: 5 }),
        change(order, { status: 'cancelled', note: 'Not wanted' }),
        change(order, { user_subscription_plan: null }),
      ])
      expect((await read(order)).status).toBe('cancelled')
    }
    await expectInvariantsHold(api.db)
  })

  test('a change and the start of a print, never is something else printed than the order says', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await take()
      const [changed, printed] = await Promise.all([
        change(order, { copies: 2 }),
        admin.post('/api/print-jobs/', { orders: [order.id], by_hand: true }),
      ])
      const [result] = printed.json<{ results: { ok: boolean; code: string }[] }>().results
      const jobs = await api.db`select copies from print_jobs where order_id = ${order.id}`
      const now = await read(order)
      if (result?.ok) expect(jobs).toEqual([{ copies: now.copies }])
      else expect([changed.statusCode, result?.code, jobs]).toEqual([200, 'stale', []])
    }
  })
})

test('what waits to be fetched keeps all but its texts until that is taken back', async () => {
  const order = await take()
  const ready = await change(order, { is_ready: true })
  expect(ready.json()).toMatchObject({ is_ready: true, is_open_to_change: false })
  for (const body of [{ copies: 3 }, { pickup: false, address }]) {
    const refused = await change(order, body)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This order is ready for pick-up. Its title, promised time, notes and address can still change; to print it otherwise, take that back first.',
    ])
  }
  expect((await change(order, { notes: 'Blue cover' })).statusCode).toBe(200)
  const reply = await change(order, { is_ready: false, pickup: false, address, copies: 3 })
  expect(reply.json()).toMatchObject({ pickup: false, copies: 3, is_ready: false, printed: 'none' })
})
