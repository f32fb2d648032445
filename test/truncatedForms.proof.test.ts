import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import { ProblemBody } from '@our-print/contract/problem.ts'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { publish } from '../server/src/shop/events/events.queries.ts'
import { useApi } from '../server/test/api.ts'
import { address, buildClient, buildOrder, buildQrCode, buildUser } from '../server/test/build.ts'
import { makePdf } from '../server/test/pdf.ts'
import { until } from '../server/test/until.ts'
import { allEndpoints } from './endpoints.ts'

// A form that ends early, at any byte, is answered 400 and leaves nothing behind.

const api = useApi()
const boundary = 'cut-here'
const type = `multipart/form-data; boundary=${boundary}`

type Part = { name: string; value: string | Buffer; file?: string; type?: string }

function encode(parts: Part[]): Buffer {
  const chunks = parts.flatMap(({ name, value, file, type: kind }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ''}\r\n${
        kind ? `Content-Type: ${kind}\r\n` : ''
      }\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
}

type Form = { url: string; status: number; body: Buffer }
/** A valid form for every endpoint that accepts one, by path. */
const forms: Record<string, Form> = {}

beforeAll(async () => {
  const pdf = await makePdf(1)
  const { data, width, height, channels } = {
    data: Buffer.alloc(12, 200),
    width: 2,
    height: 2,
    channels: 3 as const,
  }
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer()
  const user = (await buildUser(api.db)).id
  const client = (await buildClient(api.db)).id
  const qrCode = (await buildQrCode(api.db)).id
  const outForDelivery = (await buildOrder(api.db, { status: 'out-for-delivery' })).id
  const delivered = (await buildOrder(api.db, { status: 'delivered' })).id
  const order = JSON.stringify({ user, title: 'Thesis', address })
  const image = { name: 'image', value: png, file: 'a.png', type: 'image/png' }
  const files = { name: 'files', value: pdf, file: 'a.pdf', type: 'application/pdf' }
  const company = [
    { name: 'name', value: 'Chai Point' },
    { name: 'contact', value: '+919800000001' },
    { name: 'joined_on', value: '2026-01-01' },
    { name: 'client_type', value: '1' },
    {
      name: 'address',
      value: JSON.stringify({ city: 'Pune', state: 'MH', country: 'India', pincode: '411001' }),
    },
  ]
  const { version: _, ...settings } = (await api.as('admin').get('/api/configurations')).json<
    object & { version: number }
  >()
  await api.as('admin').put('/api/configurations', { ...settings, order_intake: 'open' })
  const request = {
    name: 'Meena Iyer',
    mobile: '9812300000',
    email: '',
    wanted: { title: 'Thesis', pickup: true },
  }
  const add = (path: string, status: number, parts: Part[], query = '') => {
    const order = path.includes('complaints') ? delivered : outForDelivery
    forms[path] = { url: path.replace(':id', order) + query, status, body: encode(parts) }
  }
  add('/api/all-orders/', 201, [
    // Some clients send JSON as a file.
    { name: 'order', value: order, file: 'order.json', type: 'application/json' },
    files,
  ])
  add('/api/order-uploads/', 201, [files])
  add('/api/all-orders/:id/proof/', 201, [
    { name: 'received_by', value: 'Mrs Hegde' },
    { name: 'photo', value: png, file: 'a.png', type: 'image/png' },
  ])
  add('/api/all-orders/:id/complaints/', 201, [
    { name: 'reason', value: 'damaged' },
    { name: 'photo_1', value: png, file: 'a.png', type: 'image/png' },
  ])
  add('/api/courier-tasks/', 201, [
    { name: 'order', value: outForDelivery },
    { name: 'tried', value: 'Delivered' },
    { name: 'refusal', value: 'Changed by someone else' },
    { name: 'photo', value: png, file: 'a.png', type: 'image/png' },
  ])
  add('/api/users/import/', 200, [
    { name: 'file', value: 'name,mobile\nAnita Hegde,9820100001\n', file: 'a.csv' },
  ])
  add(
    '/api/upload_vouchers/',
    200,
    [{ name: 'file', value: 'voucher_code\nA1\nB2\n', file: 'a.csv' }],
    `?client_id=${client}&expiry_date=2099-01-01`,
  )
  add('/api/qr-codes/', 201, [
    image,
    { name: 'company', value: 'Chai Point' },
    { name: 'value', value: '5' },
    { name: 'validity', value: '2099-01-01' },
  ])
  add('/api/qr-codes/update/', 200, [image, { name: 'company', value: 'Chai Point' }], `?qr_id=${qrCode}`)
  add('/api/clients/', 201, company)
  add('/api/order-requests/', 201, [{ name: 'request', value: JSON.stringify(request) }, files])
  add(
    '/api/statements/',
    200,
    [{ name: 'file', value: 'date,amount,reference\n2026-02-10,101.00,432100000001\n', file: 'upi.csv' }],
    '?method=upi',
  )
  add('/api/clients/update/', 200, company, `?client_id=${client}`)
})

async function readState() {
  // Reading publishes what waits, which is no effect of a refused request.
  await publish(api.db)
  const tables = await api.db<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'audit_entries'`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await api.db<[{ count: number }]>`select count(*)::int as count from ${api.db(name)}`
    counts[name] = row.count
  }
  return { counts, stored: api.storedFiles(), incoming: api.incoming() }
}

const send = ({ url }: Form, body: Buffer) =>
  api.as('admin').send('POST', url, body, { 'content-type': type })

/** Forty evenly spread positions, and all positions around boundaries and in the last line. */
function positionsIn(body: Buffer): number[] {
  const positions = new Set<number>()
  // The form is complete even without its last line break.
  const end = body.length - '-\r\n'.length
  const add = (position: number) => position >= 0 && position <= end && positions.add(position)
  for (let share = 0; share < 40; share++) add(Math.floor((end * share) / 40))
  for (let at = body.indexOf('--'); at >= 0; at = body.indexOf('--', at + 1)) {
    for (const near of [-3, -2, -1, 0, 1, 2]) add(at + near)
  }
  for (let at = body.indexOf('\r\n\r\n'); at >= 0; at = body.indexOf('\r\n\r\n', at + 1)) {
    for (const near of [0, 2, 4, 5]) add(at + near)
  }
  add(end)
  return [...positions].toSorted((a, b) => a - b)
}

const paths = (await allEndpoints()).filter(({ config }) => config.multipart).map(({ url }) => url)

describe.each(paths)('%s', (path) => {
  const form = () => {
    const known = forms[path]
    if (!known) throw new Error(`The test has no form for ${path}: add a complete one`)
    return known
  }

  test('refuses a form that is cut at any position, and leaves nothing behind', async () => {
    const before = await readState()
    for (const position of positionsIn(form().body)) {
      const reply = await send(form(), form().body.subarray(0, position))
      expect([position, reply.statusCode, reply.body]).toEqual([position, 400, reply.body])
      expect(ProblemBody.strict().safeParse(reply.json()).error?.issues).toBeUndefined()
    }
    expect(await readState()).toEqual(before)
  })

  test('leaves nothing behind when the client disconnects', async () => {
    const before = await readState()
    if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = api.app.server.address() as AddressInfo
    const { url, body } = form()
    for (const share of [0.3, 0.6, 0.95]) {
      const connected = once(api.app.server, 'connection') as Promise<[Socket]>
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(
        `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${api.token('admin')}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
      )
      socket.write(body.subarray(0, Math.floor(body.length * share)))
      const [connection] = await connected
      await until('the server has received this part', () => connection.bytesRead >= socket.bytesWritten)
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    await expect.poll(() => api.incoming()).toEqual([])
    expect(await readState()).toEqual(before)
  })

  test('accepts the complete form', async () => {
    const reply = await send(form(), form().body)
    expect([reply.statusCode, reply.body]).toEqual([form().status, reply.body])
  })
})
