import { buffer } from 'node:stream/consumers'
import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildCoupon, buildSoldPlan, buildUser } from '../../../test/build.ts'
import { buildPrintJob } from '../../../test/buildPrinting.ts'
import { makePdf } from '../../../test/pdf.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { sweepUploads } from '../orderFiles.queries.ts'
import { addNote } from '../orderHistory.queries.ts'
import { sweepQuoteFiles } from '../quoteFiles.queries.ts'
import { drawQuote } from './quotePdf.ts'

const api = useApi()
const admin = api.as('admin')

let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(4)
})

async function uploadFile(name = 'thesis.pdf'): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(pdf)]), name)
  return (await admin.upload('/api/order-uploads/', form)).json<Upload>().id
}

type More = { order?: object; valid_until?: string; user?: string; files?: string[] }

async function offer({ order, user, files, ...more }: More = {}) {
  const uploads = files ?? [await uploadFile()]
  const buyer = user ?? (await buildUser(api.db)).id
  return admin.post('/api/quotes/', {
    order: { user: buyer, title: 'Thesis', address, uploads, ...order },
    ...more,
  })
}
async function quoted(more?: More): Promise<Quote> {
  const reply = await offer(more)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { status: 'open' }])
  return reply.json()
}
const url = ({ id }: { id: string }) => `/api/quotes/${id}/`
const read = async (quote: Quote) => (await admin.get(url(quote))).json<Quote>()
const confirm = (quote: Quote, body: object = {}, headers = {}) =>
  admin.post(`${url(quote)}confirm/`, body, headers)
const expire = ({ id }: Quote) =>
  api.db`update quotes set version = version + 1, valid_until = shop_day(now()) - 1 where id = ${id}`
const priceOfPage = (rupees: number) => api.db`
  update configurations set version = version + 1,
    price_per_page = jsonb_set(price_per_page, '{bw,single}', ${api.db.json(rupees)})`

describe('a quote', () => {
  test('is priced as an order of today, and takes nothing in', async () => {
    const quote = await quoted({ order: { copies: 2, binding: 'staple', page_ranges: ['1-3'] } })
    expect(quote).toMatchObject({
      amount: 62,
      payable: 62,
      pdf_page_count: 4,
      prices: [
        { text: 'Printing', amount: 12 },
        { text: 'Binding', amount: 10 },
        { text: 'Delivery', amount: 40 },
      ],
      files: [{ name: 'thesis.pdf', page_count: 4, page_ranges: '1-3', removed_at: null }],
      created_by: 'Asha Rao',
      confirmed_order: null,
    })
    const [{ orders, days }] = await api.db<[{ orders: number; days: number }]>`
      select (select count(*)::int from orders) as orders, ${quote.valid_until}::date - shop_day(now()) as days`
    expect([orders, days]).toEqual([0, 14])
  })

  test('has extra lines in its price, in its PDF and in its order', async () => {
    const lines = [
      { text: 'Lamination', quantity: 3, price: 20 },
      { text: 'Typing', quantity: 1, price: 10.5 },
    ]
    const quote = await quoted({ order: { lines } })
    expect(quote).toMatchObject({ amount: 118.5, payable: 118.5, order: { lines } })
    const amounts = quote.prices.map(({ text, amount }) => [text, amount])
    expect(amounts).toEqual([
      ['Printing', 8],
      ['Delivery', 40],
      ['Lamination × 3', 60],
      ['Typing', 10.5],
    ])
    const text = await textOfPdf((await admin.get(`${url(quote)}pdf/`)).rawPayload)
    for (const words of ['Lamination × 3', 'Rs 60.00', 'Typing', 'Rs 10.50', 'Rs 118.50'])
      expect(text).toContain(words)
    await priceOfPage(5)
    const order = (await confirm(quote)).json<Order>()
    await priceOfPage(2)
    expect(order).toMatchObject({ payable: 118.5, lines })
    expect((await offer({ order: { lines: [{ text: '', quantity: 0, price: -1 }] } })).statusCode).toBe(400)
  })

  test('is refused as an order would be, on the field', async () => {
    const own = await uploadFile()
    const refused: [More, number, string][] = [
      [{ files: [] }, 400, 'uploads'],
      [{ files: [own, own] }, 400, 'uploads'],
      [{ order: { address: null } }, 400, 'address'],
      [{ order: { coupon_code: 'NONE' } }, 422, 'coupon_code'],
      [{ order: { order_type: 'subscription' } }, 422, 'user_subscription_plan'],
      [{ order: { page_ranges: ['9'] } }, 400, 'page_ranges'],
      [{ user: '01900000-0000-7000-8000-000000000001' }, 422, 'user'],
      [{ valid_until: '2020-01-01' }, 400, 'valid_until'],
      [{ valid_until: '2099-01-01' }, 400, 'valid_until'],
      [{ files: ['01900000-0000-7000-8000-000000000001'] }, 422, 'uploads'],
    ]
    for (const [more, status, key] of refused) {
      const reply = await offer(more)
      expect([more, reply.statusCode, reply.json().errors?.[0]?.context.key]).toEqual([more, status, key])
    }
  })

  test('is found by number, title and customer, and listed by status', async () => {
    const { id: user } = await buildUser(api.db, { first_name: 'Kavya', last_name: 'Iyer' })
    const quote = await quoted({ user, order: { title: 'Wedding cards' } })
    const found = async (query: string) =>
      (await admin.get(`/api/quotes/?${query}`)).json<{ results: Quote[] }>().results.map(({ id }) => id)
    for (const query of [
      'query=kavya',
      'query=wedding',
      `query=${quote.number}`,
      `user=${user}`,
      'status=open',
    ])
      expect([query, await found(query)]).toEqual([query, expect.arrayContaining([quote.id])])
    const cheap = await quoted({ user, order: { title: 'Wedding menu', copies: 2 }, valid_until: nextWeek() })
    for (const [query, quotes] of [
      [`user=${user}`, [cheap, quote]],
      ['query=wedding&ordering=payable', [quote, cheap]],
      ['query=wedding&ordering=-valid_until', [quote, cheap]],
      ['query=wedding&ordering=created_at', [quote, cheap]],
      ['query=wedding&status=confirmed', []],
      ['query=wedding&status=withdrawn', []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, quotes.map(({ id }) => id)])
    await admin.patch(url(cheap), { status: 'withdrawn' })
    expect(await found('status=withdrawn&query=kavya')).toEqual([cheap.id])
    await expire(quote)
    expect(await found('status=open&query=kavya')).toEqual([])
    expect(await found('status=expired&query=kavya')).toEqual([quote.id])
    expect((await api.as('staff').get('/api/quotes/')).statusCode).toBe(403)
    expect((await api.as('staff').get(url(quote))).statusCode).toBe(403)
    expect((await api.as('staff').post(`${url(quote)}confirm/`, {})).statusCode).toBe(403)
  })

  test('is withdrawn, and put back', async () => {
    const quote = await quoted()
    const gone = await admin.patch(url(quote), { status: 'withdrawn', version: quote.version })
    expect([gone.statusCode, gone.json()]).toMatchObject([200, { status: 'withdrawn' }])
    expect((await confirm(quote, { version: gone.json().version })).json()).toMatchObject({
      code: 'withdrawn',
    })
    expect((await admin.patch(url(quote), { valid_until: nextWeek() })).json().code).toBe('withdrawn')
    const back = await admin.patch(url(quote), { status: 'open' })
    expect([back.statusCode, back.json()]).toMatchObject([200, { status: 'open', withdrawn_at: null }])
    expect((await admin.patch(url(quote), { status: 'confirmed' })).statusCode).toBe(400)
    // The whole record sent back is no change.
    const same = await admin.patch(url(quote), back.json())
    expect([same.statusCode, same.json()]).toEqual([200, back.json()])
    expect((await admin.patch(url(quote), { status: 'withdrawn', version: 1 })).json()).toMatchObject({
      code: 'stale',
      current: { id: quote.id, status: 'open' },
    })
  })

  test('keeps its price with another last day while it is open, and is priced anew with another order', async () => {
    const quote = await quoted()
    await priceOfPage(3)
    const moved = await admin.patch(url(quote), { valid_until: nextWeek() })
    expect(moved.json()).toMatchObject({ amount: 48, valid_until: nextWeek(), version: quote.version + 1 })
    expect((await admin.patch(url(quote), { valid_until: nextWeek() })).json()).toEqual(moved.json())
    expect((await admin.patch(url(quote), { valid_until: '2020-01-01' })).statusCode).toBe(400)
    const order = { ...quote.order, notes: 'Blue' }
    const other = await admin.patch(url(quote), { order })
    expect(other.json()).toMatchObject({ amount: 52, valid_until: nextWeek(), order: { notes: 'Blue' } })
    await expire(quote)
    await priceOfPage(2)
    const late = await admin.patch(url(quote), { order: { ...order, notes: 'Red' } })
    expect(late.json()).toMatchObject({ status: 'open', amount: 48 })
    const [{ days }] = await api.db<[{ days: number }]>`
      select valid_until - shop_day(now()) as days from quotes where id = ${quote.id}`
    expect(days).toBe(14)
  })

  test('is not changed by what withdraws it, but by what puts it back', async () => {
    const quote = await quoted()
    const both = await admin.patch(url(quote), { status: 'withdrawn', valid_until: nextWeek() })
    expect(both.json()).toMatchObject({ code: 'withdrawn' })
    expect(await read(quote)).toEqual(quote)
    await admin.patch(url(quote), { status: 'withdrawn' })
    const again = await admin.patch(url(quote), { status: 'withdrawn' })
    expect([again.statusCode, again.json().version]).toEqual([200, quote.version + 1])
    const back = await admin.patch(url(quote), { status: 'open', valid_until: nextWeek() })
    expect([back.statusCode, back.json()]).toMatchObject([200, { status: 'open', valid_until: nextWeek() }])
    expect((await admin.patch(url(quote), { status: 'expired' })).statusCode).toBe(400)
  })

  test('of an order that is picked up needs no address, and is delivered for nothing', async () => {
    const quote = await quoted({ order: { pickup: true, address: null } })
    expect(quote.prices).toEqual([
      { text: 'Printing', amount: 8 },
      { text: 'Pick-up', amount: 0 },
    ])
    expect((await confirm(quote)).json()).toMatchObject({ pickup: true, amount: 8 })
  })

  test('with a window is refused where it is over, and confirmed without it where it is over since', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const past = { window_from: inHours(-3), promised_at: inHours(-1) }
    expect((await offer({ order: past })).statusCode).toBe(422)
    const quote = await quoted({ order: { window_from: inHours(24), promised_at: inHours(26) } })
    expect((await admin.patch(url(quote), { order: { ...quote.order, ...past } })).statusCode).toBe(422)
    const kept = (await confirm(quote)).json<Order>()
    expect(Date.parse(kept.window_from ?? '')).toBe(Date.parse(quote.order.window_from ?? ''))
    const late = await quoted({ order: { window_from: inHours(24), promised_at: inHours(26) } })
    await api.db`
      update quotes set version = version + 1, content = content || ${api.db.json(past)} where id = ${late.id}`
    const order = await confirm(late)
    expect([order.statusCode, order.json()]).toMatchObject([201, { window_from: null }])
    // It is not late before it is begun.
    expect(Date.parse(order.json<Order>().promised_at ?? '')).toBeGreaterThan(Date.now())
  })

  test('takes another order, with some of its files and a new one, at the prices of today', async () => {
    const [one, two] = [await uploadFile('a.pdf'), await uploadFile('b.pdf')]
    const quote = await quoted({ files: [one, two] })
    await priceOfPage(3)
    const renamed = await admin.patch(url(quote), { order: { ...quote.order, uploads: [two, one] } })
    const { order: _, ...facts } = renamed.json<Quote>()
    expect(facts).toMatchObject({ amount: 64, files: [{ name: 'b.pdf' }, { name: 'a.pdf' }] })
    const three = await uploadFile('c.pdf')
    const other = await admin.patch(url(quote), { order: { ...quote.order, uploads: [three, two] } })
    expect(other.json<Quote>().files.map(({ name }) => name)).toEqual(['c.pdf', 'b.pdf'])
    const [left] = await api.db`select quote_id, order_id from order_files where id = ${one}`
    expect(left).toEqual({ quote_id: null, order_id: null })
    // It is an upload again, which goes a day after it came.
    await sweepUploads(api.db)
    expect(await api.db`select from order_files where id = ${one}`).toHaveLength(1)
    await api.db`update order_files set created_at = now() - interval '3 days' where id in (${one}, ${two})`
    await sweepUploads(api.db)
    expect(await api.db`select id from order_files where id in (${one}, ${two})`).toEqual([{ id: two }])
    await priceOfPage(2)
  })
})

const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

describe('a confirmed quote', () => {
  test('is an order at the quoted prices, with its files', async () => {
    const { code } = await buildCoupon(api.db, { discount_percentage: 10 })
    const quote = await quoted({ order: { coupon_code: code, page_ranges: ['2-4'], notes: 'Blue' } })
    await priceOfPage(5)
    const reply = await confirm(quote)
    await priceOfPage(2)
    const order = reply.json<Order>()
    expect([reply.statusCode, order]).toMatchObject([
      201,
      {
        status: 'confirmed',
        amount: 46,
        discount: 4.6,
        coupon_code: code,
        notes: 'Blue',
        impressions: 3,
        order_files: [{ name: 'thesis.pdf', page_ranges: '2-4' }],
        history: [{ note: `From quote ${quote.number}` }],
      },
    ])
    const now = await read(quote)
    expect(now).toMatchObject({
      status: 'confirmed',
      confirmed_order: { id: order.id, number: order.number },
      files: [{ name: 'thesis.pdf' }],
    })
    const { pathname, search } = new URL(order.order_files[0]?.url ?? '')
    expect((await admin.get(pathname + search)).statusCode).toBe(200)
    const [coupon] = await api.db`select usage_count from coupons where code = ${code}`
    expect(coupon).toEqual({ usage_count: 1 })
    for (const change of [{ status: 'withdrawn' }, { valid_until: nextWeek() }])
      expect((await admin.patch(url(quote), change)).json()).toMatchObject({ code: 'confirmed' })
  })

  test('that was confirmed by mistake is open again at its prices, and its order stays as a cancelled one', async () => {
    const { code } = await buildCoupon(api.db, { discount_percentage: 10, one_time_only: true })
    const quote = await quoted({ order: { coupon_code: code, page_ranges: ['2-4'] } })
    await priceOfPage(5)
    const order = (await confirm(quote)).json<Order>()
    const undo = (version?: number) => admin.patch(url(quote), { status: 'open', version })
    expect((await undo(quote.version)).json()).toMatchObject({ code: 'stale' })
    expect((await admin.patch(url(quote), { status: 'open', valid_until: nextWeek() })).statusCode).toBe(400)
    const replies = await Promise.all([undo(quote.version + 1), undo(), undo()])
    expect(replies.map(({ statusCode }) => statusCode)).toContain(200)
    const now = await read(quote)
    expect(now).toEqual({ ...quote, version: quote.version + 2 })
    const cancelled = (await admin.get(`/api/all-orders/${order.id}/`)).json<Order>()
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      payable: 41.4,
      order_files: [],
      history: [{}, { to: 'cancelled', note: `Quote ${quote.number} confirmed by mistake` }],
    })
    const [coupon] = await api.db`select usage_count from coupons where code = ${code}`
    expect(coupon).toEqual({ usage_count: 0 })
    const again = (await confirm(quote)).json<Order>()
    expect(again).toMatchObject({
      payable: order.payable,
      order_files: [{ name: 'thesis.pdf', page_ranges: '2-4' }],
    })
    const { pathname, search } = new URL(again.order_files[0]?.url ?? '')
    expect((await admin.get(pathname + search)).statusCode).toBe(200)
    expect((await undo()).statusCode).toBe(200)
    await priceOfPage(2)
    const changed = { ...quote.order, title: 'Other' }
    expect((await admin.patch(url(quote), { order: changed })).json()).toMatchObject({
      order: { title: 'Other' },
    })
    expect((await admin.patch(url(quote), { status: 'withdrawn' })).json()).toMatchObject({
      status: 'withdrawn',
    })
  })

  test.each([
    ['changed', (order: string) => admin.patch(`/api/all-orders/${order}/`, { title: 'Other' })],
    [
      'discussed',
      (order: string) => admin.post(`/api/all-orders/${order}/comments/`, { text: 'Call first' }),
    ],
    ['noted', (order: string) => addNote(api.db, null, order, 'Asks for it by Monday')],
    ['paid', (order: string) => admin.post('/api/payments/', { order, method: 'upi', amount: 10 })],
    ['printed', (order: string) => buildPrintJob(api.db, { order })],
    [
      'cancelled',
      (order: string) => admin.patch(`/api/all-orders/${order}/`, { status: 'cancelled', note: 'No' }),
    ],
  ])('stays confirmed once its order was %s', async (_, work) => {
    const quote = await quoted()
    const order = (await confirm(quote)).json<Order>()
    const worked = await work(order.id)
    if ('statusCode' in worked) expect(String(worked.statusCode)).toMatch(/^20/)
    const before = (await admin.get(`/api/all-orders/${order.id}/`)).json<Order>()
    const message = `Order ${order.number} was worked on meanwhile, so quote ${quote.number} stays confirmed.`
    const reply = await admin.patch(url(quote), { status: 'open' })
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'order_changed', message }])
    expect(await read(quote)).toMatchObject({ status: 'confirmed', confirmed_order: { id: order.id } })
    const after = (await admin.get(`/api/all-orders/${order.id}/`)).json<Order>()
    expect([after.status, after.version]).toEqual([before.status, before.version])
  })

  test('is one order, however many confirm it at once', async () => {
    const quote = await quoted()
    const replies = await Promise.all(Array.from({ length: 8 }, () => confirm(quote)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array(7).fill(409),
    ])
    const { confirmed_order } = await read(quote)
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json()).toMatchObject({ code: 'confirmed', current: { confirmed_order } })
    const again = await quoted()
    const key = { 'idempotency-key': 'tap' }
    const [first, second] = [await confirm(again, {}, key), await confirm(again, {}, key)]
    expect([second.statusCode, second.json().id]).toEqual([201, first.json().id])
  })

  test('uses the pages of a plan then, and is refused where they are gone', async () => {
    const { id: user } = await buildUser(api.db)
    const plan = await buildSoldPlan(api.db, { user, pages_total: 10 })
    const order = { order_type: 'subscription', user_subscription_plan: plan.id, copies: 2 }
    const [one, two] = [await quoted({ user, order }), await quoted({ user, order })]
    expect(one.prices[0]).toEqual({ text: 'Printing, by the plan', amount: 0 })
    expect((await confirm(one)).json()).toMatchObject({ plan_pages: 8, amount: 40 })
    const refused = await confirm(two)
    expect([refused.statusCode, refused.json().errors[0].context.key]).toEqual([
      422,
      'user_subscription_plan',
    ])
    expect(await read(two)).toMatchObject({ status: 'open', version: two.version })
  })

  test('keeps the discount that it said, also of a coupon that was changed since, but of none that ended', async () => {
    const { code } = await buildCoupon(api.db, { discount_percentage: 10 })
    const quote = await quoted({ order: { coupon_code: code } })
    const late = await quoted({ order: { coupon_code: code } })
    await api.db`update coupons set version = version + 1, discount_percentage = 20 where code = ${code}`
    const reply = await confirm(quote)
    const order = reply.json<Order>()
    expect([reply.statusCode, order]).toMatchObject([201, { amount: 48, discount: 4.8, coupon_code: code }])
    const uses = () =>
      api.db`
        select u.discount::int, discount_percentage::float8, usage_count, given_away::int
        from coupon_uses u join (select id, usage_count, given_away from coupons) c on c.id = u.coupon_id
        where u.code = ${code}`
    expect(await uses()).toEqual([
      { discount: 480, discount_percentage: 10, usage_count: 1, given_away: 480 },
    ])
    // A change of the order keeps it, too.
    const changed = await admin.patch(`/api/all-orders/${order.id}/`, { copies: 2 })
    expect(changed.json()).toMatchObject({ amount: 56, discount: 5.6 })
    expect(await uses()).toMatchObject([{ discount: 560, given_away: 560 }])
    await api.db`
      update coupons set version = version + 1, valid_from = shop_day(now()) - 2, valid_to = shop_day(now()) - 1
      where code = ${code}`
    expect((await confirm(late)).json().errors[0].context.key).toBe('coupon_code')
  })

  test('keeps its prices when its order changes', async () => {
    const quote = await quoted()
    const shop = (await admin.get('/api/configurations')).json<Configuration>()
    const dearer = { ...shop.price_per_page, bw: { single: 5, double: 5 } }
    expect((await admin.put('/api/configurations', { ...shop, price_per_page: dearer })).statusCode).toBe(200)
    const order = (await confirm(quote)).json<Order>()
    const asked = await admin.post(`/api/all-orders/${order.id}/price/`, { copies: 2 })
    await admin.put('/api/configurations', { ...shop, version: shop.version + 1 })
    expect(asked.json()).toMatchObject({
      now: { payable: 48 },
      order_day: { payable: 56 },
      today: { payable: 80 },
    })
  })

  test('whose day is past asks to be renewed, at the prices of today', async () => {
    const quote = await quoted()
    await expire(quote)
    const late = await confirm(quote)
    expect([late.statusCode, late.json().code]).toEqual([409, 'expired'])
    expect(await read(quote)).toMatchObject({ status: 'expired', confirmed_order: null })
    await priceOfPage(4)
    const renewed = await admin.patch(url(quote), { valid_until: nextWeek() })
    await priceOfPage(2)
    expect([renewed.statusCode, renewed.json()]).toMatchObject([
      200,
      { status: 'open', amount: 56, valid_until: nextWeek() },
    ])
    expect((await confirm(renewed.json())).json<Order>().amount).toBe(56)
  })

  test('that was seen before it changed is not confirmed', async () => {
    const quote = await quoted()
    await admin.patch(url(quote), { valid_until: nextWeek() })
    expect((await confirm(quote, { version: quote.version })).json()).toMatchObject({ code: 'stale' })
  })
})

describe('the files of a quote', () => {
  test('stay while it may be confirmed, and go a month after it ended', async () => {
    const [open, old] = [await quoted(), await quoted()]
    await api.db`update order_files set created_at = now() - interval '3 days' where quote_id is not null`
    await sweepUploads(api.db)
    await api.db`update quotes set version = version + 1, valid_until = shop_day(now()) - 31 where id = ${old.id}`
    await sweepQuoteFiles(api.db)
    expect((await read(open)).files).toMatchObject([{ removed_at: null }])
    expect((await read(old)).files).toMatchObject([{ removed_at: expect.any(String) }])
    const renewed = await admin.patch(url(old), { valid_until: nextWeek() })
    expect([renewed.statusCode, renewed.json().errors?.[0]?.context.key]).toEqual([422, 'uploads'])
    expect((await confirm(open)).statusCode).toBe(201)
  })

  test('cannot be deleted or taken by another order', async () => {
    const quote = await quoted()
    const [file] = quote.order.uploads
    expect((await admin.delete(`/api/order-uploads/${file}/`)).statusCode).toBe(404)
    expect((await offer({ files: [file ?? ''] })).json().errors[0].context.key).toBe('uploads')
    expect((await confirm(quote)).statusCode).toBe(201)
  })
})

test('the PDF says who offers what to whom, and for how much', async () => {
  await api.db`
    update configurations set version = version + 1,
      contact = '{"name": "Śrī Print", "phone": "020 1234", "email": "", "address": "MG Road"}'`
  const { id: user } = await buildUser(api.db, { first_name: 'Śānti', last_name: 'Иванова' })
  const quote = await quoted({ user, order: { copies: 1000, binding: 'spiral', title: 'Thesis “v2”' } })
  const reply = await admin.get(`${url(quote)}pdf/`)
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
  const text = await textOfPdf(reply.rawPayload)
  for (const words of [
    'Śrī Print',
    'MG Road',
    `Quote ${quote.number}`,
    'valid until',
    'Śānti Иванова',
    'Thesis “v2”',
    '4 pages, 1,000 copies, black and white, single-sided, A4, spiral bound',
    'thesis.pdf – 4 pages',
    '12 MG Road, Pune, Maharashtra, 411001',
    'Rs 8,000.00',
    'Rs 30,000.00',
    'Rs 38,040.00',
  ])
    expect(text).toContain(words)
  expect((await api.as('staff').get(`${url(quote)}pdf/`)).statusCode).toBe(403)
})

test('each price of a long quote stands on the page of what it is for', async () => {
  const quote = await quoted()
  const [file] = quote.files
  const long = {
    ...quote,
    files: Array.from({ length: 20 }, () => file as (typeof quote.files)[number]),
    prices: Array.from({ length: 22 }, (_, nth) => ({ text: `Extra ${nth}.`, amount: 100 + nth })),
  }
  const contact = { name: 'Our Print', phone: '020 1234', email: 'a@b.test', address: 'MG Road' }
  const text = await textOfPdf(await buffer(drawQuote(long, contact, 'en')))
  for (const { text: what, amount } of long.prices)
    expect(text.split('\n').find((line) => line.includes(what))).toContain(`Rs ${amount}.00`)
})

test('a name in letters that no font of this machine has does not stop the PDF', async () => {
  const { id: user } = await buildUser(api.db, { first_name: 'Anil 𓀀', last_name: '' })
  const quote = await quoted({ user })
  const text = await textOfPdf((await admin.get(`${url(quote)}pdf/`)).rawPayload)
  expect(text).toContain('Anil')
})

test('the file of quotes says where each goes', async () => {
  const quote = await quoted({ order: { title: 'Filed away' } })
  const reply = await admin.get('/api/quotes/?format=csv&query=filed away')
  const [head = '', row = ''] = reply.body.split('\r\n')
  const at = head.split(',').indexOf('order.address.city')
  expect(at).toBeGreaterThan(0)
  expect(row).toContain(quote.order.address?.city)
})

test('a quote is found by the accents of its customer, and without them', async () => {
  const { id: user } = await buildUser(api.db, { first_name: 'Śrīnivāsan', last_name: 'O’Brien' })
  const quote = await quoted({ user })
  for (const query of ['Śrīnivāsan', 'srinivasan', 'o’brien', "O'Brien"]) {
    const reply = await admin.get(`/api/quotes/?query=${encodeURIComponent(query)}`)
    expect([query, reply.json().results.map(({ id }: Quote) => id)]).toEqual([query, [quote.id]])
  }
})
