import type { TillEntry } from '@our-print/contract/money/till.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')
const add = (body: object) => admin.post('/api/till/', body)
const till = async () => (await admin.get('/api/cash/')).json<{ till: number }>().till
const rows = async (query = '') =>
  (await admin.get(`/api/till/?${query}`)).json<{ results: TillEntry[] }>().results

test('the till has its float, payments, pay-outs and deposits, each with who and why', async () => {
  await add({ kind: 'float', amount: 500 })
  const fuel = (await add({ kind: 'pay_out', amount: 120.5, reason: 'Fuel' })).json<TillEntry>()
  expect(fuel).toMatchObject({
    kind: 'pay_out',
    amount: -120.5,
    text: 'Fuel',
    by_name: 'Asha Rao',
    reverses: null,
  })
  const order = await buildOrder(api.db, { amount: 300_00 })
  await admin.post('/api/payments/', { order: order.id, method: 'cash', amount: 300 })
  await add({ kind: 'deposit', amount: 400, reference: 'Slip 7' })
  expect(await till()).toBe(279.5)
  expect((await rows()).map(({ kind, amount, text }) => [kind, amount, text])).toEqual([
    ['deposit', -400, ''],
    ['payment', 300, expect.stringMatching(/^Payment \d+ · Order \d+$/)],
    ['pay_out', -120.5, 'Fuel'],
    ['float', 500, ''],
  ])
  expect((await rows('kind=pay_out')).map(({ id }) => id)).toEqual([fuel.id])
  expect((await rows('query=slip')).map(({ kind }) => kind)).toEqual(['deposit'])
  const today = (await api.db`select shop_day(now()) as day`)[0]?.['day']
  expect(await rows(`from_date=${today}`)).toHaveLength(4)
  expect(await rows(`to_date=2026-01-01`)).toEqual([])
  await expectInvariantsHold(api.db)
})

test('what the shop writes of an entry is in the language of its reader, what a person wrote stays', async () => {
  const [courier, order] = [api.as('staff'), await buildOrder(api.db, { amount: 300_00 })]
  await admin.post('/api/payments/', { order: order.id, method: 'cash', amount: 200, note: 'Payment 9' })
  const { id: user } = await buildUser(api.db)
  await admin.post('/api/payments/', { user, method: 'cash', amount: 50 })
  const own = await buildOrder(api.db, { status: 'out-for-delivery', assigned_user: api.people.staff.id })
  await courier.post('/api/payments/', { order: own.id, method: 'cash', amount: 46 })
  const counted = { notes: {}, rest: 46 }
  const { id } = (await courier.post('/api/hand-overs/', counted)).json<{ id: string }>()
  expect((await admin.post(`/api/hand-overs/${id}/count/`, counted)).json()).toMatchObject({ status: 'done' })
  const hindi = { 'accept-language': 'hi' }
  const said = (await admin.get('/api/till/?limit=3', hindi)).json<{ results: TillEntry[] }>().results
  expect(said.map(({ text }) => text.replace(/\d+/g, '7'))).toEqual([
    expect.stringMatching(/^नक़द जमा 7 · \w/),
    'पेमेंट 7',
    'पेमेंट 7 · ऑर्डर 7 · Payment 7',
  ])
})

test('a mistaken entry is undone once; what follows from a payment is not undone here', async () => {
  const before = await till()
  const tea = (await add({ kind: 'pay_out', amount: 20, reason: 'Tea' })).json<TillEntry>()
  const undo = (id: string) => admin.post(`/api/till/${id}/reverse/`, { reason: 'Typed twice' })
  const replies = await Promise.all([1, 2].map(() => undo(tea.id)))
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
  const undone = replies.find(({ statusCode }) => statusCode === 201)?.json<TillEntry>()
  expect(undone).toMatchObject({ amount: 20, reverses: tea.id, text: 'Typed twice' })
  expect((await admin.get(`/api/till/${tea.id}/`)).json()).toMatchObject({ reversed_by: undone?.id })
  expect(await till()).toBe(before)
  const refused = async (id: string) => {
    const reply = await undo(id)
    return [reply.statusCode, reply.json().code]
  }
  expect(await refused(tea.id)).toEqual([409, 'reversed'])
  expect(await refused(undone?.id ?? '')).toEqual([409, 'not_allowed'])
  const [payment] = await rows('kind=payment')
  expect(await refused(payment?.id ?? '')).toEqual([409, 'not_allowed'])
  expect(await refused('01900000-0000-7000-8000-000000000000')).toEqual([404, 'not_found'])
  await expectInvariantsHold(api.db)
})

test('what was found when a day was closed is not undone', async () => {
  const body = { till: { notes: { 5: 1 } }, note: 'Found' }
  expect((await admin.post('/api/days/2020-01-01/close/', body)).statusCode).toBe(200)
  const [found] = await rows('kind=difference')
  expect(found).toMatchObject({ amount: 5, text: 'Found' })
  const reply = await admin.post(`/api/till/${found?.id}/reverse/`, { reason: 'Typed twice' })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'not_allowed'])
})

test.each([
  [{ kind: 'pay_out', amount: 20 }],
  [{ kind: 'pay_out', amount: 20, reason: '   ' }],
  [{ kind: 'float', amount: 0 }],
  [{ kind: 'float', amount: -5 }],
  [{ kind: 'float', amount: 1.005 }],
  [{ kind: 'float', amount: 1e15 }],
  [{ kind: 'payment', amount: 5 }],
  [{ kind: 'difference', amount: 5, reason: 'x' }],
])('%j is refused', async (body) => {
  const before = await till()
  expect((await add(body)).statusCode).toBe(400)
  expect(await till()).toBe(before)
})

test('an entry stays as it is', async () => {
  await expect(api.db`update till_entries set amount = 1`).rejects.toThrow('append-only')
  await expect(api.db`delete from till_entries`).rejects.toThrow('cash_entries_till_entry_id_fkey')
})
