import type { Order } from '@our-print/contract/orders/orders.ts'
import { ticketPath } from '@our-print/contract/orders/scannedText.ts'
import type { TicketScan } from '@our-print/contract/orders/ticketScans.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { findBrokenInvariants } from '../../../test/invariants.ts'
import { maxMisses } from './ticketScans.queries.ts'

const api = useApi()
const [admin, staff, other] = [api.as('admin'), api.as('staff'), api.as('other staff')]
const url = '/api/ticket-scans/'

// No statement of the product deletes one, so none counts that it is gone.
const forgetScans = async () => {
  await api.db`delete from ticket_scans`
  await api.db`select recount_figure('ticket_scan_figures')`
}

beforeEach(async () => {
  await api.db`truncate printers cascade`
  await forgetScans()
  await allow('own')
})
afterAll(async () => {
  const broken = await api.db.begin((tx) => findBrokenInvariants(tx))
  expect(broken['ticket scans']).toBeUndefined()
})

type Client = typeof admin
type Sent = { purpose?: string; code?: string; [field: string]: unknown }

async function scan(client: Client, id: string, { purpose = 'hand_over', ...fields }: Sent = {}) {
  const reply = await client.post(url, { code: `https://print.test/print/${id}`, purpose, ...fields })
  expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
  return reply.json<TicketScan>()
}
const read = async (id: string) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const outcome = ({ result, reason }: TicketScan) => reason ?? result
const mine = (fields = {}) =>
  buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id, ...fields })

/** Which orders couriers may take out by a scan. */
const allow = (rule: 'own' | 'unassigned') =>
  api.db`update configurations set version = version + 1, courier_scans = ${rule}`
/** What the code on an order's paper says. */
async function ticketOf(id: string) {
  const { ticket_code } = await read(id)
  return `https://print.test${ticketPath(id, ticket_code)}`
}

test('the courier who scans their order takes it out, once', async () => {
  const { id, number } = await mine()
  const first = await scan(staff, id)
  expect(first).toMatchObject({
    purpose: 'hand_over',
    result: 'accepted',
    reason: null,
    message: `Order ${number} is out for delivery with you.`,
    order: { id, number, status: 'out-for-delivery' },
  })
  const order = await read(id)
  expect(order).toMatchObject({ status: 'out-for-delivery', assigned_user: api.people.staff.id })
  expect(order.history?.at(-1)).toMatchObject({
    by: 'Ravi Kumar',
    from: 'assigned',
    to: 'out-for-delivery',
    note: 'Job ticket scanned',
  })
  // Twice within seconds is the same hand-over.
  expect(await scan(staff, id)).toMatchObject({
    result: 'repeated',
    message: `Order ${number} is already out with you.`,
  })
  await api.db`update orders set version = version + 1, out_for_delivery_at = now() - interval '5 minutes' where id = ${id}`
  expect(outcome(await scan(staff, id))).toBe('already_out')
  expect((await read(id)).history).toHaveLength(order.history?.length ?? 0)
})

test('where the shop allows it, the ticket of an order that nobody has makes it the scanner’s, by two moves', async () => {
  const { id } = await buildOrder(api.db)
  await allow('unassigned')
  expect(outcome(await scan(staff, id, { code: await ticketOf(id) }))).toBe('accepted')
  const { history, ...order } = await read(id)
  expect(order).toMatchObject({ status: 'out-for-delivery', assigned_user: api.people.staff.id })
  expect(history?.slice(-2).map(({ by, from, to }) => [by, from, to])).toEqual([
    ['Ravi Kumar', 'confirmed', 'assigned'],
    ['Ravi Kumar', 'assigned', 'out-for-delivery'],
  ])
  const audited = await api.db`
    select actor from audit_entries where entity = 'orders' and entity_id = ${id} and action = 'update'`
  expect(audited.map(({ actor }) => actor)).toEqual([api.people.staff.id, api.people.staff.id])
})

test('who may read the code of a ticket takes the order by it only if they see all of it anyhow', async () => {
  await allow('unassigned')
  const { id } = await buildOrder(api.db)
  const code = await ticketOf(id)
  const clerkWith = async (...abilities: Ability[]) =>
    api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
  for (const abilities of [['floor'], ['orders', 'prices']] as const)
    expect(await scan(await clerkWith(...abilities), id, { code })).toMatchObject({
      reason: 'not_yours',
      message: 'This is none of your orders. Ask at the desk if you should deliver it.',
      order: null,
    })
  expect(await read(id)).toMatchObject({ status: 'confirmed', assigned_user: null, version: 1 })
  const clerk = await clerkWith('floor', 'prices', 'customers')
  expect(outcome(await scan(clerk, id, { code }))).toBe('accepted')
})

test('of two couriers who scan one order at once exactly one gets it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await buildOrder(api.db)
    await allow('unassigned')
    const code = await ticketOf(id)
    const results = await Promise.all([staff, other, staff, other].map((one) => scan(one, id, { code })))
    const order = await read(id)
    const [winner, loser] = order.assigned_user === api.people.staff.id ? [0, 1] : [1, 0]
    const outcomes = results.map(outcome)
    expect(new Set([outcomes[winner], outcomes[winner + 2]])).toEqual(new Set(['accepted', 'repeated']))
    expect([outcomes[loser], outcomes[loser + 2]]).toEqual(['not_yours', 'not_yours'])
    expect(order.history).toHaveLength(3)
  }
})

test('by its number a courier hands over their own order, and no other one, whatever the shop allows', async () => {
  const own = await mine()
  const numberOf = ({ number }: { number: number }) => String(number)
  expect(outcome(await scan(staff, own.id, { code: numberOf(own) }))).toBe('accepted')
  expect((await read(own.id)).history?.at(-1)?.note).toBe('Order number typed at the hand-over')
  for (const rule of ['own', 'unassigned'] as const) {
    await allow(rule)
    const free = await buildOrder(api.db)
    expect(outcome(await scan(staff, free.id, { code: numberOf(free) }))).toBe('not_yours')
    // Neither by its id, which stands in addresses, nor by the ticket of another order.
    expect(outcome(await scan(staff, free.id))).toBe('not_yours')
    const wrong = { code: (await ticketOf(own.id)).replace(own.id, free.id) }
    expect(outcome(await scan(staff, free.id, wrong))).toBe('not_yours')
    expect(await read(free.id)).toMatchObject({ status: 'confirmed', assigned_user: null, version: 1 })
  }
  const free = await buildOrder(api.db)
  await allow('own')
  expect(outcome(await scan(staff, free.id, { code: await ticketOf(free.id) }))).toBe('not_yours')
  // A ticket opens an order at the door only, and one that cannot leave is not shown.
  await allow('unassigned')
  const code = await ticketOf(free.id)
  const shelf = await scan(staff, free.id, { code, purpose: 'shelf', shelf_place: 'B3' })
  expect(outcome(shelf)).toBe('not_yours')
  await buildPrinter(api.db)
  expect(await scan(staff, free.id, { code })).toMatchObject({ reason: 'not_printed', order: null })
  // The ticket of another courier's order says nothing of it.
  const theirs = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people['other staff'].id })
  expect(await scan(staff, theirs.id, { code: await ticketOf(theirs.id) })).toMatchObject({
    reason: 'not_yours',
    message: 'This is none of your orders. Ask at the desk if you should deliver it.',
  })
})

test('a courier learns nothing of an order that is not theirs: the answer is that of an unknown one', async () => {
  const theirs = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people['other staff'].id })
  const taken = await buildOrder(api.db, { status: 'cancelled' })
  const free = await buildOrder(api.db)
  const unknown = { id: '01900000-0000-7000-8000-0000000000ff', number: 999_999_999 }
  const answer = async (code: string, fields: object) => {
    const reply = await staff.post(url, { code, ...fields })
    const { id: _id, at: _at, happened_at: _happened, ...body } = reply.json()
    return [reply.statusCode, body]
  }
  for (const fields of [
    { purpose: 'hand_over' },
    { purpose: 'shelf', shelf_place: 'B3' },
    { purpose: 'hand_over', expected_order: theirs.id },
  ]) {
    const expected = await answer(unknown.id, fields)
    for (const { id, number } of [theirs, taken, free, unknown]) {
      expect(await answer(id, fields)).toEqual(expected)
      expect(await answer(String(number), fields)).toEqual(expected)
      await forgetScans()
    }
  }
})

test('who keeps scanning what is not theirs has to wait, also with many scans at once', async () => {
  const order = await mine()
  const replies = await Promise.all(
    Array.from({ length: maxMisses + 5 }, (_, at) =>
      staff.post(url, { code: String(900_000_000 + at), purpose: 'hand_over' }),
    ),
  )
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(maxMisses)
  const refused = await staff.post(url, { code: order.id, purpose: 'hand_over' })
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  // Nobody else waits, and the person no longer than needed.
  expect(outcome(await scan(other, order.id))).toBe('not_yours')
  await api.db`update ticket_scans set at = at - interval '16 minutes'`
  expect(outcome(await scan(staff, order.id))).toBe('accepted')
  // To scan their own orders is no miss, however often.
  for (let n = 0; n < maxMisses; n += 1) await scan(staff, order.id)
  expect(outcome(await scan(staff, order.id))).toBe('repeated')
})

test('a super admin hands over to the courier who has the order, or the one at the door', async () => {
  const theirs = await mine()
  expect((await scan(admin, theirs.id)).message).toBe(
    `Order ${theirs.number} is out for delivery with Ravi Kumar.`,
  )
  const free = await buildOrder(api.db)
  expect(outcome(await scan(admin, free.id))).toBe('no_courier')
  expect((await read(free.id)).status).toBe('confirmed')
  const courier = api.people['other staff'].id
  const given = await scan(admin, free.id, { courier })
  expect(given).toMatchObject({
    result: 'accepted',
    order: { assigned_user_data: { full_name: 'Meena Das' } },
  })
  // A bundle of another courier's round.
  const wrong = await mine()
  expect(await scan(admin, wrong.id, { courier })).toMatchObject({
    reason: 'not_yours',
    message: 'This order is Ravi Kumar’s (Assigned).',
  })
  expect((await read(wrong.id)).assigned_user).toBe(api.people.staff.id)

  const gone = await buildStaff(api.db, { is_active: false })
  const fresh = await buildOrder(api.db)
  const reply = await admin.post(url, { code: fresh.id, purpose: 'hand_over', courier: gone.id })
  expect([reply.statusCode, reply.json().code]).toEqual([409, 'inactive_assignee'])
})

test('what must not leave is refused with its reason, and nothing changes', async () => {
  const theirs = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people['other staff'].id })
  const cancelled = await mine({ status: 'cancelled' })
  const delivered = await mine({ status: 'delivered' })
  const expected = await mine()
  const cases = [
    [theirs.id, {}, 'not_yours'],
    [cancelled.id, {}, 'cancelled'],
    [delivered.id, {}, 'delivered'],
    [expected.id, { expected_order: delivered.id }, 'wrong_order'],
    ['01900000-0000-7000-8000-0000000000ff', {}, 'not_yours'],
    ['', { code: 'https://elsewhere.test/menu' }, 'unknown_ticket'],
    ['', { code: '999999999' }, 'not_yours'],
    ['', { code: 'SHELF:B3' }, 'unknown_ticket'],
  ] as const
  for (const [id, fields, reason] of cases) {
    expect(await scan(staff, id, fields)).toMatchObject({ result: 'refused', reason })
  }
  const statuses = await Promise.all([theirs, cancelled, delivered, expected].map(({ id }) => read(id)))
  expect(statuses.map(({ status, version }) => [status, version])).toEqual(
    ['assigned', 'cancelled', 'delivered', 'assigned'].map((status) => [status, 1]),
  )
})

test('a shop with a printer lets out what is fully printed: good sides, without the waste', async () => {
  const { id } = await mine()
  const created_by = api.people.admin.id
  const { id: printer } = await buildPrinter(api.db)
  expect((await scan(staff, id)).message).toBe('Not printed yet: 3 sides to print.')
  await buildPrintJob(api.db, { order: id, created_by, printer, impressions_wasted: 1 })
  expect(await scan(staff, id)).toMatchObject({
    reason: 'not_printed',
    message: 'Not fully printed: 2 of 3 sides are printed.',
    order: { impressions: 3, impressions_printed: 2 },
  })
  await buildPrintJob(api.db, { order: id, created_by, impressions: 1 })
  expect(outcome(await scan(staff, id))).toBe('accepted')

  // Nothing counts what a shop without printers prints.
  await api.db`update printers set version = version + 1, is_active = false`
  expect(outcome(await scan(staff, (await mine()).id))).toBe('accepted')
})

test('a shelf place is put to the order, shown with it, and emptied when the order leaves', async () => {
  const { id, number } = await mine()
  const put = (shelf_place: string | null, client = admin) =>
    scan(client, id, { purpose: 'shelf', shelf_place })
  expect(await put('b3')).toMatchObject({
    result: 'accepted',
    message: `Order ${number} is at B3 now.`,
    order: { shelf_place: 'B3' },
  })
  expect(await read(id)).toMatchObject({ shelf_place: 'B3', version: 2 })
  expect(outcome(await put('B3'))).toBe('repeated')
  expect((await put('C-12', staff)).order?.shelf_place).toBe('C-12')
  expect(outcome(await put('D1', other))).toBe('not_yours')
  expect((await put(null)).message).toBe(`Order ${number} is on no shelf now.`)
  await put('B3')
  // By a tap as by a scan.
  await staff.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery' })
  expect((await read(id)).shelf_place).toBeNull()
  expect(outcome(await put('B3'))).toBe('already_out')
  const changed = await admin.patch(`/api/all-orders/${id}/`, { shelf_place: 'B4' })
  expect([changed.statusCode, changed.json().errors[0].context.key]).toEqual([400, 'shelf_place'])

  const second = await mine()
  await scan(staff, second.id, { purpose: 'shelf', shelf_place: 'B3' })
  await scan(staff, second.id)
  expect((await read(second.id)).shelf_place).toBeNull()
})

test('an order that never left has its shelf place again, if that is still known', async () => {
  const shelf = (id: string, shelf_place: string | null) => scan(admin, id, { purpose: 'shelf', shelf_place })
  const out = (id: string) => admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery' })
  const back = async (id: string, note: string) => {
    const reply = await admin.patch(`/api/all-orders/${id}/`, { status: 'assigned', note })
    return reply.json<Order>().shelf_place
  }
  const wrong = 'Tapped by mistake'
  const [{ id }, second] = [await mine(), await mine()]
  await shelf(id, 'B3')
  await shelf(second.id, 'B3')
  for (const note of [wrong, 'ग़लती से दबाया', 'Undone']) {
    await out(id)
    await scan(admin, id, { purpose: 'press' })
    expect(await back(id, note)).toBe('B3')
  }
  // Both stood there, whichever is back first.
  await Promise.all([out(id), out(second.id)])
  const bulk = { ids: [id, second.id], status: 'assigned', note: wrong }
  expect((await admin.post('/api/all-orders/bulk/', bulk)).statusCode).toBe(200)
  expect([(await read(id)).shelf_place, (await read(second.id)).shelf_place]).toEqual(['B3', 'B3'])

  // Somebody found the place free, and filled it.
  const third = await mine()
  await out(id)
  await shelf(third.id, 'B3')
  expect(await back(id, wrong)).toBeNull()
  await out(second.id)
  await shelf(third.id, null)
  await shelf(third.id, 'B3')
  await shelf(third.id, 'C9')
  expect(await back(second.id, wrong)).toBe('B3')

  // It was really out after its scan, or on no shelf.
  await out(second.id)
  expect(await back(second.id, 'Nobody at home')).toBeNull()
  await out(second.id)
  expect(await back(second.id, wrong)).toBeNull()
  await shelf(second.id, 'C1')
  await shelf(second.id, null)
  await out(second.id)
  expect(await back(second.id, wrong)).toBeNull()
})

test('at the press a ticket finds its order in any state', async () => {
  const { id, number } = await buildOrder(api.db, { status: 'cancelled' })
  expect(await scan(admin, id, { purpose: 'press', code: String(number) })).toMatchObject({
    result: 'accepted',
    order: { id, number, status: 'cancelled' },
  })
  expect((await staff.post(url, { code: id, purpose: 'press' })).statusCode).toBe(403)
})

test.each([
  ['code', { code: ' ', purpose: 'press' }],
  ['shelf_place', { purpose: 'shelf' }],
  ['shelf_place', { purpose: 'shelf', shelf_place: 'B 3/4' }],
  ['shelf_place', { purpose: 'press', shelf_place: 'B3' }],
  ['courier', { purpose: 'press', courier: '01900000-0000-7000-8000-0000000000ff' }],
])('an invalid %s is refused', async (key, fields) => {
  const reply = await admin.post(url, { code: '1', ...fields })
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
})

test('a staff user names no courier, and a key sent twice scans once', async () => {
  const { id } = await mine()
  const courier = api.people['other staff'].id
  expect((await staff.post(url, { code: id, purpose: 'hand_over', courier })).statusCode).toBe(403)
  const headers = { 'idempotency-key': 'scan-1' }
  const [first, again] = [
    await staff.post(url, { code: id, purpose: 'hand_over' }, headers),
    await staff.post(url, { code: id, purpose: 'hand_over' }, headers),
  ]
  expect([first.statusCode, again.json()]).toEqual([201, first.json()])
  expect(first.json().result).toBe('accepted')
})

test('every scan is kept, refused ones too, and listed for super admins', async () => {
  const { id, number } = await mine()
  await scan(other, id)
  await scan(admin, id, { purpose: 'shelf', shelf_place: 'A1' })
  await scan(staff, id, { expected_order: id.toUpperCase() })
  await scan(staff, id, { purpose: 'shelf', shelf_place: 'B3' })
  const all = (await admin.get(`${url}?limit=1`)).json()
  expect(all.count).toBe((await api.db`select from ticket_scans`).length)
  const listed = (await admin.get(`${url}?order=${id}`)).json()
  expect(listed.count).toBe(4)
  expect(listed.results).toMatchObject([
    { result: 'refused', reason: 'already_out', shelf_place: null },
    { by_name: 'Ravi Kumar', purpose: 'hand_over', result: 'accepted', order: id, order_number: number },
    { by_name: 'Asha Rao', purpose: 'shelf', result: 'accepted', shelf_place: 'A1' },
    { by_name: 'Meena Das', result: 'refused', reason: 'not_yours', code: `https://print.test/print/${id}` },
  ])
  const paged = (await admin.get(`${url}?order=${id}&limit=1&offset=1`)).json()
  expect(paged.results.map(({ id: one }: { id: string }) => one)).toEqual([listed.results[1].id])
  expect((await admin.get(`${url}?order=${id}&format=csv`)).body.split('\r\n')).toHaveLength(6)
  expect((await staff.get(url)).statusCode).toBe(403)
})

test('scans are searched by the number of the order', async () => {
  const { id, number } = await mine()
  await scan(staff, id)
  await scan(admin, id, { purpose: 'press' })
  type Listed = { count: number; results: { order: string; by_name: string }[] }
  const found = async (query: string) => (await admin.get(`${url}?limit=100&query=${query}`)).json<Listed>()
  const ofOrder = await found(String(number))
  expect(ofOrder.results.map(({ order, by_name }) => [order, by_name])).toEqual([
    [id, 'Asha Rao'],
    [id, 'Ravi Kumar'],
  ])
  expect((await admin.get(`${url}?order=${id}&query=${number}`)).json<Listed>().count).toBe(2)
  for (const query of ['nobody', '99999999', '12345678901234567890', '%25'])
    expect((await found(query)).count).toBe(0)
})
