import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import type { Pool } from '../database/db.ts'
import { lockStart } from './boss.queries.ts'

/** The schema of pg-boss, which creates and migrates it by itself. It holds no data of the shop. */
const schema = 'runner_queue'

export interface Boss {
  open(): Promise<PgBoss>
  close(): Promise<void>
}

/** pg-boss on the server's own connections. Opened at the first use: a shop may need none of it. */
export function createBoss(pool: Pool, log: FastifyBaseLogger): Boss {
  let opening: Promise<PgBoss> | undefined

  async function start(): Promise<PgBoss> {
    const { PgBoss, fromBunSql } = await import('pg-boss')
    const boss = new PgBoss({
      db: fromBunSql(asClient(pool)),
      schema,
      schedule: false,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      monitorVacuum: false,
      reindex: false,
    })
    boss.on('error', (error) => log.error({ err: error }, 'the queue of runners failed'))
    // One process at a time: `create schema if not exists` fails where another one is just creating it.
    await pool.begin(async (tx) => {
      await lockStart(tx)
      await boss.start()
    })
    return boss
  }

  return {
    open() {
      opening ??= start().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    async close() {
      await opening?.then((boss) => boss.stop({ graceful: false, close: false })).catch(() => {})
    },
  }
}

/** pg-boss has an adapter for Bun's driver, whose calls this driver has, too; only values are written differently. */
const asClient = (pool: Pool) => ({
  unsafe: (text: string, values?: unknown[]) =>
    values ? pool.unsafe(text, values.map(asText) as never[]) : pool.unsafe(text),
  // For scripts that begin and commit by themselves. Where one failed, its connection would go back to the pool in the
  // failed transaction, and the next request on it would fail, too; so the driver's own transaction runs them.
  reserve: async () => ({
    unsafe: (script: string) => pool.begin((tx) => tx.unsafe(withinTransaction(script))),
    release: () => {},
  }),
})

const withinTransaction = (script: string) => script.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')

function asText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
