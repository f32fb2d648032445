import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser } from '../../../test/build.ts'
import { type Read, readsOf } from '../../../test/plans.ts'

const api = useApi()
const admin = api.as('admin')
const codes = 20_000

const rowsRead = (reads: Read[], table: string) =>
  reads.filter((read) => read.table === table).reduce((sum, { rows }) => sum + rows, 0)

async function buildGroup(client: string, count: number) {
  const [group] = await api.db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
    values (${client}, 'Coffee', 0, current_date + 300, false) returning id`
  await api.db`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select ${group.id}, ${client}, 'CODE' || n from generate_series(1, ${count}::int) n`
  return group.id
}

/** Where the rows of the codes are, and which transactions wrote them. */
const versionsOf = async (client: string) => {
  const [row] = await api.db`
    select md5(string_agg(ctid::text || xmin::text || xmax::text, '' order by id)) as versions
    from vouchers where client_id = ${client}`
  return row?.versions
}

test('a company is deleted and restored without a write to its codes, and lists do not read them', async () => {
  const [{ id: other }, { id: client }] = [await buildClient(api.db), await buildClient(api.db)]
  await buildGroup(other, 50)
  const group = await buildGroup(client, codes)
  const { id: user_id } = await buildUser(api.db)
  await api.db`select fold_figures()`
  await api.db`vacuum (analyze)`
  const before = await versionsOf(client)
  expect((await admin.delete(`/api/clients/?client_id=${client}`)).statusCode).toBe(204)
  expect(await versionsOf(client)).toBe(before)

  for (const [address, most] of [
    ['/api/get-voucher/', 100],
    [`/api/get-voucher/?client_id=${client}`, 0],
    [`/api/get-voucher/?id=${group}`, 0],
    [`/api/get-voucher/?client_id=${other}&offset=20`, 200],
    ['/api/voucher-groups/', 0],
    ['/api/clients/', 0],
    ['/api/bin/', 0],
  ] as const) {
    let status = 0
    const reads = await readsOf(api.db, async () => {
      status = (await admin.get(address)).statusCode
    })
    expect({ address, status, few: rowsRead(reads, 'vouchers') <= most }).toEqual({
      address,
      status: 200,
      few: true,
    })
  }
  const sale = await readsOf(api.db, async () => {
    const reply = await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group })
    expect(reply.statusCode).toBe(404)
  })
  expect(rowsRead(sale, 'vouchers')).toBe(0)

  expect((await admin.post(`/api/bin/${client}/restore/`)).statusCode).toBe(200)
  expect(await versionsOf(client)).toBe(before)
})
