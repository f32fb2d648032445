import type { Order } from '@our-print/contract/orders/orders.ts'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob, finishJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { cancelWaiting } from './changeJobs.queries.ts'

// What an order says of its printing. That it follows the rule for "fully printed": ../production/fullyPrinted.test.ts.

const api = useApi()
const admin = api.as('admin')
afterAll(() => expectInvariantsHold(api.db))

const read = async (id: string) => (await admin.get(`/api/all-orders/${id}/`)).json<Order>()
const listed = async (query: string) =>
  (await admin.get(`/api/all-orders/?limit=100&${query}`)).json().results.map(({ id }: Order) => id)

test('it follows the end of each job, its waste and its reprint, and keeps its version', async () => {
  const { id, version } = await buildOrder(api.db)
  const printed = async () => (await read(id)).printed
  expect(await printed()).toBe('none')
  const job = await buildPrintJob(api.db, { order: id, state: 'printing' })
  expect(await printed()).toBe('none')
  // Cancelled after the first of three sides.
  await finishJob(api.db, job.id, 1, 'cancelled')
  expect(await printed()).toBe('part')
  const rest = await buildPrintJob(api.db, { order: id, first_impression: 2, impressions_done: 2 })
  expect(await printed()).toBe('all')
  await api.db`update print_jobs set version = version + 1, impressions_wasted = 1 where id = ${rest.id}`
  expect(await printed()).toBe('part')
  await buildPrintJob(api.db, { order: id, first_impression: 3, impressions_done: 1 })
  expect(await read(id)).toMatchObject({ printed: 'all', version })
})

test('a job that printed nothing changes nothing', async () => {
  const { id } = await buildOrder(api.db)
  await finishJob(api.db, (await buildPrintJob(api.db, { order: id, state: 'printing' })).id, 0, 'failed')
  expect((await read(id)).printed).toBe('none')
  await buildPrintJob(api.db, { order: id })
  expect((await read(id)).printed).toBe('all')
})

test('lists are filtered and sorted by it, and open pages are told', async () => {
  const [none, part, all] = await Promise.all(
    [0, 2, 3].map(async (sides) => {
      const { id } = await buildOrder(api.db, { title: 'Sides' })
      if (sides > 0) await buildPrintJob(api.db, { order: id, impressions_done: sides })
      return id
    }),
  )
  const sorted = [none, part, all]
  expect(await listed('query=sides&ordering=printed')).toEqual(sorted)
  expect(await listed('query=sides&ordering=-printed')).toEqual(sorted.toReversed())
  for (const [at, printed] of ['none', 'part', 'all'].entries()) {
    expect(await listed(`query=sides&printed=${printed}`)).toEqual([sorted[at]])
    expect(await listed(`printed=${printed}`)).toContain(sorted[at])
  }
  const told = await api.db<{ record: string }[]>`
    select record from event_queue where name = 'order.printed' union all select record from events where name = 'order.printed'`
  expect(told.map(({ record }) => record)).toEqual(expect.arrayContaining([part, all]))
})

test('it is counted again with everything else', async () => {
  const { id } = await buildOrder(api.db)
  await buildPrintJob(api.db, { order: id })
  await api.db`update orders set printed = 'none' where id = ${id}`
  await api.db`select recount_production()`
  expect((await read(id)).printed).toBe('all')
})

test('an order that is cancelled while its job ends neither waits for ever nor loses anything', async () => {
  for (let time = 0; time < 5; time++) {
    const { id } = await buildOrder(api.db)
    const job = await buildPrintJob(api.db, { order: id, state: 'queued' })
    const replies = await Promise.all([
      admin.post(`/api/print-jobs/${job.id}/cancel/`, {}),
      admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Changed their mind' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode).filter((code) => code >= 500)).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'cancelled', printed: 'none' })
  }
})

test.each<[string, (job: string) => PromiseLike<unknown>]>([
  ['cancelled', (job) => admin.post(`/api/print-jobs/${job}/cancel/`, {})],
  ['undone', (job) => cancelWaiting(api.db, [job])],
  ['failed', (job) => finishJob(api.db, job, 0, 'failed')],
])('what a reprint replaces is good again where it is %s before it printed anything', async (_, stop) => {
  const { id: printer } = await buildPrinter(api.db)
  const { id } = await buildOrder(api.db)
  const act = (job: string, action: string, body?: object) =>
    admin.post(`/api/print-jobs/${job}/${action}/`, body)
  const sums = async () => (await admin.get(`/api/print-jobs/of-order/${id}/`)).json()
  const job = await buildPrintJob(api.db, { order: id, printer })
  const again = (await act(job.id, 'reprint', { reason: 'Folded' })).json().id
  expect([(await read(id)).printed, await sums()]).toMatchObject(['none', { impressions_wasted: 3 }])
  await stop(again)
  expect(await sums()).toMatchObject({ impressions_good: 3, impressions_wasted: 0, impressions_open: 0 })
  expect((await read(id)).printed).toBe('all')
  await expectInvariantsHold(api.db)
  // Who wants it again after all replaces it again, once.
  const retried = await act(again, 'retry')
  expect([retried.statusCode, retried.json()]).toMatchObject([
    200,
    { impressions_total: 3, reprint_of: again },
  ])
  expect((await act(again, 'retry')).json().code).toBe('nothing_missing')
  await finishJob(api.db, retried.json().id, 3)
  expect(await sums()).toMatchObject({ impressions_good: 3, impressions_wasted: 3 })
  expect((await act(again, 'retry')).json().code).toBe('nothing_missing')
})
