import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser, buildVouchers } from '../../../test/build.ts'
import { buildQuote } from '../../../test/buildDesk.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const remove = (...ids: string[]) =>
  admin.delete(`/api/clients/?${ids.map((id) => `client_id=${id}`).join('&')}`)
const left = async (...ids: string[]) => {
  const rows = await api.db<{ id: string }[]>`select id from live_clients where id = any(${ids}) order by id`
  return rows.map(({ id }) => id)
}

async function buildSold(name: string) {
  const client = await buildClient(api.db, { name })
  const group = await buildVouchers(api.db, { client: client.id, voucher_codes: ['SOLD', 'FREE'] })
  const [voucher] = group.vouchers
  await api.db`update vouchers set version = version + 1, is_assigned = true where id = ${voucher?.id ?? ''}`
  await api.db`
    insert into purchased_vouchers
      (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail, cost, expiry_date)
    values (${(await buildUser(api.db)).id}, ${voucher?.id ?? ''}, ${group.id}, ${client.id}, 'SOLD', 'Ten', 0,
      ${group.expiry_date})`
  return client
}

test('one or more are deleted with their codes, and the counts follow', async () => {
  const [one, two, stays] = [await buildClient(api.db), await buildClient(api.db), await buildClient(api.db)]
  for (const { id } of [one, two, stays]) {
    await buildVouchers(api.db, { client: id, voucher_codes: ['A', 'B'] })
    await buildVouchers(api.db, { client: id, voucher_codes: ['C'], expires: -1 })
  }
  await api.db`
    insert into voucher_imports (client_id, file_name, expiry_date, imported, skipped_count)
    values (${one.id}, 'codes.csv', '2027-01-01', 2, 0)`
  expect((await remove(one.id, two.id)).statusCode).toBe(204)
  expect(await left(one.id, two.id, stays.id)).toEqual([stays.id])
  const [counted] = await api.db`select fold_figures(), (select count(*)::int from vouchers) as codes`
  // The codes of the deleted companies stay, and nobody reads them.
  expect(counted).toMatchObject({ codes: 9 })
  expect(await api.db`select from live_vouchers`).toHaveLength(3)
  expect(
    await api.db`select client_id, sum(codes)::int as codes, count(distinct expiry_date)::int as groups from voucher_stock group by 1`,
  ).toEqual([{ client_id: stays.id, codes: 3, groups: 2 }])
  const entries = await api.db<{ entity: string }[]>`
    select entity from audit_entries where action = 'delete' and actor = ${api.people.admin.id} order by entity`
  expect(new Set(entries.map(({ entity }) => entity))).toEqual(new Set(['clients', 'voucher_infos']))
})

test('if one has sold a code, none of them is deleted', async () => {
  const [sold, free] = [await buildSold('Chai Point'), await buildClient(api.db)]
  const other = await buildSold('Book Nook')
  const reply = await remove(free.id, sold.id)
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'in_use'])
  expect(reply.json().message).toBe('Chai Point has sold vouchers, so it cannot be deleted.')
  expect((await remove(sold.id, other.id)).json().message).toBe(
    'Book Nook, Chai Point have sold vouchers, so they cannot be deleted.',
  )
  expect(await left(free.id, sold.id)).toHaveLength(2)
  expect(await api.db`select from vouchers where client_id = ${sold.id}`).toHaveLength(2)
})

test('who is to pay for an open quote is not deleted, until that is withdrawn', async () => {
  const { id } = await buildClient(api.db, { name: 'Quoted Ltd' })
  const quote = await buildQuote(api.db)
  await api.db`
    update quotes set version = version + 1, content = content || ${api.db.json({ billed_to: id })} where id = ${quote.id}`
  expect((await remove(id)).json().message).toBe(
    'Quoted Ltd has orders, quotes, payments or invoices, so it cannot be deleted.',
  )
  await api.db`update quotes set version = version + 1, withdrawn_at = now() where id = ${quote.id}`
  expect((await remove(id)).statusCode).toBe(204)
})

test('an unknown or an invalid id deletes nothing', async () => {
  const { id } = await buildClient(api.db)
  expect((await remove(id, nobody)).statusCode).toBe(404)
  expect((await remove(id, 'x')).statusCode).toBe(400)
  expect((await admin.delete('/api/clients/')).statusCode).toBe(400)
  expect(await left(id)).toEqual([id])
  expect((await remove(id, id)).statusCode).toBe(204)
  expect((await remove(id)).statusCode).toBe(404)
})

test('a company that a lead became can be deleted, and the lead stays', async () => {
  const lead = (
    await api.as(undefined).post('/api/contact_us/', { name: 'A', email: 'a@print.test', message: 'B' })
  ).json()
  const won = await admin.post(`/api/contact_us/${lead.id}/company/`, {
    name: 'A',
    contact: '9800011111',
    client_type: 1,
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    pincode: '411001',
  })
  expect(won.statusCode).toBe(201)
  expect((await remove(won.json().client)).statusCode).toBe(204)
  expect((await admin.get(`/api/contact_us/${lead.id}/`)).json()).toMatchObject({
    client: null,
    status: 'won',
  })
})

test('a code that is sold while its company is deleted is either sold or deleted, never both', async () => {
  const user_id = (await buildUser(api.db)).id
  for (let round = 0; round < 12; round++) {
    const client = await buildClient(api.db)
    const voucher_codes = Array.from({ length: 6 }, (_, index) => `RACE${index}`)
    const group = await buildVouchers(api.db, { client: client.id, voucher_codes })
    const buy = () => admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group.id })
    const early = round % 2 ? [buy(), buy()] : []
    const [removed, ...bought] = await Promise.all([remove(client.id), buy(), buy(), ...early])
    const sold = bought.filter(({ statusCode }) => statusCode === 201).length
    expect([204, 409]).toContain(removed.statusCode)
    for (const { statusCode } of bought) expect([201, 404, 409, 422]).toContain(statusCode)
    const isGone = removed.statusCode === 204
    if (isGone) expect(sold).toBe(0)
    expect(await left(client.id)).toHaveLength(isGone ? 0 : 1)
    const purchased = await api.db`select from purchased_vouchers where client_id = ${client.id}`
    expect(purchased).toHaveLength(sold)
  }
})
