import type { MarginRow } from '@our-print/contract/printing/margins.ts'
import type { ProductionRow, ProductionSummary } from '@our-print/contract/printing/production.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { createRandom } from '../../../test/simulation/random.ts'

// However the figures are grouped, their rows add up to the summary.

const api = useApi()
const admin = api.as('admin')
const random = createRandom(Number(process.env['SEED'] ?? 22))
const below = (limit: number) => Math.floor(random.next() * limit)

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

beforeAll(async () => {
  const printers = await Promise.all(Array.from({ length: 4 }, () => buildPrinter(api.db)))
  const users = await Promise.all(Array.from({ length: 3 }, () => buildUser(api.db)))
  for (let made = 0; made < 40; made++) {
    const status = (['confirmed', 'assigned', 'delivered', 'cancelled'] as const)[below(4)] ?? 'confirmed'
    const { id } = await buildOrder(api.db, {
      status,
      user: users[below(3)]?.id ?? '',
      amount: 100 * below(90),
      created_at: daysAgo(below(50)),
    })
    for (let job = below(3); job > 0; job--) {
      const impressions_done = below(8)
      await buildPrintJob(api.db, {
        order: id,
        // Sometimes by hand.
        printer: printers[below(5)]?.id ?? null,
        state: 'cancelled',
        duplex: below(2) === 0,
        impressions: 7,
        impressions_done,
        impressions_wasted: below(impressions_done + 1),
        finished_at: daysAgo(below(40)),
      })
    }
  }
  // Out of use, and all that it printed is waste; and the same by hand, on a day of its own.
  await buildPrintJob(api.db, { printer: (await buildPrinter(api.db)).id, impressions_wasted: 3 })
  await api.db`update printers set version = version + 1, is_active = false`
  await buildPrintJob(api.db, { impressions_wasted: 3, finished_at: daysAgo(45) })
})
afterAll(() => expectInvariantsHold(api.db))

const sumsOf = <Row extends object>(rows: readonly Row[], fields: readonly (keyof Row)[]) =>
  Object.fromEntries(
    fields.map((field) => [
      field,
      Math.round(rows.reduce((sum, row) => sum + Number(row[field]) * 100, 0)) / 100,
    ]),
  )
const counted = {
  day: ['ordered', 'printed', 'wasted', 'delivered', 'sheets'],
  printer: ['printed', 'wasted', 'sheets'],
} as const
const earned = ['orders', 'revenue', 'paper', 'click', 'binding', 'waste', 'cost', 'margin'] as const

test.each([
  [0, 0],
  [49, 49],
  [45, 0],
  ...Array.from({ length: 5 }, () => [below(55), below(30)] as [number, number]),
])('from %i days ago for %i more days', async (from, length) => {
  const [{ from_date, to_date }] = await api.db<[{ from_date: string; to_date: string }]>`
    select shop_day(now()) - ${from}::int as from_date, shop_day(now()) - ${from}::int + ${length}::int as to_date`
  const range = `from_date=${from_date}&to_date=${to_date}`
  const get = async <T>(url: string) => (await admin.get(url)).json<T>()
  const summary = await get<ProductionSummary>(`/api/production-summary/?${range}`)
  for (const by of ['day', 'printer'] as const) {
    const url = `/api/production/?limit=100&by=${by}&${range}`
    const { results } = await get<{ results: ProductionRow[] }>(url)
    expect({ by, range, ...sumsOf(results, counted[by]) }).toEqual({
      by,
      range,
      ...sumsOf([summary], counted[by]),
    })
  }
  for (const by of ['order', 'customer', 'month'] as const) {
    const url = `/api/margins/?limit=100&by=${by}&${range}`
    const { results } = await get<{ results: MarginRow[] }>(url)
    expect({ by, range, ...sumsOf(results, earned) }).toEqual({ by, range, ...sumsOf([summary], earned) })
  }
})
