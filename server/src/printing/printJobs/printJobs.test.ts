import type { PrintJob, PrintProposal, PrintResult } from '@our-print/contract/printing/printJobs.ts'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../../test/printers/printing.ts'
import { until } from '../../../test/until.ts'
import { holdAll } from './changeJobs.queries.ts'

// What can be done with jobs without a printer that prints them.

const api = useApi()
const admin = api.as('admin')
const url = '/api/print-jobs/'
let laser: string

beforeEach(async () => {
  // What production and stock keep of them goes, too.
  await api.db`truncate print_jobs cascade`
  await api.db`select recount_figures()`
  await api.db`delete from printers`
  laser = (await buildPrinter(api.db, { name: 'Laser' })).id
})

const order = (fields?: Parameters<typeof buildPrintedOrder>[2]) =>
  buildPrintedOrder(api.db, api.resources.storage, fields)

async function print(orders: string[], more: object = {}): Promise<PrintResult[]> {
  const reply = await admin.post(url, { orders, ...more })
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)])
  return reply.json().results
}

async function printOne(id: string, more: object = {}): Promise<PrintJob> {
  const [result] = await print([id], more)
  expect(result).toMatchObject({ ok: true, code: null })
  const [job] = result?.jobs ?? []
  if (!job) throw new Error('No job was made')
  return job
}

const get = async (id: string) => (await admin.get(`${url}${id}/`)).json<PrintJob>()
const act = (id: string, action: string, body?: object) => admin.post(`${url}${id}/${action}/`, body)
const printing = async (id: string) => (await admin.get(`${url}of-order/${id}/`)).json()
const propose = async (...ids: string[]) =>
  (await admin.get(`${url}proposal/?order=${ids.join('&order=')}`)).json<PrintProposal[]>()

/** As the runner of a printer leaves a job that ended after so many sides. */
const end = (id: string, state: 'done' | 'cancelled' | 'failed', sides: number) => api.db`
  update print_jobs set version = version + 1, state = ${state}, impressions_done = ${sides}, finished_at = now()
    where id = ${id}`

describe('a proposal', () => {
  test('names what is printed, the printer that fits, and why others do not', async () => {
    await buildPrinter(api.db, { name: 'Mono', prints_color: false })
    await buildPrinter(api.db, { name: 'Off', is_active: false })
    const { id, number, files } = await order({ pages: [2, 5], copies: 3, color: 'color' })
    expect(await propose(id)).toMatchObject([
      {
        order: id,
        number,
        refusal: null,
        impressions: 21,
        impressions_good: 0,
        documents: files.map((file, n) => ({ file, name: `Part ${n + 1}.pdf`, impressions: [2, 5][n] })),
        printer: laser,
        printers: [
          { name: 'Laser', why_not: null, minutes: 0 },
          { name: 'Mono', why_not: 'It prints no colour.', is_able: false },
        ],
      },
    ])
  })

  test('shares many orders out', async () => {
    const second = await buildPrinter(api.db, { name: 'Second' })
    const ids = [
      (await order({ pages: [100] })).id,
      (await order({ pages: [10] })).id,
      (await order({ pages: [10] })).id,
    ]
    expect((await propose(...ids)).map(({ printer }) => printer)).toEqual([laser, second.id, second.id])
    const results = await print(ids)
    expect(results.map(({ jobs }) => jobs[0]?.printer)).toEqual([laser, second.id, second.id])
  })
})

test('the printer with the least left to print is proposed, whatever its jobs were', async () => {
  const second = await buildPrinter(api.db, { name: 'Second' })
  const job = await printOne((await order({ copies: 100 })).id, { printer: laser })
  await api.db`update print_jobs set version = version + 1, state = 'printing', impressions_done = 200 where id = ${job.id}`
  await printOne((await order({ copies: 50 })).id, { printer: second.id })
  const { id } = await order()
  const proposed = async () => (await propose(id))[0]?.printer
  // 100 sides against 150.
  expect(await proposed()).toBe(laser)
  await api.db`update print_jobs set version = version + 1, impressions_done = 100 where id = ${job.id}`
  expect(await proposed()).toBe(second.id)
  await end(job.id, 'failed', 100)
  expect(await proposed()).toBe(laser)
})

describe('printing orders', () => {
  test('answers for each of them what is printed or why it is not', async () => {
    const good = await order()
    const cancelled = await order()
    await admin.patch(`/api/all-orders/${cancelled.id}/`, { status: 'cancelled', note: 'No' })
    const large = await order({ paper_size: 'A3' })
    const unknown = '01890000-0000-7000-8000-000000000000'
    const results = await print([good.id, cancelled.id, large.id, unknown])
    expect(results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, null],
      [false, 'cancelled'],
      [false, 'no_printer'],
      [false, 'not_found'],
    ])
    expect(results[2]?.message).toBe('No printer can print it now. Laser: It has no A3 paper.')
    expect(await print([large.id], { printer: laser })).toMatchObject([
      { ok: false, code: 'unfit_printer', message: 'Laser: It has no A3 paper.' },
    ])
    expect(results[0]?.jobs).toMatchObject([
      { state: 'queued', order: good.id, printer: laser, impressions_total: 3, created_by_name: 'Asha Rao' },
    ])
  })

  test('prints nothing twice, unless somebody says why', async () => {
    const { id } = await order({ pages: [4], copies: 2 })
    const racing = await Promise.all(Array.from({ length: 5 }, () => print([id])))
    expect(racing.flat().filter(({ ok }) => ok)).toHaveLength(1)
    expect(racing.flat().find(({ ok }) => !ok)).toMatchObject({
      code: 'printed',
      message: 'It is printed or in the queue already.',
    })
    const [job] = racing.flat().flatMap(({ jobs }) => jobs)
    await end(job?.id ?? '', 'done', 8)
    const again = await printOne(id, { again: 'Coffee on it', cover: true })
    const reprint = { reprint_of: job?.id, reprint_reason: 'Coffee on it', impressions_total: 8, cover: true }
    expect(again).toMatchObject(reprint)
    expect(await printing(id)).toEqual({
      order: id,
      impressions: 8,
      impressions_good: 0,
      impressions_wasted: 8,
      impressions_open: 8,
    })
    await end(again.id, 'done', 8)
    expect(await printOne(id, { again: 'Torn' })).toMatchObject({ reprint_of: job?.id, cover: false })
  })

  test('prints nothing twice where two processes are asked', async () => {
    const { id } = await order()
    const other = await api.startApp()
    const printThere = async () => {
      const headers = { authorization: `Token ${api.token('admin')}` }
      const reply = await other.inject({ method: 'POST', url, payload: { orders: [id] }, headers })
      return reply.json<{ results: PrintResult[] }>().results
    }
    const { both } = await api.db.begin(async (tx) => {
      await tx`select 1 from orders where id = ${id} for no key update`
      const both = [print([id]), printThere()]
      await until('both wait', async () => {
        const [{ waiting }] = await api.resources.quickPool<[{ waiting: number }]>`
          select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        return waiting === 2
      })
      return { both }
    })
    const results = (await Promise.all(both)).flat()
    expect(results.map(({ code }) => code)).toEqual(expect.arrayContaining([null, 'printed']))
    await other.close()
  })

  test('prints what was wasted without a reprint', async () => {
    const { id } = await order({ pages: [4], copies: 2 })
    const job = await printOne(id)
    await end(job.id, 'done', 8)
    await api.db`update print_jobs set version = version + 1, impressions_wasted = 4 where id = ${job.id}`
    expect(await printOne(id)).toMatchObject({ copies: 1, reprint_of: null })
  })

  test('prints some copies or files first, and the others later', async () => {
    const { id, files } = await order({ pages: [4, 1], copies: 3 })
    expect(await printOne(id, { files: files.slice(0, 1), copies: 1 })).toMatchObject({
      impressions_total: 4,
    })
    const unknown = '01900000-0000-7000-8000-000000000000'
    expect(await print([id], { files: [...files, unknown] })).toMatchObject([{ ok: false, code: 'no_files' }])
    const [rest] = await print([id])
    expect(rest?.jobs.map(({ file, impressions_total }) => [file, impressions_total])).toEqual([
      [files[0], 8],
      [files[1], 3],
    ])
  })

  test('by hand is done at once and counted', async () => {
    const { id } = await order({ pages: [5], copies: 2, sides: 'double' })
    expect(await printOne(id, { by_hand: true })).toMatchObject({
      state: 'done',
      printer: null,
      impressions_done: 10,
      sheets_done: 6,
      finished_at: expect.any(String),
    })
    expect(await printing(id)).toMatchObject({ impressions: 10, impressions_good: 10 })
  })

  test('by hand counts also what a printer left of a copy, and no more than was ordered', async () => {
    const { id } = await order({ pages: [10, 2], copies: 3 })
    const [first] = (await print([id], { copies: 2 }))[0]?.jobs ?? []
    await end(first?.id ?? '', 'failed', 14)
    await print([id], { by_hand: true })
    expect(await printing(id)).toMatchObject({
      impressions_good: 32,
      impressions_open: 4,
      impressions_wasted: 0,
    })
    expect((await act(first?.id ?? '', 'retry')).json().code).toBe('nothing_missing')
  })

  test('with the same Idempotency-Key prints once', async () => {
    const { id } = await order()
    const send = () => admin.post(url, { orders: [id] }, { 'idempotency-key': 'k1' })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
  })
})

describe('a job', () => {
  test('is held, released, cancelled; what does not fit its state is refused', async () => {
    const job = await printOne((await order()).id, { hold: true })
    expect(job.state).toBe('held')
    expect((await act(job.id, 'retry')).json().code).toBe('held')
    expect((await act(job.id, 'release')).json().state).toBe('queued')
    expect((await act(job.id, 'hold')).json().state).toBe('held')
    expect((await act(job.id, 'reprint', { reason: 'x' })).json().code).toBe('open')
    expect((await act(job.id, 'cancel', {})).json()).toMatchObject({
      state: 'cancelled',
      is_cancelling: false,
    })
    for (const action of ['hold', 'release', 'cancel']) {
      const reply = await act(job.id, action, action === 'cancel' ? {} : undefined)
      expect([reply.statusCode, reply.json().code]).toEqual([409, 'ended'])
    }
    const entries = await api.db`
      select action, actor from audit_entries where entity = 'print_jobs' and entity_id = ${job.id}`
    expect(entries).toHaveLength(4)
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([api.people.admin.id]))
  })

  test('that its printer did not take says so no more once it is held or moved', async () => {
    const other = (await buildPrinter(api.db, { name: 'Other' })).id
    const job = await printOne((await order()).id, { printer: laser })
    const said = { reasons: ['unreachable'], message: 'It is off. It is tried again by itself.' }
    const refuse = () =>
      api.db`update print_jobs set version = version + 1, ${api.db(said)} where id = ${job.id}`
    for (const [action, body] of [['hold'], ['release'], ['move', { printer: other }]] as const) {
      await refuse()
      const { reasons, message } = (await act(job.id, action, body)).json<PrintJob>()
      expect([action, reasons, message]).toEqual([action, [], null])
    }
    await act(job.id, 'hold')
    await refuse()
    expect((await act(job.id, 'hold')).json()).toMatchObject(said)
  })

  test('at its printer is only asked to be cancelled', async () => {
    const job = await printOne((await order()).id)
    await api.db`update print_jobs set version = version + 1, state = 'printing', impressions_done = 1 where id = ${job.id}`
    expect(await printing(job.order)).toMatchObject({ impressions_good: 1, impressions_open: 2 })
    expect((await act(job.id, 'hold')).json()).toMatchObject({
      code: 'at_printer',
      message: 'A job that is printing cannot be held.',
    })
    expect((await act(job.id, 'release')).json()).toMatchObject({
      code: 'at_printer',
      message: 'A job that is printing cannot be released.',
    })
    expect((await act(job.id, 'cancel', {})).json()).toMatchObject({ state: 'printing', is_cancelling: true })
    expect((await act(job.id, 'cancel', { give_up: true })).json()).toMatchObject({
      state: 'cancelled',
      impressions_done: 1,
    })
  })

  test('is moved to a printer that can print it', async () => {
    const single = await buildPrinter(api.db, { prints_duplex: false })
    const second = await buildPrinter(api.db)
    const job = await printOne((await order({ sides: 'double' })).id, { printer: laser })
    const refused = await act(job.id, 'move', { printer: single.id })
    expect([refused.statusCode, refused.json().errors[0].message]).toEqual([
      400,
      `${single.name}: It prints on one side only.`,
    ])
    expect((await act(job.id, 'move', { printer: laser })).statusCode).toBe(409)
    expect((await act(job.id, 'move', { printer: second.id })).json()).toMatchObject({
      id: job.id,
      printer: second.id,
    })
    await end(job.id, 'failed', 2)
    expect((await act(job.id, 'move', { printer: laser })).json()).toMatchObject({
      printer: laser,
      first_impression: 3,
      reprint_of: job.id,
    })
  })

  describe('of a restored shop', () => {
    /** As the backup found it at its printer, after so many of its 3 sides. */
    async function restore(sides: number, more: object = {}) {
      const job = await printOne((await order()).id, { printer: laser })
      const row = { state: 'printing', tries: 1, ipp_job_id: 7, impressions_done: sides, ...more }
      await api.db`
        update print_jobs set version = version + 1, sent_at = now(), cover_sent_at = now(), ${api.db(row)}
        where id = ${job.id}`
      await holdAll(api.db)
      return job
    }

    test('is moved as new: the other printer is asked for nothing that this one had', async () => {
      const other = await buildPrinter(api.db)
      const { id } = await restore(0)
      expect((await act(id, 'move', { printer: other.id })).json()).toMatchObject({ id, state: 'held' })
      expect(
        await api.db`select ipp_job_id, sent_at, cover_sent_at from print_jobs where id = ${id}`,
      ).toEqual([{ ipp_job_id: null, sent_at: null, cover_sent_at: null }])
    })

    test('of which a part is printed is moved with its rest, which is held, too', async () => {
      const other = await buildPrinter(api.db)
      const { id, order: ordered } = await restore(2)
      expect((await act(id, 'move', { printer: other.id })).json()).toMatchObject({
        printer: other.id,
        state: 'held',
        reprint_of: id,
        first_impression: 3,
      })
      expect(await get(id)).toMatchObject({
        state: 'cancelled',
        impressions_done: 2,
        message: `Moved from Laser to ${other.name}, which prints the rest.`,
      })
      expect(await printing(ordered)).toMatchObject({ impressions_good: 2, impressions_open: 1 })
    })

    test('waits for a person, also where the original was told to cancel or to move it', async () => {
      const other = await buildPrinter(api.db)
      const { id } = await restore(0, { cancel_asked_at: new Date().toISOString(), move_to: other.id })
      expect(await get(id)).toMatchObject({ state: 'held', is_cancelling: false })
    })
  })

  test('is printed again from a side on, which becomes waste', async () => {
    const { id } = await order({ pages: [10], sides: 'double', copies: 2 })
    const job = await printOne(id, { cover: true })
    await end(job.id, 'done', 20)
    const reply = await act(job.id, 'reprint', { from_impression: 8, reason: 'Toner ran out' })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { first_impression: 7, impressions_total: 4, reprint_of: job.id, copies: 1, cover: false },
    ])
    expect(await get(job.id)).toMatchObject({ impressions_done: 20, impressions_wasted: 4 })
    expect(await printing(id)).toMatchObject({
      impressions_good: 16,
      impressions_wasted: 4,
      impressions_open: 4,
    })
    await end(reply.json().id, 'done', 4)
    expect(await printing(id)).toMatchObject({ impressions: 20, impressions_good: 20, impressions_open: 0 })
    expect((await act(job.id, 'reprint', { from_impression: 11, reason: 'x' })).json().errors[0]).toEqual({
      context: { key: 'from_impression' },
      message: 'The document has 10 sides',
    })
    expect((await act(job.id, 'reprint', { from_impression: 1 })).statusCode).toBe(400)
  })

  test('stays waste where its reprint printed a side of it', async () => {
    const { id } = await order({ pages: [10] })
    const job = await printOne(id)
    await end(job.id, 'done', 10)
    const again = (await act(job.id, 'reprint', { reason: 'x' })).json<PrintJob>()
    await end(again.id, 'cancelled', 1)
    expect(await printing(id)).toMatchObject({ impressions_good: 1, impressions_wasted: 10 })
  })

  test('is not printed again in more copies than the order has', async () => {
    const { id } = await order({ pages: [10], copies: 2 })
    const job = await printOne(id)
    await end(job.id, 'done', 20)
    const reply = await act(job.id, 'reprint', { copies: 3, reason: 'x' })
    expect([reply.statusCode, reply.json().errors?.[0]]).toEqual([
      400,
      { context: { key: 'copies' }, message: 'The order has 2 copies' },
    ])
    expect(await print([id], { again: 'x', copies: 3 })).toMatchObject([
      { ok: false, code: 'too_many_copies', message: 'The order has 2 copies.' },
    ])
    expect((await act(job.id, 'reprint', { copies: 2, reason: 'x' })).statusCode).toBe(201)
  })

  test('is not printed again while its reprint is in the queue, by whoever asks', async () => {
    const { id } = await order({ pages: [10], copies: 2 })
    const job = await printOne(id)
    await end(job.id, 'done', 20)
    const again = () => act(job.id, 'reprint', { copies: 2, reason: 'x' })
    const replies = await Promise.all(Array.from({ length: 4 }, again))
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3)
    expect(await print([id], { again: 'x' })).toMatchObject([{ ok: false, code: 'printed' }])
    expect(await printing(id)).toMatchObject({ impressions_good: 0, impressions_open: 20 })
  })

  test('replaces what other jobs printed of its document where the whole order is printed again', async () => {
    const { id } = await order({ pages: [10], copies: 3 })
    const parts = [await printOne(id, { copies: 1 }), await printOne(id)]
    for (const { id: part, impressions_total } of parts) await end(part, 'done', impressions_total)
    const again = await printOne(id, { again: 'Wrong paper' })
    expect(await printing(id)).toMatchObject({
      impressions_good: 0,
      impressions_wasted: 30,
      impressions_open: 30,
    })
    await end(again.id, 'done', 30)
    expect(await printing(id)).toMatchObject({ impressions_good: 30 })
  })

  test('that ended early is not gone on with where other jobs have printed it meanwhile', async () => {
    const { id } = await order({ pages: [10], copies: 3 })
    const first = await printOne(id)
    await end(first.id, 'failed', 15)
    const second = await printOne(id)
    expect(second.impressions_total).toBe(10)
    await end(second.id, 'done', 10)
    const rest = await act(first.id, 'retry')
    expect(rest.json()).toMatchObject({ copies: 1, impressions_total: 10 })
    expect((await act(first.id, 'retry')).json().code).toBe('nothing_missing')
    await end(rest.json().id, 'done', 10)
    expect(await printing(id)).toMatchObject({ impressions_good: 30, impressions_wasted: 5 })
  })

  test('in more copies than its printer makes at a time becomes several; one that exists is not moved there', async () => {
    const said = { state: 'idle', reasons: [], message: '', accepts_jobs: true, color: true, duplex: true }
    const status = { ...said, paper_sizes: [], media_ready: [], document_formats: [], most_copies: 99 }
    await api.db`update printers set status = ${api.db.json(status)}, seen_at = now()`
    const { id } = await order({ pages: [1], copies: 200 })
    const jobsOf = async (more: object) => (await print([id], more)).flatMap(({ jobs }) => jobs)
    const jobs = await jobsOf({ printer: laser })
    expect(jobs.map(({ copies }) => copies)).toEqual([67, 67, 66])
    for (const job of jobs) await end(job.id, 'done', job.copies)
    const again = await jobsOf({ printer: laser, again: 'Wrong paper' })
    expect(again.map(({ copies, reprint_of }) => [copies, reprint_of !== null])).toEqual([
      [67, true],
      [67, true],
      [66, true],
    ])
    expect(await printing(id)).toMatchObject({ impressions_good: 0, impressions_open: 200 })

    const large = await buildPrinter(api.db, { name: 'Large' })
    const many = await order({ pages: [1], copies: 1000 })
    const [proposal] = await propose(many.id)
    expect(proposal).toMatchObject({ printer: large.id })
    expect(proposal?.printers).toContainEqual(
      expect.objectContaining({
        id: laser,
        why_not: 'It prints at most 99 copies at a time.',
        is_able: false,
      }),
    )
    const job = await printOne(many.id, { printer: large.id })
    expect((await act(job.id, 'move', { printer: laser })).json().errors[0].message).toBe(
      'Laser: It prints at most 99 copies at a time.',
    )
  })

  test('that ended early is gone on with once, by whoever asks first', async () => {
    const { id } = await order({ pages: [10] })
    const job = await printOne(id)
    await end(job.id, 'failed', 4)
    const replies = await Promise.all(Array.from({ length: 4 }, () => act(job.id, 'retry')))
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(await printing(id)).toMatchObject({
      impressions_good: 4,
      impressions_open: 6,
      impressions_wasted: 0,
    })
  })

  test('that ended early again is gone on with from where the last one ended', async () => {
    const job = await printOne((await order({ pages: [10] })).id)
    await end(job.id, 'failed', 4)
    const rest = (await act(job.id, 'retry')).json<PrintJob>()
    await end(rest.id, 'failed', 2)
    expect((await act(rest.id, 'retry')).json()).toMatchObject({ first_impression: 7, reprint_of: rest.id })
  })

  test('is gone on with whatever was printed of other files and other orders', async () => {
    const { id } = await order({ pages: [10, 10] })
    const [first, second] = (await print([id]))[0]?.jobs ?? []
    await end(first?.id ?? '', 'failed', 4)
    await end(second?.id ?? '', 'done', 10)
    expect((await act(first?.id ?? '', 'retry')).json()).toMatchObject({ impressions_total: 6 })
    // Bundles have no file that would tell them apart.
    const bundle = await buildPrintJob(api.db, { state: 'failed', impressions_done: 1 })
    await buildPrintJob(api.db)
    expect((await act(bundle.id, 'retry')).json()).toMatchObject({ impressions_total: 2 })
  })

  test('that ended early at a printer out of use is gone on with elsewhere', async () => {
    const other = (await buildPrinter(api.db, { name: 'Other' })).id
    const job = await printOne((await order()).id, { printer: laser })
    await end(job.id, 'failed', 0)
    await api.db`update printers set version = version + 1, is_active = false where id = ${laser}`
    const reply = await act(job.id, 'retry')
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'There is no such printer in use'])
    expect((await act(job.id, 'move', { printer: other })).json()).toMatchObject({ printer: other })
  })

  test('that printed nothing is printed again in all its copies', async () => {
    const job = await printOne((await order({ copies: 3 })).id)
    await end(job.id, 'cancelled', 0)
    expect((await act(job.id, 'retry')).json()).toMatchObject({ copies: 3, impressions_total: 9 })
  })

  test.each([
    ['none was printed', true, false, 0, false, true],
    ['it lies there already', true, true, 0, false, false],
    ['it lies at another printer', true, true, 0, true, true],
    ['the document has begun behind it', true, true, 1, true, false],
    ['nobody wanted one', false, false, 0, true, false],
  ])(
    'is gone on with its job ticket where that is missing: %s',
    async (_, cover, sent, sides, moves, ticket) => {
      const other = await buildPrinter(api.db)
      const job = await printOne((await order()).id, { printer: laser, cover })
      const row = { cover_sent_at: sent ? new Date().toISOString() : null }
      await api.db`update print_jobs set version = version + 1, ${api.db(row)} where id = ${job.id}`
      await end(job.id, 'failed', sides)
      const rest = moves ? await act(job.id, 'move', { printer: other.id }) : await act(job.id, 'retry')
      expect(rest.json()).toMatchObject({ reprint_of: job.id, cover: ticket })
    },
  )

  test('whose rest is printed has no more to print, whatever else the order misses', async () => {
    const { id } = await order({ pages: [10], copies: 3 })
    const job = await printOne(id, { copies: 1 })
    await end(job.id, 'failed', 4)
    const rest = (await act(job.id, 'retry')).json<PrintJob>()
    await end(rest.id, 'done', 6)
    expect((await act(job.id, 'retry')).json().code).toBe('nothing_missing')
  })

  test('that is a reprint of more copies than its job had is gone on with, too', async () => {
    const { id } = await order({ pages: [4], copies: 3 })
    const job = await printOne(id, { copies: 1 })
    await end(job.id, 'done', 4)
    const again = (await act(job.id, 'reprint', { copies: 2, reason: 'Streaks' })).json<PrintJob>()
    await end(again.id, 'failed', 6)
    await end((await printOne(id)).id, 'done', 4)
    expect((await print([id]))[0]?.code).toBe('partly_printed')
    const rest = (await act(again.id, 'retry')).json<PrintJob>()
    expect(rest).toMatchObject({ copies: 1, first_impression: 3 })
    await end(rest.id, 'done', 2)
    expect(await printing(id)).toMatchObject({ impressions_good: 12, impressions_wasted: 4 })
  })

  test('that was printed by hand is printed again by hand, at most in the copies of the order', async () => {
    const { id } = await order()
    const job = await printOne(id, { by_hand: true })
    expect((await act(job.id, 'reprint', { reason: 'x' })).json()).toMatchObject({
      state: 'done',
      printer: null,
      impressions_done: 3,
    })
    const tooMany = await act(job.id, 'reprint', { copies: 2, reason: 'x' })
    expect(tooMany.json().errors[0].message).toBe('The order has 1 copy')
  })

  test.each(['queued', 'cancelled'] as const)(
    'that was %s when its order was changed prints nothing any more; the order prints as it is now',
    async (state) => {
      const { id } = await order({ pages: [10], copies: 2 })
      const job = await printOne(id)
      if (state === 'cancelled') await act(job.id, 'cancel', {})
      const changed = await admin.patch(`/api/all-orders/${id}/`, { layout: '2-up', color: 'color' })
      expect(changed.statusCode).toBe(200)
      expect(await get(job.id)).toMatchObject({ state: 'cancelled', reasons: ['order-changed'] })
      for (const [action, body] of [
        ['retry', undefined],
        ['move', { printer: laser }],
        ['reprint', { reason: 'x' }],
      ] as const) {
        const reply = await act(job.id, action, body)
        expect([action, reply.statusCode, reply.json().code]).toEqual([action, 409, 'order_changed'])
      }
      expect(await printOne(id, { again: 'Wrong before' })).toMatchObject({
        color: 'color',
        impressions: 5,
        color_impressions: 5,
        impressions_total: 10,
        reprint_of: null,
      })
    },
  )

  test('that is not there is 404', async () => {
    const id = '01890000-0000-7000-8000-000000000000'
    for (const [action, body] of [
      ['cancel', {}],
      ['hold', undefined],
      ['release', undefined],
      ['retry', undefined],
      ['move', { printer: laser }],
      ['reprint', { reason: 'x' }],
    ] as const) {
      expect([action, (await act(id, action, body)).statusCode]).toEqual([action, 404])
    }
  })
})

test('jobs are listed by order, printer, state and number, and as a file', async () => {
  const [one, two] = [await order({ title: 'Annual report' }), await order()]
  const first = await printOne(one.id, { hold: true })
  const second = await printOne(two.id, { by_hand: true })
  const ids = async (filter: string) =>
    (await admin.get(`${url}?${filter}`)).json().results.map(({ id }: PrintJob) => id)
  expect(await ids('')).toEqual([second.id, first.id])
  expect(await ids('ordering=number')).toEqual([first.id, second.id])
  expect(await ids(`order=${one.id}`)).toEqual([first.id])
  expect(await ids(`printer=${laser}`)).toEqual([first.id])
  expect(await ids('state=held')).toEqual([first.id])
  expect(await ids('open=true')).toEqual([first.id])
  expect(await ids('open=false')).toEqual([second.id])
  expect(await ids(`query=${two.number}`)).toEqual([second.id])
  expect(await ids(`query=${first.number}`)).toEqual([first.id])
  expect(await ids('query=annual')).toEqual([])
  const counted = async (filter: string) => (await admin.get(`${url}?${filter}`)).json().count
  for (const isFolded of [false, true]) {
    if (isFolded) await api.db`select fold_figures()`
    expect(
      await Promise.all(
        ['', 'open=true', 'open=false', 'state=held', `printer=${laser}&open=false`].map(counted),
      ),
    ).toEqual([2, 1, 1, 1, 0])
  }
  const file = await admin.get(`${url}?format=csv`)
  const rows = parse<Record<string, string>>(file.body, { columns: true, bom: true })
  expect(rows.map((row) => row['document'])).toEqual(['Part 1.pdf', 'Part 1.pdf'])
})
