import type { StockEntry, StockItem, StockWarning } from '@our-print/contract/printing/stock.ts'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob, buildStockItem, finishJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

afterAll(() => expectInvariantsHold(api.db))

const get = async (id: string) => (await admin.get(`/api/stock/${id}/`)).json<StockItem>()
const enter = (id: string, body: object) => admin.post(`/api/stock/${id}/entries/`, body)
const deliver = (id: string, quantity: number, price: number) =>
  enter(id, { kind: 'delivery', quantity, price })
const count = (id: string, counted: number) => enter(id, { kind: 'correction', counted, reason: 'Counted' })
const ledger = async (id: string, query = '') =>
  (await admin.get(`/api/stock/${id}/entries/?limit=100&${query}`)).json<{
    count: number
    results: StockEntry[]
  }>()
const warnings = async (query = '') =>
  (await admin.get(`/api/stock-warnings/?${query}`)).json<{ warnings: StockWarning[] }>().warnings

const paper = { kind: 'paper', paper_size: 'A3', pack_size: 500, low_at: 200 } as const

test('the first paper of a size is its default, and another can become it', async () => {
  const first = await admin.post('/api/stock/', { ...paper, name: 'A3 80 g' })
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    is_default: true,
    amount: 0,
    level: 'out',
    unit_cost: null,
    days_left: null,
  })
  const second = (await admin.post('/api/stock/', { ...paper, name: 'A3 120 g', weight: 120 })).json()
  expect(second.is_default).toBe(false)
  const changed = await admin.patch(`/api/stock/${second.id}/`, { is_default: true, version: 1 })
  expect(changed.json()).toMatchObject({ is_default: true, version: 2 })
  expect((await get(first.json().id)).is_default).toBe(false)
  const off = await admin.patch(`/api/stock/${second.id}/`, { is_active: false })
  expect(off.json()).toMatchObject({ is_active: false, is_default: false })
  const taken = await admin.post('/api/stock/', { ...paper, name: ' a3 80 G' })
  expect([taken.statusCode, taken.json().errors[0].context.key]).toEqual([409, 'name'])
})

test.each([
  ['paper_size', { ...paper, name: 'X', paper_size: null }],
  ['printer', { ...paper, name: 'X', printer: nobody }],
  ['color_only', { ...paper, name: 'X', color_only: true }],
  ['pack_size', { ...paper, name: 'X', pack_size: 0 }],
  ['printer', { ...paper, name: 'X', kind: 'toner', paper_size: null }],
  ['printer', { ...paper, name: 'X', kind: 'toner', paper_size: null, printer: nobody }],
])('an item is refused under %s where it is wrong', async (key, body) => {
  const reply = await admin.post('/api/stock/', body)
  expect([reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([400, key])
})

test('the cost of one is written with no more digits than it has', async () => {
  const { id } = await buildStockItem(api.db, { paper_size: 'Letter' })
  expect((await deliver(id, 1000, 912.41)).statusCode).toBe(201)
  expect((await get(id)).unit_cost).toBe(0.91241)
  expect((await ledger(id)).results.map(({ unit_cost }) => unit_cost)).toEqual([0.91241])
})

test('deliveries move the average cost, and a count becomes a correction', async () => {
  const { id } = await buildStockItem(api.db, { paper_size: 'Letter' })
  expect((await deliver(id, 1000, 500)).statusCode).toBe(201)
  expect(await get(id)).toMatchObject({ amount: 1000, unit_cost: 0.5, level: 'enough' })
  await deliver(id, 500, 400)
  expect(await get(id)).toMatchObject({ amount: 1500, unit_cost: 0.6 })
  const corrected = await count(id, 90)
  expect(corrected.json()).toMatchObject({
    kind: 'correction',
    quantity: -1410,
    balance: 90,
    by: 'Asha Rao',
    price: null,
  })
  expect(await get(id)).toMatchObject({ amount: 90, unit_cost: 0.6, level: 'low', used_recently: 0 })
  // What is left keeps its cost, and a counted sheet has no price of its own.
  await deliver(id, 10, 26)
  expect(await get(id)).toMatchObject({ amount: 100, unit_cost: 0.8 })
  const { results, count: entries } = await ledger(id)
  expect(entries).toBe(4)
  expect(results.map(({ quantity, balance }) => [quantity, balance])).toEqual([
    [10, 100],
    [-1410, 90],
    [500, 1500],
    [1000, 1000],
  ])
  expect((await ledger(id, 'query=counted')).count).toBe(1)
  const audited = await api.db`select from audit_entries where entity = 'stock_entries'`
  expect(audited.length).toBeGreaterThanOrEqual(4)
})

test('a count corrects the cost that a wrong price has made, for the jobs from then on', async () => {
  const { id } = await buildStockItem(api.db, { paper_size: 'Letter' })
  await deliver(id, 1000, 54_000)
  expect(await get(id)).toMatchObject({ unit_cost: 54 })
  const entry = { kind: 'correction', counted: 1000, reason: 'It cost 540', unit_cost: 0.5432 }
  expect((await enter(id, entry)).json()).toMatchObject({ quantity: 0, balance: 1000, unit_cost: 0.5432 })
  await count(id, 500)
  expect(await get(id)).toMatchObject({ amount: 500, unit_cost: 0.5432 })
  await deliver(id, 500, 300)
  expect((await get(id)).unit_cost).toBeCloseTo(0.5716, 6)
})

test.each([
  [{ kind: 'delivery', quantity: 0, price: 1 }, 'quantity'],
  [{ kind: 'delivery', quantity: 5, price: -1 }, 'price'],
  [{ kind: 'delivery', quantity: 5 }, 'price'],
  [{ kind: 'correction', counted: 5, reason: ' ' }, 'reason'],
  [{ kind: 'correction', counted: -1, reason: 'x' }, 'counted'],
  [{ kind: 'correction', counted: 1, reason: 'x', unit_cost: -1 }, 'unit_cost'],
  [{ kind: 'correction', counted: 1, reason: 'x', unit_cost: 10_001 }, 'unit_cost'],
  [{ kind: 'use', quantity: 5 }, 'kind'],
])('the entry %o is refused under %s', async (body, key) => {
  const { id } = await buildStockItem(api.db, { paper_size: 'Letter' })
  const reply = await enter(id, body)
  expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  expect((await get(id)).amount).toBe(0)
})

test('an item with a history is deactivated, not deleted, and takes no delivery then', async () => {
  const { id } = await buildStockItem(api.db, { paper_size: 'Letter' })
  expect((await admin.delete(`/api/stock/${(await buildStockItem(api.db)).id}/`)).statusCode).toBe(204)
  await deliver(id, 10, 10)
  expect((await admin.delete(`/api/stock/${id}/`)).json().code).toBe('in_use')
  await admin.patch(`/api/stock/${id}/`, { is_active: false })
  expect((await deliver(id, 10, 10)).statusCode).toBe(409)
  expect((await enter(nobody, { kind: 'delivery', quantity: 1, price: 1 })).statusCode).toBe(404)
  expect((await admin.get(`/api/stock/${nobody}/entries/`)).statusCode).toBe(404)
})

test('finished jobs use paper of their size and toner of their printer, once', async () => {
  const printer = await buildPrinter(api.db)
  const a4 = await buildStockItem(api.db, { is_default: true, low_at: 40 })
  const other = await buildStockItem(api.db)
  const black = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, pack_size: 10_000 })
  const cyan = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, color_only: true })
  await deliver(a4.id, 100, 50)
  const job = await buildPrintJob(api.db, {
    printer: printer.id,
    state: 'printing',
    duplex: true,
    color: 'mixed',
    cover: true,
    impressions: 21,
    color_impressions: 7,
  })
  // Not before its end.
  await api.db`update print_jobs set version = version + 1, impressions_done = 5 where id = ${job.id}`
  expect((await get(a4.id)).amount).toBe(100)
  await finishJob(api.db, job.id, 21)
  // 11 sheets on both sides, and the cover.
  expect(await get(a4.id)).toMatchObject({ amount: 88, used_recently: 12, days_left: 7 })
  expect(await get(other.id)).toMatchObject({ amount: 0 })
  expect((await get(black.id)).amount).toBe(-22)
  expect(await get(cyan.id)).toMatchObject({ amount: -7, level: 'out' })
  expect((await ledger(a4.id)).results[0]).toMatchObject({
    kind: 'use',
    quantity: -12,
    print_job: job.id,
    job_number: job.number,
    order: job.order,
    by: null,
  })
  expect(await ledger(a4.id, 'by_hand=true')).toMatchObject({ count: 1, results: [{ kind: 'delivery' }] })
  expect(await ledger(a4.id, 'by_hand=false')).toMatchObject({ count: 1, results: [{ kind: 'use' }] })
  // Nothing else about a finished job takes paper again; a late count of the printer corrects it.
  await api.db`update print_jobs set version = version + 1, impressions_wasted = 5, message = 'Jam' where id = ${job.id}`
  expect((await get(a4.id)).amount).toBe(88)
  await api.db`update print_jobs set version = version + 1, sheets_done = 15 where id = ${job.id}`
  expect((await get(a4.id)).amount).toBe(84)
  expect((await ledger(a4.id)).results[0]).toMatchObject({ kind: 'correction', quantity: -4 })

  // Printed by hand and cancelled half-way: paper, but no toner of any printer.
  await buildPrintJob(api.db, { state: 'cancelled', impressions: 50, impressions_done: 5 })
  expect(await get(a4.id)).toMatchObject({ amount: 79, level: 'enough' })
  // Nothing of it was printed, so its cover does not count.
  const unprinted = { state: 'cancelled', cover: true, impressions: 50, impressions_done: 0 } as const
  await buildPrintJob(api.db, { ...unprinted, printer: printer.id })
  expect((await ledger(a4.id)).count).toBe(4)
  expect((await get(black.id)).amount).toBe(-22)
})

test('toner whose printer was deleted can be put out of use, and given to another printer', async () => {
  const [printer, other] = [await buildPrinter(api.db), await buildPrinter(api.db)]
  const { id } = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  await deliver(id, 1000, 100)
  expect((await admin.delete(`/api/printers/${printer.id}/`)).statusCode).toBe(204)
  expect((await admin.delete(`/api/stock/${id}/`)).statusCode).toBe(409)
  const change = async (fields: object) => (await admin.patch(`/api/stock/${id}/`, fields)).json<StockItem>()
  expect(await change({ is_active: false })).toMatchObject({ is_active: false, printer: null })
  expect(await change({ printer: other.id })).toMatchObject({ printer: other.id })
  const reply = await admin.patch(`/api/stock/${id}/`, { printer: null })
  expect(reply.json().errors[0].context.key).toBe('printer')
})

test('jobs use no toner that is out of use, and none of another printer', async () => {
  const [printer, other] = [await buildPrinter(api.db), await buildPrinter(api.db)]
  const used = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  const retired = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  const foreign = await buildStockItem(api.db, { kind: 'toner', printer_id: other.id })
  await admin.patch(`/api/stock/${retired.id}/`, { is_active: false })
  await buildPrintJob(api.db, { printer: printer.id, impressions: 5 })
  const amounts = await Promise.all([used, retired, foreign].map(async ({ id }) => (await get(id)).amount))
  expect(amounts).toEqual([-5, 0, 0])
})

test('how long stock lasts follows from the use of the last 30 days, not from older ones', async () => {
  const printer = await buildPrinter(api.db)
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  await deliver(toner.id, 1000, 10)
  const use = (days: number, impressions: number) =>
    buildPrintJob(api.db, {
      printer: printer.id,
      impressions,
      finished_at: new Date(Date.now() - days * 86_400_000).toISOString(),
    })
  await use(400, 300)
  await use(30, 100)
  expect(await get(toner.id)).toMatchObject({ amount: 600, used_recently: 0, days_left: null })
  await use(29, 40)
  await use(0, 10)
  expect(await get(toner.id)).toMatchObject({ amount: 550, used_recently: 50, days_left: 330 })
})

test('what is used for some days only lasts by these days, and by 30 of them at the most', async () => {
  const printer = await buildPrinter(api.db)
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  await deliver(toner.id, 1000, 10)
  const use = (days: number) =>
    buildPrintJob(api.db, {
      printer: printer.id,
      impressions: 100,
      finished_at: new Date(Date.now() - days * 86_400_000).toISOString(),
    })
  await use(0)
  expect(await get(toner.id)).toMatchObject({ amount: 900, used_recently: 100, days_left: 9 })
  await use(3)
  // 200 in 4 days.
  expect(await get(toner.id)).toMatchObject({ amount: 800, used_recently: 200, days_left: 16 })
  await use(90)
  expect(await get(toner.id)).toMatchObject({ amount: 700, used_recently: 200, days_left: 105 })
})

test('low stock is told in the list, as a warning for a job, and as one event', async () => {
  const events = () =>
    api.db`select record from events where name = 'stock.low' and entity = 'stock_item' order by id`
  const { id } = await buildStockItem(api.db, {
    paper_size: 'Letter',
    name: 'Letter 75 g',
    is_default: true,
    low_at: 30,
  })
  await deliver(id, 100, 50)
  expect(await warnings('paper_size=Letter&sheets=100')).toEqual([])
  expect(await warnings('paper_size=Letter&sheets=101')).toMatchObject([
    { id, level: 'enough', message: 'Letter 75 g: 100 sheets left, and this needs 101.' },
  ])
  await api.db`select publish_events()`
  const before = (await events()).length
  for (const impressions of [60, 10, 5]) await buildPrintJob(api.db, { paper_size: 'Letter', impressions })
  await api.db`select publish_events()`
  expect((await events()).slice(before)).toEqual([{ record: id }])
  expect(await warnings('paper_size=Letter')).toMatchObject([
    { level: 'low', message: 'Letter 75 g: only 25 sheets left.' },
  ])
  await buildPrintJob(api.db, { paper_size: 'Letter', impressions: 26 })
  expect(await warnings('paper_size=Letter')).toMatchObject([
    { amount: -1, message: 'Letter 75 g: jobs used more than was entered. Count what is there.' },
  ])
  const low = (await admin.get('/api/stock/?is_low=true&limit=100')).json<{ results: StockItem[] }>().results
  expect(low.map((item) => item.id)).toContain(id)
  expect((await warnings()).map((warning) => warning.id)).toContain(id)
  await count(id, 0)
  expect(await warnings('paper_size=Letter')).toMatchObject([{ message: 'Letter 75 g: none left.' }])
})

test('deliveries, uses and counts at once keep one balance and every entry', async () => {
  const printer = await buildPrinter(api.db)
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id })
  const jobs = await Promise.all(
    Array.from({ length: 12 }, () =>
      buildPrintJob(api.db, { printer: printer.id, state: 'queued', impressions: 10 }),
    ),
  )
  await Promise.all([
    ...jobs.map(({ id }) => finishJob(api.db, id, 10)),
    ...jobs.map(() => deliver(toner.id, 100, 10)),
    // A second end of the same job is no second use.
    ...jobs.map(
      ({ id }) => api.db`update print_jobs set version = version + 1, message = 'Done' where id = ${id}`,
    ),
  ])
  expect(await get(toner.id)).toMatchObject({ amount: 12 * 90, used_recently: 120 })
  const { count: entries, results } = await ledger(toner.id)
  expect([entries, results.length]).toEqual([24, 24])
  let balance = 0
  for (const entry of results.toReversed()) expect(entry.balance).toBe((balance += entry.quantity))
  await Promise.all([count(toner.id, 500), finishJob(api.db, (await lateJob(printer.id)).id, 10)])
  expect([500, 490]).toContain((await get(toner.id)).amount)
})

const lateJob = (printer: string) => buildPrintJob(api.db, { printer, state: 'queued', impressions: 10 })

test('the list is searched, filtered and exported', async () => {
  const printer = await buildPrinter(api.db, { name: 'Kyocera by the window' })
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, name: 'TK-1170' })
  const found = (await admin.get('/api/stock/?query=WINDOW&kind=toner')).json()
  expect(found).toMatchObject({ count: 1, results: [{ id: toner.id, printer_data: { id: printer.id } }] })
  const file = await admin.get('/api/stock/?format=csv&query=window')
  expect(file.body).toContain('TK-1170')
  expect((await admin.get(`/api/stock/${toner.id}/entries/?format=csv`)).statusCode).toBe(200)
  expect((await api.as('staff').get('/api/stock/')).statusCode).toBe(403)
})
