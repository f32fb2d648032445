import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob, buildStockItem, finishJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold, findBrokenInvariants } from '../../../test/invariants.ts'
import type { Transaction } from '../../base/database/db.ts'

const api = useApi()
const admin = api.as('admin')

afterAll(() => expectInvariantsHold(api.db))

/** The only paper in use. */
async function buildPaper() {
  await api.db`update stock_items set version = version + 1, is_active = false, is_default = false`
  return buildStockItem(api.db, { is_default: true })
}

test.each([
  // Copies begin on a sheet of their own: 10 copies of 3 sides are 20 sheets, not 15.
  [{ duplex: true, copies: 10, impressions: 3, impressions_done: 30 }, 20],
  [{ duplex: true, copies: 10, impressions: 3, impressions_done: 29 }, 19],
  [{ duplex: true, copies: 10, impressions: 3, impressions_done: 28 }, 19],
  [{ duplex: true, copies: 2, impressions: 4, impressions_done: 8 }, 4],
  [{ duplex: true, copies: 3, impressions: 5, first_impression: 3, impressions_done: 9 }, 6],
  [{ duplex: false, copies: 3, impressions: 5, impressions_done: 14 }, 14],
  [{ duplex: true, copies: 1, impressions: 3, impressions_done: 3, cover: true }, 3],
  [{ duplex: true, copies: 1, impressions: 3, impressions_done: 0, cover: true }, 0],
  // What the printer counted, where it is more.
  [{ duplex: true, copies: 2, impressions: 3, impressions_done: 6, sheets_done: 5 }, 5],
  [{ duplex: true, copies: 2, impressions: 3, impressions_done: 6, sheets_done: 3 }, 4],
  // At most one sheet for each side, however many the printer claims.
  [{ duplex: true, copies: 2, impressions: 3, impressions_done: 6, sheets_done: 2_000_000_000 }, 6],
  [{ duplex: true, copies: 2, impressions: 5, first_impression: 4, impressions_done: 4, sheets_done: 9 }, 4],
  [{ duplex: true, copies: 2, impressions: 3, impressions_done: 4, sheets_done: 99, cover: true }, 7],
])('the job %o used %i sheets: of stock, in its costs and in its answer', async (fields, sheets) => {
  const paper = await buildPaper()
  const job = await buildPrintJob(api.db, { state: 'cancelled', ...fields })
  const [counted] = await api.db`
    select c.sheets, -coalesce((select quantity from stock_entries
      where print_job = c.job_id and item_id = ${paper.id}), 0) as used
    from print_job_costs c where job_id = ${job.id}`
  expect(counted).toEqual({ sheets, used: sheets })
  expect((await admin.get(`/api/print-jobs/${job.id}/`)).json().sheets_done).toBe(sheets)
})

/** Everything that is counted of print jobs, without the times at which it was. */
async function counted() {
  await api.db`select fold_figures()`
  return [
    await api.db`select * from print_job_costs order by job_id`,
    await api.db`
      select order_id, user_id, revenue, jobs, printed, wasted, paper, click, waste, binding, bound_at is not null as bound
      from order_costs order by order_id`,
    await api.db`
      select * from figure_counts where coalesce(nullif(n1, 0), nullif(n2, 0), nullif(n7, 0), 0) <> 0
      order by figure, period, starts, key, kind`,
    await api.db`select id, amount, unit_cost from stock_items order by id`,
  ]
}

async function buildShop() {
  const printer = await buildPrinter(api.db, { click_bw: 30, click_color: 200 })
  const items = [
    await buildPaper(),
    await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id }),
    await buildStockItem(api.db, { kind: 'toner', printer_id: printer.id, color_only: true }),
  ]
  for (const { id } of items)
    await admin.post(`/api/stock/${id}/entries/`, { kind: 'delivery', quantity: 500, price: 250 })
  const order = await buildOrder(api.db)
  await api.db`update orders set version = version + 1, binding = 'spiral', copies = 2 where id = ${order.id}`
  const fields = {
    order: order.id,
    printer: printer.id,
    duplex: true,
    color: 'mixed',
    color_impressions: 1,
  } as const
  const job = await buildPrintJob(api.db, { ...fields, copies: 2, impressions_wasted: 1, cover: true })
  await buildPrintJob(api.db, { ...fields, copies: 1, impressions_done: 1, state: 'failed' })
  const open = await buildPrintJob(api.db, { ...fields, state: 'printing' })
  return { job, open, order }
}

const withoutTriggers = (work: (tx: Transaction) => Promise<unknown>) =>
  api.db.begin(async (tx) => {
    const tables = ['print_jobs', 'print_job_costs', 'order_costs', 'stock_items']
    for (const table of tables) await tx`alter table ${tx(table)} disable trigger user`
    await work(tx)
    for (const table of tables) await tx`alter table ${tx(table)} enable trigger user`
  })

test('a recount changes nothing that is right', async () => {
  await buildShop()
  const before = await counted()
  await api.db`select recount_production()`
  expect(await counted()).toEqual(before)
})

test.each([
  ['costs of jobs', 'update print_job_costs set sheets = sheets + 1, paper = paper + 7, click = 0'],
  [
    'costs of jobs that print',
    'insert into print_job_costs select (c.k).* from (select job_cost(j, null) as k from print_jobs j where finished_at is null) c',
  ],
  // At the prices of now, which are those of the newest jobs.
  [
    'jobs without costs',
    'delete from print_job_costs where job_id in (select id from print_jobs order by number desc limit 3)',
  ],
  ['costs of orders', 'update order_costs set paper = paper + 1, jobs = 9, revenue = 0'],
  ['orders without costs', 'delete from order_costs'],
  ['figures by day', `update figure_counts set n2 = n2 + 1 where figure = 'printed_figures'`],
  ['balances', 'update stock_items set amount = amount + 3, unit_cost = 9'],
  ['days of use', `update figure_counts set n1 = n1 + 1 where figure = 'stock_use_figures'`],
])('a recount rebuilds wrong %s', async (_, drift) => {
  await buildShop()
  const before = await counted()
  await withoutTriggers((tx) => tx.unsafe(drift))
  await api.db`select recount_production()`
  expect(await counted()).toEqual(before)
})

test('what was loaded without triggers is counted as if they had run', async () => {
  const { job, open, order } = await buildShop()
  await withoutTriggers(async (tx) => {
    await tx`update print_jobs set version = version + 1, sheets_done = 6, impressions_done = 5 where id = ${job.id}`
    await finishJob(tx, open.id, 3)
  })
  expect(Object.keys(await api.db.begin((tx) => findBrokenInvariants(tx)))).toContain('costs of jobs')
  await api.db`select recount_production()`
  const [row] =
    await api.db`select jobs, printed, wasted, bound_at from order_costs where order_id = ${order.id}`
  expect(row).toMatchObject({ jobs: 3, printed: 8, wasted: 1, bound_at: expect.any(String) })
  await expectInvariantsHold(api.db)
})

test('the checks of production call no function that they judge', async () => {
  await buildShop()
  const rolledBack = api.db.begin(async (tx) => {
    for (const [name, argument, type] of [
      ['job_sheets', 'j print_jobs', 'int'],
      ['job_impressions', 'j print_jobs', 'int'],
      ['job_color_impressions', 'j print_jobs', 'int'],
      ['job_use', 'j print_jobs, i stock_items', 'int'],
      ['order_impressions', 'o orders', 'int'],
      ['order_revenue', 'o orders', 'bigint'],
      ['good_impressions', 'o orders', 'bigint'],
    ])
      await tx.unsafe(
        `create or replace function ${name}(${argument}) returns ${type} language sql immutable as 'select -1::${type}'`,
      )
    expect(await findBrokenInvariants(tx)).toEqual({})
    throw new Error('Roll back')
  })
  await expect(rolledBack).rejects.toThrow('Roll back')
})
