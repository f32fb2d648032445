import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { product } from '../test/product.ts'
import { ask, end, endAll, module, postmasterPid, startInProcess } from '../test/runningPostgres.ts'
import { startEmbeddedPostgres } from './embeddedPostgres.ts'
import { postgresSettings } from './settings.ts'

// Real servers and real kills. All tests share one folder, because creating a database is slow.

const folder = mkdtempSync(join(tmpdir(), 'embedded-postgres-postgres-'))
const said: string[] = []
const log = (sentence: string) => void said.push(sentence)

const start = (more: { dataDir?: string; port?: number; onExit?: (sentence: string) => void } = {}) =>
  startEmbeddedPostgres({ product, dataDir: folder, log, ...more })

beforeAll(async () => {
  const first = await start()
  await ask(first.url, 'create table kept (note text)')
  await ask(first.url, `insert into kept values ('here')`)
  await first.stop()
}, 60_000)

afterEach(endAll)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a setting of the caller replaces the one of the package, and only that', () => {
  const usual = postgresSettings(5432)
  expect(usual).toContain('fsync=on')
  const changed = usual.map((option) => (option === 'fsync=on' ? 'fsync=off' : option))
  expect(postgresSettings(5432, { fsync: 'off' })).toEqual(changed)
})

test('a second start uses the same cluster and port, with what was there', async () => {
  const made = () => statSync(join(folder, 'postgres/cluster/PG_VERSION')).ino
  const before = made()
  const again = await start()
  expect(made()).toBe(before)
  expect(again.where).toBe(join(folder, 'postgres'))
  expect(new URL(again.url).port).toBe(readFileSync(join(folder, 'postgres/port'), 'utf8'))
  expect(await ask(again.url, 'select note from kept')).toBe('here')
  await again.stop()
  expect(existsSync(join(folder, 'postgres/cluster/postmaster.pid'))).toBe(false)
})

describe('while it runs', () => {
  let running: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running.stop())

  test.each([
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
    ['data_checksums', 'on'],
    ['server_encoding', 'UTF8'],
    ['listen_addresses', '127.0.0.1'],
    ['jit', 'off'],
  ])('%s is %s', async (name, value) => {
    expect(await ask(running.url, `select current_setting('${name}')`)).toBe(value)
  })

  test('a wrong password is refused, and no password too', async () => {
    for (const password of ['wrong', '']) {
      const url = new URL(running.url)
      url.password = password
      await expect(ask(url.href, 'select 1')).rejects.toMatchObject({
        code: expect.stringMatching(/28P01|08P01/),
      })
    }
  })

  test('the password lies in a file that only its owner can read', () => {
    expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'postgres')).mode & 0o777).toBe(0o700)
  })

  test('the app is no superuser, but can make databases for tests', async () => {
    expect(await ask(running.url, `select current_setting('is_superuser')`)).toBe('off')
    await ask(running.url, 'create database spare')
    await ask(running.url, 'drop database spare')
  })

  test('the app can search by trigrams in every script', async () => {
    await ask(running.url, 'create extension if not exists pg_trgm')
    expect(await ask(running.url, `select similarity('सुनीता', 'सुनीता')`)).toBe(1)
    expect(await ask(running.url, `select lower('ÄÉ')`)).toBe('äé')
  })

  test('other addresses of this machine do not lead to it', async () => {
    const others = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    for (const { address } of others.filter(({ family, internal }) => family === 'IPv4' && !internal)) {
      const url = new URL(running.url)
      url.hostname = address
      await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    }
  })

  test('a second start on the folder is refused in one sentence', async () => {
    const sentence = `The Program is already running on the data folder ${folder}: stop it first`
    await expect(start()).rejects.toThrow(sentence)
    expect((await startInProcess(folder)).line).toBe(sentence)
    expect(await ask(running.url, 'select 1')).toBe(1)
  })

  test('PostgreSQL does not run as root', () => {
    expect(statSync(join(folder, 'postgres/cluster')).uid).not.toBe(0)
    expect(statSync(`/proc/${postmasterPid(folder)}`).uid).not.toBe(0)
  })

  test('a killed PostgreSQL comes back under the same address', async () => {
    const before = postmasterPid(folder)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => said, { timeout: 60_000 }).toContain('PostgreSQL is back')
    expect(await ask(running.url, 'select note from kept')).toBe('here')
    expect(postmasterPid(folder)).not.toBe(before)
  })
})

test('after a kill of our process alone, the next start takes PostgreSQL over, and stops it', async () => {
  const { child, line: url } = await startInProcess(folder)
  const before = postmasterPid(folder)
  await end(child, 'SIGKILL')
  const next = await start()
  expect(next.url).toBe(url)
  expect(postmasterPid(folder)).toBe(before)
  expect(await ask(next.url, 'select note from kept')).toBe('here')
  await next.stop()
  expect(() => process.kill(before, 0)).toThrow('ESRCH')
})

test('an adopted PostgreSQL that dies comes back too', async () => {
  const { child } = await startInProcess(folder)
  await end(child, 'SIGKILL')
  const next = await start()
  said.length = 0
  process.kill(postmasterPid(folder), 'SIGKILL')
  await expect.poll(() => said, { timeout: 60_000 }).toContain('PostgreSQL is back')
  await next.stop()
})

test('after a kill of both, the next start begins anew with all that was committed', async () => {
  // The killed PostgreSQL may still be ending when the next start looks for it.
  for (let round = 1; round <= 5; round++) {
    const { child, line: url } = await startInProcess(folder)
    await ask(url, `insert into kept values ('just before')`)
    process.kill(postmasterPid(folder), 'SIGKILL')
    await end(child, 'SIGKILL')
    const next = await start()
    expect(await ask(next.url, 'select count(*)::int from kept')).toBe(1 + round)
    await next.stop()
  }
})

test('a stale pid file whose number a stranger has now is no obstacle', async () => {
  const file = join(folder, 'postgres/cluster/postmaster.pid')
  const { child } = await startInProcess(folder)
  const content = readFileSync(file, 'utf8')
  await end(child, 'SIGTERM')
  writeFileSync(file, content.replace(/^\d+/, String(process.pid)))
  const next = await start()
  expect(await ask(next.url, 'select 1')).toBe(1)
  await next.stop()
})

test('a start that is killed while it makes the database leaves nothing in the way of the next', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-postgres-'))
  const code = `import(${JSON.stringify(module)}).then((m) => m.startEmbeddedPostgres({ product: ${JSON.stringify(product)}, dataDir: process.argv[1], log: console.log }))`
  const child = spawn(process.execPath, ['-e', code, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  await expect
    .poll(() => readdirSync(join(dataDir), { recursive: true, encoding: 'utf8' }).join())
    .toMatch(/making-\w+\/\w/)
  await end(child, 'SIGKILL')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const next = await start({ dataDir })
  expect(await ask(next.url, 'select 1')).toBe(1)
  await next.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

test('a port of another program is refused in one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(start({ port })).rejects.toThrow(
    `PostgreSQL cannot listen on port ${port}: another program does`,
  )
  server.close()
})

test('the port of last time, taken by another program now, is exchanged for a free one', async () => {
  const last = Number(readFileSync(join(folder, 'postgres/port'), 'utf8'))
  const server = createServer().listen(last, '127.0.0.1')
  await once(server, 'listening')
  const next = await start()
  expect(Number(new URL(next.url).port)).not.toBe(last)
  await next.stop()
  server.close()
})

test('a folder that cannot be used is refused in one sentence', async () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  const inPlace = `The data folder ${file} cannot be used: there is a file in its place`
  await expect(start({ dataDir: file })).rejects.toThrow(inPlace)
  // In /proc not even root can create a folder.
  await expect(start({ dataDir: '/proc/nothing' })).rejects.toThrow(/^The data folder .* cannot be used: /)
})

test('a database that has gone from where its link points is not made anew in silence', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-postgres-postgres-'))
  symlinkSync('/nowhere/at-all', join(dataDir, 'postgres'))
  await expect(start({ dataDir })).rejects.toThrow('The database is gone')
  rmSync(dataDir, { recursive: true })
})
