import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { openTcpProxy } from '../../../test/processes/tcpProxy.ts'
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
