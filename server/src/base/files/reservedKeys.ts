import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Pool } from '../database/db.ts'
import { conflict } from '../http/problem.ts'
import { removeNow } from './fileRemovals.ts'
import type { Storage } from './storage.ts'

// A row must be committed before its file is stored, so that no crash leaves bytes that no row names. A reserved key is
// such a row: a removal that is due in a day. The transaction that writes the row of the file deletes it. Reserving many
// keys at once saves each file a commit of its own.

/** The id of a file that is not stored yet, and its reserved storage key. */
export type ReservedKey = { id: string; storage_key: string }

export interface KeyReservations {
  /** A key of this process with this file name extension, committed in the database. */
  take(extension: string): Promise<ReservedKey>
}

const batchSize = 32
/** Reserved for a day, used only within an hour. */
const maxAgeMs = 3_600_000

const insertReserved = (db: Db, keys: string[]) => db`
  insert into file_removals (storage_key, try_after) select key, now() + interval '1 day' from unnest(${keys}::text[]) key`

export function createKeyReservations(pool: Db): KeyReservations {
  const batches = new Map<string, { keys: ReservedKey[]; reservedAt: number }>()
  const reserving = new Map<string, Promise<void>>()

  async function reserve(extension: string): Promise<void> {
    const reservedAt = performance.now()
    const keys = Array.from({ length: batchSize }, () => newKey(extension))
    await insertReserved(
      pool,
      keys.map(({ storage_key }) => storage_key),
    )
    batches.set(extension, { keys, reservedAt })
  }

  return {
    async take(extension) {
      for (;;) {
        const batch = batches.get(extension)
        const key = batch && performance.now() - batch.reservedAt < maxAgeMs ? batch.keys.pop() : undefined
        if (key) return key
        const running =
          reserving.get(extension) ?? reserve(extension).finally(() => reserving.delete(extension))
        reserving.set(extension, running)
        await running
      }
    },
  }
}

function newKey(extension: string): ReservedKey {
  const id = randomUUIDv7()
  // Shard by the random suffix: the UUIDv7 prefix is a timestamp and would fill one folder for a year.
  return { id, storage_key: `${id.slice(-2)}/${id}.${extension}` }
}

/**
 * Ends the reservation of keys in the transaction that writes their rows; 409 if a removal of one has been tried, because
 * its bytes may be gone.
 */
export async function confirmKeys(tx: Db, keys: string[]): Promise<void> {
  const { count } = await tx`delete from file_removals where storage_key = any(${keys}) and attempts = 0`
  if (count < keys.length) throw conflict('The files took too long to store. Please try again.')
}

/** Removes what was stored under reserved keys that got no row. */
export async function releaseKeys(
  pool: Pool,
  storage: Pick<Storage, 'remove'>,
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>,
  keys: string[],
): Promise<void> {
  if (keys.length === 0) return
  await pool`update file_removals set try_after = now() where storage_key = any(${keys})`
  await removeNow(pool, storage, log, keys)
}
