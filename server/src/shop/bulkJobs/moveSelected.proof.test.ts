import type { Order } from '@our-print/contract/orders/orders.ts'
import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { address, buildClerk, buildOrder, buildOrders, buildStaff } from '../../../test/build.ts'
import { createLogger } from '../../app/start/logger.ts'
import { runBulkJobs } from './runBulkJobs.ts'

const api = useApi()
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
const runAll = () => runBulkJobs(api.db, silent, { isHeld: () => true, signal: new AbortController().signal })

type Reply = { results: { ok: boolean }[]; bulk_job: string | null }
const move = async (body: object, as: Pick<typeof admin, 'post'> = admin): Promise<Reply> =>
  (await as.post('/api/all-orders/bulk/', body)).json()
const job = async (id: string | null): Promise<BulkJob> => (await admin.get(`/api/bulk-jobs/${id}/`)).json()
const statuses = async (ids: string[]) => {
  const rows = await api.db<
    { status: string }[]
  >`select distinct status from orders where id = any(${ids}::uuid[])`
  return rows.map(({ status }) => status)
}

async function undo(id: string | null): Promise<BulkJob> {
  const reply = await admin.post(`/api/bulk-jobs/${id}/undo/`)
  expect(reply.statusCode).toBe(201)
  await runAll()
  return job(reply.json<BulkJob>().id)
}

test.each([1, 30, 500])('%i selected orders are assigned, and undone as a bulk job', async (count) => {
  const ids = await buildOrders(api.db, count, 'Selected')
  const { bulk_job, results } = await move({ ids, assigned_user: api.people.staff.id })
  expect([results.length, await statuses(ids)]).toEqual([count, ['assigned']])
  expect(await job(bulk_job)).toMatchObject({
    status: 'done',
    action: 'update',
    change: { assigned_user: api.people.staff.id },
    total: count,
    changed: count,
    can_undo: true,
  })
  expect(await undo(bulk_job)).toMatchObject({ status: 'done', changed: count, refused: 0 })
  expect(await statuses(ids)).toEqual(['confirmed'])
})

test('a clerk who assigns undoes their own, and a courier has nothing to undo', async () => {
  const person = await buildClerk(api.db, ['assign'])
  const clerk = api.withToken(await openSession(api.db, person.id))
  const ids = await buildOrders(api.db, 2, 'Of a clerk')
  const { bulk_job } = await move({ ids, assigned_user: api.people.staff.id }, clerk)
  expect((await clerk.post(`/api/bulk-jobs/${bulk_job}/undo/`)).statusCode).toBe(201)
  await runAll()
  expect(await statuses(ids)).toEqual(['confirmed'])
  await move({ ids, assigned_user: api.people.staff.id }, clerk)
  const taken = await move({ ids, status: 'out-for-delivery' }, api.as('staff'))
  expect(taken).toMatchObject({ results: [{ ok: true }, { ok: true }], bulk_job: null })
})

test('2,100 that match are undone in the same way', async () => {
  const ids = await buildOrders(api.db, 2_100, 'Quantity')
  const body = { count: ids.length, assigned_user: api.people.staff.id }
  const { id } = (await admin.post('/api/all-orders/bulk-jobs/?query=quantity', body)).json<BulkJob>()
  await runAll()
  expect(await statuses(ids)).toEqual(['assigned'])
  expect(await undo(id)).toMatchObject({ status: 'done', changed: 2_100 })
  expect(await statuses(ids)).toEqual(['confirmed'])
})

test('what was refused, or has changed since, is left as it is', async () => {
  const [first = '', second = '', third = ''] = await buildOrders(api.db, 3, 'Some')
  await admin.patch(`/api/all-orders/${third}/`, { status: 'cancelled', note: 'No' })
  const { bulk_job, results } = await move({
    ids: [first, second, third],
    assigned_user: api.people.staff.id,
  })
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false])
  await admin.patch(`/api/all-orders/${second}/`, { status: 'out-for-delivery' })
  expect(await job(bulk_job)).toMatchObject({ changed: 2, refused: 1 })
  expect(await undo(bulk_job)).toMatchObject({ changed: 1, refused: 1 })
  expect(await statuses([first])).toEqual(['confirmed'])
})

test('promised times and what is ready are changed back, unless the order was changed since', async () => {
  const ids = await buildOrders(api.db, 3, 'Promised')
  const [first = '', second = '', third = ''] = ids
  await api.db`update orders set version = version + 1, pickup = true where id = any(${ids}::uuid[])`
  const earlier = '2026-01-05T10:00:00.000Z'
  await admin.patch(`/api/all-orders/${first}/`, { promised_at: earlier })
  const promised = await move({ ids, promised_at: '2026-01-06T10:00:00.000Z' })
  expect(await job(promised.bulk_job)).toMatchObject({
    changed: 3,
    can_undo: true,
    change: { promised_at: '2026-01-06T10:00:00.000Z' },
  })
  await admin.patch(`/api/all-orders/${third}/`, { title: 'Other' })
  expect(await undo(promised.bulk_job)).toMatchObject({ changed: 2, refused: 1 })
  const times = await Promise.all(
    ids.map(async (id) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>().promised_at),
  )
  expect(times.map((at) => at && new Date(at).toISOString())).toEqual([
    earlier,
    null,
    '2026-01-06T10:00:00.000Z',
  ])

  const ready = await move({ ids: [first, second], is_ready: true })
  expect(await undo(ready.bulk_job)).toMatchObject({ changed: 2, refused: 0 })
  const [{ waiting }] = await api.db<[{ waiting: number }]>`
    select count(*)::int as waiting from orders where id = any(${ids}::uuid[]) and is_ready`
  expect(waiting).toBe(0)
})

test('windows that another time for many ended come back', async () => {
  const [id] = (await buildOrders(api.db, 1, 'In a window')) as [string]
  const window = { window_from: '2031-02-03T10:30:00Z', promised_at: '2031-02-03T11:30:00Z' }
  const read = async () => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
  await admin.patch(`/api/all-orders/${id}/`, window)
  const { bulk_job } = await move({ ids: [id], promised_at: '2031-02-05T11:30:00Z' })
  expect(await read()).toMatchObject({ window_from: null, promised_at: '2031-02-05T11:30:00Z' })
  expect(await undo(bulk_job)).toMatchObject({ changed: 1, refused: 0 })
  expect(await read()).toMatchObject(window)
})

test('a promise for all that match, and what is ready, are undone; who only assigns promises nothing', async () => {
  const ids = await buildOrders(api.db, 3, 'Everything')
  await api.db`update orders set version = version + 1, pickup = false, address = ${api.db.json(address)} where id = ${ids[0] ?? ''}`
  const promised_at = '2027-01-06T10:00:00.000Z'
  const matching = '/api/all-orders/bulk-jobs/?query=everything'
  const assigner = api.withToken(await openSession(api.db, (await buildClerk(api.db, ['assign'])).id))
  expect((await assigner.post(matching, { count: 3, promised_at })).statusCode).toBe(403)

  const promised = (await admin.post(matching, { count: 3, promised_at })).json<BulkJob>()
  await runAll()
  expect(await job(promised.id)).toMatchObject({ changed: 3, change: { promised_at } })
  const { id } = (await assigner.post(`/api/bulk-jobs/${promised.id}/undo/`)).json<BulkJob>()
  await runAll()
  expect(await job(id)).toMatchObject({ changed: 0, refused: 3 })

  const ready = (await admin.post(matching, { count: 3, is_ready: true })).json<BulkJob>()
  await runAll()
  expect(await job(ready.id)).toMatchObject({ changed: 2, refused: 1 })
  expect(await undo(ready.id)).toMatchObject({ changed: 2 })
})

test('a clerk who assigns undoes it as a super admin does', async () => {
  const clerk = api.withToken(await openSession(api.db, (await buildClerk(api.db, ['assign'])).id))
  const ids = await buildOrders(api.db, 3, 'Clerks')
  const { bulk_job } = await move({ ids, assigned_user: api.people.staff.id }, clerk)
  const undone = (await clerk.post(`/api/bulk-jobs/${bulk_job}/undo/`)).json<BulkJob>()
  await runAll()
  expect(await job(undone.id)).toMatchObject({
    changed: 3,
    refused: 0,
    created_by_name: undone.created_by_name,
  })
  expect(await statuses(ids)).toEqual(['confirmed'])
})

test('nothing to undo is no job, and a staff user gets none', async () => {
  const mine = await buildOrder(api.db, { status: 'assigned', assigned_user: api.people.staff.id })
  const other = await buildOrder(api.db, { status: 'assigned', assigned_user: (await buildStaff(api.db)).id })
  const same = await move({ ids: [mine.id], assigned_user: api.people.staff.id })
  expect(same).toMatchObject({ results: [{ ok: true }], bulk_job: null })
  const out = { ids: [mine.id, other.id], status: 'out-for-delivery' }
  expect(await move(out, api.as('staff'))).toMatchObject({
    results: [{ ok: true }, { ok: false }],
    bulk_job: null,
  })
})

test('of two who assign the same orders at once, each order is one’s, and the other is told so', async () => {
  const people = await Promise.all(
    ['Meena Pillai', 'Asha Menon'].map(async (full_name) => ({
      courier: (await buildStaff(api.db, { full_name })).id,
      clerk: api.withToken(await openSession(api.db, (await buildClerk(api.db, ['assign'])).id)),
    })),
  )
  const ids = await buildOrders(api.db, 12, 'Contested')
  const halves = [ids, ids.toReversed()]
  type Answer = { results: { id: string; ok: boolean; code: string | null }[] }
  const answers = await Promise.all(
    people.map(async ({ courier, clerk }, at) => {
      const sent = halves[at] ?? []
      const assigned_users = sent.map(() => null)
      const reply = await clerk.post('/api/all-orders/bulk/', {
        ids: sent,
        assigned_user: courier,
        assigned_users,
      })
      return new Map(reply.json<Answer>().results.map(({ id, code }) => [id, code]))
    }),
  )
  const rows = await api.db<{ id: string; assigned_user: string; given: number }[]>`
    select o.id, o.assigned_user,
      (select count(*)::int from order_history h where h.order_id = o.id and h.to_status = 'assigned') as given
    from orders o where o.id = any(${ids}::uuid[])`
  for (const { id, assigned_user, given } of rows) {
    const told = people.map(({ courier }, at) => [courier === assigned_user, answers[at]?.get(id)])
    expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [false, 'assigned_meanwhile'],
      [true, null],
    ])
    expect(given).toBe(1)
  }
})

test('of two jobs over the same orders, the later one leaves them and names who has them', async () => {
  const [meena, asha] = [await buildStaff(api.db, { full_name: 'Meena Pillai' }), await buildStaff(api.db)]
  const other = api.withToken(
    await openSession(api.db, (await buildStaff(api.db, { is_superuser: true })).id),
  )
  const ids = await buildOrders(api.db, 3, 'Wanted')
  const start = async (by: Pick<typeof admin, 'post'>, assigned_user: string) => {
    const body = { count: ids.length, assigned_user, seen_seconds_ago: 1 }
    return (await by.post('/api/all-orders/bulk-jobs/?query=wanted', body)).json<BulkJob>().id
  }
  const first = await start(admin, meena.id)
  const later = await start(other, asha.id)
  await runAll()
  expect(await job(first)).toMatchObject({ changed: 3, refused: 0 })
  expect(await job(later)).toMatchObject({ changed: 0, refused: 3 })
  const told = (await admin.get(`/api/bulk-jobs/${later}/records/?outcome=refused`)).json()
  expect(told.results).toMatchObject(
    ids.map(() => ({
      code: 'assigned_meanwhile',
      message: 'Somebody gave this order to Meena Pillai meanwhile, so it was left there.',
    })),
  )
  const [{ users }] = await api.db<[{ users: string[] }]>`
    select array_agg(distinct assigned_user) as users from orders where id = any(${ids}::uuid[])`
  expect(users).toEqual([meena.id])
})
