import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/db.ts'
import type { Storage } from './storage.ts'

type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>
type Swept = Pick<Storage, 'keys' | 'put' | 'size' | 'writtenAt'>

/** Each shop that keeps files in a storage marks it with a file here. No row names a mark. */
export const markFolder = 'shops'

/** Whether a key is no file of a row, but the mark of a shop. */
export const isMark = (key: string) => key.startsWith(`${markFolder}/`)

const dayMs = 24 * 3600 * 1000
const batchSize = 1_000

/** Claims the sweep of this day for this process. */
export async function claimSweep(db: Db): Promise<boolean> {
  const claimed = await db`
    update shop_storage set swept_at = now() where swept_at < now() - interval '1 day' returning 1`
  return claimed.length > 0
}

/**
 * Compares what is stored with the rows, and notes for removal what no row names and is older than a safe age: a row
 * is written before its bytes, but a restored database may be older than they are. Answers how many were noted.
 */
export async function sweepStorage(
  db: Db,
  storage: Swept,
  log: Log,
  { ageMs = dayMs }: { ageMs?: number } = {},
): Promise<number> {
  const before = Date.now() - ageMs
  if (!(await isOurs(db, storage, log, before))) return 0
  let noted = 0
  let batch: string[] = []
  const look = async () => {
    const old: string[] = []
    for (const key of await unnamed(db, batch)) {
      const written = await storage.writtenAt(key)
      if (written && written.getTime() <= before) old.push(key)
    }
    batch = []
    if (old.length === 0) return
    noted += old.length
    log.warn({ keys: old.slice(0, 20), count: old.length }, 'stored files that no row names are removed')
    await note(db, old)
  }
  for await (const key of storage.keys()) {
    if (isMark(key)) continue
    batch.push(key)
    if (batch.length === batchSize) await look()
  }
  await look()
  return noted
}

/**
 * Whether this shop alone has marked the storage, and has for the safe age: in a bucket that two shops share, each
 * would take the files of the other for its own without rows.
 */
async function isOurs(db: Db, storage: Swept, log: Log, before: number): Promise<boolean> {
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

const unnamed = async (db: Db, keys: string[]): Promise<string[]> => {
  const rows = await db<{ key: string }[]>`
    select key from unnest(${keys}::text[]) key
    where not exists (select from stored_keys s where s.storage_key = key)`
  return rows.map(({ key }) => key)
}

const note = (db: Db, keys: string[]) => db`
  insert into file_removals (storage_key) select unnest(${keys}::text[]) on conflict (storage_key) do nothing`
