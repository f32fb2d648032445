import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../../test/printers/printing.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { drawCover } from './coverPage.ts'
import * as queue from './printerQueue.queries.ts'

// What the runner of a printer takes, and what it may still change.

const api = useApi()
const { db } = api
const runner = randomUUID()

beforeEach(() => db`truncate print_jobs cascade`)

type Fields = Record<string, string | number | null>

/** A job of this runner at a printer, with these columns. */
async function build(printer: string, fields: Fields = {}) {
  const { id } = await buildPrintJob(db, { printer, state: 'sending', impressions: 6 })
  await db`update print_jobs set version = version + 1, ${db({ runner, ...fields })} where id = ${id}`
  return { id, runner }
}
const read = async ({ id }: { id: string }) => (await db`select * from print_jobs where id = ${id}`)[0]
const soon = () => new Date(Date.now() + 60_000).toISOString()
const now = () => new Date().toISOString()
const newPrinter = async (is_active = true) => (await buildPrinter(db, { is_active })).id

test.each<[string, boolean, boolean, Fields]>([
  ['has a job that waits', true, true, { state: 'queued' }],
  ['has a job that waits for later', false, true, { state: 'queued', next_try_at: soon() }],
  ['has a job that is held', false, true, { state: 'held' }],
  ['prints', true, true, { state: 'printing' }],
  ['is out of use and prints', true, false, { state: 'printing' }],
  ['is out of use, and its jobs wait', false, false, { state: 'queued' }],
])('a printer that %s is due: %s', async (_, isDue, isActive, fields) => {
  const printer = await newPrinter(isActive)
  await build(printer, fields)
  expect(await queue.findDuePrinters(db)).toEqual(isDue ? [printer] : [])
})

describe('a runner takes', () => {
  const claim = async (printer: string) => (await queue.claim(db, printer, runner))?.id

  test('the oldest job that waits, one at a time', async () => {
    const printer = await newPrinter()
    const [first, second] = [
      await build(printer, { state: 'queued' }),
      await build(printer, { state: 'queued' }),
    ]
    expect([await claim(printer), await claim(printer)]).toEqual([first.id, undefined])
    await queue.finish(db, first, { ...ended, state: 'done' })
    expect(await claim(printer)).toBe(second.id)
  })

  test('the one first that was moved to the front last, and only while it waits', async () => {
    const printer = await newPrinter()
    const [first, second, third] = [
      await build(printer, { state: 'queued' }),
      await build(printer, { state: 'queued' }),
      await build(printer, { state: 'held' }),
    ]
    const front = async ({ id }: { id: string }) =>
      (await api.as('admin').post(`/api/print-jobs/${id}/front/`)).statusCode
    expect([await front(third), await front(second)]).toEqual([200, 200])
    expect(await queue.findDuePrinters(db)).toContain(printer)
    // The one that is held stays so.
    expect(await claim(printer)).toBe(second.id)
    expect(await front(second)).toBe(409)
    await queue.finish(db, second, { ...ended, state: 'done' })
    expect(await claim(printer)).toBe(first.id)
  })

  test('two who move jobs to the front at once: one is before the other', async () => {
    const printer = await newPrinter()
    const jobs = []
    for (let at = 0; at < 4; at++) jobs.push(await build(printer, { state: 'queued' }))
    await Promise.all(jobs.map(({ id }) => api.as('admin').post(`/api/print-jobs/${id}/front/`)))
    const rows = await db<
      { priority: number }[]
    >`select priority from print_jobs where printer_id = ${printer}`
    expect(rows.map(({ priority }) => priority).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['server-error', true],
    ['unreachable', false],
  ])('the next job where the first one waits because of %s: %s', async (reason, isNext) => {
    const printer = await newPrinter()
    const first = await build(printer, { state: 'queued' })
    const second = await build(printer, { state: 'queued' })
    await build(printer, { state: 'queued' })
    expect(await claim(printer)).toBe(first.id)
    await queue.postpone(db, first, reason, 'It is tried again.')
    expect(await queue.findDuePrinters(db)).toEqual(isNext ? [printer] : [])
    expect(await claim(printer)).toBe(isNext ? second.id : undefined)
    // Its turn comes again before all others.
    await queue.finish(db, second, { ...ended, state: 'done' })
    await db`update print_jobs set version = version + 1, next_try_at = now() where id = ${first.id}`
    expect(await claim(printer)).toBe(first.id)
  })

  test('nothing of a printer out of use, and nothing before its time', async () => {
    const [retired, waiting] = [await newPrinter(false), await newPrinter()]
    await build(retired, { state: 'queued' })
    await build(waiting, { state: 'queued', next_try_at: soon() })
    expect([await claim(retired), await claim(waiting)]).toEqual([undefined, undefined])
  })
})

const ended: queue.End = { state: 'failed', reasons: [], message: null, impressions_done: 1, sheets_done: 1 }

describe('a job', () => {
  test('that a person cancels is not begun any more', async () => {
    const job = await build(await newPrinter(), { cancel_asked_at: now() })
    expect([
      await queue.beginCover(db, job),
      await queue.beginTry(db, job),
      await queue.beginDocument(db, job, 7),
    ]).toEqual([false, undefined, false])
  })

  test('is begun with the number of its try, and is sent with its document', async () => {
    const job = await build(await newPrinter(), { tries: 1, ipp_job_id: 5, sent_at: now() })
    expect(await queue.beginCover(db, job)).toBe(true)
    expect(await queue.beginTry(db, job)).toBe(2)
    expect(await read(job)).toMatchObject({
      ipp_job_id: null,
      sent_at: null,
      cover_sent_at: expect.any(String),
    })
    expect(await queue.beginDocument(db, job, 7)).toBe(true)
    expect(await read(job)).toMatchObject({ ipp_job_id: 7, sent_at: expect.any(String) })
  })

  test('of another runner is not touched', async () => {
    const printer = await newPrinter()
    const job = await build(printer)
    const before = await read(job)
    const other = { ...job, runner: randomUUID() }
    expect([
      await queue.beginCover(db, other),
      await queue.beginTry(db, other),
      await queue.beginDocument(db, other, 7),
      await queue.finish(db, other, ended),
      await queue.moveUnprinted(db, other, printer),
      await queue.lockWish(db, other),
    ]).toEqual([false, undefined, false, false, false, undefined])
    await queue.postpone(db, other, 'unreachable', 'It is off.')
    expect(await read(job)).toEqual(before)
  })

  test('counts only more, also at its end', async () => {
    const job = await build(await newPrinter(), { state: 'printing', impressions_done: 4, sheets_done: 4 })
    await queue.saveProgress(db, job, { ...ended, state: 'printing', message: 'Less' })
    expect(await read(job)).toMatchObject({ message: 'Less', impressions_done: 4, sheets_done: 4 })
    await queue.finish(db, job, ended)
    expect(await read(job)).toMatchObject({ state: 'failed', impressions_done: 4, sheets_done: 4 })
  })

  test('that printed something is not given to another printer as a whole', async () => {
    const job = await build(await newPrinter(), { impressions_done: 1 })
    expect(await queue.moveUnprinted(db, job, await newPrinter())).toBe(false)
  })

  test.each([
    ['sending', 0, 'queued'],
    ['sending', 1, 'sending'],
    ['printing', 1, 'stopped'],
  ])('that is %s in try %i is %s after a failure', async (state, tries, after) => {
    const job = await build(await newPrinter(), { state, tries })
    await queue.postpone(db, job, 'unreachable', 'It is off.')
    expect(await read(job)).toMatchObject({ state: after, reasons: ['unreachable'], failures: 1 })
  })

  test.each([
    [0, 1],
    [3, 8],
    [5, 30],
    [40, 30],
  ])('that failed %i times is tried again after %i seconds', async (failures, seconds) => {
    const job = await build(await newPrinter(), { failures })
    const [row] = await db.begin(async (tx) => {
      await queue.postpone(tx, job, 'unreachable', 'It is off.')
      return tx`select extract(epoch from next_try_at - now())::float8 as pause from print_jobs where id = ${job.id}`
    })
    expect(row).toEqual({ pause: seconds })
  })
})

test('a ticket says which of the files it is for, and how many there are to print', async () => {
  const order = await buildPrintedOrder(db, api.resources.storage, { pages: [1, 1] })
  const tickets = []
  for (const file of order.files) {
    const { id } = await buildPrintJob(db, { order: order.id, file, impressions: 1 })
    tickets.push(await queue.findTicket(db, id))
  }
  expect(tickets).toMatchObject([
    { place: 1, files: 2, file: 'Part 1.pdf', promised: null },
    { place: 2, files: 2, file: 'Part 2.pdf' },
  ])
})

test('a ticket says until when its order is promised, by the clock of the shop', async () => {
  const order = await buildPrintedOrder(db, api.resources.storage)
  await db`update orders set version = version + 1, promised_at = '2026-11-25T11:30:00Z' where id = ${order.id}`
  const { id } = await buildPrintJob(db, { order: order.id })
  const ticket = await queue.findTicket(db, id)
  expect(ticket).toMatchObject({ promised: 'Wed 25 Nov, 17:00' })
  const cover = drawCover(
    ticket,
    { number: 1, copies: 1, paper_size: 'A4' },
    'https://print.test/print/1',
    'en',
  )
  expect(await textOfPdf(await buffer(cover))).toContain('Promised for Wed 25 Nov, 17:00')
})
