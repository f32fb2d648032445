import { gzipSync } from 'node:zlib'
import type { OrderLink, OrderPage } from '@our-print/contract/customer/orderPage.ts'
import type { OrderRequest } from '@our-print/contract/customer/orderRequests.ts'
import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildSoldPlan, buildUser } from '../../../test/build.ts'
import { buildPrintJob } from '../../../test/buildPrinting.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'
import { ar } from '../languages/ar.ts'
import { en } from '../languages/en.ts'
import { hi } from '../languages/hi.ts'
import { refusals } from '../languages/sentences.ts'
import { linkFor } from './orderLinks.queries.ts'

const api = useApi()
const textsOf = { en, hi, ar }
const [admin, courier, visitor] = [api.as('admin'), api.as('staff'), api.as(undefined)]

let pdf: Buffer
let other: Buffer
beforeAll(async () => {
  pdf = await makePdf(3)
  other = await makePdf(5, { margin: 3 })
})

const customer = {
  first_name: 'Kavya',
  last_name: 'Ramachandran',
  mobile: '+919812345670',
  email: 'kavya.secret@example.com',
}
const configure = async (fields: Partial<Configuration>) => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...now, ...fields })).statusCode).toBe(200)
}
async function takeIn(fields: object = {}, files = { 'thesis.pdf': pdf }): Promise<Order> {
  const [known] = await api.db<{ id: string }[]>`select id from users where mobile = ${customer.mobile}`
  const user = known?.id ?? (await buildUser(api.db, customer)).id
  const order = { user, title: 'Thesis', address, ...fields }
  const reply = await admin.upload('/api/all-orders/', orderForm(order, files))
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json()
}
const linkUrl = ({ id }: { id: string }) => `/api/all-orders/${id}/customer-link/`
const pathOf = (url: string | null) => new URL(url ?? '').pathname
/** Makes the link of an order; answers the path of its page. */
async function share(order: { id: string }): Promise<string> {
  const reply = await admin.post(linkUrl(order))
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { state: 'open' }])
  return pathOf(reply.json<OrderLink>().url)
}
const json = async (path: string) => {
  const reply = await visitor.get(`/api/order-page/${path.split('/')[2]}/`)
  expect([reply.statusCode, reply.json()]).toMatchObject([200, {}])
  return reply.json<OrderPage>()
}
const readOrder = async ({ id }: { id: string }) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const lastNote = async (order: { id: string }) => (await readOrder(order)).history?.at(-1)

function formOf(fields: Record<string, string | number>, files: Record<string, Buffer> = {}, name = 'files') {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
  for (const [file, bytes] of Object.entries(files))
    form.append(name, new Blob([new Uint8Array(bytes)]), file)
  return form
}
const send = (path: string, act: string, form: FormData, headers: Record<string, string> = {}) =>
  visitor.upload(`${path}/${act}`, form, { 'sec-fetch-site': 'same-origin', ...headers })
async function move(order: { id: string }, ...statuses: string[]) {
  for (const status of statuses) {
    const body = status === 'assigned' ? { assigned_user: api.people.staff.id } : { status }
    const by = status === 'assigned' ? admin : courier
    expect((await by.patch(`/api/all-orders/${order.id}/`, body)).statusCode).toBe(200)
  }
}

describe('the customer’s link', () => {
  test('is made, renewed and revoked by the office; a code that ended is the same 404 as one that never was', async () => {
    const order = await takeIn()
    expect((await admin.get(linkUrl(order))).json()).toMatchObject({ state: 'none', url: null })
    const first = await share(order)
    expect(first).toMatch(/^\/o\/[\w-]{22}$/)
    expect((await admin.get(linkUrl(order))).json()).toMatchObject({ url: `http://print.test${first}` })
    expect((await visitor.get(first)).statusCode).toBe(200)
    const second = await share(order)
    const missing = await visitor.get('/o/AAAAAAAAAAAAAAAAAAAAAA')
    const replaced = await visitor.get(first)
    expect([missing.statusCode, replaced.statusCode]).toEqual([404, 404])
    expect(replaced.body).toBe(missing.body)
    expect((await visitor.get(second)).statusCode).toBe(200)
    expect((await admin.delete(linkUrl(order))).statusCode).toBe(204)
    expect((await admin.delete(linkUrl(order))).statusCode).toBe(404)
    for (const path of [second, `/api/order-page/${second.split('/')[2]}/`])
      expect((await visitor.get(path)).statusCode).toBe(404)
    expect((await readOrder(order)).history?.map(({ note }) => note)).toEqual([
      null,
      'Customer’s link made',
      'Customer’s link renewed',
      'Customer’s link revoked',
    ])
    // A message makes no new one in place of what the office has revoked.
    expect(await linkFor(api.db, api.resources, order.id)).toBeNull()
  })

  test('that a message brought stays open, though the office and other messages make one at that moment', async () => {
    const order = await takeIn()
    const make = () => admin.post(linkUrl(order), { renew: false })
    const made = await Promise.all([
      linkFor(api.db, api.resources, order.id),
      make().then((reply) => reply.json<OrderLink>().url),
      linkFor(api.db, api.resources, order.id),
    ])
    expect([made[0], (await make()).json<OrderLink>().url]).toEqual([made[1], made[2]])
    expect((await visitor.get(pathOf(made[0] ?? ''))).statusCode).toBe(200)
    await admin.delete(linkUrl(order))
    expect((await make()).json()).toMatchObject({ state: 'open' })
  })

  test('ends when the order gets another customer, whose message makes another one', async () => {
    const order = await takeIn()
    const path = await share(order)
    const { id: user } = await buildUser(api.db)
    expect((await admin.patch(`/api/all-orders/${order.id}/`, { user })).statusCode).toBe(200)
    expect((await visitor.get(path)).statusCode).toBe(404)
    expect((await lastNote(order))?.note).toBe('Customer’s link revoked')
    const renewed = pathOf(await linkFor(api.db, api.resources, order.id))
    expect([renewed === path, (await visitor.get(renewed)).statusCode]).toEqual([false, 200])
    // What the office has revoked stays so.
    await admin.delete(linkUrl(order))
    const { id: third } = await buildUser(api.db)
    expect((await admin.patch(`/api/all-orders/${order.id}/`, { user: third })).statusCode).toBe(200)
    expect((await admin.get(linkUrl(order))).json()).toMatchObject({ state: 'revoked' })
  })

  test('tells the next customer nothing that the one before asked, agreed to, noted or was promised', async () => {
    const taken = { notes: 'Red cover', promised_at: '2030-01-01T10:00:00Z' }
    const order = await takeIn(taken, { 'thesis.pdf': other })
    await admin.patch(`/api/all-orders/${order.id}/`, { promised_at: '2030-01-02T10:00:00Z' })
    const path = await share(order)
    await until('the file is checked', async () => (await json(path)).acts.includes('approve'))
    const { findings } = hiddenFields((await visitor.get(path)).body)
    await send(path, 'approve', formOf({ version: 2, findings: findings ?? '' }))
    await send(path, 'note', formOf({ version: 2, note: 'For my sister\nand her dog' }))
    await send(path, 'recipient', formOf({ version: 2, recipient: 'Anita' }))
    await send(path, 'cancel', formOf({ version: (await readOrder(order)).version, reason: 'My own reason' }))
    const asked = await json(path)
    expect(asked.promise_moved).not.toBeNull()
    expect(asked).toMatchObject({ asked: { status: 'open' }, files: [{ approved_at: expect.any(String) }] })
    expect(asked.notes).toBe('Red cover\nCustomer: For my sister\r\nand her dog\nHand to: Anita')
    const requests = async () =>
      (await admin.get('/api/order-requests/?kind=cancel')).json<{ results: OrderRequest[] }>().results
    const { id: user } = await buildUser(api.db)
    expect((await admin.patch(`/api/all-orders/${order.id}/`, { user })).statusCode).toBe(200)
    const theirs = await share(order)
    const page = await json(theirs)
    expect(page).toMatchObject({
      asked: null,
      notes: 'Red cover',
      promise_moved: null,
      files: [{ approved_at: null }],
    })
    expect(page.acts).toEqual(expect.arrayContaining(['approve', 'cancel']))
    // Nor is the next one called about it.
    expect((await requests())[0]).toMatchObject({ status: 'declined', customer: null, mobile: null })
    await send(theirs, 'cancel', formOf({ version: page.version, reason: '' }))
    expect((await requests())[0]).toMatchObject({ status: 'open', customer: { id: user } })
  })

  test('cannot be read from the database, which has no code', async () => {
    const order = await takeIn()
    const code = (await share(order)).split('/')[2] ?? ''
    const rows =
      await api.db`select l::text as row from order_links l union all select a::text from audit_entries a`
    expect(rows.length).toBeGreaterThan(2)
    for (const { row } of rows) {
      expect(row).not.toContain(code)
      expect(row).not.toContain(Buffer.from(code).toString('hex'))
    }
    expect(await linkFor(api.db, api.resources, order.id)).toContain(code)
  })

  test('ends 90 days after the delivery', async () => {
    const order = await takeIn()
    const path = await share(order)
    await move(order, 'assigned', 'out-for-delivery', 'delivered')
    const deliver = (days: number) => api.db`
      update orders set version = version + 1, delivered_at = now() - make_interval(days => ${days}) where id = ${order.id}`
    await deliver(89)
    expect((await visitor.get(path)).statusCode).toBe(200)
    await deliver(91)
    expect((await visitor.get(path)).statusCode).toBe(404)
    expect((await admin.get(linkUrl(order))).json()).toMatchObject({ state: 'ended', url: null })
  })

  test('is for who sees prices, and not for couriers', async () => {
    const order = await takeIn()
    expect((await courier.get(linkUrl(order))).statusCode).toBe(403)
    expect((await courier.post(linkUrl(order))).statusCode).toBe(403)
  })
})

describe('the page', () => {
  test('needs nobody signed in, keeps nothing, runs nothing of others, and is small', async () => {
    const path = await share(await takeIn())
    const reply = await visitor.get(path)
    const { headers, body } = reply
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('same-origin')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    // Browsers say so where the empty icon is forbidden.
    expect(body).toContain('<link rel="icon" href="data:,">')
    expect(policy).toContain("img-src 'self' data:;")
    const pictures = await Promise.all(
      (await json(path)).files.flatMap(({ thumbnails }) => thumbnails).map((url) => visitor.get(url)),
    )
    expect(pictures.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
      [200, 'image/webp'],
      [200, 'image/webp'],
      [200, 'image/webp'],
    ])
    const bytes = gzipSync(body).length + pictures.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)
    expect(bytes).toBeLessThan(30 * 1024)
    // Drawn once.
    const [kept] = await api.db<[{ count: number }]>`select count(*)::int as count from file_thumbnails`
    expect(kept.count).toBeGreaterThanOrEqual(3)
    // What the check of the file found comes with the next look.
    await until('the file is checked', async () => ((await json(path)).files[0]?.warnings.length ?? 0) > 0)
    const { etag } = (await visitor.get(path)).headers
    expect(etag).not.toBe(headers.etag)
    expect((await visitor.get(path, { 'if-none-match': String(etag) })).statusCode).toBe(304)
  })

  test('shows nothing that is not the customer’s to see', async () => {
    const [own, another] = [await takeIn(), await takeIn({ title: 'Somebody else’s secret' })]
    await configure({ payee_address: 'shop@bank', payee_name: 'Our Print' })
    await admin.patch(`/api/all-orders/${own.id}/`, { assigned_user: api.people.staff.id })
    await admin.post(`/api/all-orders/${own.id}/comments/`, { text: 'Internal words' })
    const path = await share(own)
    await share(another)
    await move(own, 'out-for-delivery')
    const texts = [(await visitor.get(path)).body, JSON.stringify(await json(path))]
    const secrets = [
      customer.mobile,
      customer.mobile.slice(3),
      customer.email,
      customer.last_name,
      own.id,
      own.user,
      another.id,
      another.title.slice(0, 12),
      String(another.number),
      'Internal words',
      api.people.staff.id,
      api.people.staff.email,
      'Kumar',
      'ticket_code',
      'cost',
      own.ticket_code ?? 'no ticket',
    ]
    for (const text of texts)
      for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false])
    expect(texts[0]).toContain('upi://pay')
  })

  test('escapes what people typed', async () => {
    const bad = '<script>alert(1)</script>"\'&'
    const order = await takeIn({ title: bad, notes: `${bad}\nsecond line` }, { [`a'"<b>.pdf`]: pdf } as never)
    const { body } = await visitor.get(await share(order))
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;')
    expect(body).toContain('second line')
  })

  test('tells where the order is, at each step', async () => {
    const order = await takeIn({ copies: 2, promised_at: '2030-01-01T10:00:00Z' })
    const path = await share(order)
    const states = async () => (await json(path)).steps.map(({ text, state }) => `${text} ${state}`)
    expect(await states()).toEqual(['Order taken done', 'Printed now', 'On its way next', 'Delivered next'])
    const job = {
      order: order.id,
      file: order.order_files[0]?.id ?? '',
      copies: 2,
      duplex: true,
      impressions: 3,
    }
    await buildPrintJob(api.db, { ...job, state: 'printing', impressions_done: 3, sheets_done: 2 })
    expect((await json(path)).printing).toEqual({ sheets_done: 2, sheets: 4 })
    expect((await visitor.get(path)).body).toContain('Sheet 2 of 4')
    await admin.patch(`/api/all-orders/${order.id}/`, { promised_at: '2030-01-02T10:00:00Z' })
    expect((await json(path)).promise_moved).toMatchObject({ from: '2030-01-01T10:00:00.000000Z' })
    expect((await readOrder(order)).history?.at(-1)?.changes).toMatchObject([{ field: 'promised_at' }])
    await move(order, 'assigned', 'out-for-delivery')
    expect(await json(path)).toMatchObject({ courier: { first_name: 'Ravi' }, printing: null })
    expect((await visitor.get(path)).body).toContain('<h2>It is on its way</h2>')
    expect(await states()).toEqual(['Order taken done', 'Printed done', 'On its way done', 'Delivered now'])
    await move(order, 'delivered')
    expect((await states()).every((state) => state.endsWith('done'))).toBe(true)
    expect((await json(path)).courier).toBeNull()
  })

  test('gives as the reason of a moved promise what changed the work, since the order is theirs', async () => {
    const order = await takeIn({ promised_at: '2030-01-01T10:00:00Z' })
    const patch = async (body: object) =>
      expect((await admin.patch(`/api/all-orders/${order.id}/`, body)).statusCode).toBe(200)
    const reason = async () => (await json(await share(order))).promise_moved?.why
    const more = 'The shop needs more time for it. We are sorry.'
    const changed = 'The order was changed after it was taken.'
    await patch({ promised_at: '2030-01-02T10:00:00Z' })
    await patch({ title: 'Essay', notes: 'Ring twice' })
    await patch({ price_by_hand: 10, price_by_hand_reason: 'A friend' })
    expect(await reason()).toBe(more)
    const works: [keyof Order, unknown][] = [
      ['copies', 2],
      ['color', 'color'],
      ['sides', 'double'],
      ['paper_size', 'A3'],
      ['binding', 'spiral'],
      ['layout', '2-up'],
      ['fit', 'fit'],
      ['bundle', true],
      ['pickup', true],
    ]
    for (const [field, value] of works) {
      await patch({ [field]: value })
      expect([field, await reason()]).toEqual([field, changed])
      await api.db`delete from order_history where order_id = ${order.id} and changes @> ${api.db.json([{ field }])}`
    }
    expect(await reason()).toBe(more)
    await patch({ copies: 3 })
    await patch({ user: (await buildUser(api.db)).id })
    await patch({ promised_at: '2030-01-03T10:00:00Z' })
    expect(await reason()).toBe(more)
  })

  test('asks for no money once it is cancelled', async () => {
    await configure({ payee_address: 'shop@bank', payee_name: 'Our Print' })
    const order = await takeIn()
    const path = await share(order)
    expect((await visitor.get(path)).body).toContain('To pay')
    await admin.patch(`/api/all-orders/${order.id}/`, { status: 'cancelled', note: 'No longer needed' })
    const { body } = await visitor.get(path)
    expect(body).toMatch(/<dt class="sum">Price<\/dt>/)
    for (const asked of ['To pay', 'Due', 'upi:', 'account']) expect(body).not.toContain(asked)
    expect(await json(path)).toMatchObject({ due: 0, payment_code: null, pickup: null })
  })

  test('says that somebody was at the door only where somebody was', async () => {
    const order = await takeIn({ promised_at: '2030-01-01T10:00:00Z' })
    const path = await share(order)
    await admin.patch(`/api/all-orders/${order.id}/`, { promised_at: '2030-01-02T10:00:00Z' })
    const reason = async () => (await json(path)).promise_moved?.why
    await move(order, 'assigned', 'out-for-delivery')
    const back = (note: string) => admin.patch(`/api/all-orders/${order.id}/`, { status: 'assigned', note })
    await back('Tapped by mistake')
    expect(await reason()).toBe('The shop needs more time for it. We are sorry.')
    await move(order, 'out-for-delivery')
    await back('Nobody at home')
    expect(await reason()).toBe('We came, but could not hand it over.')
  })

  test('tells when it was handed over, not when a phone could send that', async () => {
    const order = await takeIn()
    const path = await share(order)
    await move(order, 'assigned')
    await api.db`update order_history set at = now() - interval '1 hour' where order_id = ${order.id}`
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const done = { 'out-for-delivery': minutesAgo(25), delivered: minutesAgo(20) }
    for (const [status, happened_at] of Object.entries(done)) {
      const moved = await courier.patch(`/api/all-orders/${order.id}/`, { status, happened_at })
      expect(moved.statusCode).toBe(200)
    }
    const times = (await json(path)).steps.slice(-2).map(({ at }) => Date.parse(at ?? ''))
    expect(times).toEqual(Object.values(done).map((at) => Date.parse(at)))
    const pickup = await takeIn({ pickup: true, address: null })
    await api.db`update order_history set at = now() - interval '1 hour' where order_id = ${pickup.id}`
    const ready = { is_ready: true, happened_at: done.delivered }
    expect((await admin.patch(`/api/all-orders/${pickup.id}/`, ready)).statusCode).toBe(200)
    const [step] = (await json(await share(pickup))).steps.slice(-2)
    expect(Date.parse(step?.at ?? '')).toBe(Date.parse(done.delivered))
  })

  test('asks for no money now where it goes on an account', async () => {
    await configure({ payee_address: 'shop@bank', payee_name: 'Our Print' })
    const order = await takeIn()
    const path = await share(order)
    const read = async (language = '') => (await visitor.get(path + language)).body
    expect(await read()).toContain('To pay')
    await api.db`update orders set version = version + 1, pay_by = 'on_account' where id = ${order.id}`
    expect(await json(path)).toMatchObject({ on_account: true, due: order.payable, payment_code: null })
    const body = await read()
    expect(body).toContain('It goes on the account. You need not pay now.')
    for (const asked of ['To pay', 'Due', 'upi:']) expect(body).not.toContain(asked)
    expect(await read('?lang=hi')).toContain('यह खाते में जुड़ेगा।')
    expect(await read('?lang=ar')).toContain('يسجل على الحساب.')
  })

  test('says how many stops come first, in the sequence of the round', async () => {
    const near = { ...address, pincode: '000001' }
    const far = { ...address, pincode: '999999' }
    const [last, first] = [await takeIn({ address: far }), await takeIn({ address: near })]
    for (const order of [last, first]) await move(order, 'assigned', 'out-for-delivery')
    const stops = async (order: Order) => (await json(await share(order))).courier?.stops_before ?? -1
    expect(await stops(first)).toBe(0)
    expect(await stops(last)).toBeGreaterThanOrEqual(1)
    // The courier goes another way; what arrives later and was made earlier changes nothing.
    const go = (orders: Order[], secondsAgo: number) =>
      courier.put('/api/my_orders/sequence/', {
        orders: orders.map(({ id }) => id),
        happened_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
      })
    expect((await go([last, first], 10)).statusCode).toBe(204)
    expect([await stops(last), await stops(first)]).toEqual([0, 1])
    expect((await go([first, last], 60)).statusCode).toBe(204)
    expect([await stops(last), await stops(first)]).toEqual([0, 1])
    expect((await go([], 0)).statusCode).toBe(204)
    expect(await stops(first)).toBe(0)
    // What was older changed nothing, so it has no entry.
    const entries = await api.db<
      { action: string; actor: string; entity_id: string; after: { orders: string[] } }[]
    >`
      select action, actor, entity_id, after from audit_entries where entity = 'round_sequences' order by at`
    const { id } = api.people.staff
    expect(entries).toMatchObject([
      { action: 'insert', actor: id, entity_id: id, after: { orders: [last.id, first.id] } },
      { action: 'update', actor: id, entity_id: id, after: { orders: [] } },
    ])
  })

  test('has place and code of a pick-up, which the office sees too', async () => {
    const order = await takeIn({ pickup: true, address: null })
    const page = await json(await share(order))
    expect(page.pickup).toMatchObject({ code: expect.stringMatching(/^\d{6}$/), is_ready: false })
    expect((await admin.get(linkUrl(order))).json()).toMatchObject({ pickup_code: page.pickup?.code })
  })

  test('says of a pick-up that left the desk what its steps say: nobody brings it', async () => {
    const order = await takeIn({ pickup: true, address: null })
    const path = await share(order)
    await move(order, 'assigned', 'out-for-delivery')
    expect((await visitor.get(path)).body).toContain('<h2>It is ready to be fetched</h2>')
  })

  test('has the invoice and receipt of this order, by links that end', async () => {
    const settings = (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
    const seller = {
      ...settings.seller,
      name: 'Our Print',
      address: '4 MG Road',
      city: 'Pune',
      pincode: '411001',
    }
    const saved = await admin.put('/api/invoice-settings', {
      ...settings,
      seller: { ...seller, state: 'Maharashtra' },
    })
    expect([saved.statusCode, saved.json()]).toMatchObject([200, {}])
    const [order, another] = [await takeIn(), await takeIn()]
    const issue = async ({ id }: Order) =>
      (await admin.post('/api/invoices/', { order: id })).json<{ id: string }>().id
    const [own, foreign] = [await issue(order), await issue(another)]
    const path = await share(order)
    const { documents } = await json(path)
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'receipt'])
    const moved = await visitor.get(documents[0]?.url ?? '')
    expect(moved.statusCode).toBe(302)
    const { pathname, search } = new URL(String(moved.headers.location))
    expect((await visitor.get(pathname + search)).headers['content-type']).toBe('application/pdf')
    expect(documents[0]?.url).toContain(own)
    expect((await visitor.get(`${path}/invoices/${foreign}/pdf`)).statusCode).toBe(404)

    // Not those of the customer before, who took them back.
    await admin.post(`/api/invoices/${own}/credit/`, { reason: 'Of somebody else' })
    const { id: user } = await buildUser(api.db)
    expect((await admin.patch(`/api/all-orders/${order.id}/`, { user })).statusCode).toBe(200)
    const theirs = await share(order)
    expect((await json(theirs)).documents).toEqual([])
    expect((await visitor.get(`${theirs}/invoices/${own}/pdf`)).statusCode).toBe(404)
  })
})

describe('guessing', { tags: ['proof'] }, () => {
  test('finds nothing in 10,000 tries, is slowed down, and keeps nobody from their own page', async () => {
    const app = await api.startApp({ publicRateLimit: 120 })
    const path = await share(await takeIn())
    const get = (url: string) => app.inject({ method: 'GET', url, remoteAddress: '203.0.113.9' })
    const counts: Record<number, number> = {}
    for (let at = 0; at < 10_000; at += 50) {
      const urls = Array.from({ length: 50 }, (_, n) => `/o/${String(at + n).padStart(22, 'x')}`)
      for (const { statusCode } of await Promise.all(urls.map(get)))
        counts[statusCode] = (counts[statusCode] ?? 0) + 1
    }
    expect(Object.keys(counts)).toEqual(['404', '429'])
    expect(counts[404]).toBeLessThanOrEqual(20 * 3)
    expect((await app.inject({ method: 'GET', url: path, remoteAddress: '203.0.113.10' })).statusCode).toBe(
      200,
    )
    await app.close()
  })
})

describe('what a customer does', () => {
  test('approves what the check found, once, in the history', async () => {
    const order = await takeIn({}, { 'thesis.pdf': other })
    const path = await share(order)
    await visitor.get(path)
    await until('the file is checked', async () => ((await json(path)).files[0]?.warnings.length ?? 0) > 0)
    const { acts, version } = await json(path)
    expect(acts).toContain('approve')
    const { findings = '' } = hiddenFields((await visitor.get(path)).body)
    const replies = await Promise.all(
      [1, 2, 3].map(() => send(path, 'approve', formOf({ version, findings }))),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect((await readOrder(order)).history?.filter(({ by }) => by === 'The customer')).toMatchObject([
      { note: expect.stringContaining('Print thesis.pdf as it is') },
    ])
    expect((await json(path)).acts).not.toContain('approve')
  })

  test('approves only what they have seen', async () => {
    const order = await takeIn({}, { 'thesis.pdf': other })
    const path = await share(order)
    await visitor.get(path)
    await until('the file is checked', async () => ((await json(path)).files[0]?.warnings.length ?? 0) > 0)
    const before = (await json(path)).files[0]?.warnings
    const { findings = '' } = hiddenFields((await visitor.get(path)).body)
    await admin.patch(`/api/all-orders/${order.id}/`, { paper_size: 'A3' })
    const { files, version } = await json(path)
    expect(files[0]?.warnings).not.toEqual(before)
    for (const form of [formOf({ version, findings }), formOf({ version })]) {
      const refused = await send(path, 'approve', form)
      expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('changed meanwhile')])
    }
    expect((await json(path)).files[0]?.approved_at).toBeNull()
    // Whatever language it is told in.
    const now = hiddenFields((await visitor.get(`${path}?lang=hi`)).body)['findings'] ?? ''
    expect((await send(path, 'approve', formOf({ version, findings: now }))).statusCode).toBe(303)
  })

  test('is asked to answer by a message, once, as long as there is a question', async () => {
    const order = await takeIn({}, { 'thesis.pdf': other })
    const ask = () => admin.post('/api/messages/', { fact: 'needs_answer', order: order.id })
    const said = (reply: { statusCode: number; json: () => unknown }) => [
      reply.statusCode,
      (reply.json() as { code?: string }).code,
    ]
    expect(said(await ask())).toEqual([422, 'refused'])
    await api.db`update message_channels set version = version + 1, is_active = true, settings = '{}' where channel = 'sms'`
    onTestFinished(async () => {
      await api.db`update message_channels set version = version + 1, is_active = false where channel = 'sms'`
    })
    const path = await share(order)
    // Nothing was found yet.
    expect(said(await ask())).toEqual([409, 'not_true'])
    await visitor.get(path)
    await until('the file is checked', async () => ((await json(path)).files[0]?.warnings.length ?? 0) > 0)
    const asked = await ask()
    expect([asked.statusCode, asked.json()]).toMatchObject([
      201,
      { fact: 'needs_answer', order: order.id, state: 'queued', channel: 'sms' },
    ])
    expect(said(await ask())).toEqual([409, 'asked'])
    const { version = '', findings = '' } = hiddenFields((await visitor.get(path)).body)
    await send(path, 'approve', formOf({ version, findings }))
    await api.db`update messages set state = 'sent', sent_at = now() where order_id = ${order.id}`
    expect(said(await admin.post(`/api/messages/${asked.json<{ id: string }>().id}/send-again/`))).toEqual([
      409,
      'not_true',
    ])
  })

  test('sends another file, sees its price, and confirms that', async () => {
    const order = await takeIn()
    const path = await share(order)
    const asked = await send(
      path,
      'files',
      formOf({ version: order.version, place: 1 }, { 'new.pdf': other }),
    )
    expect(asked.statusCode).toBe(200)
    expect((await readOrder(order)).order_files.map(({ name }) => name)).toEqual(['thesis.pdf'])
    const fields = hiddenFields(asked.body)
    expect(Number(fields['payable'])).toBe((order.payable ?? 0) + 4)
    const cheaper = await send(path, 'confirm', formOf({ ...fields, payable: 1 }))
    expect(cheaper.statusCode).toBe(409)
    const stolen = await send(await share(await takeIn()), 'confirm', formOf(fields))
    expect(stolen.statusCode).toBe(403)
    const replies = await Promise.all([1, 2].map(() => send(path, 'confirm', formOf(fields))))
    // Who taps twice sees the second answer.
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303])
    expect(await readOrder(order)).toMatchObject({
      order_files: [{ name: 'new.pdf', page_count: 5 }],
      payable: Number(fields['payable']),
      history: [{}, {}, { by: 'The customer' }],
    })
    const refused = await send(
      path,
      'files',
      formOf({ version: 1, place: 1 }, { 'x.exe': Buffer.from('MZ') }),
    )
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  })

  test('sends another file at the price of the order’s day, whatever today’s would allow', async () => {
    const { price_per_page } = (await admin.get('/api/configurations')).json<Configuration>()
    onTestFinished(() => configure({ price_per_page }))
    const set = (single: number) =>
      configure({ price_per_page: { ...price_per_page, bw: { ...price_per_page.bw, single } } })
    const ask = async (order: Order) =>
      send(await share(order), 'files', formOf({ version: order.version, place: 1 }, { 'new.pdf': other }))
    const cheap = await takeIn()
    // Of which three pages may be ordered, and five not.
    await set(25_000_000)
    const dear = await takeIn()
    const asked = await ask(cheap)
    expect(hiddenFields(asked.body)['payable']).toBe(String((cheap.payable ?? 0) + 4))
    await set(2)
    const refused = await ask(dear)
    expect([refused.statusCode, refused.body.includes('This would cost more than')]).toEqual([422, true])
  })

  test('sends no more files than the disk can spare', async () => {
    await api.db`delete from visitor_uploads`
    const order = await takeIn()
    const path = await share(order)
    const ask = () => send(path, 'files', formOf({ version: order.version, place: 1 }, { 'new.pdf': other }))
    const weigh = (megabytes: number) => api.db`
      update order_files set size = ${megabytes} * 1024 * 1024 where id in (select file_id from visitor_uploads)`
    expect((await ask()).statusCode).toBe(200)
    await weigh(299)
    expect((await ask()).statusCode).toBe(200)
    await weigh(300)
    const refused = await ask()
    expect([refused.statusCode, refused.body.includes('Many files wait here just now.')]).toEqual([429, true])
    await api.db`delete from visitor_uploads`
  })

  test('sends no other file where a person set the price, which would not follow its pages', async () => {
    const order = await takeIn()
    const path = await share(order)
    const asked = await send(path, 'files', formOf({ version: order.version, place: 1 }, { 'n.pdf': other }))
    const by_hand = { price_by_hand: 5, price_by_hand_reason: 'As agreed' }
    const { version } = (await admin.patch(`/api/all-orders/${order.id}/`, by_hand)).json<Order>()
    expect((await json(path)).acts).not.toContain('files')
    const replies = [
      await send(path, 'files', formOf({ version, place: 1 }, { 'n.pdf': other })),
      await send(path, 'confirm', formOf({ ...hiddenFields(asked.body), version, payable: 5 })),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([409, 409])
    expect(await readOrder(order)).toMatchObject({ payable: 5, order_files: [{ name: 'thesis.pdf' }] })
  })

  test('adds notes and names who takes it', async () => {
    const order = await takeIn({ notes: 'Blue cover' })
    const path = await share(order)
    const note = () => send(path, 'note', formOf({ version: order.version, note: 'Ring <twice>' }))
    // The second tap, and a page that was seen before the shop changed something else.
    const replies = await Promise.all([note(), note()])
    await admin.patch(`/api/all-orders/${order.id}/`, { title: 'Thesis, bound' })
    replies.push(await note())
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
    expect((await readOrder(order)).notes).toBe('Blue cover\nCustomer: Ring <twice>')
    // An app that passes the link on has added a parameter.
    const next = `${replies[0]?.headers.location}&fbclid=1`
    expect((await visitor.get(next)).body).toContain('We have your note.')
    const { version } = await readOrder(order)
    for (const recipient of ['Ravi', 'Meena  Iyer'])
      expect((await send(path, 'recipient', formOf({ version, recipient }))).statusCode).toBe(303)
    expect((await readOrder(order)).notes).toBe('Blue cover\nCustomer: Ring <twice>\nHand to: Meena Iyer')
    expect((await lastNote(order))?.by).toBe('The customer')
    const [entry] =
      await api.db`select actor from audit_entries where entity = 'orders' order by at desc, id desc limit 1`
    expect(entry?.['actor']).toBe('00000000-0000-7000-8000-00000000c001')
  })

  test('asks to cancel, or cancels, as the shop says', async () => {
    const [asking, direct, never] = [await takeIn(), await takeIn(), await takeIn()]
    const cancel = async (order: Order, reason = 'Too late') =>
      send(await share(order), 'cancel', formOf({ version: order.version, reason }))
    for (const _ of ['tap', 'second tap'])
      expect((await cancel(asking)).headers.location).toMatch(/done=asked$/)
    expect(await readOrder(asking)).toMatchObject({ status: 'confirmed' })
    expect((await cancel(asking, 'Too dear')).statusCode).toBe(409)
    await configure({ customer_cancels: 'directly' })
    for (const _ of ['tap', 'second tap'])
      expect((await cancel(direct)).headers.location).toMatch(/done=cancelled$/)
    expect(await readOrder(direct)).toMatchObject({
      status: 'cancelled',
      history: expect.arrayContaining([
        expect.objectContaining({ by: 'The customer', note: 'Cancelled by the customer: Too late' }),
      ]),
    })
    await configure({ customer_cancels: 'never' })
    expect((await cancel(never)).statusCode).toBe(409)
    await configure({ customer_cancels: 'asks' })
  })

  test('changes nothing once it prints', async () => {
    const order = await takeIn()
    const path = await share(order)
    await buildPrintJob(api.db, { order: order.id, file: order.order_files[0]?.id ?? '', state: 'printing' })
    expect((await json(path)).acts).toEqual(['note', 'recipient'])
    for (const act of ['approve', 'cancel'])
      expect((await send(path, act, formOf({ version: order.version }))).statusCode).toBe(409)
    expect((await send(path, 'files', formOf({ version: 1, place: 1 }, { 'n.pdf': pdf }))).statusCode).toBe(
      409,
    )
  })

  test('reports a fault and orders again, once it is delivered', async () => {
    const order = await takeIn()
    const path = await share(order)
    const early = await send(path, 'report', formOf({ reason: 'damaged', text: '' }))
    expect(early.statusCode).toBe(409)
    // A link would load the page without what was typed.
    expect(early.body).toContain('history.back()')
    expect(early.headers['content-security-policy']).toContain("script-src 'sha256-")
    await move(order, 'assigned', 'out-for-delivery', 'delivered')
    expect((await json(path)).acts).toEqual(['again', 'report'])
    const codesOf = async (one: Promise<{ statusCode: number }>, other: Promise<{ statusCode: number }>) =>
      (await Promise.all([one, other])).map(({ statusCode }) => statusCode)
    const report = (text = 'Torn') => send(path, 'report', formOf({ reason: 'damaged', text }))
    expect(await codesOf(report(), report())).toEqual([303, 303])
    const again = (message = 'Two more') => send(path, 'again', formOf({ version: 1, message }))
    expect(await codesOf(again(), again())).toEqual([303, 303])
    // What is said besides is not lost in silence.
    expect(await codesOf(report('Wet, too'), again('In blue'))).toEqual([409, 409])
    const complaints = await admin.get(`/api/all-orders/${order.id}/complaints/`)
    expect(complaints.json()).toMatchObject({
      results: [{ by: 'The customer', text: 'Torn', resolution: null }],
    })
    expect((await json(path)).acts).toEqual([])
  })

  test('is refused in words for customers, whatever the rules of the office say', async () => {
    const acts = ['approve', 'note', 'recipient', 'window', 'cancel', 'again', 'report', 'files', 'confirm']
    const window = '2030-01-01T09:00:00Z 2030-01-01T10:00:00Z'
    const fieldsOf = async (order: Order, act: string, sent: Record<string, string>) => {
      const { version } = await readOrder(order)
      return {
        approve: { version, findings: '' },
        note: { version, note: 'Ring' },
        recipient: { version, recipient: 'Anita' },
        window: { version, window },
        cancel: { version, reason: 'Late' },
        again: { version, message: 'Blue' },
        report: { reason: 'damaged', text: 'Wet' },
        files: { version, place: 1 },
        confirm: { ...sent, version },
      }[act] as Record<string, string | number>
    }
    const set = (order: Order, fields: object) =>
      api.db`update orders set version = version + 1, ${api.db(fields)} where id = ${order.id}`
    const states: Record<string, (order: Order, path: string) => unknown> = {
      out: (order) => move(order, 'assigned', 'out-for-delivery'),
      told: async (order, path) => {
        await move(order, 'assigned', 'out-for-delivery', 'delivered')
        await send(path, 'report', formOf({ reason: 'late', text: '' }))
        await send(path, 'again', formOf({ version: 1, message: '' }))
      },
      cancelled: ({ id }) => admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Late' }),
      printing: ({ id, order_files: [file] }) =>
        buildPrintJob(api.db, { order: id, file: file?.id ?? '', state: 'printing' }),
      // More is owed than may be.
      'on account': (order) => set(order, { pay_by: 'on_account' }),
      'of a plan': async (order) => {
        const plan = await buildSoldPlan(api.db, { user: order.user, pages_total: 3, pages_used: 3 })
        await set(order, { order_type: 'subscription', user_subscription_plan: plan.id, plan_pages: 3 })
      },
    }
    const left: string[] = []
    const seen = new Set<string>()
    for (const [state, reach] of Object.entries(states)) {
      const order = await takeIn()
      const path = await share(order)
      const asked = await send(path, 'files', formOf({ version: 1, place: 1 }, { 'n.pdf': other }))
      const sent = hiddenFields(asked.body)
      await reach(order, path)
      for (const act of acts) {
        const form = formOf(await fieldsOf(order, act, sent), act === 'files' ? { 'm.pdf': other } : {})
        for (const language of ['en', 'hi', 'ar'] as const) {
          const { statusCode, body } = await send(path, `${act}?lang=${language}`, form)
          if (statusCode !== 409 && statusCode !== 422) break
          const { sentences } = textsOf[language]
          const told = refusals.map((refusal) => sentences[refusal]).find((one) => body.includes(one))
          if (!told) left.push(`${state} ${act} ${language}`)
          else if (language === 'en') seen.add(`${act}: ${told}`)
        }
      }
    }
    expect(left).toEqual([])
    expect([...seen]).toEqual(
      expect.arrayContaining([
        'report: This can no longer be changed here. Please ask the shop.',
        'report: You have told us already. We will get back to you.',
        'confirm: This can no longer be changed here. Please ask the shop.',
      ]),
    )
  })

  test('only by a form of this shop’s own page', async () => {
    const order = await takeIn()
    const path = await share(order)
    const form = () => formOf({ version: order.version, note: 'x' })
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'none' }])
      expect((await send(path, 'note', form(), headers)).statusCode).toBe(403)
    const old = await visitor.upload(`${path}/note`, form(), { origin: 'https://evil.example' })
    expect(old.statusCode).toBe(403)
    expect((await visitor.upload(`${path}/note`, form(), { origin: 'http://print.test' })).statusCode).toBe(
      303,
    )
    expect((await send(path, 'nothing', form())).statusCode).toBe(404)
    expect((await send('/o/AAAAAAAAAAAAAAAAAAAAAA', 'note', form())).statusCode).toBe(404)
  })
})
