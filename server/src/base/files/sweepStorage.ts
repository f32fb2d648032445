import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/db.ts'
import type { Storage } from './storage.ts'

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>
type SweptStorage = Pick<Storage, 'keys' | 'put' | 'size' | 'writtenAt'>

/** Each shop marks its storage with a file in this folder. Marks have no row in the database. */
export const markFolder = 'shops'

/** Whether a key is the mark of a shop. */
export const isMark = (key: string) => key.startsWith(`${markFolder}/`)

const dayMs = 24 * 3600 * 1000
const batchSize = 1_000

/**
 * Schedules the removal of stored files that have no row and are older than a safe age: a row is written before its
 * file, but a restored database may be older than the files. Returns how many were scheduled.
 */
export async function sweepStorage(
  db: Db,
  storage: SweptStorage,
  log: Log,
  { ageMs = dayMs }: { ageMs?: number } = {},
): Promise<number> {
  const before = Date.now() - ageMs
  if (!(await isOnlyOurs(db, storage, log, before))) return 0
  let scheduled = 0
  let batch: string[] = []
  const checkBatch = async () => {
    const old: string[] = []
    for (const key of await keysWithoutRow(db, batch)) {
      const written = await storage.writtenAt(key)
      if (written && written.getTime() <= before) old.push(key)
    }
    batch = []
    if (old.length === 0) return
    scheduled += old.length
    log.warn({ keys: old.slice(0, 20), count: old.length }, 'stored files that no row names are removed')
    await scheduleRemovals(db, old)
  }
  for await (const key of storage.keys()) {
    if (isMark(key)) continue
    batch.push(key)
    if (batch.length === batchSize) await checkBatch()
  }
  await checkBatch()
  return scheduled
}

/**
 * Whether only this shop has marked the storage, and at least the safe age ago: in a shared bucket, each of two shops
 * would take the other's files for files without a row.
 */
async function isOnlyOurs(db: Db, storage: SweptStorage, log: Log, before: number): Promise<boolean> {
  const [{ shop }] = await db<[{ shop: string }]>`select shop from shop_storage`
  const mark = `${markFolder}/${shop}.txt`
  if ((await storage.size(mark)) === undefined) {
    const text =
      'A shop of Our Print keeps its files here. Files are swept only where there is one such mark.\n'
    await storage.put(mark, Buffer.from(text), { contentType: 'text/plain' })
  }
  for await (const key of storage.keys(markFolder)) {
    if (key === mark) continue
    log.error({ key }, 'another shop keeps files in this storage too: files without a row are not removed')
    return false
  }
  const marked = await storage.writtenAt(mark)
  return marked !== undefined && marked.getTime() <= before
}

const keysWithoutRow = async (db: Db, keys: string[]): Promise<string[]> => {
  const rows = await db<{ key: string }[]>`
    select key from unnest(${keys}::text[]) key
    where not exists (select from stored_keys s where s.storage_key = key)`
  return rows.map(({ key }) => key)
}

const scheduleRemovals = (db: Db, keys: string[]) => db`
  insert into file_removals (storage_key) select unnest(${keys}::text[]) on conflict (storage_key) do nothing`
