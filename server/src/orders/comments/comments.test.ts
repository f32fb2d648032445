import type { OrderComment, OwnMention } from '@our-print/contract/orders/orderComments.ts'
import { beforeEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildOrder, buildStaff } from '../../../test/build.ts'

const api = useApi()
const [admin, courier] = [api.as('admin'), api.as('staff')]

let order: string
beforeEach(async () => {
  order = (await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })).id
})

const url = () => `/api/all-orders/${order}/comments/`
type Client = ReturnType<typeof api.as>

async function comment(as: Client, text: string, mentions: string[] = []): Promise<OrderComment> {
  const reply = await as.post(url(), { text, mentions })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { text }])
  return reply.json()
}
const textsFor = async (as: Client, query = '') =>
  (await as.get(`${url()}${query}`)).json<{ results: OrderComment[] }>().results.map(({ text }) => text)
const mentionsOf = async (as: Client, query = '') =>
  (await as.get(`/api/mentions/${query}`)).json<{ count: number; results: OwnMention[] }>()

test('a courier sees of the comments on their order what they wrote and what names them', async () => {
  await comment(admin, 'Paper was short')
  const named = await comment(admin, 'Ring twice', [api.people.staff.id])
  await comment(courier, 'Nobody opened', [api.people.admin.id])
  const { admin: office, staff } = api.people
  expect(named).toMatchObject({ by: office.full_name, mentions: [staff.full_name], is_for_you: false })
  expect(await textsFor(admin)).toEqual(['Nobody opened', 'Ring twice', 'Paper was short'])
  expect(await textsFor(courier)).toEqual(['Nobody opened', 'Ring twice'])
  expect(await textsFor(admin, '?query=paper')).toEqual(['Paper was short'])
  expect(await textsFor(courier, '?query=paper')).toEqual([])
})

test('who loses the order sees nothing of it, and cannot be named', async () => {
  await comment(admin, 'Ring twice', [api.people.staff.id])
  const other = await buildStaff(api.db)
  await api.db`update orders set version = version + 1, assigned_user = ${other.id} where id = ${order}`
  expect((await courier.get(url())).statusCode).toBe(404)
  expect((await mentionsOf(courier)).results.map((one) => one.order)).not.toContain(order)
  expect((await courier.post(url(), { text: 'Mine?' })).statusCode).toBe(404)
  expect((await courier.get(`${url()}people/`)).statusCode).toBe(404)
  const refused = await admin.post(url(), { text: 'Ring twice', mentions: [api.people.staff.id] })
  expect(refused.statusCode).toBe(422)
  expect(await textsFor(admin)).toEqual(['Ring twice'])
})

test('whom a comment can name: active super admins and the courier, but not who writes', async () => {
  const away = await buildStaff(api.db, { full_name: 'Away', is_superuser: true, is_active: false })
  const boss = await buildStaff(api.db, { full_name: 'Boss', is_superuser: true })
  const people = async (as: Client) =>
    (await as.get(`${url()}people/`)).json<{ people: { id: string }[] }>().people.map(({ id }) => id)
  expect(await people(admin)).toEqual(expect.arrayContaining([boss.id, api.people.staff.id]))
  expect(await people(courier)).toEqual(expect.arrayContaining([boss.id, api.people.admin.id]))
  for (const as of [admin, courier]) expect(await people(as)).not.toContain(away.id)
  expect(await people(admin)).not.toContain(api.people.admin.id)
})

test('who is named finds it until they have seen it', async () => {
  const { id } = await buildStaff(api.db, { full_name: 'Boss', is_superuser: true })
  const boss = api.withToken(await openSession(api.db, id))
  await comment(admin, 'Which paper?', [id])
  await comment(admin, 'And when?', [id, id])
  await comment(admin, 'Nothing for you')
  const unseen = await mentionsOf(boss, '?is_seen=false')
  expect(unseen.count).toBe(2)
  expect(unseen.results.map(({ text }) => text)).toEqual(['And when?', 'Which paper?'])
  expect(unseen.results[1]).toMatchObject({ order, seen_at: null })
  expect((await boss.post('/api/mentions/seen/', { order })).json()).toEqual({ seen: 2 })
  expect((await boss.post('/api/mentions/seen/', {})).json()).toEqual({ seen: 0 })
  expect((await mentionsOf(boss, '?is_seen=false')).count).toBe(0)
  expect((await mentionsOf(boss)).count).toBe(2)
  // Nobody marks for others.
  expect((await mentionsOf(admin)).results.map(({ text }) => text)).not.toContain('And when?')
})

test('a comment is told to open pages, the courier’s too, and stands in the audit', async () => {
  const { id } = await comment(admin, 'Ring twice', [api.people.staff.id])
  const events = await api.db`
    select staff_user from event_queue where name = 'order.commented' and record = ${order}`
  expect(events).toEqual([{ staff_user: api.people.staff.id }])
  const entries = await api.db`select action, actor from audit_entries where entity_id = ${id}`
  expect(entries).toEqual([{ action: 'insert', actor: api.people.admin.id }])
})

test.each([
  ['no text', { text: ' ' }],
  ['too long a text', { text: 'x'.repeat(2001) }],
  ['a name that is no id', { text: 'Hello', mentions: ['Ravi'] }],
])('%s is refused', async (_, body) => {
  expect((await admin.post(url(), body)).statusCode).toBe(400)
  expect(await textsFor(admin)).toEqual([])
})
