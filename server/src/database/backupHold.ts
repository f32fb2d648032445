import type { Db, Transaction } from './db.ts'

// A backup copies rows first and then the files that they name, which takes minutes. Bytes whose row goes meanwhile
// must stay until it has read them: the backup holds this lock alone, whoever removes bytes shares it with others.
const lock = 'our-print: a backup reads the stored files'

/**
 * Keeps stored bytes from being removed until this connection ends; a second backup waits for the first one. Call it before the snapshot is taken and outside
 * a transaction: a snapshot that is taken while waiting for the lock would be older than the last removal.
 */
export async function holdRemovals(connection: Db): Promise<void> {
  await connection`select pg_advisory_lock(hashtext(${lock}))`
}

/**
 * Whether bytes may be removed from the storage now: false while a backup runs. A backup that starts waits until this
 * transaction ends, so ask first, then read what is to be removed, remove it, and commit.
 */
export async function mayRemoveBytes(tx: Transaction): Promise<boolean> {
  const [row] = await tx<
    [{ free: boolean }]
  >`select pg_try_advisory_xact_lock_shared(hashtext(${lock})) as free`
  return row.free
}
