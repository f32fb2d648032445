import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { readsOf } from '../../../test/plans.ts'
import * as ticketScans from '../../orders/ticketScans/ticketScans.queries.ts'
import * as margins from './margins.queries.ts'
import * as production from './production.queries.ts'
import * as summary from './productionSummary.queries.ts'

const api = useApi({}, { template: inject('largeUrl') })
const range = { from_date: '', to_date: '' }
const everything = { from_date: '', to_date: '' }
const page = { limit: 10, offset: 0 }
let title = ''
let number = 0
let orders = 0

beforeAll(async () => {
  const [found] = await api.db<[typeof range & { orders: number }]>`
    select r.from_date, r.to_date, (select count(*)::int from order_costs c where c.jobs > 0
      and c.created_at >= day_start(r.from_date) and c.created_at < day_start(r.to_date + 1)) as orders
    from (select shop_day(max(created_at)) - 129 as from_date, shop_day(max(created_at)) - 100 as to_date
      from order_costs) r`
  Object.assign(range, { from_date: found.from_date, to_date: found.to_date })
  orders = found.orders
  const [order] = await api.db<[typeof everything & { title: string; number: number }]>`
    select o.title, o.number, shop_day(o.created_at) - 365 as from_date, shop_day(o.created_at) + 365 as to_date
    from orders o join order_costs c on c.order_id = o.id order by o.number limit 1`
  title = order.title
  number = order.number
  Object.assign(everything, { from_date: order.from_date, to_date: order.to_date })
  expect(orders).toBeGreaterThan(1000)
})

async function readsOfTable(table: string, work: () => Promise<unknown>) {
  const own = (await readsOf(api.db, work)).filter((read) => read.table === table)
  return {
    nodes: [...new Set(own.map(({ node }) => node))],
    rows: own.reduce((sum, { rows }) => sum + rows, 0),
  }
}

test.each(['customer', 'company'] as const)(
  'margins by %s read the orders of the range, from the index',
  async (by) => {
    const { nodes, rows } = await readsOfTable('order_costs', () =>
      margins.list(api.db, { ...range, ...page, by }),
    )
    expect(nodes).toEqual(['Index Only Scan order_costs_counted'])
    // Once, for the page and its count.
    expect(rows).toBe(orders)
  },
)

test('a page of margins by order reads its orders, and counts the others in the index', async () => {
  const { nodes, rows } = await readsOfTable('order_costs', () => margins.list(api.db, { ...range, ...page }))
  expect(nodes).toEqual(['Index Only Scan order_costs_counted'])
  expect(rows).toBe(orders + page.limit)
})

test.each([
  ['months', () => margins.list(api.db, { ...range, ...page, by: 'month' as const })],
  ['days', () => production.list(api.db, { ...range, ...page, by: 'day' as const })],
  ['the summary', () => summary.get(api.db, range)],
] as const)('the figures of %s read counters, and no costs of jobs or orders', async (_, work) => {
  const reads = await readsOf(api.db, work)
  const rowsOf = (table: string) =>
    reads.filter((read) => read.table === table).reduce((sum, { rows }) => sum + rows, 0)
  expect(rowsOf('figure_counts')).toBeGreaterThan(0)
  expect(rowsOf('print_job_costs') + rowsOf('print_jobs')).toBe(0)
  // The open orders of the summary, each with its sums.
  expect(rowsOf('order_costs')).toBeLessThan(1000)
})

test('a search in margins reads the orders that it finds, and no words of the others', async () => {
  const reads = await readsOf(api.db, async () => {
    const found = await margins.list(api.db, { ...everything, ...page, query: `${number} ${title}` })
    expect(found).toMatchObject({ count: 1, results: [{ label: title }] })
  })
  for (const table of ['orders', 'order_costs', 'order_search', 'users', 'customer_search']) {
    const rows = reads.filter((read) => read.table === table).reduce((sum, read) => sum + read.rows, 0)
    expect([table, rows <= 20]).toEqual([table, true])
  }
})

test('a word of most orders is looked for once, in the words of the range', async () => {
  const { nodes, rows } = await readsOfTable('order_search', () =>
    margins.list(api.db, { ...range, ...page, query: 'th' }),
  )
  expect(nodes.length).toBe(1)
  expect(rows).toBeLessThanOrEqual(20_000)
})

test('a page of ticket scans from the middle reads their ids, and no page counts them', async () => {
  const { nodes, rows } = await readsOfTable('ticket_scans', () =>
    ticketScans.list(api.db, { limit: 10, offset: 2000 }),
  )
  expect(nodes).toEqual(['Index Only Scan ticket_scans_pkey', 'Index Scan ticket_scans_pkey'])
  expect(rows).toBe(2010 + 10)
})
