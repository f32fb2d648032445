import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOrders, buildStaff } from '../build.ts'
import { useDatabase } from '../database.ts'
import { expectInvariantsHold } from '../invariants.ts'
import { until } from '../until.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'

// Bulk jobs on real server processes that are killed.

const database = useDatabase({ migrated: false })
let shop: SeveralServers
let token = ''

beforeAll(async () => {
  shop = await startServers(2, database.url)
  token = await signIn(shop.servers[0]?.url ?? '')
})
afterAll(() => shop?.close())

const orders = 3_000

async function send(server: number, method: string, path: string, body?: object): Promise<BulkJob> {
  const reply = await fetch(`${shop.servers[server]?.url}${path}`, {
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await reply.json()) as BulkJob
}

const reached = async (id: string) => {
  const [job] = await database.db<[{ reached: number }]>`
    select changed + unchanged + refused as reached from bulk_jobs where id = ${id}`
  return job.reached
}

test('a job survives the death of its process, of all processes, and changes each order once', async () => {
  const { id: staff } = await buildStaff(database.db)
  const ids = await buildOrders(database.db, orders)
  // The job comes to the oldest last, and cannot end before this lets go of it.
  const holder = await database.db.reserve()
  await holder`begin`
  await holder`select from orders where id = (select min(id::text)::uuid from orders) for update`
  const { id } = await send(0, 'POST', '/api/all-orders/bulk-jobs/?status=confirmed', {
    count: orders,
    assigned_user: staff,
  })
  // Whichever process runs the portion: both are killed in turn, and at last both at once.
  for (const [index, share] of [0.05, 0.15].entries()) {
    await until('some orders are assigned', async () => (await reached(id)) >= orders * share)
    await shop.servers[index]?.kill()
    await shop.servers[index]?.reopen()
  }
  await until('more of the orders are assigned', async () => (await reached(id)) >= orders * 0.25)
  await Promise.all(shop.servers.map((server) => server.kill()))
  expect(await reached(id)).toBeLessThan(orders)
  const [before] = await database.db<[{ moved: number }]>`
    select count(*)::int as moved from orders where status = 'assigned'`
  // What is committed has its result, and nothing else was done.
  expect(before.moved).toBe(await reached(id))
  await holder`rollback`
  holder.release()
  await Promise.all(shop.servers.map((server) => server.reopen()))
  await until('the job has ended', async () => (await reached(id)) === orders)

  expect(await send(1, 'GET', `/api/bulk-jobs/${id}/`)).toMatchObject({
    status: 'done',
    changed: orders,
    refused: 0,
  })
  const [announced] = await database.db`
    select count(*)::int as entries, count(distinct order_id)::int as orders from order_history
    where to_status = 'assigned' and order_id = any(${ids}::uuid[])`
  expect(announced).toEqual({ entries: orders, orders })
  await expectInvariantsHold(database.db)
})
