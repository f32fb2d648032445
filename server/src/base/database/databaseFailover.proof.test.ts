import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/build.ts'
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../../test/processes/primaryAndStandby.ts'
import { type ServerProcess, startServer } from '../../../test/processes/serverProcess.ts'
import { withDatabase } from '../../../test/processes/shopProcess.ts'
import { waitForDatabase } from './databaseWatch.ts'
import { connect } from './db.ts'

// The primary is killed and its standby promoted. Real servers, a real kill.

const admin = { ADMIN_EMAIL: 'admin@print.test', ADMIN_PASSWORD: 'a long enough password' }
const clerks = 8

let databases: PrimaryAndStandby
let server: ServerProcess
let folder = ''
let customer = ''
let token = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-failover-'))
  databases = await startPrimaryAndStandby()
  server = await startServer({ ...admin, DATABASE_URL: databases.url, DATA_DIR: folder })
  customer = await withDatabase(databases.urlOf('primary'), async (db) => (await buildUser(db)).id)
  const reply = await post('/api/admin-login', { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD })
  token = ((await reply.json()) as { token: string }).token
})
afterAll(async () => {
  await server?.stop()
  await databases?.close()
  await rm(folder, { recursive: true, force: true })
})

const post = (path: string, body: object, key?: string) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Token ${token}` }),
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })

/** Parallel clients that grant coins, each grant with its own idempotency key, repeated until it gets a response. */
function openCounter() {
  const acknowledged: string[] = []
  const others = new Map<string, number>()
  const state = { isOver: false }
  const people = Array.from({ length: clerks }, async () => {
    let key = randomUUID()
    while (!state.isOver) {
      const reply = await post(`/api/users/${customer}/coins/`, { delta: 1, reason: key }, key)
      if (reply.status === 201) {
        acknowledged.push(key)
        key = randomUUID()
        continue
      }
      const what = `${reply.status} ${reply.headers.get('retry-after') ?? 'without Retry-After'}`
      others.set(what, (others.get(what) ?? 0) + 1)
      await sleep(50)
    }
  })
  return {
    acknowledged,
    others,
    async more(count: number) {
      const enough = acknowledged.length + count
      await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(enough)
    },
    async stop() {
      state.isOver = true
      await Promise.all(people)
    },
  }
}

test('a standby is not used, not even for reading, and a shop that has nothing else does not start', async () => {
  const pool = connect(databases.urlOf('standby'))
  await expect(pool`select 1`).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' })
  const start = waitForDatabase(pool, 'h1', { info: () => {}, warn: () => {} }, 500)
  await expect(start).rejects.toThrow('DATABASE_URL cannot be reached: no server of h1 can be written to')
  await pool.end({ timeout: 1 })
})

test('a promoted standby is found without a restart, and nothing that was answered is lost', async () => {
  const counter = openCounter()
  await counter.more(100)
  const { pid } = server
  const before = pid()
  await databases.kill('primary')
  const away = await fetch(`${server.url}/readyz`)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await away.json()).toMatchObject({ code: 'database_unavailable' })
  await databases.promote()
  await counter.more(1)
  await counter.more(100)
  // A server whose first address is the dead one also starts.
  const second = await startServer({
    ...admin,
    DATABASE_URL: databases.url,
    DATA_DIR: join(folder, 'second'),
  })
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  await second.stop()
  await counter.stop()

  expect(pid()).toBe(before)
  expect([...counter.others.keys()]).toEqual(['503 2'])
  const found = await withDatabase(databases.urlOf('standby'), async (db) => {
    const rows = await db<{ reason: string }[]>`select reason from coin_entries`
    const [{ balance }] = await db<
      [{ balance: number }]
    >`select (earned - spent) / 100 as balance from coin_balances`
    expect(balance).toBe(rows.length)
    return rows.map(({ reason }) => reason)
  })
  const { acknowledged } = counter
  process.stdout.write(
    `promoted: ${acknowledged.length} acknowledged, ${acknowledged.filter((key) => !found.includes(key)).length} lost\n`,
  )
  expect(acknowledged.filter((key) => !found.includes(key))).toEqual([])
  expect(new Set(found).size).toBe(found.length)
})

test('a server made read-only answers 503 to writes and recovers by itself', async () => {
  await databases.ask(
    'standby',
    `alter system set default_transaction_read_only = on`,
    'select pg_reload_conf()',
  )
  const write = () => post(`/api/users/${customer}/coins/`, { delta: 1, reason: 'read-only' }, randomUUID())
  await expect.poll(async () => (await write()).status).toBe(503)
  await databases.ask(
    'standby',
    'set default_transaction_read_only = off',
    'alter system reset default_transaction_read_only',
    'select pg_reload_conf()',
  )
  await expect.poll(async () => (await write()).status).toBe(201)
})
