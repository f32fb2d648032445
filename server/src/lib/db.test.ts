import { expect, test } from 'vitest'
import { useDatabase } from '../../test/database.ts'
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
