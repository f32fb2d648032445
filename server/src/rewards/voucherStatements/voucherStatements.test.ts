import { hash } from 'node:crypto'
import type { VoucherChain, VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildClient, buildUser, buildVouchers } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { emptyBin } from '../../shop/bin/emptyBin.ts'

const api = useApi()
const admin = api.as('admin')

const read = async (client: string, month?: string) =>
  (
    await admin.get(`/api/clients/${client}/voucher-statement/${month ? `?month=${month}` : ''}`)
  ).json<VoucherStatement>()
const setPrice = (client: string, agreed_price: number) =>
  admin.post(`/api/clients/update/?client_id=${client}`, { agreed_price })
const sell = async (user_id: string, voucher_info_id: string) =>
  (await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id })).json().id as string
const voidSale = (id: string) => admin.post('/api/void-purchased-voucher/', { id, reason: 'Torn' })
const monthsAgo = async (n: number) => {
  const [row] = await api.db<
    [{ month: string }]
  >`select to_char(shop_day(now()) - ${n} * interval '1 month', 'YYYY-MM') as month`
  return row.month
}

test('a month says what came, was sold, voided and expired, and what is due by the price of each sale', async () => {
  const { id: client } = await buildClient(api.db, { name: 'Blue Bakery' })
  const { id: user } = await buildUser(api.db)
  const { id: group, vouchers } = await buildVouchers(api.db, {
    client,
    voucher_codes: ['A', 'B', 'C', 'D', 'E'],
    voucher_detail: 'Free cake',
  })
  expect((await setPrice(client, 12.5)).json()).toMatchObject({ agreed_price: 12.5 })
  const first = await sell(user, group)
  await setPrice(client, 20)
  await sell(user, group)
  await voidSale(first)
  await admin.delete(`/api/delete-vouchers/?voucher_ids=${vouchers[4]?.id}`)
  const codes = { opening: 0, received: 5, sold: 1, voided: 2, expired: 0, closing: 2, due: 20 }
  expect(await read(client)).toEqual({
    client,
    client_name: 'Blue Bakery',
    month: await monthsAgo(0),
    agreed_price: 20,
    ...codes,
    lines: [{ voucher_detail: 'Free cake', voucherInfoId: group, ...codes }],
    lines_count: 1,
    invoice: null,
  })
  await admin.post(`/api/bin/${vouchers[4]?.id}/restore/`)
  expect(await read(client)).toMatchObject({ voided: 1, closing: 3 })
  expect(await read(client, await monthsAgo(1))).toMatchObject({ opening: 0, closing: 0, lines: [] })
  await expectInvariantsHold(api.db)
})

test('what was before is the opening stock, and what expires leaves on its day', async () => {
  const { id: client } = await buildClient(api.db)
  const { id: user } = await buildUser(api.db)
  const { id: group, vouchers } = await buildVouchers(api.db, { client, voucher_codes: ['A', 'B', 'C', 'D'] })
  await setPrice(client, 10)
  const sale = await sell(user, group)
  // At noon of a day of the shop: in its first hours the month of UTC is another one.
  await api.db`
    update voucher_moves set at = shop_day(at) - interval '3 months' + interval '12 hours' where client_id = ${client}`
  await api.db`
    update purchased_vouchers set version = version + 1,
      purchased_at = shop_day(purchased_at) - interval '2 months' + interval '12 hours' where id = ${sale}`
  expect(await read(client, await monthsAgo(3))).toMatchObject({
    opening: 0,
    received: 4,
    closing: 4,
    due: 0,
  })
  expect(await read(client, await monthsAgo(2))).toMatchObject({ opening: 4, sold: 1, closing: 3, due: 10 })
  await voidSale(sale)
  // Its day was in the month before; since then one is deleted.
  await api.db`update voucher_infos set version = version + 1,
    expiry_date = date_trunc('month', shop_day(now()))::date - 10 where id = ${group}`
  await admin.delete(`/api/delete-vouchers/?voucher_ids=${vouchers[2]?.id}`)
  expect(await read(client, await monthsAgo(1))).toMatchObject({ opening: 3, expired: 3, closing: 0 })
  const now = { opening: 0, sold: -1, voided: 2, expired: -1, closing: 0, due: -10 }
  expect(await read(client)).toMatchObject(now)
  await expectInvariantsHold(api.db)
  // A later day brings the two codes back, and what had expired stays as it was in its month.
  const [left] = vouchers.filter(({ voucher_code }) => voucher_code === 'B')
  await admin.put('/api/save-voucher/', { id: left?.id, expiry_date: '2090-01-01' })
  expect(await read(client, await monthsAgo(1))).toMatchObject({ opening: 3, expired: 3, closing: 0 })
  expect(await read(client)).toMatchObject({ ...now, expired: -3, closing: 2 })
  await expectInvariantsHold(api.db)
})

test('what had expired stays so when its group has left the bin', async () => {
  const { id: client } = await buildClient(api.db)
  const { id: group, vouchers } = await buildVouchers(api.db, { client, voucher_codes: ['A', 'B'] })
  await api.db`
    update voucher_moves set at = shop_day(at) - interval '3 months' + interval '12 hours' where client_id = ${client}`
  await api.db`update voucher_infos set version = version + 1,
    expiry_date = date_trunc('month', shop_day(now()))::date - 10 where id = ${group}`
  const ids = vouchers.map(({ id }) => id)
  await admin.delete(`/api/delete-vouchers/?voucher_ids=${ids.join('&voucher_ids=')}`)
  for (const id of ids) expect((await admin.delete(`/api/bin/${id}/`)).statusCode).toBe(204)
  await emptyBin(api.db)
  expect(await api.db`select 1 from voucher_infos where id = ${group}`).toEqual([])
  expect(await read(client, await monthsAgo(3))).toMatchObject({ opening: 0, received: 2, closing: 2 })
  expect(await read(client, await monthsAgo(1))).toMatchObject({ opening: 2, expired: 2, closing: 0 })
  expect(await read(client)).toMatchObject({ opening: 0, voided: 2, expired: -2, closing: 0 })
  await expectInvariantsHold(api.db)
})

test('a code has its way: by which file it came, to whom it was sold, that it was voided', async () => {
  const { id: client } = await buildClient(api.db)
  const { id: user } = await buildUser(api.db, { first_name: 'Kavya', last_name: 'Iyer' })
  const csv = 'voucher_code\nCH-1\nCH-2\n'
  const form = new FormData()
  form.append('file', new File([csv], 'codes.csv', { type: 'text/csv' }))
  const imported = await admin.upload(
    `/api/upload_vouchers/?client_id=${client}&expiry_date=2090-01-01&voucher_detail=Tea`,
    form,
  )
  expect(imported.statusCode).toBe(200)
  const { results } = (await admin.get(`/api/get-voucher/?client_id=${client}`)).json()
  const chain = async (id: string) => (await admin.get(`/api/get-voucher/${id}/chain/`)).json<VoucherChain>()
  const sale = await sell(user, results[0].voucherInfoId)
  await voidSale(sale)
  const sold = (results as { id: string; voucher_code: string }[]).find(
    ({ voucher_code }) => voucher_code === 'CH-1',
  )
  const other = (results as { id: string; voucher_code: string }[]).find(
    ({ voucher_code }) => voucher_code === 'CH-2',
  )
  expect(await chain(sold?.id ?? '')).toMatchObject({
    voucher_code: 'CH-1',
    state: 'voided',
    steps: [
      { what: 'received', by: 'Asha Rao', detail: `codes.csv, SHA-256 ${hash('sha256', csv)}` },
      { what: 'sold', by: 'Asha Rao', detail: 'Kavya Iyer, 0 coins' },
      { what: 'voided', by: 'Asha Rao', detail: 'Torn' },
    ],
  })
  await admin.delete(`/api/delete-vouchers/?voucher_ids=${other?.id}`)
  expect(await chain(other?.id ?? '')).toMatchObject({
    state: 'deleted',
    steps: [{}, { what: 'deleted', by: 'Asha Rao' }],
  })
  expect((await admin.get(`/api/get-voucher/${client}/chain/`)).statusCode).toBe(404)
})

test('the statement is a file for the company and for the accountant', async () => {
  const { id: client } = await buildClient(api.db, { name: 'चाय & Co' })
  await buildVouchers(api.db, { client, voucher_codes: ['A', 'B'], voucher_detail: 'Free tea' })
  const url = `/api/clients/${client}/voucher-statement/`
  const csv = await admin.get(`${url}?format=csv`)
  expect(csv.body.trim().split(/\r?\n/)).toHaveLength(2)
  expect(csv.body).toContain('Free tea')
  const pdf = await admin.get(`${url}?format=pdf`)
  expect([pdf.headers['content-type'], pdf.body.slice(0, 5)]).toEqual(['application/pdf', '%PDF-'])
  for (const month of ['2026-13', '2026', '26-01', '1800-01', 'x'])
    expect((await admin.get(`${url}?month=${month}`)).statusCode).toBe(400)
  expect((await admin.get(url.replace(client, '01890000-0000-7000-8000-000000000000'))).statusCode).toBe(404)
  const clerk = await buildClerk(api.db, ['vouchers'])
  expect((await api.withToken(await openSession(api.db, clerk.id)).get(url)).statusCode).toBe(403)
})
