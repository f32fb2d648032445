import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser, buildVouchers } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')

const stock = async () => (await admin.get('/api/dashboard')).json<Dashboard>().voucher_stock

test('the dashboard has the ten companies with the fewest available codes, those with none first', async () => {
  expect(await stock()).toEqual([])
  await buildClient(api.db, { name: 'Never had any' })
  const codes = (count: number) => Array.from({ length: count }, (_, index) => `S${index}`)
  for (let left = 1; left <= 10; left++) {
    const { id: client } = await buildClient(api.db, { name: `With ${left}` })
    await buildVouchers(api.db, { client, voucher_codes: codes(left) })
    // Expired codes are not available.
    await buildVouchers(api.db, { client, voucher_codes: ['PAST-1', 'PAST-2'], expires: -1 })
  }
  const { id: client } = await buildClient(api.db, { name: 'Sold out' })
  const group = await buildVouchers(api.db, { client, voucher_codes: ['LAST'] })
  await admin.post('/api/save-purchased-voucher/', {
    user_id: (await buildUser(api.db)).id,
    voucher_info_id: group.id,
  })
  const expected = [
    { client: 'Sold out', available: 0 },
    ...Array.from({ length: 9 }, (_, index) => ({ client: `With ${index + 1}`, available: index + 1 })),
  ]
  expect(await stock()).toMatchObject(expected)
  await api.db`select fold_figures()`
  expect(await stock()).toMatchObject(expected)
  expect((await admin.get('/api/clients/?limit=100')).json().results).toEqual(
    expect.arrayContaining(
      (await stock()).map(({ id, low_stock }) => expect.objectContaining({ id, low_stock })),
    ),
  )
})

test('low stock depends on the limit of each company, as in the list of companies', async () => {
  const { id: client } = await buildClient(api.db, { name: 'Modest', low_stock_below: 1 })
  await buildVouchers(api.db, { client, voucher_codes: ['ONLY'] })
  await api.db`update clients set version = version + 1, low_stock_below = 2 where name = 'With 2'`
  const low = (await stock()).filter(({ client }) => ['Modest', 'With 1', 'With 2'].includes(client))
  expect(low.map(({ client, low_stock }) => [client, low_stock])).toEqual([
    ['Modest', false],
    ['With 1', true],
    ['With 2', false],
  ])
})
