import type { Order } from '@our-print/contract/orders/orders.ts'
import type { TicketScan } from '@our-print/contract/orders/ticketScans.ts'
import type { FloorColumn } from '@our-print/contract/printing/floor.ts'
import type { OrderPrinting } from '@our-print/contract/printing/orderPrinting.ts'
import type { OrderProduction, ProductionSummary } from '@our-print/contract/printing/production.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'

// Whether an order is fully printed, at each of the places that ask for it.

const api = useApi()
const admin = api.as('admin')

beforeAll(() => buildPrinter(api.db))
afterAll(() => expectInvariantsHold(api.db))

let days = 2

/** An order, older than those before it, for two copies of files with 2 and 3 sides of two pages each. */
async function buildTwoFiles(fields: { bundle?: boolean } = {}) {
  const { id } = await buildOrder(api.db, {
    status: 'assigned',
    created_at: new Date(Date.now() - days++ * 86_400_000).toISOString(),
  })
  await api.db`
    update orders set version = version + 1, ${api.db({ copies: 2, impressions: 5, pdf_page_count: 10, binding: 'spiral', ...fields })}
      where id = ${id}`
  const files = await api.db<{ id: string }[]>`
    insert into order_files (order_id, position, name, content_type, size, page_count, storage_key, sha256)
    select ${id}, n, n || '.pdf', 'application/pdf', 1000, 2 + 2 * n, ${id} || '/' || n, repeat('0', 64)
    from generate_series(1, 2) n returning id`
  return { id, a: files[0]?.id ?? '', b: files[1]?.id ?? '' }
}
type Built = Awaited<ReturnType<typeof buildTwoFiles>>

/** What each place says, and the sides that count. */
async function ask({ id }: Built) {
  const get = async <T>(url: string) => (await admin.get(url)).json<T>()
  const { columns } = await get<{ columns: FloorColumn[] }>('/api/floor/')
  const shown = columns.flatMap(({ orders }) => orders).find((order) => order.id === id)
  const printing = await get<OrderPrinting>(`/api/print-jobs/of-order/${id}/`)
  const { is_fully_printed, binding } = await get<OrderProduction>(`/api/all-orders/${id}/production/`)
  const { tasks } = await get<ProductionSummary>('/api/production-summary/')
  const scan = await admin.post('/api/ticket-scans/', { code: id, purpose: 'hand_over' })
  const { result, order } = scan.json<TicketScan>()
  const listed = await get<Order>(`/api/all-orders/${id}/`)
  return {
    places: [
      shown?.is_printed,
      is_fully_printed,
      binding > 0,
      !tasks.oldest.some((order) => order.id === id),
      result === 'accepted',
      listed.printed === 'all',
    ],
    sides: [shown?.impressions_printed, printing.impressions_good, order?.impressions_printed],
  }
}

const everywhere = (isPrinted: boolean, sides: number) => ({
  places: Array.from({ length: 6 }, () => isPrinted),
  sides: Array.from({ length: 3 }, () => sides),
})

type Job = Partial<Parameters<typeof buildPrintJob>[1]> & { of: 'a' | 'b' | 'all' }
const [a, b] = [
  { of: 'a', impressions: 2, copies: 2 },
  { of: 'b', impressions: 3, copies: 2 },
] as const satisfies Job[]

test.each<[string, boolean, number, Job[]]>([
  ['each file in all copies', true, 10, [a, b]],
  ['five copies of the first file and none of the second', false, 4, [{ ...a, copies: 5 }]],
  [
    'more of the first file than is missing of the second',
    false,
    7,
    [
      { ...a, copies: 9 },
      { ...b, copies: 1 },
    ],
  ],
  ['a file in two jobs', true, 10, [a, { ...b, copies: 1 }, { ...b, copies: 1 }]],
  ['a file and its waste', false, 9, [a, { ...b, impressions_wasted: 1 }]],
  [
    'a file with its waste printed again',
    true,
    10,
    [a, { ...b, impressions_wasted: 1 }, { ...b, copies: 1, first_impression: 3, impressions_done: 1 }],
  ],
  [
    'waste of the first file that the second has too much',
    false,
    9,
    [
      { ...a, impressions_wasted: 1 },
      { ...b, copies: 3 },
    ],
  ],
  ['a job that broke off', false, 8, [a, { ...b, state: 'failed', impressions_done: 4 }]],
  ['a bundle', true, 10, [{ of: 'all', impressions: 5, copies: 2 }]],
])('%s: %s', async (_, isPrinted, sides, jobs) => {
  const order = await buildTwoFiles({ bundle: jobs.some(({ of }) => of === 'all') })
  for (const { of, ...job } of jobs) {
    await buildPrintJob(api.db, { order: order.id, ...(of !== 'all' && { file: order[of] }), ...job })
  }
  expect(await ask(order)).toEqual(everywhere(isPrinted, sides))
})
