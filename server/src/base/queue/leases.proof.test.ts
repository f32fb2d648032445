import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { createLogger } from '../../app/start/logger.ts'
import { connect } from '../database/db.ts'
import { take } from './leases.queries.ts'
import { type Lease, runWhenDue, workOn } from './leases.ts'
import { createRunners } from './runners.ts'

const database = useDatabase()
const hour = 3_600_000
// The pools of two server processes.
const [one, other] = [connect(database.url), connect(database.url)]
afterAll(() => Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]))

/** A promise and what resolves it. */
const deferred = () => Promise.withResolvers<void>()
/** As after so many seconds without a sign of life. */
const wait = (key: string, seconds: number) => database.db`
  update leases set free_at = free_at - ${seconds}::int * interval '1 second' where key = ${key}`

test('of many processes one runs work that is due, and none runs it again before its interval', async () => {
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
  // Another work is due on its own, and this one becomes due again.
  expect(await runWhenDue(other, 'another', hour, work)).toBe(true)
  await wait('once', 3_601)
  expect(await runWhenDue(other, 'once', hour, work)).toBe(true)
})

test('work whose process died is another one’s ten seconds after the last sign of life', async () => {
  expect(await take(one, '01890000-0000-4000-8000-000000000000', ['cut'], 1)).toEqual(['cut'])
  expect(await runWhenDue(other, 'cut', hour, async () => {})).toBe(false)
  await wait('cut', 11)
  expect(await runWhenDue(other, 'cut', hour, async () => {})).toBe(true)
})

test('failed work is due again immediately', async () => {
  const failing = runWhenDue(one, 'failing', hour, async () => {
    throw new Error('no room')
  })
  await expect(failing).rejects.toThrow('no room')
  expect(await runWhenDue(other, 'failing', hour, async () => {})).toBe(true)
})

test('a holder that lives keeps its key, and knows when it has lost it', async () => {
  const end = deferred()
  let lease: Lease | undefined
  const works = await workOn(one, ['kept'], { most: 1 }, async (_, held) => {
    lease = held
    await end.promise
  })
  // A sign of life comes after three seconds.
  await wait('kept', 8)
  await until('it gave a sign of life', async () => {
    const rows =
      await database.db`select from leases where key = 'kept' and free_at > now() + interval '4 seconds'`
    return rows.length === 1
  })
  expect(lease?.isHeld()).toBe(true)
  expect(await take(other, '01890000-0000-4000-8000-000000000001', ['kept'], 1)).toEqual([])

  await wait('kept', 11)
  expect(await take(other, '01890000-0000-4000-8000-000000000001', ['kept'], 1)).toEqual(['kept'])
  await until('it knows', () => lease?.isHeld() === false)
  end.resolve()
  await Promise.all(works.values())
  // What it had lost it does not give back.
  expect(await take(one, '01890000-0000-4000-8000-000000000002', ['kept'], 1)).toEqual([])
})

test('after a clock that was ahead work is due again, and a holder that lives keeps its key', async () => {
  const ahead = (key: string) => wait(key, -6 * 3600)
  expect(await runWhenDue(one, 'rested', hour, async () => {})).toBe(true)
  await ahead('rested')
  expect(await runWhenDue(other, 'rested', hour, async () => {})).toBe(false)
  await wait('rested', 11)
  expect(await runWhenDue(other, 'rested', hour, async () => {})).toBe(true)

  const end = deferred()
  let lease: Lease | undefined
  const works = await workOn(one, ['living'], { most: 1 }, async (_, held) => {
    lease = held
    await end.promise
  })
  await ahead('living')
  const stranger = '01890000-0000-4000-8000-000000000003'
  expect(await take(other, stranger, ['living'], 1)).toEqual([])
  await wait('living', 8)
  await until('it gave a sign of life', async () => {
    const rows =
      await database.db`select from leases where key = 'living' and free_at > now() + interval '4 seconds'`
    return rows.length === 1
  })
  expect(lease?.isHeld()).toBe(true)
  end.resolve()
  await Promise.all(works.values())
})

test('runners share their keys, each at most so many, and stop with their server', async () => {
  const log = createLogger('silent', process.stderr)
  const running: string[] = []
  const open = (pool: typeof one, name: string) =>
    createRunners(pool, log, {
      name: 'share',
      most: 2,
      findDue: async () => ['a', 'b', 'c'],
      async run(key, { signal }) {
        running.push(`${name} ${key}`)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      },
    })
  const [first, second] = [open(one, 'first'), open(other, 'second')]
  await first.start()
  await first.start()
  await second.start()
  expect(running).toEqual(['first a', 'first b', 'second c'])
  await first.stop()
  await first.start()
  await second.start()
  expect(running).toEqual(['first a', 'first b', 'second c', 'second a'])
  await second.stop()
  expect(await database.db`select from leases where key like 'share %' and free_at > now()`).toHaveLength(0)
})
