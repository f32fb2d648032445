import type { Db, Transaction } from './db.ts'

// A backup copies the rows first and then their files, which takes minutes. A file whose row is deleted meanwhile must
// stay until the backup has read it: a backup holds this advisory lock exclusively, removals of files share it.
const lock = 'our-print: a backup reads the stored files'

/**
 * Stops removals of stored files until this connection ends; a second backup waits for the first one. Call it before the
 * snapshot is taken and outside a transaction: a snapshot taken before the lock would be older than the last removal.
 */
export async function acquireBackupLock(connection: Db): Promise<void> {
  await connection`select pg_advisory_lock(hashtext(${lock}))`
}

/**
 * Whether stored files may be removed now: false while a backup runs. A backup that starts waits until this transaction
 * ends, so call this first, then read which files to remove, remove them, and commit.
 */
export async function tryShareBackupLock(tx: Transaction): Promise<boolean> {
  const [row] = await tx<
    [{ free: boolean }]
  >`select pg_try_advisory_xact_lock_shared(hashtext(${lock})) as free`
  return row.free
}
