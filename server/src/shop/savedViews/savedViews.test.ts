import { mostViews, type SavedView } from '@our-print/contract/shop/savedViews.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildStaff } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/saved-views/'
const form = { list: '/total_orders', name: 'Big A3', search: 'paper_size=A3&ordering=-payable' }

let other: ReturnType<typeof api.withToken>
let otherId: string
beforeAll(async () => {
  const person = await buildStaff(api.db, { full_name: 'Nisha Pai', is_superuser: true })
  otherId = person.id
  const token = await openSession(api.db, person.id)
  other = api.withToken(token)
})
beforeEach(() => api.db`truncate saved_views`)

const save = async (fields: object = {}, client: typeof other = admin) => {
  const reply = await client.post(url, { ...form, ...fields })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json<SavedView>()
}
const namesFor = async (client: typeof other, query = '') =>
  (await client.get(url + query)).json<SavedView[]>().map(({ name }) => name)
const refusal = (reply: { statusCode: number; json(): { errors?: { context: { key: string } }[] } }) => [
  reply.statusCode,
  reply.json().errors?.[0]?.context.key,
]

test('a view is saved, read, changed by its version and deleted', async () => {
  const columns = [
    { id: 'number', shown: true },
    { id: 'amount', shown: false },
  ]
  const view = await save({ columns })
  expect(view).toMatchObject({
    ...form,
    columns,
    is_shared: false,
    owner: api.people.admin.id,
    owner_data: { full_name: 'Asha Rao' },
    is_mine: true,
    version: 1,
  })
  expect((await admin.get(url)).json()).toEqual([view])
  expect((await admin.get(`${url}${view.id}/`)).json()).toEqual(view)

  const changed = await admin.patch(`${url}${view.id}/`, {
    ...view,
    name: 'Large',
    search: '',
    columns: null,
  })
  expect(changed.json()).toEqual({ ...view, name: 'Large', search: '', columns: null, version: 2 })
  // What is equal is no change.
  expect((await admin.patch(`${url}${view.id}/`, { ...changed.json() })).json().version).toBe(2)
  const stale = await admin.patch(`${url}${view.id}/`, { name: 'Larger', version: 1 })
  expect([stale.statusCode, stale.json().code, stale.json().current.name]).toEqual([409, 'stale', 'Large'])

  expect((await admin.delete(`${url}${view.id}/`)).statusCode).toBe(204)
  expect((await admin.delete(`${url}${view.id}/`)).statusCode).toBe(404)
  expect(await namesFor(admin)).toEqual([])
})

test('a private view is seen by its owner only; a shared one by all super admins, who cannot change it', async () => {
  const hidden = await save()
  const shared = await save({ name: 'Shared', is_shared: true })
  expect(await namesFor(other)).toEqual(['Shared'])
  expect((await other.get(`${url}${shared.id}/`)).json()).toEqual({ ...shared, is_mine: false })
  for (const send of [
    () => other.get(`${url}${hidden.id}/`),
    () => other.patch(`${url}${hidden.id}/`, { name: 'Mine' }),
    () => other.delete(`${url}${hidden.id}/`),
  ]) {
    expect((await send()).statusCode).toBe(404)
  }
  for (const reply of [
    await other.patch(`${url}${shared.id}/`, { is_shared: false }),
    await other.delete(`${url}${shared.id}/`),
  ]) {
    expect([reply.statusCode, reply.json().message]).toEqual([403, 'Only Asha Rao can change this view'])
  }
  await admin.patch(`${url}${shared.id}/`, { is_shared: false })
  expect(await namesFor(other)).toEqual([])
})

test('a shared view of somebody inactive can be changed by all super admins', async () => {
  const view = await save({ is_shared: true }, other)
  await save({ name: 'Private' }, other)
  await api.db`update staff_users set version = version + 1, is_active = false where id = ${otherId}`
  const reply = await admin.patch(`${url}${view.id}/`, { name: 'Ours' })
  expect([reply.statusCode, reply.json().name, reply.json().owner]).toEqual([200, 'Ours', otherId])
  expect(await namesFor(admin)).toEqual(['Ours'])
  const unshared = await admin.patch(`${url}${view.id}/`, { is_shared: false })
  expect([unshared.statusCode, unshared.json()]).toMatchObject([200, { is_shared: false, is_mine: true }])
  expect((await admin.delete(`${url}${view.id}/`)).statusCode).toBe(204)
  await api.db`update staff_users set version = version + 1, is_active = true where id = ${otherId}`
})

test('a clerk sees the shared views of the lists that they read, and of no other', async () => {
  const clerk = await buildClerk(api.db, ['customers'])
  const client = api.withToken(await openSession(api.db, clerk.id))
  await save({ name: 'Of orders', is_shared: true })
  await save({ name: 'Of customers', is_shared: true, list: '/users', search: 'query=kiran' })
  expect(await namesFor(client)).toEqual(['Of customers'])
})

test('a name is unique for a person and a list, whatever its letters', async () => {
  await save()
  expect(refusal(await admin.post(url, { ...form, name: ' BIG a3 ' }))).toEqual([409, 'name'])
  await save({ list: '/pending_orders' })
  await save({}, other)
  const second = await save({ name: 'Second' })
  expect(refusal(await admin.patch(`${url}${second.id}/`, { name: 'big A3' }))).toEqual([409, 'name'])
  expect(await namesFor(admin, '?list=%2Fpending_orders')).toEqual(['Big A3'])
})

test('a person has at most 20 views of a list, also with many saved at once', async () => {
  const replies = await Promise.all(
    Array.from({ length: mostViews + 5 }, (_, n) => admin.post(url, { ...form, name: `View ${n}` })),
  )
  const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(codes).toEqual([...Array(mostViews).fill(201), ...Array(5).fill(422)])
  expect(replies.find(({ statusCode }) => statusCode === 422)?.json().message).toBe(
    'You have 20 views of this list. Delete one first.',
  )
  await save({ list: '/leads' })
  await save({}, other)
})

test.each([
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(41) }],
  ['list', { list: '/nowhere' }],
  ['search', { search: '?color=bw' }],
  ['search', { search: `query=${'x'.repeat(1000)}` }],
  ['search', { search: 'a=%00&' }],
  ['is_shared', { is_shared: 'yes' }],
  ['columns', { columns: [] }],
  [
    'columns',
    {
      columns: [
        { id: 'a', shown: true },
        { id: 'a', shown: false },
      ],
    },
  ],
  ['columns', { columns: Array.from({ length: 41 }, (_, n) => ({ id: `c${n}`, shown: true })) }],
])('an invalid %s is refused', async (key, fields) => {
  expect(refusal(await admin.post(url, { ...form, ...fields }))).toEqual([400, key])
})

test('owner and list cannot be changed', async () => {
  const view = await save()
  for (const [key, value] of Object.entries({ owner: otherId, list: '/leads', is_mine: false })) {
    expect(refusal(await admin.patch(`${url}${view.id}/`, { [key]: value }))).toEqual([400, key])
  }
})

test('staff users have no views', async () => {
  const { id } = await save({ is_shared: true })
  const staff = api.as('staff')
  for (const reply of [
    await staff.get(url),
    await staff.get(`${url}${id}/`),
    await staff.post(url, form),
    await staff.delete(`${url}${id}/`),
  ]) {
    expect(reply.statusCode).toBe(403)
  }
})
