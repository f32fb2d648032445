import type { Pool, Transaction } from './db.ts'

/** Milliseconds after which PostgreSQL ends a transaction whose process has stopped in the middle, and so frees its locks. */
export const idleMs = 60_000

/**
 * Opens a transaction of work that is nobody's act: of a job, or what was seen of a machine. It waits for locks as long as it takes, but holds its own no longer
 * than its process lives.
 */
export const inJobTransaction = <T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  pool.begin(async (tx) => {
    // Sent before the first statement of the work, but not awaited: no round trip of its own.
    const prepared = tx`
      select pg_catalog.set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`.execute()
    const [result] = await Promise.all([work(tx), prepared])
    return result
  }) as Promise<T>
