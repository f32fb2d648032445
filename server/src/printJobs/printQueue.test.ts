import type { PrintJob, PrintResult } from '@our-print/contract/printing/printJobs.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildPrinter } from '../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../test/printers/printing.ts'
import { startTestPrinter, type TestPrinter } from '../../test/printers/testPrinter.ts'
import { until } from '../../test/until.ts'
import { createBoss } from '../queue/boss.ts'
import { createLogger } from '../start/logger.ts'
import { createPrintQueue } from './runPrintQueue.ts'

// Jobs in the queue, printed by the test printer.

const api = useApi()
const admin = api.as('admin')
const url = '/api/print-jobs/'
const closing: (() => unknown)[] = []

let printer: TestPrinter
let laser: string

beforeEach(async () => {
  // What production and stock keep of them goes, too.
  await api.db`truncate print_jobs, print_job_counts, print_job_count_deltas cascade`
  await api.db`delete from printers`
  printer = await usePrinter()
  laser = (await buildPrinter(api.db, { name: 'Laser', uri: printer.uri })).id
  runQueue()
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function usePrinter() {
  const started = await startTestPrinter()
  closing.push(() => started.close())
  return started
}

/** What a server process does by itself. */
function runQueue() {
  const log = createLogger('error', process.stderr)
  const boss = createBoss(api.db, log)
  const queue = createPrintQueue({ boss, dependencies: api.resources, log, pollSeconds: 0.02 })
  const state = { isOpen: true }
  const loop = (async () => {
    while (state.isOpen) {
      await queue.start()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  closing.push(async () => {
    state.isOpen = false
    await loop
    await queue.stop()
    await boss.close()
  })
}

const order = (fields?: Parameters<typeof buildPrintedOrder>[2]) =>
  buildPrintedOrder(api.db, api.resources.storage, fields)

async function print(id: string, more: object = {}): Promise<PrintJob> {
  const reply = await admin.post(url, { orders: [id], printer: laser, ...more })
  expect([reply.statusCode, reply.json().results?.[0]]).toMatchObject([201, { ok: true }])
  const [job] = reply.json<{ results: PrintResult[] }>().results[0]?.jobs ?? []
  if (!job) throw new Error('No job was made')
  return job
}

const get = async (id: string) => (await admin.get(`${url}${id}/`)).json<PrintJob>()
const isIn = (id: string, ...states: PrintJob['state'][]) =>
  until(`job is ${states.join(' or ')}`, async () => states.includes((await get(id)).state))
const isStopped = (id: string, after: number) =>
  until(`job is stopped after ${after}`, async () => {
    const { state, impressions_done } = await get(id)
    return state === 'stopped' && impressions_done === after
  })
const act = (id: string, action: string, body?: object) => admin.post(`${url}${id}/${action}/`, body)
/** What came out of the printer: sides, of jobs that have a document. */
const printed = (from = printer) => from.jobs().filter(({ document }) => document)

test('an order is printed file by file, as it says, and counted', async () => {
  const { id } = await order({ pages: [4, 3], copies: 2, color: 'color', sides: 'double' })
  const reply = await admin.post(url, { orders: [id], printer: laser })
  const jobs = reply.json<{ results: PrintResult[] }>().results[0]?.jobs ?? []
  expect(jobs.map(({ state, impressions_total }) => [state, impressions_total])).toEqual([
    ['queued', 8],
    ['queued', 6],
  ])
  for (const job of jobs) await isIn(job.id, 'done')
  expect(printed()).toMatchObject([
    {
      name: `Our Print ${jobs[0]?.id}`,
      copies: 2,
      sides: 'two-sided-long-edge',
      colorMode: 'color',
      media: 'iso_a4_210x297mm',
      impressions: 8,
      sheets: 4,
    },
    { copies: 2, impressions: 6, sheets: 4 },
  ])
  expect(await get(jobs[1]?.id ?? '')).toMatchObject({
    state: 'done',
    impressions_done: 6,
    sheets_done: 4,
    message: null,
    document: 'Part 2.pdf',
  })
  expect((await admin.get(`${url}of-order/${id}/`)).json()).toEqual({
    order: id,
    impressions: 14,
    impressions_good: 14,
    impressions_wasted: 0,
    impressions_open: 0,
  })
  // Progress is no act of a person.
  const entries =
    await api.db`select action from audit_entries where entity = 'print_jobs' and entity_id = ${jobs[0]?.id ?? ''}`
  expect(entries.map(({ action }) => action)).toEqual(['insert'])
})

test('out of paper stops a job with what to do, and it goes on after the refill', async () => {
  printer.paper(5)
  const job = await print((await order({ pages: [12] })).id)
  await isStopped(job.id, 5)
  expect(await get(job.id)).toMatchObject({
    message: 'Out of paper. Load A4 into Laser; it goes on by itself.',
  })
  printer.refill()
  await isIn(job.id, 'done')
  expect(await get(job.id)).toMatchObject({ impressions_done: 12, message: null })
})

test('a cover is printed in front and is not counted as the order’s', async () => {
  const job = await print((await order({ pages: [2], copies: 3 })).id, { cover: true })
  await isIn(job.id, 'done')
  expect(printed().map(({ name, impressions }) => [name, impressions])).toEqual([
    [`Our Print ${job.id} cover`, 1],
    [`Our Print ${job.id}`, 6],
  ])
  expect((await get(job.id)).impressions_done).toBe(6)
})

test('a job is cancelled at its printer, and its rest is printed later', async () => {
  printer.paper(7)
  const { id } = await order({ pages: [10], sides: 'double' })
  const job = await print(id)
  printer.paper(3)
  await isIn(job.id, 'stopped')
  expect((await act(job.id, 'cancel', {})).json()).toMatchObject({ is_cancelling: true })
  await isIn(job.id, 'cancelled')
  const cancelled = await get(job.id)
  expect(cancelled.impressions_done).toBe(printed()[0]?.impressions)
  expect((await admin.post(url, { orders: [id] })).json().results[0]).toMatchObject({
    ok: false,
    code: 'partly_printed',
  })
  printer.refill()
  const rest = (await act(job.id, 'retry')).json<PrintJob>()
  expect(rest).toMatchObject({
    reprint_of: job.id,
    reprint_reason: `The rest of job ${job.number}`,
    first_impression: cancelled.impressions_done + 1,
  })
  expect((await act(job.id, 'retry')).json().code).toBe('nothing_missing')
  await isIn(rest.id, 'done')
  expect(printed()[1]).toMatchObject({ pageRanges: [[cancelled.impressions_done + 1, 10]] })
  expect((await admin.get(`${url}of-order/${id}/`)).json()).toMatchObject({
    impressions: 10,
    impressions_good: 10,
    impressions_wasted: 0,
  })
})

describe('a job goes to another printer', () => {
  test('at once while it waits', async () => {
    const other = await usePrinter()
    const second = await buildPrinter(api.db, { uri: other.uri })
    const job = await print((await order()).id, { hold: true })
    expect((await act(job.id, 'move', { printer: second.id })).json()).toMatchObject({ printer: second.id })
    await act(job.id, 'release')
    await isIn(job.id, 'done')
    expect([printed().length, printed(other).length]).toEqual([0, 1])
  })

  test('with its rest when a part of it is printed', async () => {
    const other = await usePrinter()
    const second = await buildPrinter(api.db, { name: 'Second', uri: other.uri })
    printer.paper(4)
    const { id } = await order({ pages: [10] })
    const job = await print(id)
    await isIn(job.id, 'stopped')
    await act(job.id, 'move', { printer: second.id })
    await isIn(job.id, 'cancelled')
    expect((await get(job.id)).message).toBe('Moved from Laser to Second, which prints the rest.')
    await until('it is printed', async () => {
      return (await admin.get(`${url}of-order/${id}/`)).json().impressions_good === 10
    })
    expect(printed(other)).toMatchObject([{ pageRanges: [[5, 10]], impressions: 6 }])
  })
})

describe('a printer', () => {
  test('that is off keeps its job, which says so, and prints it when it is on; others are not delayed', async () => {
    const other = await usePrinter()
    const second = await buildPrinter(api.db, { uri: other.uri })
    await printer.power('off')
    const { id } = await order()
    const job = await print(id)
    await until('the job says why', async () => (await get(job.id)).message !== null)
    expect(await get(job.id)).toMatchObject({ state: 'queued', reasons: ['unreachable'] })
    const quick = await print((await order()).id, { printer: second.id })
    await isIn(quick.id, 'done')
    await printer.power('on')
    // Not after the pause.
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(printed()).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'that breaks the connection %s Create-Job prints the job once',
    async (when) => {
      printer.dropDuring('Create-Job', when)
      const job = await print((await order()).id)
      await isIn(job.id, 'done')
      expect(printed()).toHaveLength(1)
    },
  )

  test.each(['before', 'after'] as const)(
    'that breaks the connection %s it has the document prints it once',
    async (when) => {
      printer.dropDuring('Send-Document', when)
      const job = await print((await order()).id)
      await isIn(job.id, 'done')
      expect(printed().filter(({ impressions }) => impressions > 0)).toHaveLength(1)
      expect(printer.impressions()).toBe(3)
    },
  )

  test('that goes away while it prints is asked again, and its job goes on', async () => {
    printer.speed(30)
    const job = await print((await order({ pages: [20] })).id)
    await until('it has begun', async () => (await get(job.id)).impressions_done > 2)
    await printer.power('off')
    await isIn(job.id, 'stopped')
    expect((await get(job.id)).message).toMatch(/\d+ of 20 sides were printed when it was last asked/)
    await printer.power('on')
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(printer.impressions()).toBe(20)
  })

  test('that answers rubbish keeps its job until it answers again', async () => {
    printer.rubbish('html')
    const job = await print((await order()).id)
    await until('the job says why', async () => (await get(job.id)).message !== null)
    expect(await get(job.id)).toMatchObject({ state: 'queued' })
    printer.rubbish(null)
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(printed()).toHaveLength(1)
  })

  test('that has lost a job is not sent it again by itself', async () => {
    printer.paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    printer.forgetJobs()
    await isIn(job.id, 'failed')
    expect(await get(job.id)).toMatchObject({
      reasons: ['job-lost'],
      impressions_done: 2,
      message: expect.stringContaining('2 of 3 sides were counted'),
    })
    expect(printer.jobs()).toEqual([])
  })

  test('that dies for good is given up, with what was last seen', async () => {
    printer.paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    await printer.power('off')
    await act(job.id, 'cancel', {})
    await until('it does not answer', async () => (await get(job.id)).reasons.includes('unreachable'))
    expect(await get(job.id)).toMatchObject({ state: 'stopped', is_cancelling: true })
    expect((await act(job.id, 'cancel', { give_up: true })).json()).toMatchObject({
      state: 'cancelled',
      impressions_done: 2,
    })
  })
})

test('jobs of a cancelled order that wait are not printed', async () => {
  const { id } = await order()
  const job = await print(id, { hold: true })
  await admin.patch(`/api/all-orders/${id}/`, { status: 'cancelled', note: 'Not wanted' })
  await act(job.id, 'release')
  await isIn(job.id, 'cancelled')
  expect((await get(job.id)).message).toBe('The order was cancelled.')
  expect(printer.jobs()).toEqual([])
})

test('many jobs at once are printed one after the other, each once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => order({ pages: [2] })))
  const reply = await admin.post(url, { orders: ids.map(({ id }) => id), printer: laser })
  expect(reply.json().results).toHaveLength(12)
  await until('all are done', async () => {
    const [{ open }] = await api.db<[{ open: number }]>`
      select count(*)::int as open from print_jobs where state <> 'done'`
    return open === 0
  })
  expect(printer.impressions()).toBe(24)
  expect(printed()).toHaveLength(12)
})
