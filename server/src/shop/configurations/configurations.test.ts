import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'

const api = useApi()
const path = '/api/configurations'
const get = async () => (await api.as('staff').get(path)).json<Configuration>()

test('every signed-in user can read it, only super admins can update it', async () => {
  const now = await get()
  expect(now).toMatchObject({ delivery_fee: 40, price_per_page: { bw: { single: 2 } }, version: 1 })
  expect((await api.as('staff').put(path, now)).statusCode).toBe(403)
  const reply = await api.as('admin').put(path, { ...now, delivery_fee: 55.5 })
  expect(reply.json()).toEqual({ ...now, delivery_fee: 55.5, version: 2 })
  expect(await get()).toEqual(reply.json())
})

test('types of companies have names, which stay where they are not named', async () => {
  const now = await get()
  const named = { ...now, client_types: ['Food', 'Shops'] }
  expect((await api.as('admin').put(path, named)).json().client_types).toEqual(['Food', 'Shops'])
  const { client_types: _names, version: _version, ...rest } = now
  expect((await api.as('admin').put(path, rest)).json().client_types).toEqual(['Food', 'Shops'])
})

test('an older version is refused and changes nothing; without a version the last write wins', async () => {
  const now = await get()
  const { version, ...rest } = now
  expect((await api.as('admin').put(path, { ...rest, delivery_fee: 1 })).json().version).toBe(version + 1)
  const stale = await api.as('admin').put(path, { ...now, delivery_fee: 2 })
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
  expect((await get()).delivery_fee).toBe(1)
})

test('of ten concurrent updates with the same version, one wins', async () => {
  const now = await get()
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, fee) => api.as('admin').put(path, { ...now, delivery_fee: fee })),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect((await get()).version).toBe(now.version + 1)
})

/** Hours of a shop that opens on Mondays only, or not at all. */
function openOn(opens = '', closes = '') {
  const closed = { opens: '', closes: '' }
  const monday = { opens, closes }
  return { sun: closed, mon: monday, tue: closed, wed: closed, thu: closed, fri: closed, sat: closed }
}

test('opening hours and holidays are kept, and stay where they are not named', async () => {
  const { opening_hours: _hours, holidays: _holidays, version: _version, ...rest } = await get()
  const wanted = {
    opening_hours: openOn('08:30', '12:00'),
    holidays: [{ day: '2027-01-26', name: 'Republic Day' }],
  }
  expect((await api.as('admin').put(path, { ...rest, ...wanted })).json()).toMatchObject(wanted)
  expect((await api.as('admin').put(path, rest)).json()).toMatchObject(wanted)
})

test.each([
  ['delivery_fee', { delivery_fee: 1.005 }],
  ['delivery_fee', { delivery_fee: -1 }],
  ['delivery_fee', { delivery_fee: undefined }],
  ['claims_per_referral', { claims_per_referral: 1.5 }],
  ['paper_factor.A4', { paper_factor: { A4: 0, A3: 1, Letter: 1 } }],
  ['paper_factor.A5', { paper_factor: { A4: 1, A3: 1, Letter: 1, A5: 1 } }],
  ['price_per_page.bw.single', { price_per_page: { bw: { double: 1 }, color: { single: 1, double: 1 } } }],
  ['contact.name', { contact: { name: 'x'.repeat(201), phone: '', email: '', address: '' } }],
  ['opening_hours', { opening_hours: openOn() }],
  ['opening_hours.mon.closes', { opening_hours: openOn('20:00', '09:00') }],
  ['opening_hours.mon.closes', { opening_hours: openOn('09:00', '') }],
  ['opening_hours.mon.opens', { opening_hours: openOn('08:60', '20:00') }],
  ['holidays.0.day', { holidays: [{ day: '2026-02-30', name: 'No day' }] }],
  [
    'holidays',
    {
      holidays: [
        { day: '2027-01-26', name: 'Republic Day' },
        { day: '2027-01-26', name: 'Again' },
      ],
    },
  ],
])('%s is validated', async (key, change) => {
  const reply = await api.as('admin').put(path, { ...(await get()), ...change })
  expect(reply.statusCode).toBe(400)
  expect(reply.json().errors).toMatchObject([{ context: { key } }])
})

test('an update has an audit entry with before and after', async () => {
  const now = await get()
  await api.as('admin').put(path, { ...now, delivery_fee: 77 })
  const entries = await api.db`
    select actor, before, after from audit_entries where entity = 'configurations' order by id desc limit 1`
  expect(entries).toEqual([
    {
      actor: api.people.admin.id,
      before: { delivery_fee: now.delivery_fee, version: now.version },
      after: { delivery_fee: 77, version: now.version + 1 },
    },
  ])
})
