import type { Order } from '@our-print/contract/orders/orders.ts'
import type { getKeptPromises, KeptPromises } from '@our-print/contract/printing/keptPromises.ts'
import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk, buildOrder, buildStaff, buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'

const api = useApi()
const admin = api.as('admin')
type Kept = z.output<(typeof getKeptPromises)['schema']['response'][200]>
const read = async (query: string) => {
  const reply = await admin.get(`/api/promises/kept/?${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<Kept>()
}

type Made = {
  promised: string | null
  proposed?: string
  status?: Order['status']
  done?: string
  pickup?: boolean
  /** When it was said to be ready, and whether it still is. */
  ready?: string
  is_ready?: boolean
  color?: 'color'
  staff?: string
  printer?: string
}

/** An order of these times of 2026, such as `01-05 10:00` in UTC. */
async function make({ status = 'delivered', ...made }: Made) {
  const at = (time: string | null | undefined) => (time ? `2026-${time}:00Z`.replace(' ', 'T') : null)
  const { id } = await buildOrder(api.db, {
    status,
    pickup: made.pickup ?? false,
    created_at: '2026-01-01T04:00:00Z',
    ...(made.staff && { assigned_user: made.staff }),
    ...(made.done && { delivered_at: at(made.done) ?? '' }),
  })
  await api.db`
    update orders set version = version + 1, promised_at = ${at(made.promised)}, proposed_at = ${at(made.proposed)},
      color = ${made.color ?? 'bw'}, is_ready = ${made.is_ready ?? false} where id = ${id}`
  if (made.ready)
    await api.db`
      insert into order_history (order_id, at, from_status, to_status, is_ready)
      values (${id}, ${at(made.ready)}, ${status}, ${status}, true)`
  if (made.printer)
    await api.db`
      insert into print_jobs (order_id, printer_id, state, copies, duplex, color, paper_size, impressions, created_by, finished_at)
      values (${id}, ${made.printer}, 'done', 1, false, 'bw', 'A4', 3, ${api.people.admin.id}, '2026-01-02T04:00:00Z')`
  return id
}

let ravi: string
let meena: string
let printer: string
beforeAll(async () => {
  ravi = (await buildStaff(api.db, { full_name: 'Ravi' })).id
  meena = (await buildStaff(api.db, { full_name: 'Meena' })).id
  const [row] = await api.db<[{ id: string }]>`
    insert into printers (name, uri) values ('Office', 'ipp://192.0.2.8/ipp/print') returning id`
  printer = row.id
  const made: Made[] = [
    // Monday: kept, 30 and 60 minutes late.
    { promised: '01-05 10:30', proposed: '01-05 10:00', done: '01-05 10:00', staff: ravi, printer },
    { promised: '01-05 11:00', proposed: '01-05 11:45', done: '01-05 11:30', staff: ravi, printer },
    { promised: '01-05 12:00', done: '01-05 13:00', staff: meena, color: 'color' },
    // Ready to the minute, and ready in time though it was fetched a day later.
    {
      promised: '01-06 09:00',
      proposed: '01-06 08:00',
      status: 'assigned',
      pickup: true,
      ready: '01-06 09:00',
      is_ready: true,
      staff: meena,
    },
    {
      promised: '01-06 09:00',
      proposed: '01-06 09:00',
      pickup: true,
      ready: '01-06 08:50',
      done: '01-07 08:00',
      staff: meena,
    },
    // Never done, and no longer ready.
    { promised: '01-07 09:00', status: 'confirmed', pickup: true },
    { promised: '01-07 09:00', status: 'assigned', pickup: true, ready: '01-07 08:00', staff: ravi },
    { promised: '01-07 09:00', status: 'cancelled' },
    { promised: null, proposed: '01-07 08:00', done: '01-07 09:00', staff: ravi },
    // Sunday 23:50 and Monday 00:10 of the shop.
    { promised: '01-11 18:20', done: '01-11 18:00', staff: ravi },
    { promised: '01-11 18:40', done: '01-12 18:40', staff: ravi },
  ]
  for (const one of made) await make(one)
})

const figures = ({ id, label, ...row }: KeptPromises) => [id, label, ...Object.values(row)]
const days = 'from_date=2026-01-01&to_date=2026-01-31'

test('promises are kept or missed by week of the promise, and the model’s error is said', async () => {
  const { from_date, to_date, total, rows } = await read(days)
  expect([from_date, to_date]).toEqual(['2026-01-01', '2026-01-31'])
  // Late by 30, 60 and 1,440 minutes; done 0, -15, 60 and -10 minutes after what was proposed.
  expect(total).toEqual({
    id: 'all',
    label: 'All',
    orders: 7,
    kept: 4,
    missed: 3,
    overdue: 2,
    late_median: 60,
    late_p90: 1164,
    proposed: 4,
    error_median: -5,
    error_p90: 42,
  })
  expect(rows.map(figures)).toEqual([
    ['2026-01-12', '2026-01-12', 1, 0, 1, 0, 1440, 1440, 0, null, null],
    ['2026-01-05', '2026-01-05', 6, 4, 2, 2, 45, 57, 4, -5, 42],
  ])
})

test('by kind of work, printer and courier; the days bound what was promised', async () => {
  const of = async (by: string, range = days) =>
    (await read(`${range}&by=${by}`)).rows.map(({ id, label, orders, kept, missed, overdue }) => [
      id,
      label,
      orders,
      kept,
      missed,
      overdue,
    ])
  expect(await of('kind')).toEqual([
    ['bw-delivery', 'Black and white, delivered', 4, 2, 2, 0],
    ['bw-pickup', 'Black and white, picked up', 2, 2, 0, 2],
    ['color-delivery', 'Colour, delivered', 1, 0, 1, 0],
  ])
  expect(await of('printer')).toEqual([
    ['by-hand', 'By hand', 5, 3, 2, 2],
    [printer, 'Office', 2, 1, 1, 0],
  ])
  expect(await of('courier')).toEqual([
    [ravi, 'Ravi', 4, 2, 2, 1],
    [meena, 'Meena', 3, 2, 1, 0],
    ['nobody', 'Nobody', 0, 0, 0, 1],
  ])
  expect(await of('week', 'from_date=2026-01-12&to_date=2026-01-12')).toEqual([
    ['2026-01-12', '2026-01-12', 1, 0, 1, 0],
  ])
  const none = await read('from_date=2025-01-01&to_date=2025-01-31')
  expect(none.rows).toEqual([])
  expect(none.total).toMatchObject({ orders: 0, kept: 0, late_median: null, error_p90: null })
})

test('what was sent later is judged by when it was done', async () => {
  const late = { promised: '03-02 11:00', done: '03-02 11:05' }
  const fetched = { ...late, pickup: true, ready: '03-02 11:05' }
  const [delivered, ready, undone] = [await make(late), await make(fetched), await make(late)]
  const hand = (order: string, at: string, happened_at: string | null) => api.db`
    insert into order_history (order_id, at, happened_at, from_status, to_status)
    values (${order}, ${at}, ${happened_at}, 'out-for-delivery', 'delivered')`
  await hand(delivered, '2026-03-02T11:05:00Z', '2026-03-02T10:42:00Z')
  await api.db`update order_history set happened_at = '2026-03-02T10:50:00Z' where order_id = ${ready} and is_ready`
  // Reopened, and delivered again.
  await hand(undone, '2026-03-02T10:45:00Z', '2026-03-02T10:40:00Z')
  await hand(undone, '2026-03-02T11:05:00Z', null)
  await api.db`
    insert into order_history (order_id, at, from_status, to_status, note)
    values (${delivered}, '2026-03-02T12:00:00Z', 'delivered', 'delivered', 'Asks for the same order again')`
  const { total } = await read('from_date=2026-03-01&to_date=2026-03-31')
  expect(total).toMatchObject({ orders: 3, kept: 2, missed: 1, late_median: 5 })
})

test('an order keeps what was proposed when it was taken in, whatever was promised', async () => {
  const proposal = await admin.get('/api/promises/proposal/?sides=2&color=false&pickup=true')
  const { id: user } = await buildUser(api.db)
  const order = { user, title: 'Posters', pickup: true, promised_at: '2031-02-03T10:30:00+05:30' }
  const made = await admin.post('/api/all-orders/', orderForm(order, { 'a.pdf': await makePdf(2) }))
  expect(made.statusCode).toBe(201)
  const [kept] = await api.db<[{ proposed_at: string }]>`
    select proposed_at from orders where id = ${made.json<Order>().id}`
  // They were said at two moments, which may lie in two quarters of an hour.
  const passed = Date.parse(kept.proposed_at) - Date.parse(proposal.json().promised_at)
  expect([0, 900_000]).toContain(passed)
  // What is changed later is measured by it still.
  await admin.patch(`/api/all-orders/${made.json<Order>().id}/`, { promised_at: null })
  const [same] = await api.db<[{ proposed_at: string }]>`
    select proposed_at from orders where id = ${made.json<Order>().id}`
  expect(same).toEqual(kept)
})

test('who sees production sees them, and nobody else; too long a range is refused', async () => {
  const asClerk = async (abilities: Parameters<typeof buildClerk>[1]) => {
    const { id } = await buildClerk(api.db, abilities)
    return (await api.withToken(await openSession(api.db, id)).get('/api/promises/kept/')).statusCode
  }
  expect(await asClerk(['prices'])).toBe(200)
  expect(await asClerk(['orders', 'floor'])).toBe(403)
  expect((await api.as('staff').get('/api/promises/kept/')).statusCode).toBe(403)
  const wrong = [
    'from_date=2026-01-02&to_date=2026-01-01',
    'from_date=2020-01-01&to_date=2026-01-01',
    'by=day',
  ]
  for (const query of wrong) expect((await admin.get(`/api/promises/kept/?${query}`)).statusCode).toBe(400)
})
