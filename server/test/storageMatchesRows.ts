import { expect } from 'vitest'
import type { Db, Pool } from '../src/base/database/db.ts'
import { runFileRemovals } from '../src/base/files/fileRemovals.ts'
import type { Storage } from '../src/base/files/storage.ts'
import { isMark, sweepStorage } from '../src/base/files/sweepStorage.ts'
import { sweepUploads } from '../src/orders/orderFiles.queries.ts'
import { sweepUnused } from '../src/rewards/images/images.queries.ts'

const silent = { error() {}, warn() {} }

/**
 * Every key in a row is stored, and every stored key is in a row or waits for removal. Holds whenever no upload is
 * running.
 */
export async function expectStorageMatchesRows(db: Db, storage: Pick<Storage, 'keys'>): Promise<void> {
  const rows = await namedKeys(db)
  const stored = new Set<string>()
  for await (const key of storage.keys()) if (!isMark(key)) stored.add(key)
  const pending = await db<{ storage_key: string }[]>`select storage_key from file_removals`
  const removing = new Set(pending.map(({ storage_key }) => storage_key))
  expect({
    'rows without bytes': [...rows].filter((key) => !stored.has(key)),
    'bytes without a row': [...stored].filter((key) => !rows.has(key) && !removing.has(key)),
  }).toEqual({ 'rows without bytes': [], 'bytes without a row': [] })
}

/**
 * Runs the sweeps at once, without their waiting times: afterwards keys in rows equal keys in storage, and no removal is
 * left. Only while no request is running.
 */
export async function sweepAtOnce(db: Pool, storage: Storage): Promise<void> {
  await storage.removeUnfinished()
  await sweepUploads(db, 0)
  await sweepUnused(db, 0)
  await sweepStorage(db, storage, silent, { ageMs: 0 })
  await db`update file_removals set try_after = now()`
  await runFileRemovals(db, storage, silent)
}

/** Sweeps, then checks that storage matches the rows and that no removal waits. */
export async function expectStorageMatchesRowsAfterSweep(db: Pool, storage: Storage): Promise<void> {
  await sweepAtOnce(db, storage)
  const left = await db`select storage_key, attempts, error from file_removals`
  expect([...left]).toEqual([])
  await expectStorageMatchesRows(db, storage)
}

/** Finds the tables by their column `storage_key`, so that a later table is included. */
async function namedKeys(db: Db): Promise<Set<string>> {
  const tables = await db<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'storage_key' and t.table_type = 'BASE TABLE'
      and c.table_name <> 'file_removals'`
  const keys = new Set<string>()
  for (const { name } of tables) {
    const rows = await db<{ storage_key: string }[]>`select distinct storage_key from ${db(name)}`
    for (const { storage_key } of rows) keys.add(storage_key)
  }
  return keys
}
