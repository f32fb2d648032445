import { type Ability, abilities } from '@our-print/contract/people/abilities.ts'
import type { AbilitySet } from '@our-print/contract/people/abilitySets.ts'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildStaff } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/ability-sets/'

let made = 0
const create = async (own: readonly Ability[], name = `Counter ${made++}`) =>
  (await admin.post(url, { name, abilities: own })).json<AbilitySet>()

/** A staff user with a set of these abilities, and a client of theirs. */
async function clerkWith(...own: Ability[]) {
  const person = await buildClerk(api.db, own)
  return { ...person, client: api.withToken(await openSession(api.db, person.id)) }
}

test('the shop begins with three sets, and the abilities have names', async () => {
  const { results } = (await admin.get(url)).json<{ results: AbilitySet[] }>()
  expect(results.slice(0, 3).map(({ name }) => name)).toEqual(['Clerk', 'Manager', 'Print operator'])
  const named = (await admin.get('/api/abilities/')).json<{ ability: Ability; can_give: boolean }[]>()
  expect(named.map(({ ability }) => ability)).toEqual([...abilities])
  expect(named.every(({ can_give }) => can_give)).toBe(true)
})

test('a set is made, changed and deleted, its name taken once, each change in the audit', async () => {
  const set = await create(['floor', 'orders'], 'Night shift')
  expect(set).toMatchObject({ abilities: ['orders', 'floor'], people: [], can_give: true, version: 1 })
  const twice = await admin.post(url, { name: 'night SHIFT', abilities: ['orders'] })
  expect([twice.statusCode, twice.json().code]).toEqual([409, 'taken'])
  expect((await admin.post(url, { name: 'Nothing', abilities: [] })).statusCode).toBe(400)
  expect((await admin.post(url, { name: 'Magic', abilities: ['fly'] })).statusCode).toBe(400)

  const path = `${url}${set.id}/`
  const changed = await admin.patch(path, { ...set, abilities: ['assign'] })
  expect(changed.json()).toMatchObject({ abilities: ['assign'], version: 2 })
  expect((await admin.patch(path, { name: 'Late', version: 1 })).statusCode).toBe(409)
  const readOnly = await admin.patch(path, { people: [{ id: set.id, full_name: 'Nobody' }] })
  expect(readOnly.statusCode).toBe(400)
  expect((await admin.delete(path)).statusCode).toBe(204)
  expect((await admin.get(path)).statusCode).toBe(404)
  const audit = (await admin.get(`/api/audit/?entity=ability_sets&entity_id=${set.id}`)).json()
  expect(audit.results.map(({ action }: { action: string }) => action)).toEqual([
    'delete',
    'update',
    'insert',
  ])
})

test('a set that somebody has is not deleted, and names them', async () => {
  const set = await create(['orders'])
  const { id } = await buildStaff(api.db, { full_name: 'Sunil Bose' })
  const given = await admin.patch(`/api/staff_users/${id}/`, { ability_set: set.id })
  expect(given.json()).toMatchObject({ ability_set: set.id, ability_set_data: { name: set.name } })
  const refused = await admin.delete(`${url}${set.id}/`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'in_use'])
  expect(refused.json().message).toContain('Sunil Bose')
  expect((await admin.get(`${url}${set.id}/`)).json().people).toEqual([{ id, full_name: 'Sunil Bose' }])
  expect((await admin.patch(`/api/staff_users/${id}/`, { ability_set: null })).statusCode).toBe(200)
  expect((await admin.delete(`${url}${set.id}/`)).statusCode).toBe(204)
})

test('a super admin has no set, and an unknown one is refused', async () => {
  const set = await create(['orders'])
  const own = await admin.patch(`/api/staff_users/${api.people.admin.id}/`, { ability_set: set.id })
  expect([own.statusCode, own.json().message]).toEqual([400, 'A super admin has all abilities'])
  const unknown = { ability_set: '01890000-0000-7000-8000-000000000000' }
  expect((await admin.patch(`/api/staff_users/${api.people.staff.id}/`, unknown)).statusCode).toBe(400)
})

test('nobody gives what they lack: in a set, to others, to themselves, or to a new account', async () => {
  const { client, id, ability_set } = await clerkWith('staff', 'orders')
  const [more, same] = [await create(['orders', 'audit']), await create(['orders'])]
  const other = await buildStaff(api.db)
  const refused = [
    await client.post(url, { name: 'Mine', abilities: ['orders', 'coins'] }),
    await client.patch(`${url}${same.id}/`, { abilities: ['orders', 'coins'] }),
    await client.patch(`${url}${ability_set}/`, { abilities: [...abilities] }),
    await client.patch(`${url}${more.id}/`, { abilities: ['orders'] }),
    await client.delete(`${url}${more.id}/`),
    await client.patch(`/api/staff_users/${other.id}/`, { ability_set: more.id }),
    await client.patch(`/api/staff_users/${id}/`, { ability_set: more.id }),
    await client.post('/api/staff_users_create/', {
      full_name: 'Second Self',
      email: 'second.self@print.test',
      mobile: '+919777701234',
      password: 'a fine long sentence',
      ability_set: more.id,
    }),
  ]
  for (const reply of refused) expect([reply.statusCode, reply.json().code]).toEqual([403, 'forbidden'])
  expect(refused[0]?.json().message).toContain('Grant coins')
  const [{ count }] = await api.db<[{ count: number }]>`
    select count(*)::int as count from staff_users where email = 'second.self@print.test'`
  expect(count).toBe(0)
  expect((await client.patch(`/api/staff_users/${other.id}/`, { ability_set: same.id })).statusCode).toBe(200)
  const list = (await client.get(url)).json<{ results: AbilitySet[] }>().results
  const mayGive = Object.fromEntries(list.map(({ id: each, can_give }) => [each, can_give]))
  expect([mayGive[more.id], mayGive[same.id]]).toEqual([false, true])
})

test('nobody changes the account of somebody who may do more', async () => {
  const { client } = await clerkWith('staff', 'orders')
  const manager = await clerkWith('staff', 'orders', 'audit')
  for (const { id } of [manager, api.people.admin]) {
    const refused = [
      await client.patch(`/api/staff_users/${id}/`, { email: 'taken.over@print.test' }),
      await client.patch(`/api/staff_users/${id}/`, { is_active: false }),
      await client.patch(`/api/staff_users/${id}/`, { ability_set: null }),
      await client.post(`/api/staff_users/${id}/password/`, { password: 'a fine long sentence' }),
      await client.delete(`/api/staff_users/${id}/sessions/`),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
  }
  const courier = await buildStaff(api.db)
  const password = { password: 'a fine long sentence' }
  expect((await client.post(`/api/staff_users/${courier.id}/password/`, password)).statusCode).toBe(204)
  const raised = { is_superuser: true }
  expect((await client.patch(`/api/staff_users/${courier.id}/`, raised)).statusCode).toBe(400)
})

test('who loses an ability while they give it does not give it', async () => {
  for (let round = 0; round < 5; round++) {
    const giver = await clerkWith('staff', 'orders', 'coins')
    const set = await create(['coins'])
    const other = await buildStaff(api.db)
    const [narrowed, given] = await Promise.all([
      admin.patch(`${url}${giver.ability_set}/`, { abilities: ['staff', 'orders'] }),
      giver.client.patch(`/api/staff_users/${other.id}/`, { ability_set: set.id }),
    ])
    expect(narrowed.statusCode).toBe(200)
    expect([200, 403]).toContain(given.statusCode)
    // Whatever came first: afterwards nothing more is given.
    const late = await giver.client.patch(`/api/staff_users/${giver.id}/`, { ability_set: set.id })
    expect(late.statusCode).toBe(403)
  }
})

test('a changed set is what the next request is allowed', async () => {
  const { client, ability_set } = await clerkWith('orders')
  expect((await client.get('/api/profile/')).json().abilities).toEqual(['orders'])
  expect((await client.get('/api/users/')).statusCode).toBe(403)
  await admin.patch(`${url}${ability_set}/`, { abilities: ['customers'] })
  expect((await client.get('/api/users/')).statusCode).toBe(200)
  const refused = await client.get('/api/all-orders/')
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'This needs the ability “Take in and change orders” or “Work the print floor” or “Assign orders”',
  ])
})

test('a key does no more than who made it, and ends with them', async () => {
  const { client, id, ability_set } = await clerkWith('keys', 'orders')
  const keyOf = (scopes: string[]) => client.post('/api/api-keys/', { name: `Key ${made++}`, scopes })
  const tooMuch = await keyOf(['orders:read', 'users:write'])
  expect([tooMuch.statusCode, tooMuch.json().message]).toEqual([
    403,
    'You cannot give what you may not do yourself: users:write',
  ])
  const { key } = (await keyOf(['orders:read'])).json<{ key: string }>()
  const read = () => api.as(undefined).get('/api/all-orders/', { authorization: `Api-Key ${key}` })
  expect((await read()).statusCode).toBe(200)
  await admin.patch(`${url}${ability_set}/`, { abilities: ['keys'] })
  expect((await read()).statusCode).toBe(403)
  await admin.patch(`${url}${ability_set}/`, { abilities: ['orders'] })
  expect((await read()).statusCode).toBe(401)
  await admin.patch(`${url}${ability_set}/`, { abilities: ['keys', 'orders'] })
  expect((await read()).statusCode).toBe(200)
  expect((await admin.patch(`/api/staff_users/${id}/`, { is_active: false })).statusCode).toBe(200)
  expect((await read()).statusCode).toBe(401)
})
