import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { endingOf, readOpenPromises, readWaiting } from './measure.queries.ts'

const api = useApi()
const propose = async (query: string) => {
  const reply = await api.as('admin').get(`/api/promises/proposal/?${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<{ promised_at: string; median_at: string; measured_orders: number }>()
}

test('a proposal is later with more sides, and with what waits before it', async () => {
  const alone = await propose('sides=10&color=false&pickup=true')
  expect(alone.measured_orders).toBe(0)
  expect(alone.promised_at > alone.median_at).toBe(true)
  expect(Date.parse(alone.median_at)).toBeGreaterThan(Date.now())
  const large = await propose('sides=20000&color=false&pickup=true')
  expect(large.median_at > alone.median_at).toBe(true)
  const { id } = await buildOrder(api.db)
  await api.db`update orders set version = version + 1, copies = 500, pdf_page_count = 100 where id = ${id}`
  const behind = await propose('sides=10&color=false&pickup=true')
  expect(behind.median_at > large.median_at).toBe(true)
  // It is black and white: printers in colour are free.
  const colored = await propose('sides=10&color=true&pickup=true')
  expect(colored.median_at < behind.median_at).toBe(true)
})

test('it is measured on the orders that were handed over the same way', async () => {
  const orders = await Promise.all(
    Array.from({ length: 20 }, () => buildOrder(api.db, { status: 'delivered', pickup: true })),
  )
  await api.db`
    insert into print_jobs (order_id, state, copies, duplex, color, paper_size, impressions, created_by, finished_at)
    select id, 'done', 1, false, 'bw', 'A4', 1, ${api.people.admin.id}, created_at
    from orders where id = any(${orders.map(({ id }) => id)})`
  expect((await propose('sides=10&color=false&pickup=true')).measured_orders).toBe(20)
  expect((await propose('sides=10&color=false&pickup=false')).measured_orders).toBe(0)
})

test('of many waiting orders the newest are read, and the others taken to be like them', async () => {
  for (let at = 0; at < 6; at++) await buildOrder(api.db, { status: 'confirmed' })
  await api.db`
    update orders set version = version + 1, copies = 10, pdf_page_count = 4, color = 'color'
    where status in ('confirmed', 'assigned') and printed = 'none'`
  const all = await readWaiting(api.db)
  // With the one of the first test.
  expect(all).toEqual({ waiting: 7 * 40, waiting_in_color: 7 * 40 })
  // Each has as many sides, so the newest of them say what all have.
  expect(await readWaiting(api.db, 2)).toEqual(all)
})

test('what is ready or on a shelf does not wait, also where the shop’s printers printed none of it', async () => {
  const before = await readWaiting(api.db)
  const ready = await buildOrder(api.db, { status: 'confirmed', pickup: true })
  const shelved = await buildOrder(api.db, { status: 'confirmed' })
  const promised_at = new Date(Date.now() + 3_600_000).toISOString()
  await api.db`
    update orders set version = version + 1, promised_at = ${promised_at}, is_ready = id = ${ready.id},
      shelf_place = case when id = ${shelved.id} then 'B3' end
    where id in (${ready.id}, ${shelved.id})`
  expect(await readWaiting(api.db)).toEqual(before)
  // It can still be late, without waiting for a printer.
  const open = (await readOpenPromises(api.db)).filter(({ id }) => [ready.id, shelved.id].includes(id))
  expect(open).toMatchObject([{ id: shelved.id, sides: 0, before: 0 }])
})

test('an order that was said to be ready by mistake is done when it was ready after that', async () => {
  const { id } = await buildOrder(api.db, { status: 'delivered', pickup: true })
  const says = (is_ready: boolean | null, at: string) => api.db`
    insert into order_history (order_id, from_status, to_status, is_ready, at)
    values (${id}, 'confirmed', 'confirmed', ${is_ready}, ${`2026-11-20T${at}Z`})`
  await says(true, '08:00')
  await says(false, '08:01')
  await says(null, '09:00')
  await says(true, '10:00')
  await says(true, '10:05')
  const [row] = await api.db`
    select e.done = '2026-11-20T10:00Z'::timestamptz as fits from orders o cross join lateral (${endingOf(api.db)}) e
    where o.id = ${id}`
  expect(row).toEqual({ fits: true })
})
