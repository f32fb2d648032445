import type { PrintJob, PrintResult } from '@our-print/contract/printing/printJobs.ts'
import { describe, expect, test } from 'vitest'
import { jobsUrl as url, usePrintQueue } from '../../../test/printers/usePrintQueue.ts'
import { until } from '../../../test/until.ts'
import { ippNameOf } from './sendJob.ts'

// Jobs in the queue, printed by the test printer.

const shop = usePrintQueue()
const { api, admin, addPrinter, order, print, get, isIn, isStopped, act, printed } = shop

test('an order is printed file by file, as it says, and counted', async () => {
  const { id } = await order({ pages: [4, 3], copies: 2, color: 'color', sides: 'double' })
  const reply = await admin.post(url, { orders: [id], printer: shop.laser() })
  const jobs = reply.json<{ results: PrintResult[] }>().results[0]?.jobs ?? []
  expect(jobs.map(({ state, impressions_total }) => [state, impressions_total])).toEqual([
    ['queued', 8],
    ['queued', 6],
  ])
  for (const job of jobs) await isIn(job.id, 'done')
  expect(printed()).toMatchObject([
    {
      name: jobs[0] && ippNameOf(jobs[0], 1),
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
  shop.printer().paper(5)
  const job = await print((await order({ pages: [12] })).id)
  await isStopped(job.id, 5)
  expect(await get(job.id)).toMatchObject({
    message: 'Out of paper. Load A4 into Laser; it goes on by itself.',
  })
  shop.printer().refill()
  await isIn(job.id, 'done')
  expect(await get(job.id)).toMatchObject({ impressions_done: 12, message: null })
})

test('a cover is printed in front and is not counted as the order’s', async () => {
  const job = await print((await order({ pages: [2], copies: 3 })).id, { cover: true })
  await isIn(job.id, 'done')
  expect(printed().map(({ name, impressions }) => [name, impressions])).toEqual([
    [ippNameOf(job, 'cover'), 1],
    [ippNameOf(job, 1), 6],
  ])
  expect((await get(job.id)).impressions_done).toBe(6)
})

test('a job is cancelled at its printer, and its rest is printed later', async () => {
  shop.printer().paper(7)
  const { id } = await order({ pages: [10], sides: 'double' })
  const job = await print(id)
  shop.printer().paper(3)
  await isIn(job.id, 'stopped')
  expect((await act(job.id, 'cancel', {})).json()).toMatchObject({ is_cancelling: true })
  await isIn(job.id, 'cancelled')
  const cancelled = await get(job.id)
  expect(cancelled.impressions_done).toBe(printed()[0]?.impressions)
  expect((await admin.post(url, { orders: [id] })).json().results[0]).toMatchObject({
    ok: false,
    code: 'partly_printed',
  })
  shop.printer().refill()
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
    const other = await addPrinter()
    const job = await print((await order()).id, { hold: true })
    expect((await act(job.id, 'move', { printer: other.id })).json()).toMatchObject({ printer: other.id })
    await act(job.id, 'release')
    await isIn(job.id, 'done')
    expect([printed().length, printed(other).length]).toEqual([0, 1])
  })

  test('with its rest when a part of it is printed', async () => {
    const other = await addPrinter()
    shop.printer().paper(4)
    const { id } = await order({ pages: [10] })
    const job = await print(id)
    await isIn(job.id, 'stopped')
    await act(job.id, 'move', { printer: other.id })
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
    const other = await addPrinter()
    await shop.printer().power('off')
    const { id } = await order()
    const job = await print(id)
    await until('the job says why', async () => (await get(job.id)).message !== null)
    expect(await get(job.id)).toMatchObject({ state: 'queued', reasons: ['unreachable'] })
    const quick = await print((await order()).id, { printer: other.id })
    await isIn(quick.id, 'done')
    await shop.printer().power('on')
    // Not after the pause.
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(printed()).toHaveLength(1)
  })

  test.each(['before', 'after'] as const)(
    'that breaks the connection %s Create-Job prints the job once',
    async (when) => {
      shop.printer().dropDuring('Create-Job', when)
      const job = await print((await order()).id)
      await isIn(job.id, 'done')
      expect(printed()).toHaveLength(1)
    },
  )

  test.each(['before', 'after'] as const)(
    'that breaks the connection %s it has the document prints it once',
    async (when) => {
      shop.printer().dropDuring('Send-Document', when)
      const job = await print((await order()).id)
      await isIn(job.id, 'done')
      expect(printed().filter(({ impressions }) => impressions > 0)).toHaveLength(1)
      expect(shop.printer().impressions()).toBe(3)
    },
  )

  test('that goes away while it prints is asked again, and its job goes on', async () => {
    shop.printer().speed(30)
    const job = await print((await order({ pages: [20] })).id)
    await until('it has begun', async () => (await get(job.id)).impressions_done > 2)
    await shop.printer().power('off')
    await isIn(job.id, 'stopped')
    expect((await get(job.id)).message).toMatch(/\d+ of 20 sides were printed when it was last asked/)
    await shop.printer().power('on')
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(shop.printer().impressions()).toBe(20)
  })

  test('that answers rubbish keeps its job until it answers again', async () => {
    shop.printer().rubbish('html')
    const job = await print((await order()).id)
    await until('the job says why', async () => (await get(job.id)).message !== null)
    expect(await get(job.id)).toMatchObject({ state: 'queued' })
    shop.printer().rubbish(null)
    await act(job.id, 'retry')
    await isIn(job.id, 'done')
    expect(printed()).toHaveLength(1)
  })

  test('that has lost a job is not sent it again by itself', async () => {
    shop.printer().paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    shop.printer().forgetJobs()
    await isIn(job.id, 'failed')
    expect(await get(job.id)).toMatchObject({
      reasons: ['job-lost'],
      impressions_done: 2,
      message: expect.stringContaining('2 of 3 sides were counted'),
    })
    expect(shop.printer().jobs()).toEqual([])
  })

  test('that dies for good is given up, with what was last seen', async () => {
    shop.printer().paper(2)
    const job = await print((await order()).id)
    await isStopped(job.id, 2)
    await shop.printer().power('off')
    await act(job.id, 'cancel', {})
    await until('it does not answer', async () => (await get(job.id)).reasons.includes('unreachable'))
    expect(await get(job.id)).toMatchObject({ state: 'stopped', is_cancelling: true })
    expect((await act(job.id, 'cancel', { give_up: true })).json()).toMatchObject({
      state: 'cancelled',
      impressions_done: 2,
    })
  })
})

test('many jobs at once are printed one after the other, each once', { tags: ['proof'] }, async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => order({ pages: [2] })))
  const reply = await admin.post(url, { orders: ids.map(({ id }) => id), printer: shop.laser() })
  expect(reply.json().results).toHaveLength(12)
  await until('all are done', async () => {
    const [{ open }] = await api.db<[{ open: number }]>`
      select count(*)::int as open from print_jobs where state <> 'done'`
    return open === 0
  })
  expect(shop.printer().impressions()).toBe(24)
  expect(printed()).toHaveLength(12)
})
