import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import type { Db } from '../src/base/database/db.ts'
import { address } from './build.ts'
import { makePdf } from './pdf.ts'

// Imports nothing from vitest: fileWritesProcess.ts runs this outside the test runner.

const day = '2099-01-01'

/** The token of the super admin, the customer of the orders, and the company of the vouchers. */
export type People = { token: string; user: string; client: string }

/** Sends each kind of request that writes or deletes stored files, one after another. Returns the statuses. */
export async function runFileWrites(
  app: FastifyInstance,
  db: Db,
  { token, user, client }: People,
): Promise<number[]> {
  const statuses: number[] = []
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: FormData | object) => {
    const encoded = body instanceof FormData ? new Response(body) : undefined
    const payload = encoded ? Buffer.from(await encoded.arrayBuffer()) : body
    const type = encoded?.headers.get('content-type')
    const headers = { authorization: `Token ${token}`, ...(type && { 'content-type': type }) }
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    statuses.push(reply.statusCode)
    return reply.body === '' ? '' : (reply.json<{ id?: string }>().id ?? '')
  }
  const pdf = await makePdf(1)
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const order = { user, title: 'Thesis', address }
  const withFiles = (files: Buffer[], fields?: object) => {
    const form = new FormData()
    if (fields) form.append('order', JSON.stringify(fields))
    for (const bytes of files) form.append('files', new Blob([new Uint8Array(bytes)]), 'a')
    return form
  }
  const withImage = (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
    return form
  }
  const image = `data:image/png;base64,${png.toString('base64')}`

  const taken = await send('POST', '/api/all-orders/', withFiles([pdf, png], order))
  // The coupon is refused after the files were stored.
  await send('POST', '/api/all-orders/', withFiles([pdf, png], { ...order, coupon_code: 'NONE' }))
  const upload = await send('POST', '/api/order-uploads/', withFiles([pdf]))
  await send('DELETE', `/api/order-uploads/${upload}/`)

  await db`
    update orders set version = version + 1, status = 'out-for-delivery', assigned_user = (select id from staff_users limit 1)
    where id = ${taken === '' ? null : taken}::uuid`
  const proof = (kinds: string[]) => {
    const form = new FormData()
    for (const kind of kinds)
      form.append(kind, new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
    return form
  }
  await send('POST', `/api/all-orders/${taken}/proof/`, proof(['photo', 'signature']))
  await send('POST', `/api/all-orders/${taken}/proof/`, proof(['photo']))
  await send('DELETE', `/api/all-orders/${taken}/proof/`)

  const code = { company: 'Chai Point', value: '5', validity: day }
  const qr = await send('POST', '/api/qr-codes/', withImage(code))
  await send('POST', `/api/qr-codes/update/?qr_id=${qr}`, withImage({ company: 'Chai' }))
  // A past day is refused after the image was stored.
  await send('POST', '/api/qr-codes/', withImage({ ...code, validity: '2001-01-01' }))

  const vouchers = [{ voucher_code: randomUUID() }]
  const tea = { client, voucher_detail: 'Tea', cost: 1, expiry_date: day, image, vouchers }
  const group = await send('POST', '/api/save-voucher/', tea)
  const [voucher] = await db<{ id: string }[]>`
    select id from vouchers where voucher_info_id = ${group === '' ? null : group}::uuid`
  const id = voucher?.id ?? ''
  await send('PUT', '/api/save-voucher/', { id, image })
  await send('DELETE', `/api/delete-vouchers/?voucher_ids=${id}`)
  return statuses
}

/** The statuses when no fault is injected. */
export const expectedStatuses = [201, 422, 201, 204, 201, 201, 204, 201, 200, 400, 201, 200, 204]
