import { afterEach, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder } from '../../test/build.ts'
import { until } from '../../test/until.ts'
import { foldDeltas, folds } from './foldDeltas.ts'
import { recountDays, setTimeZone } from './timeZone.ts'

const api = useApi()
const { db } = api

/** Orders taken in by day, as the counters and their deltas have them, and as the rows do. */
const days = async (source: 'counted' | 'rows') => {
  const counted = await db<{ day: string; orders: number }[]>`
    select day, sum(orders)::int as orders from (
      select starts as day, orders from order_counts where period = 'day'
      union all select day, delta from order_count_deltas) d group by day having sum(orders) <> 0 order by day`
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
  const told = async () => (await api.as('admin').get('/api/profile/')).json().is_recounting
  expect(await told()).toBeUndefined()
  await setTimeZone(db, 'America/New_York')
  expect(await told()).toBe(true)
  await Promise.all([recountDays(db), recountDays(db)])
  await until('all is counted', async () => (await pending()).length === 0)
  expect(await told()).toBeUndefined()
  expect(await days('counted')).toEqual([{ day: '2026-03-09', orders: 1 }])
  await setTimeZone(db, 'America/New_York')
  expect(await pending()).toEqual([])
})

test('while orders are counted again, orders are written, and each is counted once', async () => {
  const [moved, dropped] = [
    await buildOrder(db, { created_at: evening }),
    await buildOrder(db, { created_at: evening }),
  ]
  await foldDeltas(db, folds.orders)
  await setTimeZone(db, 'America/New_York')
  await db.begin('isolation level repeatable read', async (tx) => {
    await tx`select count(*) from orders`
    // After the snapshot, and none of them waits: the tests have one connection more for each.
    await buildOrder(db, { created_at: evening })
    await db`update orders set status = 'cancelled', cancelled_at = now() where id = ${moved.id}`
    await tx`select recount_orders()`
    await buildOrder(db, { created_at: evening })
    await db`update orders set created_at = '2026-03-12T20:00:00Z' where id = ${dropped.id}`
    // Another process finds that somebody counts.
    expect(await foldDeltas(db, folds.orders)).toBe(0)
  })
  await foldDeltas(db, folds.orders)
  expect(await days('counted')).toEqual(await days('rows'))
  const states = await db`
    select status, sum(orders)::int as orders from order_counts where period = 'ever' group by 1 having sum(orders) <> 0 order by 1`
  expect(states).toEqual(await db`select status, count(*)::int as orders from orders group by 1 order by 1`)
})

test('a write that is not committed does not hold up the count of orders', async () => {
  await setTimeZone(db, 'America/New_York')
  let counting: Promise<void> | undefined
  await db.begin(async (tx) => {
    await buildOrder(tx, { created_at: evening })
    counting = recountDays(db)
    await until(
      'orders and scans are counted',
      async () => !(await pending()).some((name) => ['orders', 'scans'].includes(name)),
    )
  })
  await counting
  expect(await days('counted')).toEqual(await days('rows'))
})
