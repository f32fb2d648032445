import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { createLogger } from '../../app/start/logger.ts'
import { connect } from '../database/db.ts'
import { createBoss } from './boss.ts'

const database = useDatabase()
const log = createLogger('error', process.stderr)

test('processes that start it at the same time do not disturb each other, nor the requests of their pools', async () => {
  const pools = Array.from({ length: 4 }, () => connect(database.url, { max: 3 }))
  const bosses = pools.map((pool) => createBoss(pool, log))
  await expect(Promise.all(bosses.map((boss) => boss.open()))).resolves.toHaveLength(4)
  for (const boss of bosses) await boss.close()
  for (const pool of pools) {
    const replies = await Promise.all(Array.from({ length: 6 }, () => pool`select 1 as one`))
    expect(replies.map(([row]) => row?.['one'])).toEqual([1, 1, 1, 1, 1, 1])
    await pool.end({ timeout: 1 })
  }
})

test('a script that fails half-way leaves nothing behind, and no connection in a failed transaction', async () => {
  const pool = connect(database.url, { max: 2 })
  await pool`drop schema if exists runner_queue cascade`
  await pool`create schema runner_queue`
  // A table of this name cannot be created beside it.
  await pool`create type runner_queue.version as enum ('in the way')`
  const boss = createBoss(pool, log)
  // pg-boss takes it for a start of another process at the same time.
  await boss.open().catch(() => {})
  const replies = await Promise.all(Array.from({ length: 8 }, () => pool`select 1 as one`))
  expect(replies.map(([row]) => row?.['one'])).toEqual(Array(8).fill(1))
  const [{ tables }] = await pool<[{ tables: number }]>`
    select count(*)::int as tables from pg_tables where schemaname = 'runner_queue'`
  expect(tables).toBe(0)
  await boss.close()
  await pool`drop schema runner_queue cascade`
  await pool.end({ timeout: 1 })
})
