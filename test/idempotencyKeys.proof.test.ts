import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { buildClient, buildOrder, buildQrCode, buildStaff, buildUser } from '../server/test/build.ts'
import { buildComplaint, buildQuote, buildRequest } from '../server/test/buildDesk.ts'
import { orderForm } from '../server/test/orderForm.ts'
import { makePdf } from '../server/test/pdf.ts'
import { allEndpoints, exampleUrl, someId } from './endpoints.ts'

// Idempotency-Key works on every write of the contract. Those that run in the transaction of `serve` get that from it; those
// that open their own must do it themselves, and are called here, so a new one is named until it does or says why not.

const api = useApi()
const admin = api.as('admin')
const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`
const writes = (await allEndpoints()).filter(({ method, url }) => method !== 'GET' && url !== '/api/logout')

/** Nothing is stored for a key, and why not; what is marked as secret in the contract besides. */
const without: Record<string, string> = {
  'POST /api/message-templates/preview/': 'reads',
  'POST /api/all-orders/:id/price/': 'reads',
  'POST /api/sheets/preview/': 'reads',
  'POST /api/sheets/preview/pdf/': 'reads',
  'POST /api/printers/find/': 'reads what the network answers now',
  'POST /api/printers/:id/check/': 'reads what the printer answers now',
  'POST /api/message-channels/:id/test/':
    'a test shows what a machine outside answers now, outside of a transaction',
  'POST /api/webhooks/:id/test/': 'a test shows what a machine outside answers now, outside of a transaction',
}
const own = writes.filter(
  (each) => each.config.opensTransactions && !('secret' in each.config) && !(nameOf(each) in without),
)

const formOf = (fields: Record<string, string>, csv?: string) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (csv !== undefined) form.append('file', new Blob([csv]), 'lines.csv')
  return form
}

type Sent = { path?: string; body?: object | FormData; as?: 'visitor' }

/** A call of each endpoint that gets as far as its write, which may refuse it: a refusal is stored, too. */
async function calls(): Promise<Record<string, Sent>> {
  const { db } = api
  const { id: user } = await buildUser(db)
  const [order, outside] = [await buildOrder(db), await buildOrder(db, { status: 'out-for-delivery' })]
  const delivered = await buildOrder(db, { status: 'delivered' })
  const [{ id: client }, qrCode] = [await buildClient(db), await buildQrCode(db)]
  const [quote, complaint, request] = [await buildQuote(db), await buildComplaint(db), await buildRequest(db)]
  const pdf = { 'a.pdf': await makePdf(1) }
  const upload = await admin.upload('/api/order-uploads/', orderForm(undefined, pdf))
  const newOrder = { user, title: 'Thesis', pickup: true }
  const printed = (await admin.upload('/api/all-orders/', orderForm(newOrder, pdf))).json<{ id: string }>()
  const quoted = { ...newOrder, uploads: [upload.json<{ id: string }>().id] }
  const terms = { client, voucher_detail: 'One coffee', cost: 0, expiry_date: '2099-01-01' }
  const asked = { name: 'Meena', mobile: '9812300000', wanted: { title: 'Thesis', pickup: true } }
  const company = { name: 'Chai Point', contact: '9812300001', client_type: 1 }
  const address = { country: 'India', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const code = { company: 'Chai Point', value: '1', validity: '2099-01-01' }
  const visitor = orderForm(undefined, pdf)
  visitor.append('request', JSON.stringify(asked))
  const password = 'a very long pass phrase'
  return {
    'POST /api/order-requests/': { body: visitor, as: 'visitor' },
    'POST /api/order-requests/:id/accept/': { path: `/api/order-requests/${request.id}/accept/`, body: {} },
    'POST /api/statements/': {
      path: '/api/statements/?method=upi',
      body: formOf({}, 'Date,Amount\n2026-01-01,5\n'),
    },
    'POST /api/all-orders/:id/complaints/': {
      path: `/api/all-orders/${delivered.id}/complaints/`,
      body: { reason: 'damaged' },
    },
    'POST /api/complaints/:id/resolve/': {
      path: `/api/complaints/${complaint.id}/resolve/`,
      body: { resolution: 'nothing', note: 'It was whole' },
    },
    'POST /api/courier-tasks/': {
      body: formOf({ order: outside.id, tried: 'Delivered', refusal: 'Changed by someone else' }),
    },
    'POST /api/all-orders/:id/proof/': {
      path: `/api/all-orders/${outside.id}/proof/`,
      body: formOf({ received_by: 'Anil' }),
    },
    'DELETE /api/all-orders/:id/proof/': { path: `/api/all-orders/${outside.id}/proof/` },
    'POST /api/all-orders/:id/duplicate/': { path: `/api/all-orders/${printed.id}/duplicate/` },
    'POST /api/order-uploads/': { body: orderForm(undefined, pdf) },
    'DELETE /api/order-uploads/:id/': { path: `/api/order-uploads/${someId}/` },
    'POST /api/all-orders/': { body: orderForm(newOrder, pdf) },
    'PATCH /api/all-orders/:id/': { path: `/api/all-orders/${order.id}/`, body: { title: 'New' } },
    'POST /api/quotes/': { body: { order: quoted } },
    'PATCH /api/quotes/:id/': { path: `/api/quotes/${quote.id}/`, body: { status: 'withdrawn' } },
    'POST /api/quotes/:id/confirm/': { path: `/api/quotes/${quote.id}/confirm/`, body: {} },
    'POST /api/users/import/': { body: formOf({}, 'name,mobile\nAnil,9812300009\n') },
    'POST /api/staff_users_create/': {
      body: { full_name: 'New Person', email: 'key@print.test', mobile: '9812300002', password },
    },
    'POST /api/print-jobs/': { body: { orders: [order.id], by_hand: true } },
    'POST /api/clients/': { body: { ...company, ...address } },
    'POST /api/clients/update/': {
      path: `/api/clients/update/?client_id=${client}`,
      body: { ...company, ...address, name: 'Other' },
    },
    'POST /api/qr-codes/': { body: formOf({ ...code, redirection_url: 'https://example.test/' }) },
    'POST /api/qr-codes/update/': {
      path: `/api/qr-codes/update/?qr_id=${qrCode.id}`,
      body: formOf({ company: 'Other' }),
    },
    'POST /api/upload_vouchers/': {
      path: `/api/upload_vouchers/?client_id=${client}&expiry_date=2099-01-01&voucher_detail=Tea&cost=0`,
      body: formOf({}, 'voucher_code\nKEYED1\n'),
    },
    'POST /api/save-voucher/': { body: { ...terms, vouchers: [{ voucher_code: 'KEYED2' }] } },
    'PUT /api/save-voucher/': { body: { id: someId, voucher_code: 'KEYED3' } },
    'POST /api/generate-vouchers/': { body: { ...terms, count: 1 } },
  }
}

beforeAll(async () => {
  await buildStaff(api.db)
  const { version: _, ...settings } = (await admin.get('/api/configurations')).json<Configuration>()
  await admin.put('/api/configurations', { ...settings, order_intake: 'open' })
})

test('every write that opens its own transactions keeps its answer for a retry with the same key', async () => {
  const sent = await calls()
  expect(Object.keys(sent).toSorted()).toEqual(own.map(nameOf).toSorted())
  const ignoring: string[] = []
  for (const endpoint of own) {
    const name = nameOf(endpoint)
    const { path = endpoint.url, body, as } = sent[name] ?? {}
    const client = as ? api.as(undefined) : admin
    const key = name.replaceAll(' ', '_')
    const send = () => {
      const headers = { 'idempotency-key': key }
      if (body instanceof FormData) return client.upload(path, body, headers)
      return client.send(endpoint.method, path, body, headers)
    }
    const reply = await send()
    const rows = await api.db`select 1 from idempotency_keys where key = ${key}`
    if (rows.length === 0) ignoring.push(`${name}: ${reply.statusCode} ${reply.body}`)
    const again = await send()
    if (again.statusCode !== reply.statusCode) ignoring.push(`${name}: ${again.statusCode} ${again.body}`)
  }
  expect(ignoring).toEqual([])
})

test('the list of writes without it names only those', () => {
  const names = writes.filter(({ config }) => config.opensTransactions).map(nameOf)
  expect(Object.keys(without).filter((name) => !names.includes(name))).toEqual([])
})

test('every write refuses a malformed key', async () => {
  const wrong: string[] = []
  for (const endpoint of writes) {
    const headers = { 'idempotency-key': 'a b' }
    const reply = await admin.send(endpoint.method, exampleUrl(endpoint), undefined, headers)
    const named = reply.statusCode === 400 && reply.body.includes('"key":"Idempotency-Key"')
    if (!named) wrong.push(`${nameOf(endpoint)}: ${reply.statusCode} ${reply.body}`)
  }
  expect(wrong).toEqual([])
})
