import type { FastifyBaseLogger } from 'fastify'
import PQueue from 'p-queue'
import { tryShareBackupLock } from '../database/backupLock.ts'
import type { Db, Pool } from '../database/db.ts'
import type { Storage } from './storage.ts'

// Triggers write a row for each key that no row names any more; here its bytes are removed, and then the row.

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

const batchSize = 100
const concurrency = 8

/**
 * Claims the due removals by moving their next attempt to a later time. If this process is killed or the storage fails,
 * another process tries them again at that time.
 */
const claimDue = (db: Db, keys: string[] | null) => db<{ storage_key: string }[]>`
  update file_removals r
  set attempts = attempts + 1, try_after = now() + least(interval '1 minute' * 2 ^ least(attempts, 10), interval '1 hour')
  where storage_key in (
    select storage_key from file_removals
    where try_after <= now() and (${keys}::text[] is null or storage_key = any(${keys}::text[]))
    order by try_after limit ${batchSize} for update skip locked)
  returning storage_key`

/** Cancels the removal of files that a row refers to again. */
const skipReferenced = (db: Db, keys: string[]) => db<{ storage_key: string }[]>`
  delete from file_removals r where r.storage_key = any(${keys})
    and exists (select from stored_keys s where s.storage_key = r.storage_key)
  returning storage_key`

const deleteDone = (db: Db, keys: string[]) => db`delete from file_removals where storage_key = any(${keys})`

const noteFailure = (db: Db, key: string, error: string) => db`
  update file_removals set error = ${error} where storage_key = ${key}`

/**
 * Removes the bytes that no row names any more, all that are due or only these keys. What the storage fails to remove
 * is tried again later, by any process, and so is everything while a backup runs. Answers how many were removed.
 */
export async function runFileRemovals(
  db: Pool,
  storage: Pick<Storage, 'remove'>,
  log: Log,
  keys: string[] | null = null,
): Promise<number> {
  for (let removed = 0; ; ) {
    // This transaction holds a lock and nothing else: the rows are changed on other connections. It has no end of its own,
    // as a slow storage would outlast it, and then a backup would not wait for what is being removed.
    const batch = await db.begin(async (tx) =>
      (await tryShareBackupLock(tx)) ? removeBatch(db, storage, log, keys) : undefined,
    )
    if (batch === undefined) return removed
    removed += batch
  }
}

/** Answers how many were removed; undefined where nothing was due. */
async function removeBatch(
  db: Db,
  storage: Pick<Storage, 'remove'>,
  log: Log,
  keys: string[] | null,
): Promise<number | undefined> {
  const due = (await claimDue(db, keys)).map(({ storage_key }) => storage_key)
  if (due.length === 0) return undefined
  const named = new Set((await skipReferenced(db, due)).map(({ storage_key }) => storage_key))
  const done: string[] = []
  const remove = async (key: string) => {
    try {
      await storage.remove([key])
      done.push(key)
    } catch (error) {
      log.error({ err: error }, 'a stored file could not be removed; it is tried again later')
      await noteFailure(db, key, error instanceof Error ? error.message : String(error))
    }
  }
  const unnamed = due.filter((key) => !named.has(key))
  await new PQueue({ concurrency: concurrency }).addAll(unnamed.map((key) => () => remove(key)))
  await deleteDone(db, done)
  return done.length
}

/** Removes the bytes of keys whose rows are gone for good now; what fails, the database included, is left to the job. */
export async function removeNow(
  db: Pool,
  storage: Pick<Storage, 'remove'>,
  log: Log,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await runFileRemovals(db, storage, log, keys).catch((error: unknown) =>
    log.error({ err: error }, 'stored files could not be removed; they are tried again later'),
  )
}
