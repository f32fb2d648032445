import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildQrCode } from '../../test/build.ts'
import { type ShopProcess, startShopProcess, withDatabase } from '../../test/processes/shopProcess.ts'

// Kills real processes: a scan that got its response must be stored and counted, whatever is killed and when.

const phones = 24
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

let shop: ShopProcess
let codes: { id: string; code: number }[]

beforeAll(async () => {
  const admin = { email: 'admin@print.test', password: 'a long enough password' }
  shop = await startShopProcess(admin, { PUBLIC_RATE_LIMIT: '100000000' })
  codes = await withDatabase(shop.databaseUrl(), async (db) => [
    await buildQrCode(db),
    await buildQrCode(db),
    await buildQrCode(db),
  ])
}, 60_000)
afterAll(() => shop.close())

/** The status of a complete response; undefined if there is none. */
const scan = (agent: Agent, code: number) =>
  new Promise<number | undefined>((resolve) => {
    const headers = { 'user-agent': phone }
    const sent = request(`${shop.url}/?qr_code=${code}`, { agent, headers, timeout: 10_000 }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode))
      reply.once('error', () => resolve(undefined))
    })
    sent.once('timeout', () => sent.destroy())
    sent.once('error', () => resolve(undefined))
    sent.end()
  })

/** Scans concurrently until it is stopped. */
function startScanning() {
  const agent = new Agent({ keepAlive: true })
  const answered = new Map(codes.map(({ code }) => [code, 0]))
  const unexpected: number[] = []
  const state = { isOver: false, total: 0 }
  const workers = Array.from({ length: phones }, async (_, index) => {
    for (let turn = index; !state.isOver; turn++) {
      const { code } = codes[turn % codes.length] ?? { code: 0 }
      const status = await scan(agent, code)
      if (status === 302) {
        answered.set(code, (answered.get(code) ?? 0) + 1)
        state.total++
      } else if (status === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 20))
      } else if (status !== 503) {
        unexpected.push(status)
      }
    }
  })
  return {
    answered,
    unexpected,
    total: () => state.total,
    /** Resolves when this number of further scans have got a response. */
    more: async (count: number) => {
      const target = state.total + count
      await expect.poll(() => state.total, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(target)
    },
    stop: async () => {
      state.isOver = true
      await Promise.all(workers)
      agent.destroy()
    },
  }
}

/** The scans of each QR code by its rows, and by its counters. */
const storedScans = () =>
  withDatabase(
    shop.databaseUrl(),
    (db) =>
      db<{ code: number; rows: number; counted: number }[]>`
      select q.code, (select count(*) from scans s where s.qr_code_id = q.id) as rows, (
          select coalesce(sum(scans), 0)::bigint from (
            select scans from scan_counts where qr_code_id = q.id and period = 'ever'
            union all select scans from scan_count_deltas where qr_code_id = q.id) c) as counted
      from qr_codes q order by q.code`,
  )

test('every acknowledged scan is stored after kill -9 of the server and of PostgreSQL', async () => {
  const crowd = startScanning()
  // Deltas are folded every second, so some of these kills happen during a fold.
  for (const [index, kill] of (['killAll', 'killServer', 'killAll', 'killAll'] as const).entries()) {
    await crowd.more(300 + index * 150)
    await shop[kill]()
    await shop.reopen()
  }
  await crowd.more(300)
  await crowd.stop()
  expect(crowd.unexpected).toEqual([])
  let unanswered = 0
  for (const { code, rows, counted } of await storedScans()) {
    const answered = crowd.answered.get(code) ?? 0
    expect(answered).toBeGreaterThan(0)
    expect([code, rows]).toEqual([code, counted])
    expect(rows).toBeGreaterThanOrEqual(answered)
    unanswered += rows - answered
  }
  // Scans that were stored but got no response: at most one per phone and kill.
  expect(unanswered).toBeLessThanOrEqual(4 * phones)
}, 120_000)

test('the same check finds a loss with asynchronous commits', async () => {
  await withDatabase(shop.superuserUrl(), async (db) => {
    await db`alter database our_print set synchronous_commit = off`
    // Nothing else flushes the WAL meanwhile.
    await db`alter system set wal_writer_delay = '10s'`
    await db`alter system set wal_writer_flush_after = '1GB'`
    await db`select pg_reload_conf()`
    await db`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = 'our_print' and pid <> pg_backend_pid()`
  })
  const rows = async () => (await storedScans()).reduce((sum, code) => sum + code.rows, 0)
  const before = await rows()
  const crowd = startScanning()
  await crowd.more(1000)
  await crowd.stop()
  await shop.killAll()
  await shop.reopen()
  expect((await rows()) - before).toBeLessThan(crowd.total())
}, 60_000)
