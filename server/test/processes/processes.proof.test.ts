import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinEmbeddedPostgres } from '../../src/app/start/embeddedDatabase.ts'
import { mostConnections } from '../../src/app/start/processes.ts'
import { connect } from '../../src/base/database/db.ts'
import { useTemporaryResources } from '../temporaryResources.ts'
import { until } from '../until.ts'
import { childProcesses } from './childProcesses.ts'
import { failToStart, type ServerProcess, startServer } from './serverProcess.ts'

// PROCESSES=2 with the embedded PostgreSQL, which belongs to the supervisor.

const temporary = useTemporaryResources()
let dataDir = ''
let shop: ServerProcess

beforeAll(async () => {
  dataDir = await temporary.folder()
  shop = await startServer({ PROCESSES: '2', DATA_DIR: dataDir })
})
afterAll(() => shop?.stop())

const isServer = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')
const serverProcesses = () => childProcesses(shop.pid()).filter(isServer)

/** A connection of its own for each request, because a connection stays with its process. */
const get = (path: string) => fetch(shop.url + path, { headers: { connection: 'close' } })
const isReady = async () => (await get('/readyz').catch(() => undefined))?.status === 200

/** The processes that answer, by their starts: the second starts when the first is open, more than a second later. */
async function answering(): Promise<Set<string | undefined>> {
  // At once, because an idle process accepts while the other one works.
  const replies = Array.from({ length: 12 }, async () => (await get('/metrics')).text())
  const started = (await Promise.all(replies)).map(
    (text) => /^process_start_time_seconds (\S+)/m.exec(text)?.[1],
  )
  return new Set(started)
}

test('two processes answer on one port', async () => {
  await until('both answer', async () => serverProcesses().length === 2 && (await answering()).size === 2)
})

test('PostgreSQL allows the connections of both', async () => {
  const running = await joinEmbeddedPostgres(dataDir)
  const db = connect(running?.url ?? '', { max: 1 })
  expect(await db`show max_connections`).toEqual([{ max_connections: String(mostConnections(2)) }])
  await db.end()
})

test('the shop goes on when either process is killed, and a new one takes its place', async () => {
  for (const victim of serverProcesses()) {
    process.kill(victim, 'SIGKILL')
    await until('the other process answers', isReady)
    expect(serverProcesses()).toHaveLength(1)
    await until('both answer', async () => serverProcesses().length === 2 && (await answering()).size === 2)
    expect(serverProcesses()).not.toContain(victim)
  }
})

test('a polite stop leaves no process', async () => {
  const all = childProcesses(shop.pid())
  expect(all.length).toBeGreaterThan(2)
  await shop.stop()
  await expect.poll(() => all.filter((pid) => isAlive(pid))).toEqual([])
})

test('a first process that cannot start ends the supervisor with its sentence', async () => {
  const { code, said } = await failToStart({ PROCESSES: '2', DATA_DIR: dataDir, HOST: '192.0.2.1' })
  expect(code).toBe(1)
  expect(said).toBe('Our Print cannot start: HOST 192.0.2.1 is not an address of this machine\n')
})

const canMount = process.getuid?.() === 0 && process.platform === 'linux'
test.skipIf(!canMount).for(['1', '2'])(
  'a first start on a disk that is too small says so in one sentence, with %s processes',
  async (PROCESSES, { skip }) => {
    const folder = await temporary.folder()
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=60m', 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      skip('this machine lets not even root mount a small disk')
    }
    try {
      const { code, said } = await failToStart({ PROCESSES, DATA_DIR: join(folder, 'data') })
      expect(code).toBe(1)
      expect(said).toMatch(
        /^Our Print cannot start: the (disk is full|database ended while it was brought up to date): .*\n$/,
      )
    } finally {
      execFileSync('umount', ['--lazy', folder])
    }
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
