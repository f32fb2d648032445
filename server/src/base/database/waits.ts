import type { Db } from './db.ts'

/** Milliseconds that a request waits for a lock. Below the time that a write waits for its place, so that others get theirs. */
const lockMs = 3_000
/** Milliseconds after which PostgreSQL ends a transaction whose process has stopped in the middle, and so frees its locks. */
const idleMs = 60_000

/**
 * Bounds what a request's transaction waits for, and how long others wait for it. Set in each transaction, not for the
 * session: poolers refuse such parameters, and migrations, backups and jobs must wait as long as it takes.
 */
export const boundWaits = (tx: Db, { waitsForLocks = false } = {}) =>
  tx`select ${waitLimits(tx, { waitsForLocks })}`

/** The same as columns of a select. */
export const waitLimits = (tx: Db, { waitsForLocks = false } = {}) => tx`
  set_config('lock_timeout', ${waitsForLocks ? '0' : String(lockMs)}, true),
    set_config('idle_in_transaction_session_timeout', ${String(idleMs)}, true)`
