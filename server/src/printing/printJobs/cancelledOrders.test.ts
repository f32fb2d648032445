import { describe, expect, test } from 'vitest'
import { openFaultProxy } from '../../../test/printers/faultProxy.ts'
import { usePrintQueue } from '../../../test/printers/usePrintQueue.ts'
import { until } from '../../../test/until.ts'
import { createLogger } from '../../app/start/logger.ts'
import type { Db } from '../../base/database/db.ts'
import { cancelPrinting } from '../../orders/moveOrders.queries.ts'
import { runPortion } from '../../shop/bulkJobs/runBulkJobs.ts'
import * as changes from './changeJobs.queries.ts'
import { finish } from './printerQueue.queries.ts'

// Cancelling an order cancels what is printed of it, in the same transaction, and says what was printed by then.

const shop = usePrintQueue()
const { api, admin, addPrinter, order, print, get, isIn, isStopped, act, printed } = shop

const orderUrl = '/api/all-orders/'
const cancel = (id: string) => admin.patch(`${orderUrl}${id}/`, { status: 'cancelled', note: 'Not wanted' })
const noteOf = async (id: string) =>
  (await admin.get(`${orderUrl}${id}/`))
    .json<{ history: { to: string; note: string | null }[] }>()
    .history.find(({ to }) => to === 'cancelled')?.note

describe('the job of an order that is cancelled', () => {
  test.each([true, false])('ends at once while it waits (held: %s)', async (hold) => {
    const printer = shop.printer()
    // The printer has something else.
    printer.paper(0)
    const busy = await print((await order()).id)
    await isStopped(busy.id, 0)
    const { id } = await order()
    const job = await print(id, { hold })
    expect((await cancel(id)).json()).toMatchObject({ status: 'cancelled' })
    expect(await get(job.id)).toMatchObject({ state: 'cancelled', message: 'The order was cancelled.' })
    expect(await noteOf(id)).toBe('Not wanted')
    expect((await act(job.id, 'release')).json().code).toBe('ended')
    expect((await act(job.id, 'retry')).json()).toMatchObject({
      code: 'cancelled',
      message: 'The order is cancelled.',
    })
    expect((await act(job.id, 'reprint', { reason: 'x' })).json().code).toBe('cancelled')
  })

  test('leaves what it would have replaced, and the answer counts that', async () => {
    const { id } = await order({ pages: [4] })
    await isIn((await print(id)).id, 'done')
    await print(id, { again: 'Folded', hold: true })
    await cancel(id)
    expect(await noteOf(id)).toBe('Not wanted · 4 of 4 sides were printed already.')
    expect((await admin.get(`/api/print-jobs/of-order/${id}/`)).json()).toMatchObject({
      impressions_good: 4,
      impressions_wasted: 0,
    })
  })

  test('is cancelled at its printer, which prints nothing more after the refill; the answer says what it printed', async () => {
    const printer = shop.printer()
    printer.paper(4)
    const { id } = await order({ pages: [12] })
    const job = await print(id)
    await isStopped(job.id, 4)
    const reply = await cancel(id)
    const note = 'Not wanted · 4 of 12 sides were printed already. Laser is told to stop.'
    expect(reply.json().history).toContainEqual(expect.objectContaining({ to: 'cancelled', note }))
    expect(await noteOf(id)).toBe(note)
    await isIn(job.id, 'cancelled')
    expect(await get(job.id)).toMatchObject({ message: 'The order was cancelled.', impressions_done: 4 })
    printer.refill()
    const next = await print((await order()).id)
    await isIn(next.id, 'done')
    expect(printed()).toMatchObject([{ state: 'canceled', impressions: 4 }, { state: 'completed' }])
  })

  test('that has printed nothing yet is told to stop, and one that is done stays as it is', async () => {
    shop.printer().paper(0)
    const { id } = await order({ pages: [1, 2] })
    const [done, open] = (await admin.post('/api/print-jobs/', { orders: [id], hold: true })).json()
      .results[0].jobs
    await api.db`update print_jobs set version = version + 1, state = 'done', finished_at = now() where id = ${done.id}`
    const before = await get(done.id)
    await act(open.id, 'release')
    await isStopped(open.id, 0)
    await cancel(id)
    expect(await noteOf(id)).toBe('Not wanted · Nothing was printed yet. Laser is told to stop.')
    const order_data = { ...before.order_data, status: 'cancelled' }
    expect(await get(done.id)).toEqual({ ...before, order_data })
  })

  test('goes to no other printer with its rest', async () => {
    const other = await addPrinter()
    shop.printer().paper(4)
    const { id } = await order({ pages: [12] })
    const job = await print(id)
    await isStopped(job.id, 4)
    // Its printer does not answer when it is moved, and then the order is cancelled.
    await shop.printer().power('off')
    await act(job.id, 'move', { printer: other.id })
    await cancel(id)
    await shop.printer().power('on')
    await act(job.id, 'retry')
    await isIn(job.id, 'cancelled')
    expect((await admin.get(`/api/print-jobs/?order=${id}`)).json().count).toBe(1)
    expect(other.jobs()).toEqual([])
  })
})

const ways: [how: string, cancelOrder: (id: string) => ReturnType<typeof admin.patch>][] = [
  [
    'many at once',
    (id) => admin.post(`${orderUrl}bulk/`, { ids: [id], status: 'cancelled', note: 'Not wanted' }),
  ],
  [
    'by a PUT with other fields',
    (id) => admin.put(`${orderUrl}${id}/`, { status: 'cancelled', note: 'Not wanted', title: 'Another' }),
  ],
  [
    'by all that match',
    async (id) => {
      const { number } = (await admin.get(`${orderUrl}${id}/`)).json()
      const change = { count: 1, status: 'cancelled', note: 'Not wanted' }
      const reply = await admin.post(`${orderUrl}bulk-jobs/?query=${number}`, change)
      await runPortion(api.db, createLogger('silent', process.stderr))
      return reply
    },
  ],
]

test.each(ways)('orders that are cancelled %s print no more', async (_how, cancelOrder) => {
  const printer = shop.printer()
  printer.paper(4)
  const { id } = await order({ pages: [12] })
  const job = await print(id)
  await isStopped(job.id, 4)
  const reply = await cancelOrder(id)
  expect([reply.statusCode < 300, reply.body]).toEqual([true, expect.any(String)])
  await isIn(job.id, 'cancelled')
  expect(await noteOf(id)).toBe('Not wanted · 4 of 12 sides were printed already. Laser is told to stop.')
  printer.refill()
  await until('the printer is idle', () => printer.jobs().every(({ state }) => state === 'canceled'))
  expect(printer.impressions()).toBe(4)
})

test.each([0, 2])(
  'a job that moves after %i sides and is cancelled meanwhile stays cancelled',
  async (sides) => {
    const other = await addPrinter()
    const printer = shop.printer()
    const proxy = await openFaultProxy(printer.uri, { operation: 'Cancel-Job', when: 'before' })
    try {
      await api.db`update printers set version = version + 1, uri = ${proxy.uri} where id = ${shop.laser()}`
      printer.paper(sides)
      const job = await print((await order()).id)
      await isStopped(job.id, sides)
      await act(job.id, 'move', { printer: other.id })
      await proxy.reached
      await act(job.id, 'cancel', {})
      proxy.release()
      await isIn(job.id, 'cancelled')
      expect((await admin.get('/api/print-jobs/')).json().count).toBe(1)
      expect((await get(job.id)).message).toBeNull()
    } finally {
      await proxy.close()
    }
  },
)

test.each([
  ['is finished', (db: Db, { id, runner }: Ended) => finish(db, { id, runner }, end)],
  ['is cancelled', (db: Db, { id }: Ended) => changes.cancel(db, id, true)],
])(
  'a job that %s at the moment when its order is cancelled waits, and neither of the two fails',
  async (_how, endJob) => {
    const { id: order_id } = await order()
    await api.db`update orders set version = version + 1, amount = 5000 where id = ${order_id}`
    const job = await print(order_id, { hold: true })
    const runner = order_id
    await api.db`update print_jobs set version = version + 1, state = 'printing', runner = ${runner}, next_try_at = now() + interval '1 day'
      where id = ${job.id}`
    const ended = await api.db.begin(async (tx) => {
      await tx`update orders set version = version + 1, status = 'cancelled', cancelled_at = now() where id = ${order_id}`
      const ending = endJob(api.db, { id: job.id, runner })
      await until('it waits', async () => {
        // Not in the transaction, which sees the same activity until its end.
        const [{ waiting }] = await api.db<[{ waiting: number }]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
        return waiting > 0
      })
      await cancelPrinting(tx, [order_id])
      return { ending }
    })
    await ended.ending
    expect(await get(job.id)).toMatchObject({ finished_at: expect.any(String) })
  },
)

type Ended = { id: string; runner: string }
const end = {
  state: 'done' as const,
  reasons: [],
  message: null,
  impressions_done: 3,
  sheets_done: 3,
}
