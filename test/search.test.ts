import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import {
  buildClient,
  buildLead,
  buildOrder,
  buildPlan,
  buildQrCode,
  buildSoldPlan,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../server/test/build.ts'

// Every search ignores case by the rules of Unicode, and the composition of letters.

const api = useApi()
const admin = api.as('admin')
const name = 'İstanbul Straße Café'
const queries = [
  'İ',
  'i',
  'I',
  'istanbul',
  'İSTANBUL',
  'ISTANBUL',
  'STRASSE',
  'straße',
  'CAFÉ',
  'cafe\u0301',
  'ｃａｆé',
]

test('every list finds a text by every spelling', async () => {
  const user = await buildUser(api.db, { first_name: name, last_name: '' })
  await buildStaff(api.db, { full_name: name })
  const client = await buildClient(api.db, { name })
  await buildLead(api.db, { name, subject: '', message: 'x' })
  await buildOrder(api.db, { user: user.id, title: 'x' })
  const plan = await buildPlan(api.db, { name })
  await buildSoldPlan(api.db, {
    user: (await buildUser(api.db, { first_name: 'x', last_name: '' })).id,
    plan: plan.id,
  })
  await buildQrCode(api.db, { company: name })
  const group = await buildVouchers(api.db, { client: client.id, voucher_codes: ['x'], voucher_detail: 'x' })
  const sold = await admin.post('/api/save-purchased-voucher/', {
    user_id: user.id,
    voucher_info_id: group.id,
  })
  expect(sold.statusCode).toBe(201)
  const lists = {
    '/api/users/': 1,
    '/api/staff_users/': 1,
    '/api/clients/': 1,
    '/api/contact_us/': 1,
    '/api/all-orders/': 1,
    '/api/subscription-plans/': 1,
    '/api/user-subscription-plans/': 1,
    '/api/qr-codes/': 1,
    '/api/get-voucher/': 1,
    '/api/voucher-groups/': 1,
    '/api/get-purchased-voucher/': 1,
  }
  for (const [list, wanted] of Object.entries(lists)) {
    for (const query of queries.filter((words) => words.length > 1 || list === '/api/users/')) {
      const reply = await admin.get(`${list}?query=${encodeURIComponent(query)}`)
      expect([list, query, reply.statusCode, reply.json().count]).toEqual([list, query, 200, wanted])
    }
    const none = await admin.get(`${list}?query=${encodeURIComponent('cafe nowhere')}`)
    expect([list, none.json().count]).toEqual([list, 0])
  }
})

test('a form field with malformed UTF-8 is refused, not stored with replacement characters', async () => {
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const send = (company: string) => {
    const fields = {
      name: company,
      contact: '9820012345',
      city: 'Pune',
      state: 'MH',
      country: 'India',
      pincode: '411001',
    }
    const parts = Object.entries({ ...fields, client_type: '1' }).map(([key, value]) => part(key, value))
    const body = Buffer.from(`${parts.join('')}--b--\r\n`, 'latin1')
    return admin.send('POST', '/api/clients/', body, { 'content-type': 'multipart/form-data; boundary=b' })
  }
  expect((await send('Caf\u00e9')).statusCode).toBe(400)
  expect((await send('\u00ed\u00a0\u0080')).statusCode).toBe(400)
  const good = await send(Buffer.from('Café').toString('latin1'))
  expect([good.statusCode, good.json().name]).toEqual([201, 'Café'])
})

test('a lone surrogate is reported with its field, and found at any depth', async () => {
  const send = (body: string) =>
    admin.send('POST', '/api/users/', body, { 'content-type': 'application/json' })
  const reply = await send('{"first_name":"A\\ud800","mobile":"9820012399"}')
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'first_name'])
  const deep = `{"a":${'['.repeat(20_000)}"\\udc00"${']'.repeat(20_000)}}`
  expect((await send(deep)).statusCode).toBe(400)
})
