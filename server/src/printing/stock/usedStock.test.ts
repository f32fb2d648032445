import type { StockItem, StockWarning } from '@our-print/contract/printing/stock.ts'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPrinter, buildPrintJob, buildStockItem } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

// Which item a job uses, what is left of it, and what it is worth.

const api = useApi()
const admin = api.as('admin')

afterAll(() => expectInvariantsHold(api.db))

const get = async (id: string) => (await admin.get(`/api/stock/${id}/`)).json<StockItem>()
const enter = (id: string, body: object) => admin.post(`/api/stock/${id}/entries/`, body)
const deliver = (id: string, quantity: number, price: number) =>
  enter(id, { kind: 'delivery', quantity, price })
const count = (id: string, counted: number) => enter(id, { kind: 'correction', counted, reason: 'Counted' })
const warned = async (query = '') =>
  (await admin.get(`/api/stock-warnings/?${query}`))
    .json<{ warnings: StockWarning[] }>()
    .warnings.map(({ id }) => id)

/** The only paper in use. */
async function buildPaper() {
  await api.db`update stock_items set version = version + 1, is_active = false, is_default = false`
  return buildStockItem(api.db, { is_default: true, low_at: 10 })
}

test('a delivery costs what was paid for it where jobs had used more than there was', async () => {
  const { id } = await buildPaper()
  await deliver(id, 10, 5)
  await buildPrintJob(api.db, { impressions: 30 })
  await deliver(id, 100, 100)
  expect(await get(id)).toMatchObject({ amount: 80, unit_cost: 1 })
})

test('what was counted before the first delivery is worth as much', async () => {
  const { id } = await buildStockItem(api.db)
  await count(id, 50)
  await deliver(id, 50, 50)
  expect(await get(id)).toMatchObject({ amount: 100, unit_cost: 1 })
})

test('paper out of use is used by no job, and nobody is told that little is left', async () => {
  const { id } = await buildPaper()
  await deliver(id, 100, 50)
  await admin.patch(`/api/stock/${id}/`, { is_active: false })
  const job = await buildPrintJob(api.db, { impressions: 5 })
  expect(await api.db`select from stock_entries where print_job = ${job.id}`).toHaveLength(0)
  await count(id, 3)
  await api.db`select publish_events()`
  expect(await api.db`select from events where name = 'stock.low' and record = ${id}`).toHaveLength(0)
  const low = (await admin.get('/api/stock/?is_low=true&limit=100')).json<{ results: StockItem[] }>().results
  expect(low.map((item) => item.id)).not.toContain(id)
  expect(await warned()).not.toContain(id)
})

test('a late count is of the paper that the job used', async () => {
  const used = await buildPaper()
  const job = await buildPrintJob(api.db, { duplex: true, impressions: 10 })
  const newer = await buildPaper()
  await api.db`update print_jobs set version = version + 1, sheets_done = 8 where id = ${job.id}`
  expect([(await get(used.id)).amount, (await get(newer.id)).amount]).toEqual([-8, 0])
})

test('what jobs use has no audit entry, and the ledger is never changed', async () => {
  const { id } = await buildPaper()
  await api.db.begin(async (tx) => {
    await tx`select set_config('our_print.actor', ${api.people.admin.id}, true)`
    await buildPrintJob(tx, { impressions: 5 })
  })
  await count(id, 20)
  const audited = await api.db`
    select after->>'kind' as kind from audit_entries where entity = 'stock_entries' and after->>'item_id' = ${id}`
  expect(audited).toEqual([{ kind: 'correction' }])
  const changed = api.db`update stock_entries set reason = 'Other' where item_id = ${id}`
  await expect(changed).rejects.toThrow('append-only')
  await expect(api.db`delete from stock_entries where item_id = ${id}`).rejects.toThrow('append-only')
})

test('an item is low from its mark on, and one that is used up lasts no day', async () => {
  const printer = await buildPrinter(api.db)
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, low_at: 100 })
  await deliver(toner.id, 100, 10)
  expect((await get(toner.id)).level).toBe('low')
  await buildPrintJob(api.db, { printer: printer.id, impressions: 130 })
  expect(await get(toner.id)).toMatchObject({ amount: -30, days_left: 0 })
})

test('toner is low by its mark alone, however many sheets are to be printed', async () => {
  const printer = await buildPrinter(api.db)
  const toner = await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, low_at: 100 })
  await deliver(toner.id, 150, 10)
  expect(await warned(`printer=${printer.id}&sheets=200`)).toEqual([])
  await count(toner.id, 100)
  expect(await warned(`printer=${printer.id}&sheets=200`)).toEqual([toner.id])
})

const paper = { kind: 'paper', pack_size: 500, low_at: 200 } as const

test('each size has a default of its own, also where several papers become it at once', async () => {
  const a4 = await buildPaper()
  const create = (paper_size: string, name: string, is_default: boolean) =>
    admin.post('/api/stock/', { ...paper, paper_size, name, is_default })
  expect((await create('A3', 'First', false)).json()).toMatchObject({ is_default: true })
  const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => create('A3', `A3 ${n}`, true)))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201))
  const defaults = await api.db`select paper_size from stock_items where is_default order by paper_size`
  expect(defaults).toEqual([{ paper_size: 'A3' }, { paper_size: 'A4' }])
  expect((await get(a4.id)).is_default).toBe(true)
})

test('of counts at once the last one is what is there', async () => {
  const { id } = await buildStockItem(api.db)
  await deliver(id, 100, 10)
  await Promise.all(Array.from({ length: 6 }, () => count(id, 50)))
  expect((await get(id)).amount).toBe(50)
})
