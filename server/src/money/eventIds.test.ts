import { readFileSync } from 'node:fs'
import { rowOf } from '@our-print/contract/entities.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../test/api.ts'
import { buildOrder, buildStaff } from '../../test/build.ts'

// Who hears an event of the money area reads its record by the id that it says.

const api = useApi()
const admin = api.as('admin')

/** Each kind of event that the section Money of the recorded tables announces. */
const [, section = ''] = readFileSync('server/sql/objects/changes.sql', 'utf8').split('-- ==== Money.')
const kinds = [...(section.split('-- ====')[0] ?? '').matchAll(/entity => '(\w+)'/g)]
  .map(([, kind = '']) => kind)
  // There is one, which is read without its id.
  .filter((kind) => kind !== 'approval_rule')

/** The ids that the API says of those that are not read one by one. */
const others: Record<string, string[]> = { day: [], statement: [] }

beforeAll(async () => {
  const second = await buildStaff(api.db, { is_superuser: true })
  const other = api.withToken(await openSession(api.db, second.id))
  const order = await buildOrder(api.db, { amount: 100_00, status: 'delivered' })
  const pay = (amount: number) => admin.post('/api/payments/', { order: order.id, amount, method: 'cash' })
  await pay(60)
  await other.put('/api/approval-rule/', {
    limits: {
      coins: null,
      claims: null,
      vouchers: null,
      refunds: 0,
      differences: null,
      days: null,
      api_keys: null,
    },
  })
  expect((await pay(-10)).statusCode).toBe(202)

  const settings = (await admin.get('/api/invoice-settings')).json<{ seller: object }>()
  const seller = { ...settings.seller, name: 'Our Print', state: 'Maharashtra' }
  await admin.put('/api/invoice-settings', { ...settings, seller })
  expect((await admin.post('/api/invoices/', { order: order.id })).statusCode).toBe(201)

  const courier = api.as('staff')
  const own = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  await courier.post('/api/payments/', { order: own.id, amount: 20, method: 'cash' })
  expect((await courier.post('/api/hand-overs/', { notes: { 20: 1 } })).statusCode).toBe(201)

  const form = new FormData()
  form.append('file', new Blob(['Date,Amount\n2026-02-10,7.00\n']), 'upi.csv')
  others['statement'] = [(await admin.upload('/api/statements/?method=upi', form)).json().id]
  const lines = (await admin.get('/api/statement-lines/')).json<{ results: [{ id: string }] }>().results
  await admin.post(`/api/statement-lines/${lines[0].id}/set-aside/`, { reason: 'Fee' })

  const float = (await admin.post('/api/till/', { kind: 'float', amount: 50 })).json<{ id: string }>()
  await admin.post(`/api/till/${float.id}/reverse/`, { reason: 'Twice' })
  const closed = await admin.post('/api/days/2020-01-01/close/', { till: { notes: {} } })
  expect([closed.statusCode, closed.body]).toMatchObject([200, {}])
  const days = (await admin.get('/api/days/')).json<{ results: { id: string }[] }>().results
  others['day'] = days.map(({ id }) => id)
})

const recordsOf = async (kind: string) => {
  const events = await api.db<{ record: string }[]>`
    select distinct record from (select entity, record from event_queue union all select entity, record from events) e
    where entity = ${kind}`
  return events.map(({ record }) => record)
}

describe('the record of an event', () => {
  test.each(kinds)('of kind %s is that of the API', async (kind) => {
    const records = await recordsOf(kind)
    expect(records.length).toBeGreaterThan(0)
    for (const id of records) {
      if (others[kind]) expect(others[kind]).toContain(id)
      else expect((await admin.get(`${rowOf[kind]?.list}${id}/`)).json()).toMatchObject({ id })
    }
  })

  test('is read of all kinds of money', () => {
    expect(kinds.length).toBeGreaterThan(7)
    expect(kinds).toEqual(expect.arrayContaining(['till_entry', ...Object.keys(others)]))
  })
})

test('an entry of the till that undoes another one names it as its event does', async () => {
  const { results } = (await admin.get('/api/till/?kind=float')).json<{
    results: { id: string; reverses: string | null; reversed_by: string | null }[]
  }>()
  expect(results).toHaveLength(2)
  const [undoing, undone] = results
  expect([undoing?.reverses, undone?.reversed_by]).toEqual([undone?.id, undoing?.id])
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set(await recordsOf('till_entry')))
})
