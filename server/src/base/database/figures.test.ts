import { afterEach, expect, test } from 'vitest'
import { buildOrder, buildQrCode, buildStaff, buildUser } from '../../../test/build.ts'
import { useDatabase } from '../../../test/database.ts'
import { wrongFigures } from '../../../test/figures.ts'
import { foldDeltas } from './foldDeltas.ts'
import { isRecounting, recountDays } from './timeZone.ts'

const { db } = useDatabase()

const wrong = async () => [...(await db`${wrongFigures(db)}`)]
const recounts = async () => (await db<[{ recounts: string[] }]>`select recounts from shop_clock`)[0].recounts

afterEach(async () => {
  await foldDeltas(db)
  expect(await wrong()).toEqual([])
})

test('one statement appends one delta for each key, kind and day, and nothing where nothing counted changed', async () => {
  const user = (await buildUser(db)).id
  const ids: string[] = []
  for (let made = 0; made < 5; made++) ids.push((await buildOrder(db, { user })).id)
  await foldDeltas(db)
  const deltas = () => db`select figure, n1::int, n2::int, n5::int from figure_deltas order by figure`
  await db`update orders set version = version + 1, title = 'Menu', created_at = created_at where id = any(${ids})`
  expect(await deltas()).toEqual([])
  await db`update orders set version = version + 1, status = 'cancelled', cancelled_at = now() where id = any(${ids})`
  expect(await deltas()).toEqual([{ figure: 'order_figures', n1: -5, n2: 0, n5: 5 }])
  expect(await wrong()).toEqual([])
})

test('a delivered order is counted for its staff user, and for all together', async () => {
  const [one, other] = [await buildStaff(db), await buildStaff(db)]
  for (const { id } of [one, one, other])
    await buildOrder(db, { status: 'delivered', assigned_user: id, delivered_at: '2026-03-10T08:00:00Z' })
  const counted = () => db`
    select staff_user, period, starts::text, sum(orders)::int as orders from delivery_figures
    where starts between '2026-03-09' and '2026-03-10' and (staff_user = ${one.id} or staff_user is null)
    group by 1, 2, 3 order by period`
  const all = { staff_user: null, period: 'all', starts: '2026-03-10', orders: 3 }
  const own = { staff_user: one.id, starts: '2026-03-10', orders: 2 }
  const week = { ...own, starts: '2026-03-09' }
  const expected = [all, { ...own, period: 'day' }, { ...week, period: 'week' }]
  expect(await counted()).toEqual(expected)
  await foldDeltas(db)
  expect(await counted()).toEqual(expected)
})

test('a recount waits for transactions that are still writing, and counts their rows', async () => {
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const { promise: written, resolve: markWritten } = Promise.withResolvers<void>()
  const writer = db.begin(async (tx) => {
    await tx`insert into users (first_name, mobile) values ('Late', '+919000000001')`
    markWritten()
    await committed
  })
  await written
  const recount = db`select recount_figure('user_figures')`.execute()
  const waiting = () => db`
    select 1 from pg_stat_activity where query like '%recount_figure%' and wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(1)
  commit()
  await Promise.all([writer, recount])
})

test('two folds at once add every delta once', async () => {
  const { id } = await buildQrCode(db)
  for (let made = 0; made < 20; made++)
    await db`insert into scans (qr_code_id, at, kind) values (${id}, now() - ${made}::int * interval '1 day', 'mobile')`
  await Promise.all(Array.from({ length: 5 }, () => foldDeltas(db)))
  const [row] = await db`
    select sum(scans)::int as scans from scan_figures where qr_code_id = ${id} and period = 'ever'`
  expect(row).toEqual({ scans: 20 })
})

test('a wrong counter, a lost delta and a row that nobody counted are found, and a recount mends them', async () => {
  await buildOrder(db)
  const drifts = [
    `update figure_counts set n1 = n1 + 1 where figure = 'order_figures' and period = 'month'`,
    `insert into figure_deltas (figure, kind, day, n1) values ('order_figures', 'print', '2026-01-01', 1)`,
    `alter table orders disable trigger user; delete from order_history; delete from orders; alter table orders enable trigger user`,
  ]
  for (const drift of drifts) {
    await foldDeltas(db)
    await db.unsafe(drift)
    expect(new Set((await wrong()).map(({ figure }) => figure))).toContain('order_figures')
    await db`select recount_figures()`
    expect(await wrong()).toEqual([])
  }
})

const declare = (sums: string) => db`
  select define_figure('copy_figures', 'orders', kind => 'color', at => 'created_at', periods => '{ever,day}', sums => ${sums}::text::json)`

test('a figure that is new, or declared otherwise, is counted by the server, once', async () => {
  await buildOrder(db)
  await declare('{"copies": "copies"}')
  expect(await recounts()).toEqual(['copy_figures'])
  expect(await isRecounting(db)).toBe(true)
  await recountDays(db)
  expect(await wrong()).toEqual([])
  await declare('{"copies": "copies"}')
  expect(await isRecounting(db)).toBe(false)
  await declare('{"orders": "1", "copies": "copies"}')
  expect(await recounts()).toEqual(['copy_figures'])
  await recountDays(db)
  const [row] =
    await db`select sum(orders)::int as orders, sum(copies)::int as copies from copy_figures where period = 'ever'`
  const [rows] = await db`select count(*)::int as orders, sum(copies)::int as copies from orders`
  expect(row).toEqual(rows)
})
