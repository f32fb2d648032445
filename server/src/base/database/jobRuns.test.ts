import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { connect } from './db.ts'
import { runWhenDue } from './jobRuns.ts'

const database = useDatabase()
const hour = 3_600_000
// The pools of two server processes.
const [one, other] = [connect(database.url), connect(database.url)]
afterAll(() => Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]))

test('of many processes one runs a job that is due, and none runs it again before its interval', async () => {
  let runs = 0
  const work = async () => {
    runs++
    await sleep(100)
  }
  const asked = Array.from({ length: 8 }, (_, index) =>
    runWhenDue(index % 2 ? one : other, 'once', hour, work),
  )
  expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1)
  expect(await runWhenDue(other, 'once', hour, work)).toBe(false)
  expect(runs).toBe(1)
  // Another job is due on its own, and this one becomes due again.
  expect(await runWhenDue(other, 'another', hour, work)).toBe(true)
  await sleep(5)
  expect(await runWhenDue(other, 'once', 1, work)).toBe(true)
})

test('a job whose process died is run by another process immediately', async () => {
  const dead = runWhenDue(one, 'cut', hour, () => new Promise(() => {}))
  // It may reject before the test awaits it.
  dead.catch(() => {})
  await until('the job is under way', async () => {
    const rows = await database.db`
      select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    return rows.length === 1
  })
  expect(await runWhenDue(other, 'cut', hour, async () => {})).toBe(false)
  // The connection of a killed process is closed by the system.
  await database.db`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  await expect(dead).rejects.toThrow()
  await until('the job is done elsewhere', () => runWhenDue(other, 'cut', hour, async () => {}))
})

test('a failed job is due again immediately', async () => {
  const failing = runWhenDue(one, 'failing', hour, async () => {
    throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  expect(await runWhenDue(other, 'failing', hour, async () => {})).toBe(true)
})
