import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildOrder, buildUser } from '../../test/build.ts'
import { buildPrintJob } from '../../test/buildPrinting.ts'
import { until } from '../../test/until.ts'
import { connect } from '../base/database/db.ts'
import { createFailureLog } from '../base/queue/failureLog.ts'
import { forgetFarPauses } from '../base/queue/leases.queries.ts'
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

test('nothing is removed by a clock that has jumped ahead, until it was given a day to be set right', async () => {
  let runs = 0
  const run = async (passed: string) => {
    // As the clock sees it, which has gone on by so much.
    await api.db`update leases set free_at = free_at - ${passed}::interval`
    runs = 0
    await runSweeps(api.db, { bin: async () => runs++ }, createFailureLog(keepLog().log))
    return runs
  }
  await run('1 week')
  expect([await run('47 hours'), await run('3 years'), await run('1 minute')]).toEqual([1, 0, 0])
  // Set back: what was to wait is of the future.
  expect(await run('-3 years')).toBe(0)
  expect(await run('61 minutes')).toBe(1)
  // Or it was right: the shop was off.
  expect([await run('1 week'), await run('23 hours'), await run('61 minutes')]).toEqual([0, 0, 1])
})

test('what a clock that was ahead put off is due once it is set back, and no other pause is shortened', async () => {
  const { admin } = api.people
  const [user, order, job] = [
    await buildUser(api.db),
    await buildOrder(api.db),
    await buildPrintJob(api.db, { state: 'queued' }),
  ]
  const [webhook] = await api.db<[{ id: string }]>`
    insert into webhooks (id, url, event_types, secret_sealed, created_by)
    values (uuid_v7(), 'https://hook.example', '{lead.created}', '', ${admin.id}) returning id`
  const [device] = await api.db<[{ id: string }]>`
    insert into push_subscriptions (session, person, endpoint, p256dh, auth, public_key, kinds)
    select id, staff_user, 'https://push.example', 'p', 'a', 'k', '{}' from sessions
    where staff_user = ${admin.id} limit 1 returning id`
  /** What waits, made and put off by a clock that is so far ahead. */
  const putOff = async (ahead: string, pause: string) => {
    const [at, until] = [
      api.db`now() + ${ahead}::interval`,
      api.db`now() + ${ahead}::interval + ${pause}::interval`,
    ]
    await api.db`update print_jobs set version = version + 1, next_try_at = ${until} where id = ${job.id}`
    await api.db`delete from auto_prints`
    await api.db`insert into auto_prints (order_id, created_by, next_try_at) values (${order.id}, ${admin.id}, ${until})`
    await api.db`delete from bulk_jobs`
    await api.db`
      insert into bulk_jobs (kind, action, filter, total, created_by, request_id, next_run_at)
      values ('order', 'delete', '{}', 1, ${admin.id}, 'r', ${until})`
    await api.db`delete from webhook_deliveries`
    await api.db`
      insert into webhook_deliveries (webhook, event_id, event_type, entity, record, record_version, happened_at, next_try_at, created_at)
      values (${webhook.id}, 1, 'lead.created', 'lead', uuid_v7(), 1, now(), ${until}, ${at})`
    await api.db`delete from messages`
    await api.db`
      insert into messages (fact, user_id, about, fact_version, channel, language, next_try_at, created_at)
      values ('order_taken', ${user.id}, ${user.id}, 1, 'email', 'en', ${until}, ${at})`
    await api.db`delete from push_messages`
    await api.db`
      insert into push_messages (subscription, kind, next_try_at, created_at) values (${device.id}, 'due', ${until}, ${at})`
    await forgetFarPauses(api.db)
    const due = await api.db<{ name: string }[]>`
      select 'print job' as name from print_jobs where id = ${job.id} and next_try_at <= now()
      union all select 'auto-print' from auto_prints where next_try_at <= now()
      union all select 'bulk job' from bulk_jobs where next_run_at <= now()
      union all select 'delivery' from webhook_deliveries where next_try_at <= now()
      union all select 'message' from messages where next_try_at <= now()
      union all select 'push message' from push_messages where next_try_at <= now()`
    return due.map(({ name }) => name)
  }
  const all = ['print job', 'auto-print', 'bulk job', 'delivery', 'message', 'push message']
  expect(await putOff('5 hours 30 minutes', '30 seconds')).toEqual(all)
  expect(await putOff('0 seconds', '30 seconds')).toEqual([])
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
