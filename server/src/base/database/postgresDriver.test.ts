import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { untilRunning } from '../../../test/untilRunning.ts'
import { isConnectionLost, isDatabaseUnavailable } from './db.ts'
import {
  ConnectionDropped,
  isErrorOfStatement,
  openSocket,
  resumeAfterCopy,
  type SocketOption,
} from './postgresDriver.ts'

// What postgresDriver.ts relies on inside the driver. If an upgrade breaks one of these, read its new code before changing
// the file; db.test.ts tests what it is for.

const database = useDatabase()
const sockets = new Set<Socket>()
const pools: postgres.Sql[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end({ timeout: 1 })
})

function open(options: Partial<SocketOption> = {}) {
  const pool = postgres(database.url, { max: 1, fetch_types: false, ...options } as postgres.Options<
    Record<string, postgres.PostgresType>
  >)
  pools.push(pool)
  return pool
}

test('a connection uses the socket of the socket option, and destroying it fails the running statement', async () => {
  sockets.clear()
  const pool = open({ socket: () => openSocket(database.url, sockets) })
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
  const [socket] = sockets
  expect([sockets.size, (socket?.bytesRead ?? 0) > 0]).toEqual([1, true])
  const lost = expect(pool`select pg_sleep(60)`).rejects.toMatchObject({ code: 'CONNECTION_DESTROYED' })
  await untilRunning(database.db, 'pg_sleep(60)')
  socket?.destroy(new ConnectionDropped())
  await lost
})

test('begin and savepoint can be replaced on the pool and the transaction', async () => {
  const pool = open()
  expect(Object.getOwnPropertyDescriptor(pool, 'begin')).toMatchObject({ writable: true })
  await pool.begin(async (tx) => {
    expect(Object.getOwnPropertyDescriptor(tx, 'savepoint')).toMatchObject({ writable: true })
  })
})

test('the _read of a COPY stream resumes the socket, so that the connection can be used afterwards', async () => {
  const pool = open()
  const rows: Readable =
    await pool`copy (select repeat('x', 10000) from generate_series(1, 500)) to stdout`.readable()
  expect(Object.hasOwn(rows, '_read')).toBe(true)
  // Read late: the driver has paused its socket by then.
  await until('no more is read', () => rows.readableLength >= rows.readableHighWaterMark)
  expect((await buffer(resumeAfterCopy(rows))).length).toBe(500 * 10_001)
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
})

describe('the error of a socket', () => {
  const errorWith = (code: string) => Object.assign(new Error(`write ${code}`), { code })
  const reasonOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    )

  test.each(['ECONNRESET', 'EPIPE'])('%s of the driver says that the database is away', async (code) => {
    sockets.clear()
    const pool = open({ socket: () => openSocket(database.url, sockets) })
    await pool`select 1`
    const failed = reasonOf(pool`select pg_sleep(60)`.execute())
    const begun = reasonOf(pool.begin((tx) => tx`select 1`))
    await untilRunning(database.db, 'pg_sleep(60)')
    for (const socket of sockets) socket.destroy(errorWith(code))
    for (const reason of [await failed, await begun]) {
      if (!(reason instanceof Error)) throw new Error('No error')
      expect(isErrorOfStatement(reason) || reason.message.includes('CONNECTION_CLOSED')).toBe(true)
      expect(isConnectionLost(reason)).toBe(true)
    }
  })

  test('a port without a server, too, also for a transaction', async () => {
    const pool = postgres('postgres://nobody@127.0.0.1:1/none', { max: 1 })
    pools.push(pool)
    for (const reason of [
      await reasonOf(pool`select 1`.execute()),
      await reasonOf(pool.begin((tx) => tx`select 1`)),
    ]) {
      expect(reason).toMatchObject({ code: 'ECONNREFUSED' })
      expect(isDatabaseUnavailable(reason)).toBe(true)
    }
  })

  test.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT'])('%s of anything else does not', (code) =>
    expect(isDatabaseUnavailable(errorWith(code))).toBe(false),
  )
})
