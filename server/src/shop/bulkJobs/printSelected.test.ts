import type { PrintJob, PrintResult } from '@our-print/contract/printing/printJobs.ts'
import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildClerk } from '../../../test/build.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../../test/printers/printing.ts'
import { createLogger } from '../../app/start/logger.ts'
import { runBulkJobs } from './runBulkJobs.ts'

const api = useApi()
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
const runAll = () => runBulkJobs(api.db, silent, { isHeld: () => true, signal: new AbortController().signal })
const build = (pages = [1]) => buildPrintedOrder(api.db, api.resources.storage, { pages })

type Reply = { results: PrintResult[]; bulk_job: string | null }
const print = async (body: object, as: Pick<typeof admin, 'post'> = admin): Promise<Reply> =>
  (await as.post('/api/print-jobs/', body)).json()
const job = async (id: string | null): Promise<BulkJob> => (await admin.get(`/api/bulk-jobs/${id}/`)).json()
const records = async (id: string | null) =>
  (await admin.get(`/api/bulk-jobs/${id}/records/?limit=100`)).json().results
const stateOf = async (id: string | undefined) =>
  (await admin.get(`/api/print-jobs/${id}/`)).json<PrintJob>().state

async function undo(id: string | null): Promise<BulkJob> {
  const reply = await admin.post(`/api/bulk-jobs/${id}/undo/`)
  expect(reply.statusCode).toBe(201)
  await runAll()
  return job(reply.json<BulkJob>().id)
}

let printer: string
beforeEach(async () => {
  await api.db`truncate print_jobs cascade`
  await api.db`delete from printers`
  printer = (await buildPrinter(api.db, { name: 'Laser' })).id
})

test('30 orders print by one request; one that cannot is named, and the undo cancels what has not begun', async () => {
  const orders = await Promise.all(Array.from({ length: 30 }, (_, at) => build(at === 0 ? [1, 2] : [1])))
  const [first, second, cancelled] = orders
  await admin.patch(`/api/all-orders/${cancelled?.id}/`, { status: 'cancelled', note: 'No' })
  const { results, bulk_job } = await print({ orders: orders.map(({ id }) => id) })
  expect(results.filter(({ ok }) => !ok)).toMatchObject([{ number: cancelled?.number, code: 'cancelled' }])
  const jobs = results.flatMap((result) => result.jobs)
  expect(jobs).toHaveLength(30)
  expect(await job(bulk_job)).toMatchObject({
    kind: 'print_job',
    action: 'print',
    status: 'done',
    total: 31,
    changed: 30,
    refused: 1,
    can_undo: true,
  })
  expect(await records(bulk_job)).toContainEqual(
    expect.objectContaining({ name: String(cancelled?.number), message: 'The order is cancelled.' }),
  )
  expect(await records(bulk_job)).toContainEqual(
    expect.objectContaining({ name: `${first?.number}, Part 2.pdf`, outcome: 'changed' }),
  )

  const begun = jobs.find(({ order }) => order === second?.id)?.id ?? ''
  await api.db`update print_jobs set version = version + 1, state = 'printing' where id = ${begun}`
  expect(await undo(bulk_job)).toMatchObject({ total: 30, changed: 29, refused: 1, status: 'done' })
  expect([await stateOf(begun), await stateOf(jobs[0]?.id)]).toEqual(['printing', 'cancelled'])
  // What was cancelled prints again.
  expect((await print({ orders: [first?.id] })).results).toMatchObject([{ ok: true }])
})

test('a double press prints nothing twice', async () => {
  const orders = await Promise.all([build(), build(), build()])
  const ids = orders.map(({ id }) => id)
  const replies = await Promise.all([print({ orders: ids }), print({ orders: ids })])
  const jobs = replies.flatMap(({ results }) => results.flatMap((result) => result.jobs))
  expect(jobs.map(({ order }) => order).toSorted()).toEqual(ids.toSorted())
  expect(replies.filter(({ bulk_job }) => bulk_job !== null)).toHaveLength(1)
})

test('what is counted by hand, or refused, leaves nothing to undo', async () => {
  const { id } = await build()
  expect((await print({ orders: [id], by_hand: true })).bulk_job).toBeNull()
  expect((await print({ orders: [id], printer })).bulk_job).toBeNull()
})

test('a print operator undoes what they printed; who only tags customers does not see it', async () => {
  const as = async (...abilities: Parameters<typeof buildClerk>[1]) =>
    api.withToken(await openSession(api.db, (await buildClerk(api.db, abilities)).id))
  const [operator, other] = [await as('floor'), await as('customers')]
  const { bulk_job, results } = await print({ orders: [(await build()).id] }, operator)
  expect((await other.post(`/api/bulk-jobs/${bulk_job}/undo/`)).statusCode).toBe(404)
  expect((await operator.get('/api/bulk-jobs/')).json().results).toContainEqual(
    expect.objectContaining({ id: bulk_job }),
  )
  expect((await other.get('/api/bulk-jobs/')).json().results).not.toContainEqual(
    expect.objectContaining({ id: bulk_job }),
  )
  expect((await operator.post(`/api/bulk-jobs/${bulk_job}/undo/`)).statusCode).toBe(201)
  await runAll()
  expect(await stateOf(results[0]?.jobs[0]?.id)).toBe('cancelled')
})

test('a job ticket is in front as the configuration says, unless the request says otherwise', async () => {
  const covers = async (more: object = {}) =>
    (await print({ orders: [(await build()).id], ...more })).results[0]?.jobs.map(({ cover }) => cover)
  expect(await covers()).toEqual([false])
  const configuration = (await admin.get('/api/configurations')).json()
  await admin.put('/api/configurations', { ...configuration, job_tickets: true })
  expect([await covers(), await covers({ cover: false })]).toEqual([[true], [false]])
  await admin.put('/api/configurations', { ...configuration, version: configuration.version + 1 })
})
