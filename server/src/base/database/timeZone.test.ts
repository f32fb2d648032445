import { afterEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob, finishJob } from '../../../test/buildPrinting.ts'
import { productionChecks } from '../../../test/productionInvariants.ts'
import { until } from '../../../test/until.ts'
import { foldDeltas } from './foldDeltas.ts'
import { findWrongClock, recountDays, setTimeZone } from './timeZone.ts'

const api = useApi()
const { db } = api

/** Orders taken in by day, as the figures have them, and as the rows do. */
const days = async (source: 'counted' | 'rows') => {
  const counted = await db<{ day: string; orders: number }[]>`
    select starts as day, sum(orders)::int as orders from order_counts where period = 'day'
    group by 1 having sum(orders) <> 0 order by 1`
  const rows = await db<{ day: string; orders: number }[]>`
    select shop_day(created_at) as day, count(*)::int as orders from orders group by 1 order by 1`
  return source === 'counted' ? counted : rows
}
const pending = async () => (await db<[{ recounts: string[] }]>`select recounts from shop_clock`)[0].recounts

// A moment that lies on another day in New York.
const evening = '2026-03-09T20:00:00Z'

afterEach(async () => {
  await setTimeZone(db, 'Asia/Kolkata')
  await recountDays(db)
  expect(await days('counted')).toEqual(await days('rows'))
})

test('a changed time zone is stored at once, and a super admin is told until the days are counted again', async () => {
  await buildOrder(db, { created_at: evening })
  expect(await days('counted')).toEqual([{ day: '2026-03-10', orders: 1 }])
  const isRecounting = async () => (await api.as('admin').get('/api/profile/')).json().is_recounting
  expect(await isRecounting()).toBeUndefined()
  await setTimeZone(db, 'America/New_York')
  expect(await isRecounting()).toBe(true)
  await Promise.all([recountDays(db), recountDays(db)])
  await until('all is counted', async () => (await pending()).length === 0)
  expect(await isRecounting()).toBeUndefined()
  expect(await days('counted')).toEqual([{ day: '2026-03-09', orders: 1 }])
  await setTimeZone(db, 'America/New_York')
  expect(await pending()).toEqual([])
})

test('while orders are counted again, orders are written, and each is counted once', async () => {
  const [moved, dropped] = [
    await buildOrder(db, { created_at: evening }),
    await buildOrder(db, { created_at: evening }),
  ]
  await foldDeltas(db)
  await setTimeZone(db, 'America/New_York')
  await db.begin('isolation level repeatable read', async (tx) => {
    await tx`select count(*) from orders`
    // After the snapshot, and none of them waits: the tests have one connection more for each.
    await buildOrder(db, { created_at: evening })
    await db`update orders set version = version + 1, status = 'cancelled', cancelled_at = now() where id = ${moved.id}`
    await tx`select recount_figure('order_figures')`
    await buildOrder(db, { created_at: evening })
    await db`update orders set version = version + 1, created_at = '2026-03-12T20:00:00Z' where id = ${dropped.id}`
    // Another process finds that somebody counts.
    expect(await foldDeltas(db)).toBe(0)
  })
  await foldDeltas(db)
  expect(await days('counted')).toEqual(await days('rows'))
  const states = await db`
    select status, sum(orders)::int as orders from order_counts where period = 'ever' group by 1 having sum(orders) <> 0 order by 1`
  expect(states).toEqual(await db`select status, count(*)::int as orders from orders group by 1 order by 1`)
})

test('while production is counted again, jobs end and orders are cancelled, and each is counted once', async () => {
  const job = () => buildPrintJob(db, { state: 'printing' })
  const cancel = (order: string) =>
    db`update orders set version = version + 1, status = 'cancelled', cancelled_at = now() where id = ${order}`
  const [before, during, after] = [await job(), await job(), await job()]
  await buildPrintJob(db, { printer: (await buildPrinter(db)).id, finished_at: evening })
  await finishJob(db, before.id, 3)
  await foldDeltas(db)
  await setTimeZone(db, 'America/New_York')
  await db.begin('isolation level repeatable read', async (tx) => {
    await tx`select count(*) from orders`
    // After the snapshot, and none of them waits: the tests have one connection more for each.
    await finishJob(db, during.id, 3)
    await cancel(before.order)
    await tx`select recount_figure(name) from figures order by name`
    await finishJob(db, after.id, 2, 'failed')
    await cancel(during.order)
    await buildOrder(db, { created_at: evening })
    // Another process finds that somebody counts.
    expect(await foldDeltas(db)).toBe(0)
  })
  await foldDeltas(db)
  await recountDays(db)
  for (const [name, check] of Object.entries(productionChecks))
    expect([name, ...(await db`${check(db)}`)]).toEqual([name])
})

test('a fold between the snapshot and the count of production lets it be tried again', async () => {
  await buildPrintJob(db)
  const counting = db.begin('isolation level repeatable read', async (tx) => {
    await tx`select count(*) from orders`
    await foldDeltas(db)
    await tx`select recount_figure(name) from figures order by name`
  })
  await expect(counting).rejects.toThrow('could not serialize access')
})

test('a write that is not committed does not hold up the count of orders, scans and production', async () => {
  await setTimeZone(db, 'America/New_York')
  let counting: Promise<void> | undefined
  await db.begin(async (tx) => {
    await buildPrintJob(tx)
    counting = recountDays(db)
    await until('orders, scans and production are counted', async () =>
      (await pending()).every((name) => name === 'audit'),
    )
  })
  await counting
  expect(await days('counted')).toEqual(await days('rows'))
})

test('a clock behind what the shop has written is told of, one that differs by a minute is not', async () => {
  const write = (ahead: string) => db`
    insert into audit_entries (at, action, entity, entity_id)
    values (now() + ${ahead}::interval, 'insert', 'orders', uuid_v7())`
  await write('1 minute')
  expect(await findWrongClock(db)).toBeUndefined()
  await write('2 hours')
  expect(await findWrongClock(db)).toMatch(
    /^The clock says \d{4}-[\d-]+T[\d:]+Z, but the audit has an entry of \d{4}-[\d-]+T[\d:]+Z: set the clock,/,
  )
})
