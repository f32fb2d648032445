import type { PrinterReading } from '@our-print/contract/printing/printerReadings.ts'
import type { ProductionRow, ProductionSummary } from '@our-print/contract/printing/production.ts'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob, finishJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { readCounters } from './printerReadings.queries.ts'

const api = useApi()
const admin = api.as('admin')
const url = '/api/printer-readings/'

const send = (body: object) => admin.post(url, body)
const summary = async () => (await admin.get('/api/production-summary/')).json<ProductionSummary>()
const gapsOf = async (printer: string) =>
  (await summary()).tasks.gaps.filter((gap) => gap.printer === printer)
const rows = async (query: string) =>
  (await admin.get(`/api/production/?limit=100&${query}`)).json<{ results: ProductionRow[] }>()
const today = async () => (await api.db<[{ day: string }]>`select shop_day(now()) as day`)[0].day
const listed = async (printer: string) =>
  (await admin.get(`${url}?printer=${printer}`)).json<{ count: number; results: PrinterReading[] }>()

afterAll(() => expectInvariantsHold(api.db))

test('a counter that saw more than the jobs is a task until it is explained', async () => {
  const printer = await buildPrinter(api.db, { name: 'Counter' })
  const read = async (impressions: number, more: object = {}) =>
    (await send({ printer: printer.id, impressions, ...more })).json<PrinterReading>()
  const gaps = () => gapsOf(printer.id)
  expect(await read(1000)).toMatchObject({ since_printer: null, gap: null, by: 'Asha Rao' })
  // The counter of another machine says nothing about this one.
  const other = await buildPrinter(api.db)
  await send({ printer: other.id, impressions: 5 })
  await buildPrintJob(api.db, { printer: printer.id, impressions: 100, cover: true })
  await buildPrintJob(api.db, {
    printer: printer.id,
    impressions: 50,
    state: 'printing',
    impressions_done: 19,
  })
  // 120 sides of jobs, the cover and the running job included, and some test pages.
  expect(await read(1140)).toMatchObject({ since_printer: 140, since_jobs: 120, gap: 20 })
  expect(await gaps()).toEqual([])
  const last = await read(1141)
  expect(await gaps()).toMatchObject([{ reading: last.id, counter: 141, by_jobs: 120, gap: 21 }])
  // One that agrees changes nothing of it.
  await read(1141)
  expect(await gaps()).toMatchObject([{ reading: last.id, counter: 141, by_jobs: 120, gap: 21 }])
  const day = await today()
  expect((await rows('by=printer&query=counter')).results[0]).toMatchObject({
    counter: 141,
    by_jobs: 120,
    gap: 21,
  })
  expect((await rows(`by=day&from_date=${day}&to_date=${day}`)).results[0]).toMatchObject({ gap: 21 })
  const explained = await admin.post(`/api/printer-readings/${last.id}/explanation/`, {
    explanation: 'Test pages after the repair',
  })
  expect(explained.json()).toMatchObject({ explanation: 'Test pages after the repair' })
  expect(await gaps()).toEqual([])
  // A new machine starts again.
  expect(await read(7, { is_confirmed: true })).toMatchObject({ since_printer: null, gap: null })
  expect(await read(30)).toMatchObject({ since_printer: 23, since_jobs: 0 })
  expect(await gaps()).toMatchObject([{ gap: 23 }])
  const list = (await admin.get(`/api/printer-readings/?printer=${printer.id}`)).json()
  expect([list.count, list.results[0].gap]).toEqual([6, 23])
  // It explains neither what came after it, nor what is explained, nor another printer.
  await admin.post(`${url}${list.results[1].id}/explanation/`, { explanation: 'New machine' })
  const texts = async ({ id }: { id: string }) =>
    (await listed(id)).results.map(({ explanation }) => explanation)
  expect(await texts(printer)).toEqual([
    '',
    'New machine',
    'New machine',
    ...Array(3).fill('Test pages after the repair'),
  ])
  expect(await texts(other)).toEqual([''])
})

test('a gap of more than 30 days ago is no task any more', async () => {
  const taskOf = async (days: number) => {
    const printer = await buildPrinter(api.db)
    await api.db`
      insert into printer_readings (printer_id, at, day, impressions, jobs)
      select ${printer.id}, now() - n * interval '1 day', shop_day(now()) - n, 5000 - 100 * n, 0
      from unnest(${[days, 40]}::int[]) n`
    return gapsOf(printer.id)
  }
  expect(await taskOf(30)).toEqual([])
  expect(await taskOf(29)).toMatchObject([{ gap: 1100 }])
})

test('the server reads a counter once a day, while the printer is idle', async () => {
  const printer = await buildPrinter(api.db)
  const retired = await buildPrinter(api.db, { is_active: false })
  const silent = await buildPrinter(api.db)
  const say = (state: string, impressions_completed: number | null) => api.db`
    update printers set status = ${api.db.json({ state, impressions_completed })},
      seen_at = now() - case when id = ${silent.id} then 11 else 0 end * interval '1 minute'
    where id in (${printer.id}, ${retired.id}, ${silent.id})`
  const taken = () =>
    api.db`select impressions, by from printer_readings where printer_id = ${printer.id} order by impressions`
  await say('processing', 500)
  await readCounters(api.db)
  await say('idle', null)
  await readCounters(api.db)
  expect(await taken()).toEqual([])
  const job = await buildPrintJob(api.db, { printer: printer.id, state: 'printing' })
  await say('idle', 501)
  await readCounters(api.db)
  await finishJob(api.db, job.id, 3)
  await readCounters(api.db)
  expect(await taken()).toEqual([])
  // Neither what a person read nor what waits keeps it from being read.
  await buildPrintJob(api.db, { printer: printer.id, state: 'held' })
  await send({ printer: printer.id, impressions: 509 })
  await api.db`update printer_readings set at = at - interval '1 minute' where printer_id = ${printer.id}`
  await say('idle', 510)
  await Promise.all([readCounters(api.db), readCounters(api.db)])
  await readCounters(api.db)
  expect(await taken()).toEqual([
    { impressions: 509, by: api.people.admin.id },
    { impressions: 510, by: null },
  ])
  const others = await api.db`select from printer_readings where printer_id in (${retired.id}, ${silent.id})`
  expect(others).toHaveLength(0)
})

const most = 2_147_483_647

test('the largest counters break no figure, and a correction takes them out of all', async () => {
  const [typed, other] = [await buildPrinter(api.db), await buildPrinter(api.db)]
  const enter = async (printer: { id: string }, impressions: number) =>
    (await send({ printer: printer.id, impressions, is_confirmed: true })).json<PrinterReading>()
  for (const printer of [typed, other]) await enter(printer, 0)
  const [mistyped] = [await enter(typed, most), await enter(other, most)]
  const day = await today()
  const range = `from_date=${day}&to_date=${day}`
  const [byDay] = (await rows(`by=day&${range}`)).results
  // More than an integer of the database holds.
  expect(byDay?.counter).toBeGreaterThan(most)
  const ofPrinter = async () =>
    (await rows(`by=printer&${range}`)).results.find(({ id }) => id === typed.id)?.counter
  expect(await ofPrinter()).toBe(most)
  expect((await admin.get(`/api/production/?${range}&format=csv`)).statusCode).toBe(200)
  expect(await gapsOf(typed.id)).toMatchObject([{ gap: most }])

  const corrected = await admin.post(`${url}${mistyped?.id}/correction/`, { impressions: 12 })
  expect([corrected.statusCode, corrected.json()]).toMatchObject([
    201,
    { replaces: mistyped?.id, at: mistyped?.at, impressions: 12, since_printer: 12, by: 'Asha Rao' },
  ])
  expect(await ofPrinter()).toBe(12)
  expect(await gapsOf(typed.id)).toEqual([])
  expect((await listed(typed.id)).results.map(({ impressions }) => impressions)).toEqual([12, 0])
  // What was corrected is there no more.
  for (const [action, body] of [
    ['correction', { impressions: 13 }],
    ['explanation', { explanation: 'Late' }],
  ] as const)
    expect((await admin.post(`${url}${mistyped?.id}/${action}/`, body)).statusCode).toBe(404)
  const refused = await send({ printer: typed.id, impressions: most + 1, is_confirmed: true })
  expect([refused.statusCode, refused.json().errors[0].context.key]).toEqual([400, 'impressions'])
  const [row] = await api.db`select impressions from printer_readings where id = ${mistyped?.id ?? ''}`
  expect(row).toEqual({ impressions: most })
})

test('a correction in the middle changes the comparisons on both its sides, with the jobs of its moment', async () => {
  const printer = await buildPrinter(api.db)
  const read = async (impressions: number) =>
    (await send({ printer: printer.id, impressions, is_confirmed: true })).json<PrinterReading>()
  await read(100)
  await buildPrintJob(api.db, { printer: printer.id, impressions: 10 })
  const wrong = await read(1100)
  await buildPrintJob(api.db, { printer: printer.id, impressions: 20 })
  await read(131)
  const compared = async () =>
    (await listed(printer.id)).results.map(({ since_printer, since_jobs, gap }) => [
      since_printer,
      since_jobs,
      gap,
    ])
  expect(await compared()).toEqual([
    [null, null, null],
    [1000, 10, 990],
    [null, null, null],
  ])
  const replies = await Promise.all(
    [110, 111, 112, 113].map((impressions) =>
      admin.post(`${url}${wrong.id}/correction/`, { impressions, is_confirmed: true }),
    ),
  )
  // Of corrections at once one is kept.
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404])
  const stored = replies.find(({ statusCode }) => statusCode === 201)?.json<PrinterReading>()
  await admin.post(`${url}${stored?.id}/correction/`, { impressions: 110 })
  expect(await compared()).toEqual([
    [21, 20, 1],
    [10, 10, 0],
    [null, null, null],
  ])
  // Explaining the last one explains those before it.
  const last = (await listed(printer.id)).results[0]
  await admin.post(`${url}${last?.id}/explanation/`, { explanation: 'Test page' })
  const explained = await api.db`
    select impressions, explanation from printer_readings where printer_id = ${printer.id} order by impressions`
  expect(explained.map(({ explanation }) => explanation)).toEqual(explained.map(() => 'Test page'))
})

test.each([
  // Yesterday it said 50,000, and jobs printed 300 sides since.
  [60_300, undefined],
  [60_301, 'this is 10,301 sides more, and print jobs printed 300 of them'],
  [50_000, undefined],
  [49_999, 'a counter goes back only on a new machine'],
])('a reading of %i is asked about if it is not plausible', async (impressions, doubt) => {
  const printer = await buildPrinter(api.db)
  await api.db`
    insert into printer_readings (printer_id, at, day, impressions, jobs)
    values (${printer.id}, now() - interval '20 hours', shop_day(now()), 50000, 0)`
  await buildPrintJob(api.db, { printer: printer.id, impressions: 300 })
  const reply = await send({ printer: printer.id, impressions })
  if (doubt === undefined) {
    expect(reply.statusCode).toBe(201)
    return
  }
  expect([reply.statusCode, reply.json()]).toMatchObject([
    422,
    {
      code: 'implausible',
      errors: [{ message: expect.stringContaining(doubt), context: { key: 'impressions' } }],
    },
  ])
  expect((await listed(printer.id)).count).toBe(1)
  expect((await send({ printer: printer.id, impressions, is_confirmed: true })).statusCode).toBe(201)
})

test('a correction is compared with the reading after it, too', async () => {
  const printer = await buildPrinter(api.db)
  for (const impressions of [100, 200, 300]) await send({ printer: printer.id, impressions })
  const [last, middle] = (await listed(printer.id)).results
  const correct = (id: string | undefined, impressions: number) =>
    admin.post(`${url}${id}/correction/`, { impressions })
  expect((await correct(middle?.id, 301)).json().message).toContain('The reading after it says only 300.')
  expect((await correct(middle?.id, 99)).json().message).toContain('The reading before says 100')
  expect((await correct(middle?.id, 300)).statusCode).toBe(201)
  expect((await correct(last?.id, 3000)).statusCode).toBe(201)
})

test('percent of the counter decide from which gap on it is a task, above the least one', async () => {
  const before = (await admin.get('/api/production-costs/')).json()
  await admin.put('/api/production-costs/', { ...before, gap_percent: 2, gap_least: 5 })
  const taskOf = async (counter: number, jobs: number) => {
    const printer = await buildPrinter(api.db)
    await send({ printer: printer.id, impressions: 0 })
    await buildPrintJob(api.db, { printer: printer.id, impressions: jobs })
    await send({ printer: printer.id, impressions: counter })
    return (await gapsOf(printer.id)).map(({ gap }) => gap)
  }
  expect(await taskOf(1000, 980)).toEqual([])
  expect(await taskOf(1000, 979)).toEqual([21])
  expect(await taskOf(1000, 1021)).toEqual([-21])
  expect(await taskOf(100, 95)).toEqual([])
  expect(await taskOf(100, 94)).toEqual([6])
})
