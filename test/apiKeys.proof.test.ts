import { type NewKey, type Scope, scopes } from '@our-print/contract/people/apiKeys.ts'
import { scopeEndpoints, scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { buildCoupon, buildLead, buildUser, buildVouchers } from '../server/test/build.ts'
import { builders } from '../server/test/entities.ts'
import { orderForm } from '../server/test/orderForm.ts'
import { makePdf } from '../server/test/pdf.ts'
import { allEndpoints, exampleUrl } from './endpoints.ts'

const api = useApi()
const endpoints = await allEndpoints()

let made = 0
async function keyWith(scope: Scope): Promise<string> {
  const body = { name: `${scope} ${made++}`, scopes: [scope], requests_per_minute: 60_000 }
  const reply = await api.as('admin').post('/api/api-keys/', body)
  expect(reply.statusCode).toBe(201)
  return reply.json<NewKey>().key
}

test.each(scopes)('a key with %s opens the endpoints of its scope and no other', async (scope) => {
  const authorization = `Api-Key ${await keyWith(scope)}`
  const opened: string[] = []
  const wrong: string[] = []
  for (const endpoint of endpoints) {
    const { method, url, config } = endpoint
    const opening = scopesOf(endpoint)
    // The others are open to everyone, whatever the Authorization header says.
    if (config.access === 'public' && opening.length === 0) continue
    const reply = await api.as(undefined).send(method, exampleUrl(endpoint), undefined, { authorization })
    const isOpen = ![401, 403].includes(reply.statusCode)
    if (isOpen) opened.push(`${method} ${url}`)
    if (reply.statusCode >= 500 || reply.statusCode === 401)
      wrong.push(`${method} ${url}: ${reply.statusCode}`)
    if (!isOpen) {
      const code = opening.length > 0 ? 'missing_scope' : 'forbidden'
      if (reply.json().code !== code) wrong.push(`${method} ${url}: ${reply.json().code}`)
    }
  }
  expect(wrong).toEqual([])
  const wanted = scopeEndpoints[scope].map(({ method, url }) => `${method} ${url}`)
  expect(opened.toSorted()).toEqual(wanted.toSorted())
})

test('the table names endpoints of the contract, and none that signs in, manages keys or deletes records', () => {
  const known = new Set<object>(endpoints)
  const named = Object.values(scopeEndpoints).flat()
  expect(named.filter((endpoint) => !known.has(endpoint))).toEqual([])
  const deleting = named.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
  expect(deleting.filter((url) => !url.startsWith('/api/webhooks/'))).toEqual(['/api/order-uploads/:id/'])
  expect(named.filter(({ url }) => /api-keys|staff|login|password|profile/.test(url))).toEqual([])
})

test.each(scopes)('a key with %s reads no record by changing nothing, or from a conflict', async (scope) => {
  const client = api.as(undefined)
  const headers = { authorization: `Api-Key ${await keyWith(scope)}` }
  const updates = scopeEndpoints[scope].filter(({ method }) => method === 'PATCH' || method === 'PUT')
  for (const { method, url: pattern, config } of updates) {
    const record = config.record ?? pattern
    const { id = '' } = (await builders[record.replace(':id/', '')]?.(api)) ?? {}
    const [url, readUrl] = [pattern.replace(':id', id), record.replace(':id', id)]
    const named = url === pattern ? { id } : {}
    const isReadable = (await client.send('GET', readUrl, undefined, headers)).statusCode === 200
    for (const each of method === 'PATCH' ? (['PATCH', 'PUT'] as const) : [method]) {
      const { version } = (await api.as('admin').get(readUrl)).json<{ version: number }>()
      const nothing = await client.send(each, url, named, headers)
      expect([url, each, nothing.statusCode]).toEqual([url, each, isReadable ? 200 : 204])
      if (!isReadable) expect(nothing.body).toBe('')
      const outdated = await client.send(each, url, { ...named, version: version + 1 }, headers)
      expect([url, each, outdated.statusCode]).toEqual([url, each, 409])
      expect(outdated.json().current !== undefined).toBe(isReadable)
    }
  }
})

test('where a record is read that is not at the address of its write, there is a GET', () => {
  const reads = new Set(endpoints.filter(({ method }) => method === 'GET').map(({ url }) => url))
  const records = endpoints.flatMap(({ config }) => config.record ?? [])
  expect(records.filter((url) => !reads.has(url))).toEqual([])
  expect(records).not.toEqual([])
})

/** What only somebody who may look this customer up knows of them, and of a lead with their number. */
const secrets = ['secret@print.test', '+91982229991', 'Kavya Secret']
const [email, mobile, name] = secrets as [string, string, string]

let customers = 0

type Sent = { path?: string; body: object | FormData }
const csvOf = (text: string) => {
  const form = new FormData()
  form.append('file', new Blob([text]), 'codes.csv')
  return form
}

/** What to send to each POST that creates or finds something, of this customer; the ids are of records for one key. */
async function bodies(): Promise<Record<string, Sent>> {
  const known = { email: `${customers}.${email}`, mobile: `${mobile}${customers++}` }
  const user = (await buildUser(api.db, known)).id
  await buildLead(api.db, { name, mobile: known.mobile })
  const lead = { name: 'Asker', mobile: known.mobile, message: 'Who am I?' }
  const group = await buildVouchers(api.db, { voucher_codes: [`S${made++}`, `S${made++}`] })
  const terms = { client: group.client, voucher_detail: 'One coffee', cost: 0, expiry_date: '2099-01-01' }
  const address = {
    line1: '1 Road',
    line2: '',
    city: 'Pune',
    state: 'MH',
    country: 'India',
    pincode: '411001',
  }
  const sale = { user_id: user, voucher_info_id: group.id }
  const admin = api.as('admin')
  const sold = (await admin.post('/api/save-purchased-voucher/', sale)).json<{ id: string }>()
  const payment = { user, amount: 10, method: 'cash' }
  const paid = (await admin.post('/api/payments/', payment)).json<{ id: string }>()
  const coupon = await buildCoupon(api.db)
  const pdf = { 'a.pdf': await makePdf(1) }
  return {
    '/api/all-orders/': { body: orderForm({ user, title: 'Thesis', pickup: true }, pdf) },
    '/api/order-uploads/': { body: orderForm(undefined, pdf) },
    '/api/contact_us/': { body: lead },
    '/api/leads/': { body: lead },
    '/api/save-voucher/': { body: { ...terms, vouchers: [{ voucher_code: `S${made++}` }] } },
    '/api/generate-vouchers/': { body: { ...terms, count: 1 } },
    '/api/upload_vouchers/': {
      path: `/api/upload_vouchers/?client_id=${group.client}&expiry_date=2099-01-01&voucher_detail=Tea&cost=0`,
      body: csvOf(`voucher_code\nS${made++}\n`),
    },
    '/api/save-purchased-voucher/': { body: sale },
    '/api/void-purchased-voucher/': { body: { id: sold.id, reason: 'Wrong one' } },
    '/api/users/': { body: { first_name: 'New', mobile: `+9198222888${10 + customers}` } },
    '/api/users/:id/addresses/': { path: `/api/users/${user}/addresses/`, body: address },
    '/api/payments/': { body: payment },
    '/api/payments/:id/reverse/': { path: `/api/payments/${paid.id}/reverse/`, body: { reason: 'Twice' } },
    '/coupon_app/api/coupons/validate/': { body: { code: coupon.code, user_id: user, amount: 10 } },
  }
}

test('a key that sends leads does not find out by changing nothing whether somebody is known', async () => {
  const headers = { authorization: `Api-Key ${await keyWith('leads:write')}` }
  const { id } = await buildLead(api.db, { mobile: '+919822200100' })
  await buildLead(api.db, { mobile: '+919822200100' })
  const reply = await api.as(undefined).patch(`/api/contact_us/${id}/`, { doubles: [] }, headers)
  expect(reply.statusCode).toBe(204)
})

test('a key that sends leads is told of a refusal, also with a key for a retry', async () => {
  const headers = {
    authorization: `Api-Key ${await keyWith('leads:write')}`,
    'idempotency-key': 'refused-lead',
  }
  const { id } = await buildLead(api.db)
  await api.db`update leads set version = version + 1 where id = ${id}`
  for (let time = 0; time < 2; time++) {
    const reply = await api
      .as(undefined)
      .patch(`/api/contact_us/${id}/`, { status: 'won', version: 1 }, headers)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'stale'])
    expect(reply.json()).not.toHaveProperty('current')
  }
})

// The calls of webhooks name records by their ids only, and all that they answer is open to their scope.
const posting = scopes.filter(
  (scope) => scope !== 'webhooks:manage' && scopeEndpoints[scope].some(({ method }) => method === 'POST'),
)

test.each(posting)('a key with %s looks nobody up by what it sends', async (scope) => {
  const client = api.as(undefined)
  const headers = { authorization: `Api-Key ${await keyWith(scope)}` }
  const sent = await bodies()
  for (const { method, url } of scopeEndpoints[scope]) {
    if (method !== 'POST') continue
    const { path = url, body } = sent[url] ?? { body: {} }
    const reply =
      body instanceof FormData
        ? await client.upload(path, body, headers)
        : await client.post(path, body, headers)
    expect([url, reply.statusCode < 300 ? '' : reply.body]).toEqual([url, ''])
    const lists = scopeEndpoints[scope].filter(({ method, url }) => method === 'GET' && !url.includes(':'))
    const read = await Promise.all(lists.map((list) => client.get(exampleUrl(list), headers)))
    const known = read.map((each) => each.body).join()
    const all = known + JSON.stringify(body)
    const told = secrets.filter((secret) => reply.body.includes(secret) && !all.includes(secret))
    expect([url, told]).toEqual([url, []])
  }
})
