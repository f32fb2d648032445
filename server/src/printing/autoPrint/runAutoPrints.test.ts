import type { Order } from '@our-print/contract/orders/orders.ts'
import type { PrintJob } from '@our-print/contract/printing/printJobs.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildUser } from '../../../test/build.ts'
import { buildPrinter } from '../../../test/buildPrinting.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { createLogger } from '../../app/start/logger.ts'
import { createPreflighter } from '../prepress/preflighter.ts'
import { runAutoPrints } from './runAutoPrints.ts'

const api = useApi()
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
const preflighter = createPreflighter()
afterAll(() => preflighter.close())

const runAll = () => runAutoPrints({ ...api.resources, preflighter }, silent, { isHeld: () => true })

async function configure(change: Partial<Configuration>) {
  const configuration = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...configuration, ...change })).statusCode).toBe(200)
}

async function takeIn(paper_size = 'Letter'): Promise<Order> {
  const user = (await buildUser(api.db)).id
  const order = { user, title: 'Notes', address, paper_size }
  const reply = await admin.post('/api/all-orders/', orderForm(order, { 'notes.pdf': await makePdf(2) }))
  expect(reply.statusCode).toBe(201)
  return reply.json()
}
const jobsOf = async ({ id }: Order) =>
  (await admin.get(`/api/print-jobs/?order=${id}`)).json<{ results: PrintJob[] }>().results
const historyOf = async ({ id }: Order) =>
  ((await admin.get(`/api/all-orders/${id}/`)).json<Order>().history ?? []).filter(
    ({ auto_printed }) => auto_printed !== null,
  )

beforeEach(async () => {
  await api.db`truncate print_jobs, auto_prints cascade`
  await configure({ auto_print: false, auto_printer: null })
  await api.db`delete from printers`
  await buildPrinter(api.db, { name: 'Laser', paper_sizes: ['A4', 'Letter'] })
})

test('off, nothing prints by itself', async () => {
  const order = await takeIn()
  await runAll()
  expect([await jobsOf(order), await historyOf(order)]).toEqual([[], []])
})

test('an order prints once, however many processes look for it, and its history says so', async () => {
  await configure({ auto_print: true })
  const order = await takeIn()
  await Promise.all([runAll(), runAll(), runAll()])
  expect(await jobsOf(order)).toMatchObject([
    { state: 'queued', is_automatic: true, created_by: api.people.admin.id, printer_data: { name: 'Laser' } },
  ])
  expect(await historyOf(order)).toMatchObject([
    { auto_printed: true, by: null, note: '1 print job for Laser' },
  ])
})

test('what a crash left is printed by the next process, and nothing is left of it after', async () => {
  await configure({ auto_print: true })
  const order = await takeIn()
  // A process that dies in its transaction leaves nothing of it.
  await api.db
    .begin(async (tx) => {
      await tx`delete from auto_prints where order_id = ${order.id}`
      throw new Error('Killed')
    })
    .catch(() => {})
  await runAll()
  await runAll()
  expect(await jobsOf(order)).toHaveLength(1)
  expect(await api.db`select from auto_prints`).toHaveLength(0)
})

test('on the printer that the configuration names, and not by itself where that cannot print it', async () => {
  const { id: second } = await buildPrinter(api.db, { name: 'Second', paper_sizes: ['Letter'] })
  await configure({ auto_print: true, auto_printer: second })
  const [letter, a3] = [await takeIn(), await takeIn('A3')]
  await runAll()
  expect(await jobsOf(letter)).toMatchObject([{ printer: second }])
  expect(await jobsOf(a3)).toEqual([])
  // Its pages are Letter, which is a matter for a person before the printer is.
  expect(await historyOf(a3)).toMatchObject([
    { auto_printed: false, note: 'notes.pdf: Pages 1–2: Letter, not A3' },
  ])
})

test('what a person printed or cancelled meanwhile, or switched off, is left alone', async () => {
  await configure({ auto_print: true })
  const [printed, cancelled] = [await takeIn(), await takeIn()]
  await admin.post('/api/print-jobs/', { orders: [printed.id] })
  await admin.patch(`/api/all-orders/${cancelled.id}/`, { status: 'cancelled', note: 'No' })
  await runAll()
  expect(await jobsOf(printed)).toMatchObject([{ is_automatic: false }])
  expect([await jobsOf(cancelled), await historyOf(printed), await historyOf(cancelled)]).toEqual([
    [],
    [],
    [],
  ])
  // It was printed elsewhere while the queue stood.
  const gone = await takeIn()
  await api.db`update orders set version = version + 1, status = 'out-for-delivery', assigned_user = ${api.people.staff.id} where id = ${gone.id}`
  await runAll()
  expect([await jobsOf(gone), await historyOf(gone)]).toEqual([[], []])
  const later = await takeIn()
  await configure({ auto_print: false })
  await runAll()
  expect(await jobsOf(later)).toEqual([])
})

test('an order that is changed while its job waits prints as it is now, unless a person held the job', async () => {
  await configure({ auto_print: true })
  const [changed, held] = [await takeIn(), await takeIn()]
  await runAll()
  const [job] = await jobsOf(held)
  expect((await admin.post(`/api/print-jobs/${job?.id}/hold/`)).statusCode).toBe(200)
  for (const { id } of [changed, held])
    expect((await admin.patch(`/api/all-orders/${id}/`, { copies: 2 })).statusCode).toBe(200)
  await runAll()
  await runAll()
  const states = async (order: Order) =>
    (await jobsOf(order))
      .map(
        ({ state, copies, is_automatic }) =>
          `${state} ${copies} ${is_automatic ? 'by itself' : 'by a person'}`,
      )
      .toSorted()
  expect(await states(changed)).toEqual(['cancelled 1 by itself', 'queued 2 by itself'])
  expect(await states(held)).toEqual(['cancelled 1 by itself'])
})

test('no printer that can print now: a person decides', async () => {
  await api.db`delete from printers`
  await configure({ auto_print: true })
  const order = await takeIn()
  await runAll()
  expect(await historyOf(order)).toMatchObject([
    { auto_printed: false, note: 'No printer can print it now.' },
  ])
})

test('an unknown printer is refused by the configuration', async () => {
  const configuration = (await admin.get('/api/configurations')).json<Configuration>()
  const reply = await admin.put('/api/configurations', {
    ...configuration,
    auto_printer: '01900000-0000-7000-8000-0000000000ff',
  })
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'auto_printer'])
})
