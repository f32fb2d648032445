import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import postgres from 'postgres'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { ConnectionDropped, openSocket, resumeAfterCopy, type SocketOption } from './postgresDriver.ts'

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
  setTimeout(() => socket?.destroy(new ConnectionDropped()), 100)
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
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await buffer(resumeAfterCopy(rows))).length).toBe(500 * 10_001)
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
})
