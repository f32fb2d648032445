import type { Order } from '@our-print/contract/orders/orders.ts'
import { priceInPaise } from '@our-print/contract/orders/price.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { address, buildStaff, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { createLogger } from '../app/start/logger.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/all-orders/'

let pdf: Buffer
let png: Buffer
let user: string
beforeAll(async () => {
  pdf = await makePdf(3)
  png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  user = (await buildUser(api.db)).id
})

// After every test: the folder of files that are being received must be empty.
afterEach(() => expect(api.incoming()).toEqual([]))

const newOrder = () => ({ user, title: 'Thesis', address })
const storedKeys = async () => {
  const [rows] = await api.db<[Record<'orders' | 'files' | 'history' | 'search', number>]>`
    select (select count(*)::int from orders) as orders, (select count(*)::int from order_files) as files,
      (select count(*)::int from order_history) as history, (select count(*)::int from order_search) as search`
  return { ...rows, stored: api.storedFiles().length }
}
/** Expects that the work leaves no rows and no files. */
async function leavesNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await storedKeys()
  const result = await work()
  expect(await storedKeys()).toEqual(before)
  expect(api.incoming()).toEqual([])
  return result
}

describe('an order', () => {
  test('is created with the defaults of the contract', async () => {
    const reply = await admin.upload(url, orderForm(newOrder(), { 'thesis.pdf': pdf, 'photo.png': png }))
    expect(reply.statusCode).toBe(201)
    const order = reply.json<Order>()
    expect(order).toMatchObject({
      status: 'confirmed',
      order_type: 'print',
      copies: 1,
      color: 'bw',
      sides: 'single',
      paper_size: 'A4',
      binding: 'none',
      pickup: false,
      notes: '',
      attempts: 0,
      pdf_page_count: 4,
      amount: 4 * 2 + 40,
      discount: 0,
      payable: 48,
      coupon_code: null,
      assigned_user: null,
      allowed_transitions: ['assigned', 'cancelled'],
      version: 1,
      user_data: { id: user, first_name: 'Anil' },
      address,
    })
    expect(order.order_files).toMatchObject([
      { name: 'thesis.pdf', content_type: 'application/pdf', size: pdf.length, page_count: 3 },
      { name: 'photo.png', content_type: 'image/png', page_count: 1 },
    ])
    expect(order.history).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/),
        happened_at: order.history?.[0]?.at,
        said_at: null,
        by: 'Asha Rao',
        from: null,
        to: 'confirmed',
        note: null,
        is_ready: null,
        auto_printed: null,
        courier_task: null,
        noted: null,
        changes: null,
      },
    ])
    expect(order.number).toBeGreaterThan(1000)
    expect((await admin.get(`${url}${order.id}/`)).json()).toMatchObject({ id: order.id, payable: 48 })
  })

  test('costs what the configuration and the shared price function give', async () => {
    const configuration = (await admin.get('/api/configurations')).json()
    const options = {
      copies: 7,
      color: 'color',
      sides: 'double',
      paper_size: 'A3',
      binding: 'spiral',
      pickup: true,
    } as const
    const reply = await admin.upload(url, orderForm({ user, title: 'Book', ...options }, { 'a.pdf': pdf }))
    const expected = priceInPaise({ ...options, pages: 3 }, configuration) / 100
    expect(reply.json()).toMatchObject({ amount: expected, payable: expected, address: null })
    expect(expected).toBe(3 * 7 * 8 * 2 + 30 * 7)
  })

  test('is written with its files in one transaction', async () => {
    const { id } = (
      await admin.upload(url, orderForm(newOrder(), { 'a.pdf': pdf, 'b.png': png }))
    ).json<Order>()
    // The time of a row is that of the start of its transaction.
    const rows = await api.db`
      select count(distinct created_at)::int as transactions from (
        select created_at from orders where id = ${id}
        union all select created_at from order_files where order_id = ${id}) t`
    expect(rows).toEqual([{ transactions: 1 }])
  })

  test('that is picked up has no address', async () => {
    const reply = await admin.upload(url, orderForm({ ...newOrder(), pickup: true }, { 'a.pdf': pdf }))
    expect(reply.json()).toMatchObject({ pickup: true, address: null })
  })

  test('has an audit entry with its actor and files', async () => {
    const { id } = (await admin.upload(url, orderForm(newOrder(), { 'a.pdf': pdf }))).json<Order>()
    const entries = await api.db`
      select actor, action, entity from audit_entries
      where entity_id = ${id} or entity_id in (select id from order_files where order_id = ${id}) order by id`
    const actor = api.people.admin.id
    expect(entries).toEqual(
      expect.arrayContaining([
        { actor, action: 'insert', entity: 'orders' },
        { actor, action: 'insert', entity: 'order_files' },
        { actor, action: 'update', entity: 'order_files' },
      ]),
    )
  })
})

describe('refused without storing anything', () => {
  test.each([
    ['user', { user: undefined }],
    ['user', { user: 'x' }],
    ['title', { title: undefined }],
    ['title', { title: '  ' }],
    ['address', { address: undefined }],
    ['address', { address: null }],
    ['address.line1', { address: { ...address, line1: '' } }],
    ['address.street', { address: { ...address, street: 'x' } }],
    ['copies', { copies: 0 }],
    ['copies', { copies: 1.5 }],
    ['copies', { copies: '2' }],
    ['color', { color: 'pink' }],
    ['amount', { amount: 1 }],
    ['notes', { notes: 'a\0b' }],
    ['order', []],
    ['order', '{"user":'],
    ['order', 'null'],
  ])('for its %s: %o', async (key, change) => {
    const order = typeof change === 'string' || Array.isArray(change) ? change : { ...newOrder(), ...change }
    const reply = await leavesNothing(() => admin.upload(url, orderForm(order, { 'a.pdf': pdf })))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].context.key).toBe(key)
  })

  test('all missing fields are reported together, in the words of the specification', async () => {
    const reply = await admin.upload(url, orderForm({}, { 'a.pdf': pdf }))
    const required = 'This field is Required'
    expect(reply.json().errors).toEqual([
      { message: required, context: { key: 'user' } },
      { message: required, context: { key: 'title' } },
    ])
    expect((await admin.upload(url, orderForm(undefined, { 'a.pdf': pdf }))).json().errors).toEqual([
      { message: required, context: { key: 'order' } },
    ])
  })

  test('without a file, and with 21', async () => {
    const none = await admin.upload(url, orderForm(newOrder()))
    expect(none.json()).toMatchObject({ code: 'invalid', errors: [{ context: { key: 'files' } }] })
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.png`, png]))
    const reply = await leavesNothing(() => admin.upload(url, orderForm(newOrder(), many)))
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ message: 'At most 20 files', context: { key: 'files' } }])
    const { '20.png': _, ...twenty } = many
    expect((await admin.upload(url, orderForm(newOrder(), twenty))).statusCode).toBe(201)
  })

  test.each([
    ['broken.pdf', () => pdf.subarray(0, pdf.length / 2)],
    ['locked.pdf', () => makePdf(1, { userPassword: 'x' })],
    ['page.html', () => '<html><script>alert(1)</script>'],
    ['empty.pdf', () => ''],
    ['notes.txt', () => 'just words'],
  ])('for %s, under its name, even among valid files', async (name, make) => {
    const files = { 'good.pdf': pdf, [name]: await make(), 'photo.png': png }
    const reply = await leavesNothing(() => admin.upload(url, orderForm(newOrder(), files)))
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'file_refused', message: expect.stringContaining(name) })
    expect(reply.json().errors).toEqual([{ message: reply.json().message, context: { key: 'files' } }])
  })

  test.each([
    ['user', { user: '01890000-0000-7000-8000-000000000000' }],
    ['coupon_code', { coupon_code: 'SAVE10' }],
    ['referral_code', { referral_code: 'FRIEND' }],
    ['user_subscription_plan', { order_type: 'subscription' }],
    ['uploads', { uploads: ['01890000-0000-7000-8000-000000000000'] }],
  ])('by a rule on %s that the user can fix', async (key, change) => {
    const reply = await leavesNothing(() =>
      admin.upload(url, orderForm({ ...newOrder(), ...change }, { 'a.pdf': pdf })),
    )
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors[0].context.key).toBe(key)
  })

  test('for an inactive customer', async () => {
    const gone = await buildUser(api.db, { is_active: false })
    const reply = await admin.upload(url, orderForm({ ...newOrder(), user: gone.id }, { 'a.pdf': pdf }))
    expect([reply.statusCode, reply.json().message]).toEqual([
      422,
      'This customer is deactivated. Activate them first.',
    ])
  })

  test('when the database fails at the last statement', async () => {
    await api.db`alter table order_history add constraint no_more check (to_status <> 'confirmed') not valid`
    const reply = await leavesNothing(() => admin.upload(url, orderForm(newOrder(), { 'a.pdf': pdf })))
    await api.db`alter table order_history drop constraint no_more`
    expect(reply.statusCode).toBe(500)
  })
})

describe('unusual forms', () => {
  const raw = (body: string, type = 'multipart/form-data; boundary=b') =>
    leavesNothing(() => admin.send('POST', url, body, { 'content-type': type }))
  const part = (name: string, value: string, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const end = '--b--\r\n'

  test.each([
    ['no boundary', '', 'multipart/form-data', 415],
    ['an empty boundary', part('order', '{}') + end, 'multipart/form-data; boundary=', 400],
    ['a boundary that is too long', end, `multipart/form-data; boundary=${'b'.repeat(300)}`, 400],
    [
      'a truncated file',
      `${part('order', '{}')}--b\r\ncontent-disposition: form-data; name="files"; filename="a"\r\n\r\n%PDF`,
      undefined,
      400,
    ],
    [
      'a JSON field that is not JSON',
      part('order', '{', '\r\ncontent-type: application/json') + end,
      undefined,
      400,
    ],
    ['JSON', '{}', 'application/json', 415],
    ['broken JSON', '{', 'application/json', 415],
    ['words', 'order={}', 'application/x-www-form-urlencoded', 415],
    ['plain text', 'x', 'text/plain', 415],
    ['no parts but an end', end, undefined, 400],
    ['a field twice', part('order', '{}') + part('order', '{}') + end, undefined, 400],
    ['an unknown field', part('discount', '100') + end, undefined, 400],
    ['__proto__', part('__proto__', '{}') + end, undefined, 400],
    ['constructor', part('constructor', '{}') + end, undefined, 400],
    ['a missing end', part('order', '{}'), undefined, 400],
    ['a part that is cut in its headers', '--b\r\ncontent-dispos', undefined, 400],
    ['no parts at all', 'nonsense', undefined, 400],
    ['files as a field', part('files', 'x') + end, undefined, 400],
    [
      'a file without a name',
      part('order', '{}') + part('files', 'x', '; filename=""') + end,
      undefined,
      400,
    ],
    ['a field of 1 MiB and more', part('order', 'x'.repeat(1024 * 1024 + 1)) + end, undefined, 413],
    [
      'a field of 1 MiB and more with a file name',
      part('order', 'x'.repeat(1024 * 1024 + 1), '; filename="order.json"') + end,
      undefined,
      413,
    ],
    ['too many fields', part('x', 'y').repeat(50) + end, undefined, 400],
  ])('%s', async (_name, body, type, status) => {
    const reply = await raw(body, type)
    expect([reply.statusCode, reply.json()]).toEqual([status, reply.json()])
    expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    expect(reply.json().request_id).toBeUndefined()
  })

  test('the order may be a part with its own content type', async () => {
    const form = orderForm(undefined, { 'a.pdf': pdf })
    form.append('order', new Blob([JSON.stringify(newOrder())], { type: 'application/json' }), 'order.json')
    expect((await admin.upload(url, form)).statusCode).toBe(201)
  })

  test('the order may be a part with its own content type and without a file name', async () => {
    const json = part('order', JSON.stringify(newOrder()), '\r\ncontent-type: application/json')
    const file = part('files', pdf.toString('latin1'), '; filename="a.pdf"')
    const type = 'multipart/form-data; boundary=b'
    const reply = await admin.send('POST', url, Buffer.from(json + file + end, 'latin1'), {
      'content-type': type,
    })
    expect(reply.statusCode).toBe(201)
  })

  test('the path and invisible characters are removed from a file name', async () => {
    const reply = await admin.upload(url, orderForm(newOrder(), { '../../etc/pass\u202ewd\u0007.pdf': pdf }))
    expect(reply.json<Order>().order_files[0]?.name).toBe('passwd.pdf')
  })
})

test('small files are held in memory, larger ones are written to disk while they are received', async () => {
  const usual = api.resources.uploadFolder
  // Nothing can be written below a device.
  Object.assign(api.resources, { uploadFolder: '/dev/null/incoming' })
  const app = await api.startApp({ logger: createLogger('silent') })
  const send = async (...files: Buffer[]) => {
    const form = new FormData()
    form.append('order', JSON.stringify(newOrder()))
    for (const bytes of files) form.append('files', new Blob([new Uint8Array(bytes)]), 'a.pdf')
    const encoded = new Response(form)
    const headers = {
      authorization: `Token ${api.token('admin')}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    }
    const payload = Buffer.from(await encoded.arrayBuffer())
    return (await app.inject({ method: 'POST', url, headers, payload })).statusCode
  }
  const large = Buffer.concat([pdf, Buffer.alloc(200_000)])
  expect([await send(large), await send(pdf, large)]).toEqual([201, 201])
  expect(await leavesNothing(() => send(large, large))).toBe(500)
  await app.close()
  Object.assign(api.resources, { uploadFolder: usual })
  const both = { 'a.pdf': large, 'b.pdf': Buffer.concat([large, Buffer.alloc(200_000)]) }
  const reply = await admin.upload(url, orderForm(newOrder(), both))
  expect(reply.json<Order>().order_files).toMatchObject([
    { page_count: 3, size: large.length },
    { page_count: 3, size: large.length + 200_000 },
  ])
})

describe('uploads', () => {
  const upload = async (name = 'ahead.pdf') => {
    const reply = await admin.upload('/api/order-uploads/', orderForm(undefined, { [name]: pdf }))
    expect(reply.statusCode).toBe(201)
    return reply.json<{ id: string }>()
  }

  test('are added to the order in its sequence, before the files of the form', async () => {
    const [first, second] = [await upload('first.pdf'), await upload('second.pdf')]
    expect(first).toEqual({
      id: expect.any(String),
      name: 'first.pdf',
      content_type: 'application/pdf',
      size: pdf.length,
      page_count: 3,
    })
    const order = { ...newOrder(), uploads: [second.id, first.id] }
    const reply = await admin.upload(url, orderForm(order, { 'third.png': png }))
    expect(reply.json()).toMatchObject({
      pdf_page_count: 7,
      order_files: [{ name: 'second.pdf' }, { name: 'first.pdf' }, { name: 'third.png' }],
    })
    const again = await leavesNothing(() => admin.upload(url, orderForm(order)))
    expect(again.statusCode).toBe(422)
    expect(again.json().errors[0].context.key).toBe('uploads')
    expect((await admin.delete(`/api/order-uploads/${first.id}/`)).statusCode).toBe(404)
  })

  test('count towards the 20 files of an order', async () => {
    const { id } = await upload()
    const twenty = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.png`, png]))
    const reply = await leavesNothing(() =>
      admin.upload(url, orderForm({ ...newOrder(), uploads: [id] }, twenty)),
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ message: 'At most 20 files', context: { key: 'files' } }])
  })

  test('count once, even if their id is repeated', async () => {
    const { id } = await upload()
    const reply = await leavesNothing(() =>
      admin.upload(url, orderForm({ ...newOrder(), uploads: [id, id] })),
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].context.key).toBe('uploads')
  })

  test('stay when the order is refused, so that nobody has to upload again', async () => {
    const { id } = await upload()
    const order = { ...newOrder(), uploads: [id] }
    const refused = await admin.upload(url, orderForm({ ...order, coupon_code: 'NO' }))
    expect(refused.statusCode).toBe(422)
    expect((await admin.upload(url, orderForm(order))).statusCode).toBe(201)
  })

  test('are deleted with their stored files', async () => {
    const before = await storedKeys()
    const { id } = await upload()
    expect((await admin.delete(`/api/order-uploads/${id}/`)).statusCode).toBe(204)
    expect(await storedKeys()).toEqual(before)
    expect((await admin.delete(`/api/order-uploads/${id}/`)).statusCode).toBe(404)
  })

  test('belong to the user who uploaded them', async () => {
    const { id } = await upload()
    const other = await buildStaff(api.db, { is_superuser: true })
    const client = api.withToken(await openSession(api.db, other.id))
    expect((await client.delete(`/api/order-uploads/${id}/`)).statusCode).toBe(404)
    expect((await client.upload(url, orderForm({ ...newOrder(), uploads: [id] }))).statusCode).toBe(422)
  })

  test('are sent one at a time', async () => {
    const two = orderForm(undefined, { 'a.pdf': pdf, 'b.pdf': pdf })
    expect((await leavesNothing(() => admin.upload('/api/order-uploads/', two))).statusCode).toBe(400)
    const withOrder = await admin.upload('/api/order-uploads/', orderForm({}, { 'a.pdf': pdf }))
    expect(withOrder.json().errors[0].context.key).toBe('order')
  })

  test('are taken by only one of two concurrent orders', async () => {
    const { id } = await upload()
    const order = { ...newOrder(), uploads: [id] }
    const replies = await Promise.all([
      admin.upload(url, orderForm(order)),
      admin.upload(url, orderForm(order)),
    ])
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 422])
  })
})

describe('with an Idempotency-Key', () => {
  const take = (key: string, order: object = newOrder(), files: Record<string, Buffer> = { 'a.pdf': pdf }) =>
    admin.upload(url, orderForm(order, files), { 'idempotency-key': key })

  test('the same order is created once, and the second request leaves nothing', async () => {
    const first = await take('one')
    const second = await leavesNothing(() => take('one'))
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })

  test('a different order or file is a conflict', async () => {
    await take('two')
    for (const reply of [
      await leavesNothing(() => take('two', { ...newOrder(), title: 'Other' })),
      await leavesNothing(() => take('two', newOrder(), { 'a.pdf': png })),
      await leavesNothing(() => take('two', newOrder(), { 'b.pdf': pdf })),
    ]) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json().code).toBe('idempotency_key_reused')
    }
  })

  test('a refusal is repeated', async () => {
    const order = { ...newOrder(), coupon_code: 'NO' }
    const first = await leavesNothing(() => take('three', order))
    const second = await leavesNothing(() => take('three', order))
    expect(first.statusCode).toBe(422)
    expect(second.json()).toEqual(first.json())
    const [row] = await api.db`select status from idempotency_keys where key = 'three'`
    expect(row).toEqual({ status: 422 })
  })

  test('several concurrent requests create one order', async () => {
    const before = await storedKeys()
    const replies = await Promise.all(Array.from({ length: 5 }, () => take('four')))
    const codes = replies.map(({ statusCode }) => statusCode)
    expect(codes).toContain(201)
    expect(codes.filter((code) => code !== 201 && code !== 409)).toEqual([])
    expect(await storedKeys()).toMatchObject({ orders: before.orders + 1 })
    expect((await storedKeys()).stored).toBe(before.stored + 1)
  })

  test('an upload is also stored once', async () => {
    const send = () =>
      admin.upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf }), {
        'idempotency-key': 'five',
      })
    const first = await send()
    const second = await leavesNothing(send)
    expect(second.json()).toEqual(first.json())
  })
})
