import type { HandOver } from '@our-print/contract/money/cash.ts'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildOrder, buildStaff } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')
const couriers = 200

/** One courier’s evening: two doors, a declaration, another door while it is counted. Each third count is another one. */
async function handOver(nth: number): Promise<number> {
  const person = await buildStaff(api.db, { full_name: `Courier ${nth}` })
  const client = api.withToken(await openSession(api.db, person.id))
  const collect = async (amount: number) => {
    const order = await buildOrder(api.db, {
      status: 'out-for-delivery',
      assigned_user: person.id,
      amount: amount * 100,
    })
    const reply = await client.post('/api/payments/', { order: order.id, method: 'cash', amount })
    expect(reply.statusCode).toBe(201)
  }
  await Promise.all([collect(100), collect(50)])
  const declared = await Promise.all(
    [1, 2].map(() => client.post('/api/hand-overs/', { notes: { 100: 1, 50: 1 } })),
  )
  expect(declared.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const { id } = declared.find(({ statusCode }) => statusCode === 201)?.json<HandOver>() ?? { id: '' }
  const notes = nth % 3 === 0 ? { 100: 1, 20: 1 } : { 100: 1, 50: 1 }
  const [counted, again] = await Promise.all([
    admin.post(`/api/hand-overs/${id}/count/`, { notes }),
    admin.post(`/api/hand-overs/${id}/count/`, { notes }),
    collect(20),
  ])
  expect([counted.statusCode, again.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409])
  if (nth % 3 === 0) {
    const explained = await admin.post(`/api/hand-overs/${id}/explain/`, { reason: 'Wrong change' })
    expect(explained.json()).toMatchObject({ status: 'done', explanation: 'short', difference: -30 })
  }
  expect((await client.get('/api/cash/')).json()).toMatchObject({ own: { amount: 20, hand_over: null } })
  return nth % 3 === 0 ? 120 : 150
}

test('200 couriers hand over at once: what was counted is in the till, the rest in their hands', async () => {
  const sums = await Promise.all(Array.from({ length: couriers }, (_, nth) => handOver(nth)))
  const { till, hands } = (await admin.get('/api/cash/')).json<{
    till: number
    hands: { amount: number }[]
  }>()
  expect(till).toBe(sums.reduce((sum, each) => sum + each, 0))
  expect(hands.map(({ amount }) => amount)).toEqual(Array(couriers).fill(20))
  await expectInvariantsHold(api.db)
})
