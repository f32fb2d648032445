import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { openTcpProxy } from '../../test/processes/tcpProxy.ts'
import { connect, isConnectionLost } from './db.ts'

const database = useDatabase()

const endOwnConnection = 'select pg_terminate_backend(pg_backend_pid())'

test('transactions whose connection is lost fail, and the pool goes on', async () => {
  const pool = connect(database.url, { max: 3 })
  await pool`select 1`
  for (let round = 0; round < 5; round++) {
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, (_, index) =>
        pool.begin(async (tx) => {
          if (index % 3 === 0) return tx.unsafe(endOwnConnection)
          if (index % 3 === 1) return tx.savepoint(async (inner) => inner.unsafe(endOwnConnection))
          return tx`select 1`
        }),
      ),
    )
    const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(lost.length).toBeGreaterThanOrEqual(6)
    expect(lost.filter((error) => !isConnectionLost(error))).toEqual([])
    const answers = await Promise.all(
      [1, 2, 3, 4].map(
        (n) => pool`select ${n}::int = any(${[n]}) as found, txid_current_if_assigned() as inside`,
      ),
    )
    expect(answers.flat()).toEqual(answers.map(() => ({ found: true, inside: null })))
  }
  await pool.end({ timeout: 1 })
})

test('a savepoint that fails for a reason of its own is rolled back, and its transaction goes on', async () => {
  const answer = await database.db.begin(async (tx) => {
    await tx.savepoint(async (inner) => inner`select 1 / 0`).catch(() => {})
    return tx`select 1 as one`
  })
  expect(answer).toEqual([{ one: 1 }])
  await expect(database.db.begin((tx) => tx`select 1 / 0`)).rejects.toThrow('division by zero')
})

test('arrays travel as they are, there and back', async () => {
  const texts = ['', 'a,b', '{}', 'null', ' ', '"', '\\', 'İ\n', null]
  const row = {
    texts,
    uuids: ['01890000-0000-7000-8000-000000000000'],
    numbers: [1, 2 ** 40, -3, null],
    floats: [0.1, 1e300],
    flags: ['true', 'false'],
    times: ['2026-01-02T03:04:05.123456Z'],
    days: ['2026-01-02', null],
    nothing: [],
    nested: [
      ['a', 'b'],
      ['c', 'd"'],
    ],
  }
  const [back] = await database.db`
    select ${row.texts}::text[] as texts, ${row.uuids}::uuid[] as uuids, ${row.numbers}::bigint[] as numbers,
      ${row.floats}::float8[] as floats, ${row.flags}::boolean[] as flags, ${row.times}::timestamptz[] as times,
      ${row.days}::date[] as days, ${row.nothing}::text[] as nothing, ${row.nested}::text[] as nested`
  expect(back).toEqual({ ...row, flags: [true, false] })
})

test.each(['reset', 'end'] as const)(
  'a connection that is cut (%s) after any byte while it opens fails only its statement',
  async (how) => {
    const { username, password, port, pathname } = new URL(database.url)
    const proxy = await openTcpProxy([Number(port)])
    const url = `postgres://${username}:${password}@127.0.0.1:${proxy.port}${pathname}`
    /** Whether a statement succeeded on a connection that is cut after this number of bytes. */
    const succeeds = async (bytes: number) => {
      proxy.cutAfter(bytes, how)
      const pool = connect(url, { max: 1 })
      const succeeded = await pool`select array['a', null, '"b\\'] as texts`.then(
        () => true,
        (error: unknown) => {
          expect(isConnectionLost(error), String(error)).toBe(true)
          return false
        },
      )
      await pool.end({ timeout: 0 })
      return succeeded
    }
    // Vitest also fails on an unhandled rejection, which would end the server's process.
    let bytes = 0
    while (!(await succeeds(bytes))) bytes++
    expect(bytes).toBeGreaterThan(300)
    await proxy.close()
  },
)
