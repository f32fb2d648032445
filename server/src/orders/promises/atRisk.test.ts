import type { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { readOpening } from './measure.queries.ts'
import { proposePromise } from './proposePromise.ts'
import { workingTime } from './workingTime.ts'

const api = useApi()
const admin = api.as('admin')
const minute = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString()
const listed = async (query: string, path = '/api/all-orders/') => {
  const reply = await admin.get(`${path}?limit=100&${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<{ results: Order[] }>().results.map(({ id }) => id)
}

type Built = {
  color: 'bw' | 'color'
  pickup: boolean
  copies: number
  status: 'confirmed' | 'assigned' | 'out-for-delivery'
  /** Of three sides a copy. */
  good: number
  promised: number | null
  is_ready?: boolean
  printed?: number
}

/** An order of three pages, of whose copies some are printed. */
async function build({ status, pickup, ...order }: Built, age: number): Promise<string> {
  const { id } = await buildOrder(api.db, { status, pickup, created_at: inMinutes(-age) })
  await api.db`
    update orders set version = version + 1, color = ${order.color}, copies = ${order.copies},
      promised_at = ${order.promised === null ? null : new Date(order.promised).toISOString()},
      is_ready = ${order.is_ready ?? false} where id = ${id}`
  if (order.good > 0)
    await api.db`
      insert into print_jobs (order_id, state, copies, duplex, color, paper_size, impressions, impressions_done, created_by, finished_at)
      values (${id}, 'done', ${order.copies}, false, 'bw', 'A4', 3, ${order.good}, ${api.people.admin.id},
        ${new Date(order.printed ?? Date.now()).toISOString()})`
  await api.db`select keep_printed(${[id]})`
  return id
}

/** Two printers, one in colour, with six jobs each of 300 sides in ten and in twenty minutes. */
async function buildPrinters() {
  const { id } = await buildOrder(api.db, { status: 'cancelled' })
  for (const [name, color, minutes] of [
    ['Grey', false, 10],
    ['Bright', true, 20],
  ] as const)
    await api.db`
      with p as (insert into printers (name, uri, prints_color) values (${name}, ${`ipp://192.0.2.7/${name}`}, ${color}) returning id)
      insert into print_jobs (order_id, printer_id, state, copies, duplex, color, paper_size, impressions, impressions_done,
        created_by, sent_at, finished_at)
      select ${id}, p.id, 'done', 100, false, 'bw', 'A4', 3, 300, ${api.people.admin.id},
        now() - ${minutes}::int * interval '1 minute', now() from p, generate_series(1, 6)`
  return { grey: { jobs: 6, sides: 1_800, minutes: 60 }, bright: { jobs: 6, sides: 1_800, minutes: 120 } }
}

test('orders at risk are those that a plain computation finds', async () => {
  const { grey, bright } = await buildPrinters()
  const { time_zone, ...opening } = await readOpening(api.db)
  const time = workingTime(opening, time_zone)
  // The newest is taken in first; each fourth is promised within the hour, and so is printed first.
  const now = Date.now()
  const orders: Built[] = Array.from({ length: 60 }, (_, nth) => {
    const copies = 20 + ((nth * 37) % 90)
    const status = nth % 7 === 0 ? 'out-for-delivery' : nth % 2 === 0 ? 'confirmed' : 'assigned'
    const pickup = nth % 3 === 0 && status !== 'out-for-delivery'
    const promised =
      nth % 5 === 0
        ? null
        : nth % 4 === 0
          ? now + ((nth % 55) + 2) * minute
          : time.add(now, 60 + ((nth * 71) % 1_300))
    return {
      color: nth % 3 === 1 ? 'color' : 'bw',
      pickup,
      copies,
      status,
      good: nth % 6 === 0 ? copies * 3 : nth % 6 === 1 ? copies : 0,
      promised: nth % 17 === 0 ? now - 60 * minute : promised,
      is_ready: pickup && nth % 9 === 0,
      printed: now - ((nth * 13) % 500) * minute,
    }
  })
  const built: (Built & { id: string; age: number })[] = []
  for (const [age, order] of orders.entries()) built.push({ ...order, age, id: await build(order, age) })

  const waits = ({ status, good, copies }: Built) => status !== 'out-for-delivery' && good < copies * 3
  const isSoon = ({ promised }: Built) => promised !== null && promised < Date.now() + 60 * minute
  const queue = built
    .filter((order) => waits(order) && !order.is_ready)
    .toSorted(
      (a, b) =>
        Number(isSoon(b)) - Number(isSoon(a)) ||
        (isSoon(a) ? (a.promised ?? 0) - (b.promised ?? 0) : b.age - a.age),
    )
  const left = ({ copies, good }: Built) => copies * 3 - good
  const wanted = built
    .filter((order) => {
      if (order.promised === null || order.promised < Date.now() || order.is_ready) return false
      const measured = { printers: order.color === 'bw' ? [grey, bright] : [bright], endings: [] }
      if (!waits(order)) {
        const printed = order.good > 0 ? (order.printed ?? 0) : Date.now()
        return Math.max(Date.now(), time.add(printed, 120)) > order.promised
      }
      const before = queue.slice(0, queue.indexOf(order))
      const waiting = before
        .filter(({ color }) => order.color === 'bw' || color === 'color')
        .reduce((sum, one) => sum + left(one), 0)
      return proposePromise(Date.now(), left(order), { waiting, ...measured }, time).median > order.promised
    })
    .map(({ id }) => id)

  const found = await listed('due=at_risk')
  expect(found.toSorted()).toEqual(wanted.toSorted())
  const judged = built.filter(({ promised }) => promised !== null && promised > now)
  expect(found.length).toBeGreaterThan(8)
  expect(found.length).toBeLessThan(judged.length - 8)

  // Every list, its count, its search, its export and the one of a staff user has them.
  const named = built.filter(({ id }) => found.includes(id))
  const ofStatus = (status: string) => named.filter((one) => one.status === status).map(({ id }) => id)
  expect((await listed('due=at_risk&status=assigned')).toSorted()).toEqual(ofStatus('assigned').toSorted())
  expect(await listed('due=at_risk&status=delivered')).toEqual([])
  expect(await listed('due=at_risk&order_type=subscription')).toEqual([])
  expect((await listed('due=at_risk&query=thesis')).toSorted()).toEqual(found.toSorted())
  expect((await admin.get('/api/all-orders/?due=at_risk&limit=1')).json().count).toBe(found.length)
  const exported = await admin.get('/api/all-orders/?due=at_risk&format=csv')
  expect(exported.body.trim().split('\n')).toHaveLength(found.length + 1)
  const [one] = await api.db<[{ id: string; assigned_user: string }]>`
    select id, assigned_user from orders where id = any(${ofStatus('assigned')}) limit 1`
  expect(await listed(`due=at_risk&assigned_user=${one.assigned_user}`, '/api/my_orders/')).toEqual([one.id])

  // Many are changed at once as they are listed.
  const job = await admin.post('/api/all-orders/bulk-jobs/?due=at_risk', {
    count: found.length,
    promised_at: inMinutes(60 * 24 * 30),
  })
  expect(job.statusCode).toBe(201)
  expect(job.json()).toMatchObject({ total: found.length })
})
