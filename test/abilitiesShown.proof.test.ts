import { entities, rowOf } from '@our-print/contract/entities.ts'
import { searchKinds } from '@our-print/contract/entityKinds.ts'
import type { Approval } from '@our-print/contract/money/approvals.ts'
import { type Ability, abilities } from '@our-print/contract/people/abilities.ts'
import type { SearchHit } from '@our-print/contract/shop/search.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openSession, useApi } from '../server/test/api.ts'
import * as build from '../server/test/build.ts'
import { type EventStream, openEventStream } from '../server/test/eventStream.ts'
import { listenOnPort } from '../server/test/listenOnPort.ts'
import { allEndpoints, exampleUrl } from './endpoints.ts'

// What a person without an ability must not learn in another way than by the closed list: by an event, a search, a count
// or a file. The lists themselves are asked who may read them.

const api = useApi()
const port = listenOnPort(api)
const admin = api.as('admin')
const guarded = (await allEndpoints()).filter(
  ({ method, config }) => method === 'GET' && config.access === 'admin',
)
const listOf = (kind: string) => guarded.find(({ url }) => url === rowOf[kind]?.list)
const kinds = Object.keys(entities).filter(listOf)
const open: EventStream[] = []
let second: typeof admin
let approval: Approval

beforeAll(async () => {
  const { id: user } = await build.buildUser(api.db, { first_name: 'Zanzibar' })
  await build.buildOrder(api.db, { user, title: 'Zanzibar' })
  const client = await build.buildClient(api.db, { name: 'Zanzibar' })
  await build.buildVouchers(api.db, { client: client.id, voucher_codes: ['ZANZIBAR'] })
  await build.buildStaff(api.db, { full_name: 'Zanzibar' })
  await build.buildCoupon(api.db, { code: 'ZANZIBAR' })
  await build.buildQrCode(api.db, { company: 'Zanzibar' })
  await build.buildLead(api.db, { name: 'Zanzibar' })
  await admin.post('/api/webhooks/', { url: 'https://zanzibar.test/', event_types: ['lead.created'] })
  const other = await build.buildStaff(api.db, { is_superuser: true })
  second = api.withToken(await openSession(api.db, other.id))
  await api.db`update approval_rules set version = version + 1, limits = '{"coins": 0}'`
  const asked = await admin.post(`/api/users/${user}/coins/`, { delta: 3, reason: 'Zanzibar' })
  expect(asked.statusCode).toBe(202)
  approval = asked.json()
})
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function clerkWith(own: readonly Ability[]) {
  const { id } = await build.buildClerk(api.db, own)
  const token = await openSession(api.db, id)
  const client = api.withToken(token)
  /** The kinds whose list lets them in. */
  const reads: string[] = []
  for (const kind of kinds) {
    const list = listOf(kind)
    if (list && (await client.get(exampleUrl(list))).statusCode !== 403) reads.push(kind)
  }
  return { client, token, reads }
}

test('there are kinds that one ability opens, and kinds that none does', async () => {
  const { reads } = await clerkWith(abilities)
  expect(kinds.length).toBeGreaterThan(25)
  expect(kinds.filter((kind) => !reads.includes(kind))).toEqual(['approval'])
})

test('events tell of the kinds that a person may read, and of no other', async () => {
  const clerks = await Promise.all(
    [...abilities.map((one) => [one]), [], [...abilities]].map(async (own) => {
      const clerk = await clerkWith(own)
      const stream = await openEventStream(`http://127.0.0.1:${port()}`, clerk.token)
      open.push(stream)
      return { ...clerk, own, stream }
    }),
  )
  // Of nobody's record. The last one is for everybody.
  for (const kind of [...kinds, 'configuration'])
    await api.db`select queue_event(${`${kind}.changed`}, ${kind}, uuid_v7(), 1)`
  for (const { own, reads, stream } of clerks) {
    await expect.poll(stream.names).toContain('configuration.changed')
    // Those of ability sets are told to everybody who has one: what they may do can have changed.
    const told = reads.filter((kind) => kind !== 'ability_set')
    const heard = stream.names().filter((name) => !/^(ready|configuration|ability_set)/.test(name))
    expect([own, heard]).toEqual([own, told.map((kind) => `${kind}.changed`)])
  }
})

test.each([
  ...abilities.map((one) => ({ name: one, own: [one] })),
  { name: 'all abilities', own: abilities },
])(
  'with $name the search finds what the person may read, and no approval or webhook is shown otherwise',
  async ({ own }) => {
    const { client, reads } = await clerkWith(own)
    const found = await client.get('/api/search?query=zanzibar')
    const hits = found.statusCode === 403 ? [] : found.json<{ results: SearchHit[] }>().results
    expect([...new Set(hits.map(({ kind }) => kind))].toSorted()).toEqual(
      searchKinds.filter((kind) => reads.includes(kind)).toSorted(),
    )
    expect((await client.get('/api/profile/')).json()).not.toHaveProperty('approvals_waiting')
    const files = reads.includes('webhook') ? [] : ['/api/webhooks/']
    const closed = ['/api/approvals/', ...files].flatMap((list) => [
      `${list}?query=zanzibar`,
      `${list}?format=csv`,
    ])
    for (const url of [...closed, `/api/approvals/${approval.id}/`])
      expect([url, (await client.get(url)).statusCode]).toEqual([url, 403])
  },
)

test('a super admin is shown all of it, and what waits for them counted', async () => {
  const { results } = (await admin.get('/api/search?query=zanzibar')).json<{ results: SearchHit[] }>()
  expect([...new Set(results.map(({ kind }) => kind))].toSorted()).toEqual(searchKinds.toSorted())
  expect((await second.get('/api/profile/')).json().approvals_waiting).toBe(1)
  expect((await admin.get('/api/approvals/?format=csv')).body).toContain('Grant 3 coins')
  expect((await admin.get('/api/webhooks/?query=zanzibar')).json().count).toBe(1)
})
