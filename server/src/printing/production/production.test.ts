import { readFileSync } from 'node:fs'
import type { MarginRow } from '@our-print/contract/printing/margins.ts'
import type {
  OrderProduction,
  ProductionCosts,
  ProductionRow,
  ProductionSummary,
} from '@our-print/contract/printing/production.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildOrder, buildUser, buildVouchers } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob, buildStockItem, finishJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { until } from '../../../test/until.ts'

const api = useApi()
const admin = api.as('admin')

const ofOrder = async (id: string) =>
  (await admin.get(`/api/all-orders/${id}/production/`)).json<OrderProduction>()
const summary = async (query = '') =>
  (await admin.get(`/api/production-summary/?${query}`)).json<ProductionSummary>()
const rows = async (query: string) =>
  (await admin.get(`/api/production/?limit=100&${query}`)).json<{ count: number; results: ProductionRow[] }>()
const margins = async (query: string) =>
  (await admin.get(`/api/margins/?limit=100&${query}`)).json<{ count: number; results: MarginRow[] }>()
const today = async () => (await api.db<[{ day: string }]>`select shop_day(now()) as day`)[0].day

/** An order of 3 pages on A3, spirals, 30 rupees. */
async function buildSpiral(fields: Parameters<typeof buildOrder>[1] = {}) {
  const order = await buildOrder(api.db, { amount: 3000, ...fields })
  await api.db`update orders set version = version + 1, binding = 'spiral', copies = 2 where id = ${order.id}`
  return order
}

beforeEach(() => api.db`select fold_figures()`)
afterAll(() => expectInvariantsHold(api.db))

const costs: Omit<ProductionCosts, 'version'> = {
  binding: { none: 0, staple: 1, spiral: 4, hard: 80 },
  paper: { A4: 0.5, A3: 1.5, Letter: 0.5 },
  gap_percent: 10,
  gap_least: 20,
}

test('the costs are changed with their version, and not by what is no cost', async () => {
  const before = (await admin.get('/api/production-costs/')).json<ProductionCosts>()
  const saved = await admin.put('/api/production-costs/', { ...costs, version: before.version })
  expect(saved.json()).toEqual({ ...costs, version: before.version + 1 })
  const stale = await admin.put('/api/production-costs/', { ...costs, version: before.version })
  expect([stale.statusCode, stale.json().current]).toEqual([409, saved.json()])
  for (const wrong of [{ gap_percent: 101 }, { gap_least: -1 }, { paper: { ...costs.paper, A4: -1 } }]) {
    expect((await admin.put('/api/production-costs/', { ...costs, ...wrong })).statusCode).toBe(400)
  }
})

test('an order costs what its jobs used at their end: paper, clicks, binding and waste', async () => {
  const printer = await buildPrinter(api.db, { click_bw: 20, click_color: 300 })
  const order = await buildSpiral()
  expect(await ofOrder(order.id)).toMatchObject({ ordered: 6, printed: 0, jobs: 0, cost: 0, margin: 30 })
  const job = { order: order.id, printer: printer.id, paper_size: 'A3', impressions: 3, copies: 2 }
  const first = await buildPrintJob(api.db, {
    ...job,
    color: 'mixed',
    color_impressions: 1,
    cover: true,
    state: 'printing',
  })
  await finishJob(api.db, first.id, 6)
  // 7 sheets at 1.50; 4 sides and the cover in black, 2 in colour; two spirals.
  expect(await ofOrder(order.id)).toEqual({
    order: order.id,
    ordered: 6,
    printed: 6,
    wasted: 0,
    delivered: 0,
    is_fully_printed: true,
    jobs: 1,
    revenue: 30,
    paper: 10.5,
    click: 7,
    binding: 8,
    waste: 0,
    cost: 25.5,
    margin: 4.5,
  })
  // Two copies of a page came out crooked and are printed again, by hand.
  await api.db`update print_jobs set version = version + 1, impressions_wasted = 2 where id = ${first.id}`
  expect(await ofOrder(order.id)).toMatchObject({
    printed: 4,
    wasted: 2,
    is_fully_printed: false,
    paper: 7,
    click: 4.67,
    waste: 5.83,
    cost: 25.5,
  })
  await buildPrintJob(api.db, { order: order.id, paper_size: 'A3', impressions: 2 })
  const done = { printed: 6, wasted: 2, is_fully_printed: true, jobs: 2, binding: 8, cost: 28.5 }
  expect(await ofOrder(order.id)).toMatchObject(done)

  // Neither a delivery of paper nor new prices change what is finished.
  const paper = await buildStockItem(api.db, { paper_size: 'A3', is_default: true })
  await api.db`insert into stock_entries (item_id, kind, quantity, price) values (${paper.id}, 'delivery', 100, 40000)`
  await api.db`update printers set version = version + 1, click_bw = 999 where id = ${printer.id}`
  await admin.put('/api/production-costs/', { ...costs, binding: { ...costs.binding, spiral: 99 } })
  const waste = (sides: number) =>
    api.db`update print_jobs set version = version + 1, impressions_wasted = ${sides} where id = ${first.id}`
  await waste(1)
  expect(await ofOrder(order.id)).toMatchObject({ is_fully_printed: true, binding: 8 })
  await waste(3)
  expect(await ofOrder(order.id)).toMatchObject({ ...done, printed: 5, wasted: 3, is_fully_printed: false })
  // The next job pays 4 rupees a sheet, and the new price of its printer; by hand it pays no click.
  const other = await buildOrder(api.db, { amount: 5000 })
  await buildPrintJob(api.db, { order: other.id, printer: printer.id, paper_size: 'A3', impressions: 3 })
  expect(await ofOrder(other.id)).toMatchObject({ paper: 12, click: 29.97, margin: 8.03 })
  await buildPrintJob(api.db, { order: other.id, paper_size: 'A3', impressions: 3 })
  expect(await ofOrder(other.id)).toMatchObject({ paper: 24, click: 29.97 })
  await admin.put('/api/production-costs/', costs)
})

test('only what is printed in full is bound, and no cancelled order', async () => {
  const [partly, cancelled] = [await buildSpiral(), await buildSpiral({ status: 'cancelled' })]
  await buildPrintJob(api.db, { order: partly.id, copies: 1 })
  await buildPrintJob(api.db, { order: cancelled.id, copies: 2 })
  expect(await ofOrder(partly.id)).toMatchObject({ printed: 3, jobs: 1, binding: 0 })
  expect(await ofOrder(cancelled.id)).toMatchObject({ is_fully_printed: true, revenue: 0, binding: 0 })
})

test('the days and the printers show what was ordered, printed, wasted and delivered', async () => {
  const day = await today()
  const before = await summary()
  const printer = await buildPrinter(api.db, { name: 'Ricoh' })
  const order = await buildSpiral({ status: 'assigned' })
  await buildPrintJob(api.db, { order: order.id, printer: printer.id, impressions: 3 })
  await buildPrintJob(api.db, {
    state: 'cancelled',
    impressions: 9,
    impressions_done: 4,
    impressions_wasted: 1,
  })
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'out-for-delivery' })
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'delivered' })
  const after = await summary(`from_date=${day}&to_date=${day}`)
  const grown = (field: 'ordered' | 'printed' | 'wasted' | 'delivered' | 'sheets') =>
    after[field] - before[field]
  // The other order of the cancelled job was ordered, too.
  expect([grown('ordered'), grown('printed'), grown('wasted'), grown('delivered'), grown('sheets')]).toEqual([
    9, 6, 1, 6, 7,
  ])
  const byDay = await rows('by=day')
  expect(byDay.count).toBe(30)
  expect(byDay.results[0]).toMatchObject({ id: day, ordered: after.ordered, printed: after.printed })
  const byPrinter = await rows('by=printer&query=ricoh')
  expect(byPrinter.results).toEqual([
    expect.objectContaining({ id: printer.id, label: 'Ricoh', printed: 3, ordered: null, counter: null }),
  ])
  // Those in use are there, and those that printed.
  const [unused, retired] = [await buildPrinter(api.db), await buildPrinter(api.db, { is_active: false })]
  await api.db`update printers set version = version + 1, is_active = false where id = ${printer.id}`
  const all = (await rows('by=printer')).results
  const ids = all.map(({ id }) => id)
  expect([printer, unused, retired].map(({ id }) => ids.includes(id))).toEqual([true, true, false])
  expect(all.at(-1)).toMatchObject({ id: 'by-hand', label: 'By hand' })
  expect(all.reduce((sum, { printed }) => sum + printed, 0)).toBe(after.printed)
  // Folded counters say the same as deltas.
  await api.db`select fold_figures()`
  expect(await rows('by=printer')).toMatchObject({ results: all })

  // A delivery that was a mistake, and a cancelled order.
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'out-for-delivery', note: 'Wrong house' })
  expect((await summary()).delivered).toBe(before.delivered)
  await admin.patch(`/api/all-orders/${order.id}/`, { status: 'cancelled', note: 'Lost' })
  expect((await summary()).ordered).toBe(after.ordered - 6)
  expect((await ofOrder(order.id)).revenue).toBe(0)
})

test('margins of orders, customers, companies and months agree', async () => {
  const customer = (await buildUser(api.db, { first_name: 'Zubin', last_name: 'Mody' })).id
  const client = await buildClient(api.db, { name: 'Zubin & Sons' })
  const buyOf = async (company: string, voucher_codes: string[]) => {
    const group = await buildVouchers(api.db, { client: company, voucher_codes })
    await api.db`update vouchers set version = version + 1, is_assigned = true where voucher_info_id = ${group.id}`
    await api.db`
      insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail, cost,
        expiry_date)
      select ${customer}, id, ${group.id}, ${company}, voucher_code, 'Coffee', 0, ${group.expiry_date}
      from vouchers where voucher_info_id = ${group.id}`
  }
  // Two vouchers of one company make nobody its customer twice.
  await buyOf(client.id, ['A', 'B'])
  const orders = [
    await buildOrder(api.db, { user: customer, title: 'Zine one', amount: 1000 }),
    await buildOrder(api.db, { user: customer, title: 'Zine two', amount: 100 }),
  ] as const
  // Never printed: no cost is known, so it is in no margin.
  const three = await buildOrder(api.db, { user: customer, title: 'Zine three', amount: 9900 })
  await buildPrintJob(api.db, { order: three.id, state: 'cancelled', impressions_done: 0 })
  for (const { id } of orders) await buildPrintJob(api.db, { order: id, impressions: 3 })
  const [two, one] = (await margins('by=order&query=zine')).results
  expect(one).toMatchObject({
    label: 'Zine one',
    customer: 'Zubin Mody',
    revenue: 10,
    cost: 1.5,
    margin: 8.5,
  })
  expect(two).toMatchObject({ margin: -0.5, margin_percent: -50 })
  const sums = { orders: 2, revenue: 11, cost: 3, margin: 8, printed: 6 }
  expect((await margins('by=customer&query=mody')).results).toEqual([
    expect.objectContaining({ ...sums, id: customer, label: 'Zubin Mody', number: null }),
  ])
  expect((await margins('by=company')).results).toEqual([
    expect.objectContaining({ ...sums, id: client.id, label: 'Zubin & Sons' }),
  ])
  const all = (await margins('ordering=-margin')).results
  expect(all.map(({ margin }) => margin)).toEqual(all.map(({ margin }) => margin).toSorted((a, b) => b - a))
  const total = (field: 'revenue' | 'cost' | 'margin' | 'printed' | 'wasted') =>
    Math.round(all.reduce((sum, row) => sum + row[field] * 100, 0))
  for (const by of ['customer', 'month'] as const) {
    const { results } = await margins(`by=${by}`)
    for (const field of ['revenue', 'cost', 'margin', 'printed', 'wasted'] as const)
      expect([by, field, Math.round(results.reduce((sum, row) => sum + row[field] * 100, 0))]).toEqual([
        by,
        field,
        total(field),
      ])
  }
  const shown = await summary()
  for (const field of ['revenue', 'cost', 'margin'] as const)
    expect([field, Math.round(shown[field] * 100)]).toEqual([field, total(field)])
  // A voucher that was voided makes nobody a customer of its company.
  const voided = (at: string | null) =>
    api.db`
      update purchased_vouchers set version = version + 1, voided_at = ${at}, void_reason = ${at && 'Returned'}
        where user_id = ${customer}`
  await voided(new Date().toISOString())
  expect((await margins('by=company')).results).toEqual([])
  await voided(null)
  expect((await margins('by=company')).count).toBe(1)
  const kept = await buildClient(api.db)
  await buyOf(kept.id, ['C'])
  await api.db`update clients set deleted_at = now() where id = ${client.id}`
  expect(await margins('by=company')).toMatchObject({ count: 1, results: [{ id: kept.id }] })
  await api.db`update clients set deleted_at = null where id = ${client.id}`
  expect((await margins('by=order')).count).toBe(all.length)
  const file = await admin.get('/api/margins/?by=customer&format=csv&query=mody')
  expect(file.body).toContain('Zubin Mody')
  // The order moves to another customer, and is cancelled.
  const other = (await buildUser(api.db)).id
  await api.db`update orders set version = version + 1, user_id = ${other} where id = ${orders[0].id}`
  expect((await margins('by=customer&query=mody')).results).toMatchObject([{ orders: 1, revenue: 1 }])
  await admin.patch(`/api/all-orders/${orders[1].id}/`, { status: 'cancelled', note: 'Paper jam' })
  expect((await margins('by=customer&query=mody')).results).toMatchObject([
    { revenue: 0, cost: 1.5, margin: -1.5, margin_percent: null },
  ])
  // A month in which only jobs ended has no margin.
  await buildPrintJob(api.db, { finished_at: '2024-05-10T06:00:00Z' })
  expect((await margins('by=month&from_date=2024-05-01&to_date=2024-05-31')).results).toEqual([])
})

test.each(['from_date=2026-02-01&to_date=2026-01-01', 'from_date=2020-01-01&to_date=2026-01-01'])(
  'the range %s is refused',
  async (range) => {
    for (const url of ['production', 'production-summary', 'margins'])
      expect((await admin.get(`/api/${url}/?${range}`)).statusCode).toBe(400)
  },
)

test('open orders that are not fully printed wait, the oldest first', async () => {
  const days = (number: number) => new Date(Date.now() - number * 86_400_000).toISOString()
  const order = await buildOrder(api.db, { status: 'assigned', title: 'Forgotten', created_at: days(900) })
  const ofPlan = await buildOrder(api.db, { order_type: 'subscription', created_at: days(1) })
  const printed = await buildOrder(api.db, { created_at: days(901) })
  await buildPrintJob(api.db, { order: printed.id, impressions: 3 })
  await buildOrder(api.db, { status: 'delivered', created_at: days(902) })
  const { tasks } = await summary()
  expect(tasks.not_printed).toBe(2)
  expect(tasks.oldest).toMatchObject([
    { id: order.id, title: 'Forgotten', number: order.number },
    { id: ofPlan.id },
  ])
})

test('counting again gives the same figures', async () => {
  const before = [await summary(), await rows('by=day'), await rows('by=printer'), await margins('by=month')]
  await api.db`select recount_production()`
  expect([
    await summary(),
    await rows('by=day'),
    await rows('by=printer'),
    await margins('by=month'),
  ]).toEqual(before)
  await expectInvariantsHold(api.db)
})

test('jobs of one order that end at once are all counted, and its copies are bound once', async () => {
  for (let round = 0; round < 5; round++) {
    const order = await buildSpiral()
    const jobs = await Promise.all(
      Array.from({ length: 3 }, () =>
        buildPrintJob(api.db, { order: order.id, copies: 2, state: 'printing' }),
      ),
    )
    await Promise.all([
      ...jobs.map(({ id }) => finishJob(api.db, id, 2)),
      api.db`update orders set version = version + 1, discount = 500 where id = ${order.id}`,
    ])
    expect(await ofOrder(order.id)).toMatchObject({ printed: 6, jobs: 3, binding: 8, revenue: 25 })
  }
})

test('a job that ends while another one of its order does is counted after it', async () => {
  const order = await buildSpiral()
  const job = { order: order.id, copies: 1, state: 'printing' } as const
  const [first, second] = [await buildPrintJob(api.db, job), await buildPrintJob(api.db, job)]
  const { end } = await api.db.begin(async (tx) => {
    await finishJob(tx, first.id, 3)
    const end = finishJob(api.db, second.id, 3).execute()
    await until('it waits', async () => {
      const waiting = await api.resources.quickPool`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length > 0
    })
    return { end }
  })
  await end
  expect(await ofOrder(order.id)).toMatchObject({ printed: 6, jobs: 2, binding: 8 })
})

test('tax that is added to the price of an order is not earned', async () => {
  const order = await buildOrder(api.db, { amount: 1000 })
  await api.db`update orders set version = version + 1, tax = 162, discount = 100 where id = ${order.id}`
  expect(await ofOrder(order.id)).toMatchObject({ revenue: 9, margin: 9 })
  await buildPrintJob(api.db, { order: order.id, impressions_done: 0, state: 'cancelled' })
  await api.db`update orders set version = version + 1, tax = 180, discount = 0 where id = ${order.id}`
  expect(await ofOrder(order.id)).toMatchObject({ revenue: 10, margin: 10 })
  await expectInvariantsHold(api.db)
  // As it was counted before.
  await api.db`update order_costs c set revenue = payable from orders o where o.id = order_id and status <> 'cancelled'`
  const name = '../../../sql/migrations/0057_earned_without_tax.sql'
  await api.db.unsafe(readFileSync(new URL(name, import.meta.url), 'utf8'))
  await expectInvariantsHold(api.db)
})

test('an order that changes while its first job begins keeps its revenue right', async () => {
  for (let round = 0; round < 10; round++) {
    const order = await buildOrder(api.db, { amount: 1000 })
    await Promise.all([
      buildPrintJob(api.db, { order: order.id, impressions: 3 }),
      admin.patch(`/api/all-orders/${order.id}/`, { status: 'cancelled', note: 'Race' }),
      api.db`update orders set version = version + 1, discount = 300 where id = ${order.id}`,
    ])
  }
  await expectInvariantsHold(api.db)
})
