import { mostOnFloor } from '@our-print/contract/printing/floor.ts'
import { beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildOrders } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'

const api = useApi()
const admin = api.as('admin')

beforeEach(() => api.db`truncate orders, printers cascade`)

type Column = {
  printer: { name: string } | null
  orders: { id: string; title: string; job: object | null }[]
}
const floor = async () => (await admin.get('/api/floor/')).json<{ columns: Column[]; has_more: boolean }>()
const titles = async () =>
  (await floor()).columns.map(({ printer, orders }) => [
    printer?.name ?? null,
    ...orders.map(({ title }) => title),
  ])

test('orders to print stand under their printer, the oldest first; what is on a shelf or gone is not there', async () => {
  const created_by = api.people.admin.id
  const [color, bw] = [
    await buildPrinter(api.db, { name: 'Colour', status: { state: 'stopped', message: 'Add paper.' } }),
    await buildPrinter(api.db, { name: 'Black and white' }),
  ]
  const made = (title: string, day: string, status: 'confirmed' | 'assigned' | 'cancelled' = 'confirmed') =>
    buildOrder(api.db, { title, status, created_at: `2026-11-${day}T10:00:00Z` })
  const newest = await made('newest', '20')
  const oldest = await made('oldest', '01')
  await made('middle', '10', 'assigned')
  await made('gone', '02', 'cancelled')
  const printing = await made('printing', '05')
  const done = await made('done', '03')
  const failed = await made('failed', '04')
  const wasted = await made('wasted', '06')
  const job = { created_by, printer: color.id }
  const queued = await buildPrintJob(api.db, { ...job, order: printing.id, state: 'queued' })
  const stopped = await buildPrintJob(api.db, {
    ...job,
    order: printing.id,
    state: 'stopped',
    message: 'Out of paper.',
    impressions_done: 2,
  })
  await buildPrintJob(api.db, { ...job, order: newest.id, printer: bw.id, state: 'held' })
  await buildPrintJob(api.db, { ...job, order: done.id })
  await buildPrintJob(api.db, { ...job, order: failed.id, state: 'failed', message: 'It went away.' })
  await buildPrintJob(api.db, { ...job, order: wasted.id, impressions_wasted: 3 })

  expect(await titles()).toEqual([
    [null, 'oldest', 'failed', 'wasted', 'middle'],
    ['Black and white', 'newest'],
    // What is printed waits below for its shelf.
    ['Colour', 'printing', 'done'],
  ])
  await admin.post('/api/ticket-scans/', { code: done.id, purpose: 'shelf', shelf_place: 'B3' })
  const { columns, has_more } = await floor()
  expect(has_more).toBe(false)
  expect(columns[0]?.orders[0]).toMatchObject({
    id: oldest.id,
    job: null,
    impressions: 3,
    open_jobs: 0,
    waiting_jobs: [],
  })
  expect(columns[0]?.orders[1]?.job).toMatchObject({ state: 'failed', message: 'It went away.' })
  expect(columns[2]).toMatchObject({
    printer: { state: 'stopped', message: 'Add paper.' },
    orders: [
      {
        open_jobs: 2,
        waiting_jobs: [queued.id],
        impressions_printed: 2,
        // The job that needs help.
        job: {
          id: stopped.id,
          number: stopped.number,
          document: 'All files',
          state: 'stopped',
          impressions: 3,
          impressions_done: 2,
        },
      },
    ],
  })
})

test('what waits for a printer that was deactivated says so, as that does, whatever it said last', async () => {
  const printer = await buildPrinter(api.db, { name: 'Off', status: { state: 'idle', message: '' } })
  const job = { created_by: api.people.admin.id, printer: printer.id }
  const { order } = await buildPrintJob(api.db, { ...job, state: 'queued' })
  const read = async () => [
    (await floor()).columns.find((column) => column.printer)?.printer,
    (await floor()).columns[1]?.orders[0]?.job,
    (await admin.get(`/api/print-jobs/?order=${order}`)).json().results[0],
  ]
  expect(await read()).toMatchObject([{ state: 'idle', message: '' }, { message: null }, { message: null }])
  await api.db`update printers set version = version + 1, is_active = false`
  const message = 'Its printer is deactivated. Activate it, or move the job to another one.'
  expect(await read()).toMatchObject([{ state: 'stopped', message: 'Deactivated' }, { message }, { message }])
})

test('an order that was changed has no job yet: it prints as it is now', async () => {
  const { id } = await buildOrder(api.db, { status: 'confirmed' })
  const printer = (await buildPrinter(api.db)).id
  const created_by = api.people.admin.id
  await buildPrintJob(api.db, {
    created_by,
    printer,
    order: id,
    state: 'cancelled',
    reasons: ['order-changed'],
  })
  const { columns } = await floor()
  expect(columns[0]?.orders).toMatchObject([{ id, job: null, open_jobs: 0 }])
})

test('of many orders the oldest are listed, and it says that there are more', async () => {
  const ids = await buildOrders(api.db, mostOnFloor.waiting + 5)
  const { columns, has_more } = await floor()
  expect(has_more).toBe(true)
  expect(columns[0]?.orders.map(({ id }) => id)).toEqual(ids.slice(0, mostOnFloor.waiting))
})

test('only super admins see the floor', async () => {
  expect((await api.as('staff').get('/api/floor/')).statusCode).toBe(403)
})
