import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { until } from '../../test/until.ts'
import { connect } from '../base/database/db.ts'
import { createFailureLog } from '../base/queue/failureLog.ts'
import { createRunners } from '../base/queue/runners.ts'
import { startJobs } from './jobs.ts'
import { createLogger } from './start/logger.ts'
import { runSweeps, sweepsOf } from './sweeps.ts'

const api = useApi()

/** A log that is kept. */
function keepLog() {
  const stream = new PassThrough()
  const log = createLogger('info', stream)
  return { log, text: () => String(stream.read() ?? '') }
}

test('a sweep that fails does not end the others, and runs again', async () => {
  const { log, text } = keepLog()
  const sweeps = sweepsOf(api.resources, log, { accessDays: 365, orderFilesMonths: 12 })
  const failures = createFailureLog(log)
  const finished = async () =>
    (await api.db<{ key: string }[]>`select key from leases where key like 'sweep %' and free_at > now()`)
      .map(({ key }) => key)
      .toSorted()
  const names = Object.keys(sweeps)
    .map((name) => `sweep ${name}`)
    .toSorted()

  await api.db`alter table idempotency_keys rename to moved_away`
  await runSweeps(api.db, sweeps, failures)
  expect(await finished()).toEqual(names.filter((name) => name !== 'sweep idempotency keys'))
  await runSweeps(api.db, sweeps, failures)
  // The first failure in full, the second counted.
  expect(text().match(/"msg":"[^"]+"/g)).toEqual(['"msg":"job failed"'])

  await api.db`alter table moved_away rename to idempotency_keys`
  await runSweeps(api.db, sweeps, failures)
  expect(await finished()).toEqual(names)
  expect(text()).toContain("The job 'sweep idempotency keys' works again, after 2 failures")
})

test('stored files are swept once a day, all else once an hour', async () => {
  const runs: string[] = []
  const record = (name: string) => [name, async () => runs.push(name)] as const
  const sweeps = Object.fromEntries(['stored files', 'bin'].map(record))
  const run = async (passed: string) => {
    runs.length = 0
    await api.db`update leases set free_at = free_at - ${passed}::interval where key like 'sweep %'`
    await runSweeps(api.db, sweeps, createFailureLog(keepLog().log))
    return runs.toSorted()
  }
  await run('1 week')
  expect(await run('0 hours')).toEqual([])
  expect(await run('61 minutes')).toEqual(['bin'])
  expect(await run('23 hours')).toEqual(['bin', 'stored files'])
})

test('while the database is away, jobs write one line, however often they fail', {
  tags: ['proof'],
}, async () => {
  let refused = 0
  const server = createServer((socket) => {
    refused++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = connect(`postgres://nobody@127.0.0.1:${port}/nowhere`, { max: 8 })
  const { log, text } = keepLog()
  const resources = { ...api.resources, pool, searchPool: pool }
  const jobs = startJobs(resources, log)
  await until('the jobs have failed 60 times', () => refused > 60)
  await jobs.stop()
  await pool.end({ timeout: 0 })
  server.close()
  const lines = text().split('\n').filter(Boolean)
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'jobs wait for the database',
  ])
})

test('a runner that fails again and again writes one line, and one when it works', async () => {
  const { log, text } = keepLog()
  const state = { runs: 0, isBroken: true }
  const runners = createRunners(api.db, log, {
    name: 'tell',
    most: 1,
    findDue: async () => ['one'],
    async run() {
      state.runs++
      if (state.isBroken) throw new Error('the key cannot be read')
    },
  })
  const runUntil = (runs: number) =>
    until(`it ran ${runs} times`, async () => {
      await runners.start()
      return state.runs >= runs
    })
  await runUntil(5)
  state.isBroken = false
  await runUntil(7)
  await runners.stop()
  const lines = text().split('\n').filter(Boolean)
  const [first = '', last = ''] = lines
  expect(JSON.parse(first)).toMatchObject({ msg: 'job failed', job: 'tell one' })
  expect([lines.length, last]).toEqual([2, expect.stringMatching(/works again, after [56] failures/)])
})

test('what still fails is told once an hour, with its number', () => {
  let now = 0
  const { log, text } = keepLog()
  const failures = createFailureLog(log, () => now)
  for (let second = 0; second < 3 * 3600; second++) {
    now = second * 1000
    failures.failed('fold', new Error('broken'))
  }
  const messages = text()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(messages).toEqual(['job failed', 'still so, after 3601 failures', 'still so, after 7201 failures'])
})
