import type { Ability } from '@our-print/contract/people/abilities.ts'
import { afterEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildCoupon, buildLead, buildOrder, buildUser } from '../../../test/build.ts'
import { type EventStream, openEventStream } from '../../../test/eventStream.ts'
import { listenOnPort } from '../../../test/listenOnPort.ts'

const api = useApi()
const port = listenOnPort(api)
const admin = api.as('admin')
const open: EventStream[] = []

afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

async function clerkWith(...own: Ability[]) {
  const person = await buildClerk(api.db, own)
  const token = await openSession(api.db, person.id)
  const listen = async (lastId?: string) => {
    const stream = await openEventStream(`http://127.0.0.1:${port()}`, token, lastId)
    open.push(stream)
    return stream
  }
  return { ...person, listen }
}

test('a clerk hears of what they may see, and of nothing else', async () => {
  const [desk, rewards] = [await clerkWith('orders'), await clerkWith('vouchers')]
  const [atDesk, ofRewards] = [await desk.listen(), await rewards.listen()]
  await buildLead(api.db)
  await buildUser(api.db)
  await buildCoupon(api.db)
  const { id } = await buildOrder(api.db)
  await buildCoupon(api.db)
  // Coupons are chosen for orders, too. A customer comes with the order.
  await expect.poll(atDesk.names).toEqual(['ready', 'coupon.created', 'order.created', 'coupon.created'])
  await expect.poll(ofRewards.names).toEqual(['ready', 'coupon.created', 'coupon.created'])
  expect(atDesk.records()).toContain(id)
})

test.each([
  [
    'the set is changed',
    (set: string) => admin.patch(`/api/ability-sets/${set}/`, { abilities: ['orders'] }),
  ],
  [
    'the person gets another set',
    (_: string, id: string) => admin.patch(`/api/staff_users/${id}/`, { ability_set: null }),
  ],
])('a stream ends at once when %s, before it says more; the next one is narrower', async (_, change) => {
  const clerk = await clerkWith('orders', 'customers')
  const stream = await clerk.listen()
  await buildLead(api.db)
  await expect.poll(stream.names).toEqual(['ready', 'lead.created'])
  expect((await change(clerk.ability_set ?? '', clerk.id)).statusCode).toBe(200)
  await buildLead(api.db)
  await expect.poll(() => stream.isEnded).toBe(true)
  expect(stream.names()).toEqual(['ready', 'lead.created'])
  const next = await clerk.listen(stream.lastId())
  await buildLead(api.db)
  const own = await buildOrder(api.db, { status: 'assigned', assigned_user: clerk.id })
  await expect.poll(() => next.records()).toContain(own.id)
  expect(next.names()).not.toContain('lead.created')
})

test('a stream that begins before a change of the person’s set tells of it: the page was opened before', async () => {
  const [clerk, other] = [await clerkWith('customers'), await clerkWith('customers')]
  const first = await clerk.listen()
  await expect.poll(first.names).toEqual(['ready'])
  const opened = first.lastId()
  await admin.patch(`/api/ability-sets/${clerk.ability_set}/`, { abilities: ['coins'] })
  await expect.poll((await clerk.listen(opened)).names).toContain('ability_set.changed')
  await admin.patch(`/api/staff_users/${clerk.id}/`, { ability_set: null })
  await expect.poll((await clerk.listen(opened)).names).toContain('staff.changed')
  expect((await other.listen(opened)).names()).not.toContain('staff.changed')
})

test('a change during the catch-up of a stream is not missed', async () => {
  const clerk = await clerkWith('customers')
  for (let round = 0; round < 5; round++) {
    await admin.patch(`/api/ability-sets/${clerk.ability_set}/`, { abilities: ['customers'] })
    const [stream] = await Promise.all([
      clerk.listen(),
      admin.patch(`/api/ability-sets/${clerk.ability_set}/`, { abilities: ['coins'] }),
    ])
    await buildLead(api.db)
    const last = await clerk.listen()
    await expect.poll(() => stream.isEnded || stream.names().length === 1).toBe(true)
    expect(last.names()).not.toContain('lead.created')
  }
})
