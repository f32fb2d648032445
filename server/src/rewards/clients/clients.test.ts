import type { Client } from '@our-print/contract/rewards/clients.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildVouchers } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const place = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
const company = { name: ' Chai Point ', contact: '+91 98000-11111', client_type: 2, ...place }

const create = (body: object) => admin.post('/api/clients/', body)
const update = (id: string, body: object) => admin.post(`/api/clients/update/?client_id=${id}`, body)
const list = async (query = '') => {
  const reply = await admin.get(`/api/clients/?${query}`)
  return reply.json<{ count: number; results: Client[] }>()
}
const get = async (id: string) => (await list(`id=${id}`)).results[0] as Client

const formOf = (fields: object) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  return form
}

describe('a new company', () => {
  test('can be sent as JSON or as a form', async () => {
    const json = await create(company)
    const form = await admin.upload('/api/clients/', formOf({ ...company, is_advertisible: true }))
    expect([json.statusCode, form.statusCode]).toEqual([201, 201])
    const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
    const { id, address, ...rest } = json.json<Client>()
    expect(JSON.parse(address)).toEqual(place)
    expect(rest).toEqual({
      name: 'Chai Point',
      contact: '+919800011111',
      client_type: 2,
      potential: '',
      is_advertisible: false,
      joined_on: today,
      low_stock_below: 10,
      low_stock: false,
      agreed_price: 0,
      vouchers: { groups: 0, codes: 0, available: 0 },
      version: 1,
    })
    expect(await get(id)).toEqual(json.json())
    expect(form.json()).toEqual({ ...json.json(), id: expect.any(String), is_advertisible: true })
  })

  test('takes every field of the form in one multipart body', async () => {
    const fields = {
      ...company,
      address: JSON.stringify(place),
      potential: 'High',
      is_advertisible: 'true',
      joined_on: '2026-03-01T00:00',
      low_stock_below: '5',
    }
    const reply = await admin.upload('/api/clients/', formOf(fields))
    expect(reply.json()).toMatchObject({ potential: 'High', joined_on: '2026-03-01', low_stock_below: 5 })
    const whole = { ...fields, id: reply.json().id, version: 1, low_stock: false, vouchers: '{}' }
    const again = await admin.upload(`/api/clients/update/?client_id=${reply.json().id}`, formOf(whole))
    expect(again.json()).toEqual(reply.json())
  })

  test('can have its address as JSON, as fields, or both; a field wins', async () => {
    const { city, ...others } = place
    const { name, contact } = company
    const base = { name, contact, client_type: 2 }
    const inJson = await create({ ...base, address: JSON.stringify({ ...place, pincode: 411001 }) })
    expect(JSON.parse(inJson.json().address)).toEqual(place)
    const both = await create({ ...base, address: JSON.stringify(place), city: 'Nashik' })
    expect(JSON.parse(both.json().address)).toEqual({ ...place, city: 'Nashik' })
    for (const wrong of [others, { address: JSON.stringify(others) }, { address: '', ...others }]) {
      const reply = await create({ ...base, ...wrong })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toEqual([{ message: 'This field is Required', context: { key: 'city' } }])
    }
    const nothing = await create(base)
    const keys = nothing.json().errors.map(({ context }: { context: { key: string } }) => context.key)
    expect(keys.toSorted()).toEqual(['city', 'country', 'pincode', 'state'])
  })

  test.each([
    ['address', '{'],
    ['address', '[]'],
    ['address', '"Pune"'],
    ['address', 'null'],
    ['street', JSON.stringify({ ...place, street: 'MG Road' })],
    ['pincode', JSON.stringify({ ...place, pincode: '4110 A1' })],
    ['city', JSON.stringify({ ...place, city: { name: 'Pune' } })],
  ])('is refused under %s, with the address %s', async (key, address) => {
    const { name, contact } = company
    const reply = await create({ name, contact, client_type: 2, address })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  })

  test.each([
    ['name', { name: ' ' }],
    ['contact', { contact: 'call me' }],
    ['contact', { contact: '' }],
    ['client_type', { client_type: 'gold' }],
    ['client_type', { client_type: '' }],
    ['client_type', { client_type: -1 }],
    ['pincode', { pincode: 'PIN' }],
    ['is_advertisible', { is_advertisible: 'yes' }],
    ['joined_on', { joined_on: '2026-02-30' }],
    ['version', { version: 1 }],
  ])('is refused under the field when %s is wrong', async (key, change) => {
    const { count } = await list()
    for (const reply of [
      await create({ ...company, ...change }),
      await admin.upload('/api/clients/', formOf({ ...company, ...change })),
    ]) {
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
    }
    expect((await list()).count).toBe(count)
  })

  test('is created once per Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'company-1' }
    const replies = [
      await admin.post('/api/clients/', company, key),
      await admin.post('/api/clients/', company, key),
    ]
    expect(replies[0]?.json()).toEqual(replies[1]?.json())
    expect((await admin.post('/api/clients/', { ...company, city: 'Goa' }, key)).statusCode).toBe(409)
  })
})

describe('updating a company', () => {
  test('takes the whole record, a part of it, or a part of the address', async () => {
    const before = await get((await buildClient(api.db)).id)
    expect((await update(before.id, before)).json()).toEqual(before)
    const reply = await update(before.id, { ...before, name: 'Renamed', city: 'Goa' })
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      ...before,
      name: 'Renamed',
      address: expect.stringContaining('Goa'),
      version: 2,
    })
    const moved = await update(before.id, { address: '{"pincode":"403001"}' })
    expect(JSON.parse(moved.json().address)).toEqual({ ...place, city: 'Goa', pincode: '403001' })
    expect(
      await api.db`select from audit_entries where entity = 'clients' and entity_id = ${before.id}`,
    ).toHaveLength(2)
  })

  test('an older version, a different id and an unknown id are refused', async () => {
    const { id } = await buildClient(api.db)
    expect((await update(id, { potential: 'Low', version: 1 })).json().version).toBe(2)
    const stale = await update(id, { potential: 'None', version: 1 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
    expect((await get(id)).potential).toBe('Low')
    expect((await update(id, { id: nobody })).json().errors[0].context.key).toBe('id')
    expect((await update(nobody, { name: 'X' })).statusCode).toBe(404)
    expect((await update(id, { surprise: 1 })).json().errors[0].context.key).toBe('surprise')
  })
})

describe('the list', () => {
  test('has the newest first, and is searched by name and contact', async () => {
    const old = await buildClient(api.db, {
      name: 'Zed 50% Old',
      contact: '+919811100001',
      joined_on: '2020-01-01',
    })
    const late = await buildClient(api.db, {
      name: 'Zed 50 Late',
      contact: '9811100002',
      joined_on: '2099-01-01',
    })
    const mid = await buildClient(api.db, { name: 'Zed Mid', contact: '9811100003', joined_on: '2098-01-01' })
    const found = async (query: string) => (await list(`query=${query}`)).results.map(({ id }) => id)
    expect(await found('ZED')).toEqual([late.id, mid.id, old.id])
    expect(await found('50%25')).toEqual([old.id])
    expect(await found('zed+m')).toEqual([mid.id])
    expect(await found('98111+00002')).toEqual([late.id])
    expect((await list('limit=2')).results.map(({ id }) => id)).toEqual([late.id, mid.id])
    expect(await list(`id=${old.id}`)).toMatchObject({ count: 1 })
    expect(await list(`id=${nobody}`)).toMatchObject({ count: 0, results: [] })
  })

  test('has the current stock of each company, and marks low stock', async () => {
    const { id } = await buildClient(api.db, { low_stock_below: 3 })
    const stock = async () => {
      const { vouchers, low_stock } = await get(id)
      return { ...vouchers, low_stock }
    }
    expect(await stock()).toEqual({ groups: 0, codes: 0, available: 0, low_stock: false })
    const group = await buildVouchers(api.db, { client: id, voucher_codes: ['A', 'B', 'C'] })
    await buildVouchers(api.db, { client: id, voucher_codes: ['D', 'E'], expires: -1 })
    expect(await stock()).toEqual({ groups: 2, codes: 5, available: 3, low_stock: false })
    await api.db`select fold_figures()`
    expect(await stock()).toEqual({ groups: 2, codes: 5, available: 3, low_stock: false })
    await api.db`update vouchers set version = version + 1, is_assigned = true where id = ${group.vouchers[0]?.id ?? ''}`
    expect(await stock()).toEqual({ groups: 2, codes: 5, available: 2, low_stock: true })
  })
})
