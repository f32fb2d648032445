import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')

const idsOf = async (query: string) =>
  (await admin.get(`/api/users/?${query}`)).json<{ results: { id: string }[] }>().results.map(({ id }) => id)

test('customers are tagged, and found by a tag', async () => {
  const one = await buildUser(api.db)
  const two = (
    await admin.post('/api/users/', { first_name: 'Two', mobile: '9820012345', tags: ['Big  School', 'vip'] })
  ).json()
  expect(two.tags).toEqual(['big school', 'vip'])
  const reply = await admin.patch(`/api/users/${one.id}/`, { tags: ['VIP', ' vip '], version: 1 })
  expect(reply.json()).toMatchObject({ tags: ['vip'], version: 2 })
  expect(await idsOf('tag=VIP')).toEqual([two.id, one.id])
  expect(await idsOf('tag=big+school')).toEqual([two.id])
  expect(await idsOf('query=Big+School')).toEqual([two.id])
  expect(await idsOf('query=big')).toEqual([])
  const list = async (query = '') => (await admin.get(`/api/customer-tags/${query}`)).json()
  expect((await list()).results).toEqual([
    { tag: 'big school', customers: 1 },
    { tag: 'vip', customers: 2 },
  ])
  expect((await list('?query=sch')).count).toBe(1)
  // The same again is no change.
  expect((await admin.patch(`/api/users/${one.id}/`, { tags: ['vip'] })).json().version).toBe(2)
  expect((await admin.patch(`/api/users/${one.id}/`, { tags: [''] })).statusCode).toBe(400)
  // As an import reads a cell, so what was exported is read as it was.
  const split = await admin.patch(`/api/users/${one.id}/`, { tags: ['vip, School', ';'] })
  expect(split.json().tags).toEqual(['vip', 'school'])
  const many = Array.from({ length: 21 }, (_, n) => `t${n}`)
  expect((await admin.patch(`/api/users/${one.id}/`, { tags: many })).statusCode).toBe(400)
})

test('what a customer spent is what orders cost that are not cancelled, in all and this year', async () => {
  const { id } = await buildUser(api.db)
  const [{ start }] = await api.db<[{ start: string }]>`
    select day_start(date_trunc('year', shop_day(now())::timestamp)::date) as start`
  const before = new Date(Date.parse(start) - 1000).toISOString()
  await buildOrder(api.db, { user: id, amount: 100_00 })
  await buildOrder(api.db, { user: id, amount: 20_50, created_at: start })
  await buildOrder(api.db, { user: id, amount: 7_00, created_at: before })
  await buildOrder(api.db, { user: id, amount: 900_00, status: 'cancelled' })
  expect((await admin.get(`/api/users/${id}/`)).json()).toMatchObject({
    spent: 127.5,
    spent_this_year: 120.5,
  })
})
