import { readdir, readFile } from 'node:fs/promises'
import type { Db, Pool, Transaction } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The migrations' file names in order. */
export const migrationNames = async () =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** What a migration says. */
export const readMigration = (name: string) => readFile(new URL(name, folder), 'utf8')

/** Where the names of applied migrations stand. */
export const makeMigrationsTable = (db: Db) => db`
  create table if not exists migrations (name text primary key, at timestamptz not null default now())`

/** One process at a time changes the schema; the others wait and find the work done. */
export const lockSchema = (tx: Transaction) =>
  tx`select pg_advisory_xact_lock(hashtext('our-print migrations'))`

/**
 * Brings the schema up to date, forward only: each new file once, in order, in a transaction of its own.
 * The advisory lock makes a second process wait; it then finds the work done. A killed one leaves whole files only.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const names = await migrationNames()
  const applied: string[] = []
  for (const name of names) {
    const sql = await readMigration(name)
    await pool.begin(async (tx) => {
      await lockSchema(tx)
      await makeMigrationsTable(tx)
      const [done] = await tx`select 1 from migrations where name = ${name}`
      if (done) return
      await tx.unsafe(sql)
      await tx`insert into migrations (name) values (${name})`
      applied.push(name)
    })
  }
  return applied
}

/** Whether every migration of this version of the program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = await migrationNames()
  const [row] = await pool<[{ applied: number }]>`
    select count(*)::int as applied from migrations where name = any(${names})`
  return row.applied === names.length
}

/** Tells the database in which zone the shop counts its days; counters by day are made anew when it changed. */
export async function setTimeZone(pool: Pool, timeZone: string): Promise<void> {
  await pool.begin(async (tx) => {
    const changed = await tx`
      update shop_clock set time_zone = ${timeZone} where time_zone <> ${timeZone} returning 1`
    if (changed.length > 0) await tx`select recount_orders(), recount_users(), recount_scans()`
  })
}
