import type { Db, Transaction } from './db.ts'

// A backup copies the rows first and their files after that, which takes minutes. Files must not be removed meanwhile:
// the backup takes this lock exclusively, and everyone who removes files takes it shared.
const lock = 'our-print: a backup reads the stored files'

/**
 * Prevents removals of stored files until this connection ends; a second backup waits for the first one. Call it before
 * the snapshot and outside a transaction: a snapshot taken while waiting for the lock would be older than the last
 * removal.
 */
export async function holdRemovals(connection: Db): Promise<void> {
  await connection`select pg_advisory_lock(hashtext(${lock}))`
}

/**
 * Whether stored files may be removed now: false while a backup runs. A backup that starts waits until this transaction
 * ends, so call this first, then read which files to remove, remove them, and commit.
 */
export async function mayRemoveBytes(tx: Transaction): Promise<boolean> {
  const [row] = await tx<
    [{ free: boolean }]
  >`select pg_try_advisory_xact_lock_shared(hashtext(${lock})) as free`
  return row.free
}
