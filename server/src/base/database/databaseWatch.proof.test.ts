import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@our-print/postgres/ports.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { failToStart } from '../../../test/processes/serverProcess.ts'
import { openTcpProxy, type TcpProxy } from '../../../test/processes/tcpProxy.ts'
import { untilRunning } from '../../../test/untilRunning.ts'
import { DatabaseServers, readDatabaseUrl } from './databaseServers.ts'
import { waitForDatabase, watchDatabase } from './databaseWatch.ts'
import { connect, isConnectionLost } from './db.ts'

const database = useDatabase()
const silent = { info: () => {}, warn: () => {} }
let proxy: TcpProxy
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-watch-'))
  proxy = await openTcpProxy([Number(new URL(database.url).port)])
})
afterAll(async () => {
  await proxy.close()
  await rm(folder, { recursive: true, force: true })
})

/** The database's address with other hosts and ports. */
const through = (...hosts: string[]) => {
  const { username, password, pathname } = new URL(database.url)
  return `postgres://${username}:${password}@${hosts.join(',')}${pathname}`
}

test('a URL with several hosts is split into one URL for each server', () => {
  const url = 'postgres://shop:p%40ss@h1,[::1]:5433/print?sslmode=require&target_session_attrs=read-write'
  expect(readDatabaseUrl(url)).toEqual({
    servers: [
      'postgres://shop:p%40ss@h1/print?sslmode=require',
      'postgres://shop:p%40ss@[::1]:5433/print?sslmode=require',
    ],
    name: 'h1,[::1]:5433',
  })
})

test('when the network drops packets, running statements fail after the watch notices, and new ones succeed', async () => {
  const servers = new DatabaseServers(through(`127.0.0.1:${proxy.port}`))
  const pool = connect(servers, { max: 3 })
  const watch = watchDatabase(servers, silent, { everyMs: 100, silenceMs: 500, searchMs: 100 })
  await pool`select 1`
  const cut = Promise.allSettled([
    pool`select pg_sleep(60)`,
    pool.begin((tx) => tx`select pg_sleep(60)`),
    pool.begin((tx) => tx.savepoint((inner) => inner`select pg_sleep(60)`)),
  ])
  await untilRunning(database.db, 'pg_sleep(60)', 3)
  proxy.mute()
  for (const result of await cut) {
    expect(result.status).toBe('rejected')
    expect(isConnectionLost((result as PromiseRejectedResult).reason)).toBe(true)
  }
  proxy.unmute()
  await expect.poll(() => pool`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }])
  await watch.stop()
  await pool.end({ timeout: 1 })
})

test('of several hosts the available one is used, by all pools of these servers', async () => {
  const dead = await freePort()
  const servers = new DatabaseServers(through(`127.0.0.1:${dead}`, new URL(database.url).host))
  const [pool, other] = [connect(servers), connect(servers)]
  await waitForDatabase(pool, servers.name, silent)
  expect(await other`select 1 as one`).toEqual([{ one: 1 }])
  await Promise.all([pool.end({ timeout: 1 }), other.end({ timeout: 1 })])
})

test('if no host is available, a statement fails immediately', async () => {
  const hosts = [await freePort(), await freePort()].map((port) => `127.0.0.1:${port}`)
  const pool = connect(through(...hosts))
  const results = await Promise.allSettled(Array.from({ length: 30 }, () => pool`select 1`))
  expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([])
  await pool.end({ timeout: 1 })
})

test('a start waits for a database that is not up yet, but reports other errors immediately', async () => {
  const port = await freePort()
  const missing = connect(through(`127.0.0.1:${port}`))
  const since = Date.now()
  await expect(waitForDatabase(missing, `127.0.0.1:${port}`, silent, 1000)).rejects.toThrow(/ECONNREFUSED/)
  expect(Date.now() - since).toBeGreaterThanOrEqual(1000)
  const opening = sleep(500).then(() => openTcpProxy([Number(new URL(database.url).port)], port))
  await waitForDatabase(missing, `127.0.0.1:${port}`, silent, 10_000)
  await missing.end({ timeout: 1 })
  await (await opening).close()

  const url = new URL(database.url)
  url.password = 'wrong'
  const { code, said } = await failToStart({ DATABASE_URL: url.href, DATA_DIR: folder })
  expect(code).toBe(1)
  expect(said).toMatch(/^Our Print cannot start: .+\n$/)
})
