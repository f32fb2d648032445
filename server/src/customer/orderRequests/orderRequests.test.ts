import type { OrderRequest } from '@our-print/contract/customer/orderRequests.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildClerk, buildUser } from '../../../test/build.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import { makePdf } from '../../../test/pdf.ts'
import { sweepUploads } from '../../orders/orderFiles.queries.ts'
import { textsIn } from '../languages/texts.ts'
import { sweep } from './confirmations.queries.ts'

const api = useApi()
const [admin, visitor] = [api.as('admin'), api.as(undefined)]

let pdf: Buffer
beforeAll(async () => {
  pdf = await makePdf(4)
  await configure({ order_intake: 'open' })
})

const configure = async (fields: Partial<Configuration>) => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...now, ...fields })).statusCode).toBe(200)
}
let phones = 9812300000
const newPhone = () => String(phones++)

function formOf(fields: Record<string, string | number>, files: Record<string, Buffer> = {}) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
  for (const [name, bytes] of Object.entries(files))
    form.append('files', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const send = (form: FormData, headers = {}) =>
  visitor.upload('/order', form, { 'sec-fetch-site': 'same-origin', ...headers })
const who = (more: object = {}) => ({ name: 'Meena Iyer', mobile: newPhone(), email: '', ...more })
/** What the form has once files are there. */
async function begin(files: Record<string, Buffer> = { 'thesis.pdf': pdf }) {
  const reply = await send(formOf({ step: 'price' }, files))
  expect(reply.statusCode).toBe(200)
  return hiddenFields(reply.body)
}
async function ask(more: Record<string, string | number> = {}): Promise<OrderRequest> {
  const reply = await send(formOf({ ...(await begin()), ...who(), step: 'send', ...more }))
  expect([reply.statusCode, reply.body.includes('Thank you')]).toEqual([201, true])
  return (await listed())[0] as OrderRequest
}
const listed = async (query = '') =>
  (await admin.get(`/api/order-requests/?${query}`)).json<{ results: OrderRequest[] }>().results
const decide = ({ id }: OrderRequest, how: 'accept' | 'decline', body: object = {}) =>
  admin.post(`/api/order-requests/${id}/${how}/`, body)

describe('the form', () => {
  test('is there only where the shop takes orders by link', async () => {
    expect((await visitor.get('/order')).statusCode).toBe(200)
    await configure({ order_intake: 'off' })
    const replies = [
      await visitor.get('/order'),
      await send(formOf({ step: 'price' }, { 'a.pdf': pdf })),
      await visitor.upload('/api/order-requests/', formOf({ request: '{}' })),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    await configure({ order_intake: 'open' })
  })

  test('shows measured pages and the price, follows the choices, and keeps what was typed', async () => {
    const reply = await send(formOf({ step: 'price', name: 'Kavya "K" <b>' }, { 'thesis.pdf': pdf }))
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(String(reply.headers['content-security-policy'])).not.toContain('unsafe')
    expect(reply.body).toContain('thesis.pdf')
    expect(reply.body).toContain('4 pages')
    expect(reply.body).toContain('Kavya &quot;K&quot; &lt;b&gt;')
    const fields = hiddenFields(reply.body)
    const priced = async (choices: object) =>
      Number(hiddenFields((await send(formOf({ ...fields, step: 'price', ...choices }))).body)['amount'])
    const one = await priced({ copies: 1 })
    expect(await priced({ copies: 3 })).toBe(3 * one)
    expect(await priced({ copies: 1, pickup: 'no' })).toBe(one + 4000)
    const refused = await send(
      formOf({ ...fields, step: 'send', copies: 0, name: '', mobile: 'x', pickup: 'no' }),
    )
    expect(refused.statusCode).toBe(400)
    for (const field of ['copies', 'name', 'mobile', 'line1', 'pincode'])
      expect([field, refused.body.includes(`id="${field}-error"`)]).toEqual([field, true])
  })

  test('by the API a retry with its key is the same request; the key of a visitor is their own', async () => {
    await configure({ order_intake: 'open' })
    const { email: _, ...asker } = who()
    const send = async (remoteAddress: string) => {
      const form = formOf(
        { request: JSON.stringify({ ...asker, wanted: { title: 'Thesis', pickup: true } }) },
        { 'a.pdf': pdf },
      )
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      return api.app.inject({
        method: 'POST',
        url: '/api/order-requests/',
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': type, 'idempotency-key': 'mine' },
        remoteAddress,
      })
    }
    const replies = [await send('203.0.113.1'), await send('203.0.113.1')]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(replies[1]?.json()).toEqual(replies[0]?.json())
    expect((await send('203.0.113.2')).json().number).not.toBe(replies[0]?.json().number)
  })

  test('leaves a request, once, and no order', async () => {
    const [before] = await api.db<[{ count: number }]>`select count(*)::int as count from orders`
    const begun = await begin()
    const fields = { ...begun, ...who({ email: 'a@b.co' }), step: 'send', copies: 1 }
    const replies = await Promise.all([1, 2, 3].map(() => send(formOf(fields))))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    const mine = `query=${fields.mobile}`
    expect(await listed(mine)).toHaveLength(1)
    const [request] = await listed()
    for (const { body } of replies) expect(body).toContain(`We have your request ${request?.number}`)
    // Somebody else's files are nobody else's request.
    expect((await send(formOf({ ...fields, ...who() }))).statusCode).toBe(409)
    expect(request).toMatchObject({
      kind: 'new',
      status: 'open',
      name: 'Meena Iyer',
      email: 'a@b.co',
      wanted: { title: 'thesis', copies: 1, pickup: true },
      files: [{ name: 'thesis.pdf', page_count: 4 }],
      amount: Number(begun['amount']) / 100,
    })
    const { pathname, search } = new URL(request?.files[0]?.url ?? '')
    expect((await visitor.get(pathname + search)).statusCode).toBe(200)
    const forged = search.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`)
    expect((await visitor.get(pathname + forged)).statusCode).toBe(403)
    const [after] = await api.db<[{ count: number }]>`select count(*)::int as count from orders`
    expect(after).toEqual(before)
    // Its files wait with it.
    await api.db`update order_files set created_at = now() - interval '3 days' where request_id is not null`
    await sweepUploads(api.db)
    expect((await listed())[0]?.files).toHaveLength(1)
  })

  test.each([
    [`${'भ'.repeat(210)}.pdf`, 'भ'.repeat(200)],
    [`${'a'.repeat(199)}😀.pdf`, 'a'.repeat(199)],
    ['\u200b.pdf', 'Print'],
  ])('takes a file that is called %s', async (name, title) => {
    const sent = { ...(await begin({ [name]: pdf })), ...who(), step: 'send' }
    expect((await send(formOf(sent))).statusCode).toBe(201)
    expect((await listed())[0]?.wanted?.title).toBe(title)
  })

  test('asks again when the price has changed since it was seen', async () => {
    const fields = { ...(await begin()), ...who(), step: 'send' }
    const reply = await send(formOf({ ...fields, amount: 1 }))
    expect([reply.statusCode, reply.body.includes('The price has changed')]).toEqual([200, true])
  })

  test('takes no file of another visitor, and none without its proof', async () => {
    const fields = await begin()
    const [id = '', proof = ''] = String(fields['upload_0']).split('?')
    // As long as the file is kept.
    const minutes = (Number(new URLSearchParams(proof).get('expires')) * 1000 - Date.now()) / 60_000
    expect(Math.round(minutes)).toBe(60)
    const forged = await send(
      formOf({ ...who(), step: 'send', upload_0: `${id}?expires=9999999999&signature=x` }),
    )
    expect(forged.statusCode).toBe(403)
    expect((await send(formOf({ step: 'price' }))).statusCode).toBe(400)
    expect((await send(formOf(fields), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  test('keeps nothing of a robot, and not more of one phone than a person asks for', async () => {
    const count = (await listed()).length
    const robot = await send(formOf({ ...(await begin()), ...who(), step: 'send', website: 'http://spam' }))
    expect(robot.statusCode).toBe(201)
    expect(await listed()).toHaveLength(count)
    const mobile = newPhone()
    const forms = await Promise.all(Array.from({ length: 8 }, () => begin()))
    const replies = await Promise.all(
      forms.map((fields) => send(formOf({ ...fields, ...who({ mobile }), step: 'send' }))),
    )
    const counts = Map.groupBy(replies, ({ statusCode }) => statusCode)
    expect([counts.get(201)?.length, counts.get(429)?.length]).toEqual([5, 3])
  })

  test('keeps what the disk can spare: of a request, of a network, of all, and for an hour', async () => {
    await api.db`delete from visitor_uploads`
    const begun = await begin()
    const [id = ''] = String(begun['upload_0']).split('?')
    const weigh = (megabytes: number, less = 0) => api.db`
      update order_files set size = ${megabytes} * 1024 * 1024 - ${less}::int where id = ${id}`
    const more = (fields: Record<string, string | number> = {}) =>
      send(formOf({ ...fields, step: 'price' }, { 'b.pdf': pdf }))
    const count = async () => (await api.db`select from order_files`).length
    await weigh(50)
    expect((await send(formOf({ ...begun, step: 'price' }))).statusCode).toBe(200)
    expect((await more(begun)).statusCode).toBe(413)

    const before = await count()
    await weigh(300)
    const refused = await more()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
    expect(refused.body).toContain('Many files wait here just now.')
    await weigh(300, Math.floor(pdf.length * 1.5))
    const replies = await Promise.all([1, 2, 3].map(() => more()))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 429, 429,
    ])
    expect(await count()).toBe(before + 1)

    await api.db`update visitor_uploads set network = file_id::text`
    expect((await more()).statusCode).toBe(200)
    for (const each of ['1', '2'])
      await api.db`
        with f as (insert into order_files (id, name, content_type, size, page_count, storage_key, sha256, uploaded_by, position)
          select uuid_v7(), name, content_type, 1400 * 1024 * 1024, page_count, 'demo/' || ${each}::text, sha256, uploaded_by, position
          from order_files where id = ${id} returning id)
        insert into visitor_uploads select id, ${each} from f`
    expect((await more()).statusCode).toBe(503)
    await api.db`update order_files set created_at = now() - interval '61 minutes' where id in (select file_id from visitor_uploads)`
    await sweep(api.db)
    expect(await api.db`select from visitor_uploads`).toEqual([])
    expect(await count()).toBeLessThan(before)

    // What a request has taken is the shop's to keep.
    await ask()
    expect(await api.db`select from visitor_uploads`).toHaveLength(1)
    await sweep(api.db)
    expect(await api.db`select from visitor_uploads`).toEqual([])
  })

  test('is not drowned by 50 visitors with 50 MB each', async () => {
    const app = await api.startApp({ limits: {} })
    const send50 = (bytes: number) =>
      Promise.all(
        Array.from({ length: 50 }, () =>
          app.inject({
            method: 'POST',
            url: '/order',
            payload: 'x',
            headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(bytes) },
          }),
        ),
      )
    const replies = await send50(53 * 1024 * 1024)
    // Refused by the announced size, before a byte is read.
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([413]))
    expect((await app.inject({ method: 'GET', url: '/order' })).statusCode).toBe(200)
    expect(api.incoming()).toEqual([])
    await app.close()
  })
})

test('another program asks by the API', async () => {
  const wanted = { title: 'Poster', paper_size: 'A3', address }
  const form = formOf(
    { request: JSON.stringify({ name: 'A', mobile: newPhone(), wanted }) },
    { 'p.pdf': pdf },
  )
  const reply = await visitor.upload('/api/order-requests/', form)
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { amount: expect.any(Number) }])
  expect((await listed())[0]).toMatchObject({ number: reply.json().number, wanted: { title: 'Poster' } })
  const bad = formOf({ request: JSON.stringify({ name: 'A', mobile: newPhone(), wanted: { title: 'x' } }) })
  expect((await visitor.upload('/api/order-requests/', bad)).json().errors[0].context.key).toBe(
    'wanted.address',
  )
})

test('what would cost more than an order may is asked for by nobody', async () => {
  const { price_per_page } = (await admin.get('/api/configurations')).json()
  onTestFinished(() => configure({ price_per_page }))
  const dear = { ...price_per_page, bw: { ...price_per_page.bw, single: 30_000_000 } }
  await configure({ price_per_page: dear })
  const before = await listed()
  const message = 'This would cost more than ₹10,00,00,000. Order less at once.'
  const request = JSON.stringify({ ...who(), wanted: { title: 'Thesis', pickup: true } })
  const reply = await visitor.upload('/api/order-requests/', formOf({ request }, { 'a.pdf': pdf }))
  expect([reply.statusCode, reply.json().errors]).toEqual([
    422,
    [{ context: { key: 'wanted.copies' }, message }],
  ])

  const shown = await send(formOf({ step: 'price' }, { 'thesis.pdf': pdf }))
  const price = /<section class="card" id="price"[\s\S]*?<\/section>/.exec(shown.body)?.[0]
  expect(price).toContain(message)
  expect(price).not.toContain('12,00,00,000')
  const fields = { ...hiddenFields(shown.body), ...who(), step: 'send' }
  const sent = await send(formOf(fields))
  expect([sent.statusCode, sent.body.includes('id="copies-error"')]).toEqual([400, true])
  const arabic = await send(formOf(fields), { 'accept-language': 'ar' })
  expect(arabic.body).toContain(textsIn('ar').refusal(message))
  expect(await listed()).toEqual(before)

  await configure({ price_per_page })
  expect(
    (await send(formOf({ ...fields, ...hiddenFields((await send(formOf(fields))).body) }))).statusCode,
  ).toBe(201)
})

describe('the office', () => {
  test('accepts a request into an order, once, corrected, for a new customer', async () => {
    const request = await ask({ notes: 'Soon' })
    const wanted = { ...request.wanted, copies: 2, binding: 'spiral' }
    const replies = await Promise.all([1, 2, 3].map(() => decide(request, 'accept', { wanted })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ])
    const accepted = replies.find(({ statusCode }) => statusCode === 201)?.json<OrderRequest>()
    expect(accepted).toMatchObject({
      status: 'accepted',
      decided_by: 'Asha Rao',
      customer: { name: 'Meena Iyer' },
    })
    const order = (await admin.get(`/api/all-orders/${accepted?.accepted_order?.id}/`)).json<Order>()
    expect(order).toMatchObject({
      copies: 2,
      binding: 'spiral',
      notes: 'Soon',
      pickup: true,
      promised_at: expect.any(String),
      user_data: { first_name: 'Meena', last_name: 'Iyer' },
      order_files: [{ name: 'thesis.pdf' }],
      history: [{ by: 'Asha Rao' }, { note: `From request ${request.number}` }],
    })
  })

  test('takes in no order without files', async () => {
    const request = await ask()
    await api.db`update order_files set request_id = null where request_id = ${request.id}`
    const reply = await decide(request, 'accept')
    expect([reply.statusCode, reply.json()]).toMatchObject([
      400,
      { errors: [{ message: 'Add at least one file' }] },
    ])
  })

  test('takes it in for the customer with this phone, whose email stays theirs', async () => {
    const mobile = newPhone()
    const known = await buildUser(api.db, { mobile: `+91${mobile}`, email: 'known@b.co' })
    await buildUser(api.db, { email: 'other@b.co' })
    const request = await ask({ mobile, email: 'other@b.co' })
    expect(request.customer).toMatchObject({ id: known.id })
    const { accepted_order } = (await decide(request, 'accept')).json<OrderRequest>()
    expect((await admin.get(`/api/all-orders/${accepted_order?.id}/`)).json()).toMatchObject({
      user: known.id,
      user_data: { email: 'known@b.co' },
    })
  })

  test('is told who has the phone of a customer who was merged, and takes it in for them', async () => {
    const [kept, other] = [await buildUser(api.db), await buildUser(api.db)]
    await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })
    const request = await ask({ mobile: other.mobile })
    expect(request.customer?.id).toBe(kept.id)
    const { accepted_order } = (await decide(request, 'accept')).json<OrderRequest>()
    const order = (await admin.get(`/api/all-orders/${accepted_order?.id}/`)).json<Order>()
    expect(order.user).toBe(kept.id)
  })

  test('leaves the email of a customer who was merged to them', async () => {
    const kept = await buildUser(api.db, { email: 'kept@b.co' })
    const other = await buildUser(api.db, { email: 'merged@b.co' })
    await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })
    const request = await ask({ email: 'merged@b.co' })
    const { accepted_order } = (await decide(request, 'accept')).json<OrderRequest>()
    expect((await admin.get(`/api/all-orders/${accepted_order?.id}/`)).json()).toMatchObject({
      user_data: { email: null },
    })
  })

  test('declines with a reason; the files go within a day', async () => {
    const request = await ask()
    expect((await decide(request, 'decline', { reason: ' ' })).statusCode).toBe(400)
    const declined = await decide(request, 'decline', { reason: 'Too large', version: request.version })
    expect([declined.statusCode, declined.json()]).toMatchObject([
      201,
      { status: 'declined', reason: 'Too large', files: [] },
    ])
    expect((await decide(request, 'accept')).statusCode).toBe(409)
    const stale = await decide(await ask(), 'decline', { reason: 'x', version: 99 })
    expect(stale.json()).toMatchObject({ code: 'stale', current: { status: 'open' } })
  })

  test('sees how many wait, if it answers them', async () => {
    await ask()
    expect((await admin.get('/api/profile/')).json().requests_open).toBeGreaterThan(0)
    expect((await api.as('staff').get('/api/profile/')).json().requests_open).toBeUndefined()
    expect((await api.as('staff').get('/api/order-requests/')).statusCode).toBe(403)
    const clerk = await buildClerk(api.db, ['orders', 'customers', 'prices'])
    expect(clerk).toBeDefined()
    const [event] = await api.db`select name from events where name like 'order_request.%' limit 1`
    expect(event?.['name']).toMatch(/^order_request\./)
  })
})

describe('what a customer asks about their order', () => {
  const link = async (order: { id: string }) =>
    new URL((await admin.post(`/api/all-orders/${order.id}/customer-link/`)).json<{ url: string }>().url)
      .pathname
  const form = (path: string, act: string, fields: Record<string, string | number>) =>
    visitor.upload(`${path}/${act}`, formOf(fields), { 'sec-fetch-site': 'same-origin' })
  const newOrder = async () =>
    (
      await admin.get(`/api/all-orders/${(await decide(await ask(), 'accept')).json().accepted_order.id}/`)
    ).json<Order>()

  test('is cancelled when the shop agrees, or answered on its page', async () => {
    for (const how of ['accept', 'decline'] as const) {
      const order = await newOrder()
      const path = await link(order)
      await form(path, 'cancel', { version: order.version, reason: 'Too late' })
      const [request] = await listed('kind=cancel')
      expect(request).toMatchObject({ order: { number: order.number }, message: 'Too late', status: 'open' })
      for (const query of [order.user_data.mobile, `%23${order.number}`, order.title])
        expect(await listed(`kind=cancel&query=${query?.replace('+', '')}`)).toContainEqual(request)
      await decide(request as OrderRequest, how, how === 'decline' ? { reason: 'It prints already' } : {})
      const now = (await admin.get(`/api/all-orders/${order.id}/`)).json<Order>()
      expect(now.status).toBe(how === 'accept' ? 'cancelled' : 'confirmed')
      const page = await visitor.get(path)
      if (how === 'decline') expect(page.body).toContain('could not cancel this order. It prints already')
    }
  })

  test('is answered by the end of the order, wherever that was seen to', async () => {
    for (const [status, answer] of [
      ['cancelled', 'accepted'],
      ['delivered', 'declined'],
    ] as const) {
      const order = await newOrder()
      const path = await link(order)
      await form(path, 'cancel', { version: order.version, reason: '' })
      const url = `/api/all-orders/${order.id}/`
      await admin.patch(url, { assigned_user: api.people.staff.id })
      await admin.patch(url, { status: 'out-for-delivery' })
      const ended = await admin.patch(url, { status, note: 'They called' })
      expect([ended.statusCode, ended.json()]).toMatchObject([200, { status }])
      const [request] = await listed('kind=cancel')
      expect(request).toMatchObject({ status: answer, decided_by: 'Asha Rao', reason: '' })
      const page = (await visitor.get(path)).body
      expect(page).not.toContain('You asked to cancel this order.')
      if (status === 'delivered') expect(page).toContain('Order it again')
      const late = await decide(request as OrderRequest, 'accept')
      expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'decided' }])
    }
  })

  test('is asked again when the delivery that answered it is undone', async () => {
    const order = await newOrder()
    const path = await link(order)
    await form(path, 'cancel', { version: order.version, reason: 'Too late' })
    const url = `/api/all-orders/${order.id}/`
    await admin.patch(url, { assigned_user: api.people.staff.id })
    for (const status of ['out-for-delivery', 'delivered']) await admin.patch(url, { status })
    expect((await visitor.get(path)).body).toContain('could not cancel')
    const undone = await admin.patch(url, { status: 'out-for-delivery', note: 'Wrong door' })
    expect([undone.statusCode, (await listed('kind=cancel'))[0]]).toMatchObject([
      200,
      { status: 'open', decided_by: null, decided_at: null },
    ])
    expect((await visitor.get(path)).body).toContain('You asked to cancel this order.')
    const [{ names }] = await api.db<[{ names: string[] }]>`
      select array_agg(name order by id) as names from events where record = ${(await listed('kind=cancel'))[0]?.id ?? ''}`
    expect(names.at(-1)).toBe('order_request.created')
  })

  test('is not done once the order is of another customer', async () => {
    const order = await newOrder()
    await form(await link(order), 'cancel', { version: order.version, reason: 'Not mine' })
    const [request] = await listed('kind=cancel')
    const { id: user } = await buildUser(api.db)
    expect((await admin.patch(`/api/all-orders/${order.id}/`, { user })).statusCode).toBe(200)
    expect((await decide(request as OrderRequest, 'accept')).json()).toMatchObject({ code: 'decided' })
    // As one that somebody had in hand just then.
    await api.db`
      update order_requests set version = version + 1, status = 'open', decided_at = null, decided_by = null, reason = ''
      where id = ${request?.id ?? ''}`
    expect((await decide(request as OrderRequest, 'accept')).json()).toMatchObject({ code: 'passed_on' })
    expect((await admin.get(`/api/all-orders/${order.id}/`)).json()).toMatchObject({ status: 'confirmed' })
    expect((await decide(request as OrderRequest, 'decline', { reason: 'x' })).statusCode).toBe(201)
  })

  test('is printed again as an order of its own', async () => {
    const order = await newOrder()
    await admin.patch(`/api/all-orders/${order.id}/`, { assigned_user: api.people.staff.id })
    for (const status of ['out-for-delivery', 'delivered'])
      expect((await admin.patch(`/api/all-orders/${order.id}/`, { status })).statusCode).toBe(200)
    await form(await link(order), 'again', { version: order.version, message: 'In blue' })
    const [request] = await listed('kind=again')
    const accepted = (await decide(request as OrderRequest, 'accept')).json<OrderRequest>()
    const again = (await admin.get(`/api/all-orders/${accepted.accepted_order?.id}/`)).json<Order>()
    expect(again).toMatchObject({
      user: order.user,
      notes: 'Customer: In blue',
      promised_at: expect.any(String),
      order_files: [{ name: 'thesis.pdf' }],
    })
  })
})
