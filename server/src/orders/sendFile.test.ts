import type { Order } from '@our-print/contract/orders/orders.ts'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { useApi } from '../../test/api.ts'
import { address, buildUser } from '../../test/build.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
const stranger = api.as(undefined)
let pdf: Buffer
let order: Order
let other: Order
/** The path of the first file’s signed link. */
let link: string

beforeAll(async () => {
  pdf = await makePdf(2)
  const { id: user } = await buildUser(api.db)
  const take = async (name: string) =>
    (
      await api
        .as('admin')
        .upload('/api/all-orders/', orderForm({ user, title: 'Files', address }, { [name]: pdf }))
    ).json<Order>()
  order = await take('Plan “final” – रूप.pdf')
  other = await take('other.pdf')
  const url = order.order_files[0]?.url ?? ''
  expect(url.startsWith('http://print.test/api/order-files/')).toBe(true)
  link = url.slice('http://print.test'.length)
})

test('the list of files has those of the order, with signed links', async () => {
  const reply = await api.as('admin').get(`/api/order-files/?order_id=${order.id}`)
  expect(reply.json()).toEqual([{ ...order.order_files[0], url: expect.stringContaining('signature=') }])
})

test('the link serves the file without a session, with headers that prevent scripts', async () => {
  const reply = await stranger.get(link)
  expect(reply.statusCode).toBe(200)
  expect(reply.rawPayload.equals(pdf)).toBe(true)
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=900',
  })
  expect(reply.headers['content-disposition']).toMatch(/^inline; filename=".*"; filename\*=UTF-8''Plan/)
  expect((await stranger.get(`${link}&download=1`)).headers['content-disposition']).toMatch(/^attachment; /)
})

test('HEAD returns the size without the bytes', async () => {
  const reply = await stranger.send('HEAD', link)
  expect([reply.statusCode, reply.headers['content-length'], reply.body]).toEqual([
    200,
    String(pdf.length),
    '',
  ])
})

describe('a link is refused', () => {
  const otherFile = () => link.replace(order.order_files[0]?.id ?? '', other.order_files[0]?.id ?? '')
  test.each([
    [
      'with another signature',
      () => link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
      403,
    ],
    ['with a later end', () => link.replace(/expires=\d+/, 'expires=9999999999'), 403],
    ['with an end that is none', () => link.replace(/expires=\d+/, 'expires=NaN'), 403],
    ['for another order', () => link.replace(order.id, other.id), 403],
    ['for another order’s file', otherFile, 404],
    ['without a signature', () => link.replace(/&signature=.*/, ''), 400],
    ['with something added', () => `${link}&x=1`, 400],
  ])('%s', async (_name, make, status) => {
    const reply = await stranger.get(make())
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })

  test('after 15 minutes', async () => {
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    clock.mockReturnValue(now + 14 * 60_000)
    expect((await stranger.get(link)).statusCode).toBe(200)
    clock.mockReturnValue(now + 16 * 60_000)
    const reply = await stranger.get(link)
    clock.mockRestore()
    expect([reply.statusCode, reply.json().code]).toEqual([403, 'link_expired'])
  })
})

describe('a range', () => {
  const part = (range: string) => stranger.get(link, { range })

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, -1],
    ['bytes=-50', -50, -1],
    ['bytes=0-99999999', 0, -1],
  ])('%s is answered in part', async (range, from, to) => {
    const start = from < 0 ? pdf.length + from : from
    const end = to < 0 ? pdf.length + to : to
    const reply = await part(range)
    expect(reply.statusCode).toBe(206)
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${pdf.length}`)
    expect(reply.rawPayload.equals(pdf.subarray(start, end + 1))).toBe(true)
  })

  test.each(['bytes=0-1,5-6', 'bytes=x-y', 'lines=0-1', 'bytes', ''])(
    '%j is answered with the whole',
    async (range) => {
      const reply = await part(range)
      expect(reply.statusCode).toBe(200)
      expect(reply.rawPayload.equals(pdf)).toBe(true)
    },
  )

  test.each(['bytes=0-99', 'bytes=99999999-'])('%s is ignored by HEAD', async (range) => {
    const reply = await stranger.send('HEAD', link, undefined, { range })
    const { 'content-length': length, 'content-range': part } = reply.headers
    expect([reply.statusCode, length, part, reply.body]).toEqual([200, String(pdf.length), undefined, ''])
  })

  test.each(['"another"', 'W/"another"', 'Mon, 30 Nov 2026 10:00:00 GMT', ''])(
    'is ignored with If-Range: %s, as nothing says which file was read before',
    async (since) => {
      for (const range of ['bytes=0-99', 'bytes=99999999-']) {
        const reply = await stranger.get(link, { range, 'if-range': since })
        expect([reply.statusCode, reply.headers['content-range']]).toEqual([200, undefined])
        expect(reply.rawPayload.equals(pdf)).toBe(true)
      }
    },
  )

  test('beyond the end is 416 with the size', async () => {
    const reply = await part(`bytes=${pdf.length}-`)
    expect(reply.statusCode).toBe(416)
    expect(reply.headers['content-range']).toBe(`bytes */${pdf.length}`)
    expect(reply.json()).toMatchObject({ code: 'range', message: expect.any(String) })
  })
})

test('a file that is missing in the storage is 500 without internal details', async () => {
  const [row] = await api.db<[{ storage_key: string }]>`
    select storage_key from order_files where id = ${other.order_files[0]?.id ?? ''}`
  await api.resources.storage.remove([row.storage_key])
  const reply = await stranger.get((other.order_files[0]?.url ?? '').slice('http://print.test'.length))
  expect(reply.statusCode).toBe(500)
  expect(reply.headers['content-type']).toMatch(/^application\/json/)
  expect(reply.json()).toEqual({
    code: 'internal',
    message: expect.any(String),
    request_id: expect.any(String),
  })
  expect(reply.body).not.toContain(row.storage_key)
})
