import { readdir, readFile } from 'node:fs/promises'
import { OperatorError } from '../start/operatorError.ts'
import type { Db, Pool, Transaction } from './db.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** The file names of all migrations, in order. */
export const migrationNames = async () =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()

/** The SQL of a migration. */
export const readMigration = (name: string) => readFile(new URL(name, folder), 'utf8')

/** Runs a migration in the caller's transaction. */
export async function applyMigration(tx: Transaction, name: string): Promise<void> {
  await tx.unsafe(await readMigration(name))
}

/** Creates the table that holds the names of the applied migrations. */
export const createMigrationsTable = (db: Db) => db`
  create table if not exists migrations (name text primary key, at timestamptz not null default now())`

/** The names of the applied migrations, in order. */
export async function appliedNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from migrations order by name collate "C"`
  return rows.map(({ name }) => name)
}

/** Waits until no other process changes the schema; released when the transaction ends. */
export const lockSchema = (tx: Transaction) =>
  tx`select pg_advisory_xact_lock(hashtext('our-print migrations'))`

/**
 * Applies the missing migrations in order, each in its own transaction, and returns their names. The lock makes a second
 * process wait, which then finds them applied. A killed process leaves no migration half applied.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  const names = await migrationNames()
  const applied: string[] = []
  for (const name of names) {
    await pool.begin(async (tx) => {
      await lockSchema(tx)
      await createMigrationsTable(tx)
      const before = await appliedNames(tx)
      if (before.includes(name)) return
      refuseForeignSchema(before, names)
      await applyMigration(tx, name)
      await tx`insert into migrations (name) values (${name})`
      applied.push(name)
    })
  }
  return applied
}

/** A migration that this program does not have, and still lacks ones it has: the schemas have different histories. */
function refuseForeignSchema(applied: string[], names: string[]): void {
  const unknown = applied.find((name) => !names.includes(name))
  if (unknown === undefined) return
  throw new OperatorError(
    `The database has the schema of another version of Our Print (${unknown}): ` +
      'start that version, or set DATA_DIR or DATABASE_URL to a new database',
  )
}

/** Whether every migration of this version of the program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = await migrationNames()
  const [row] = await pool<[{ applied: number }]>`
    select count(*)::int as applied from migrations where name = any(${names})`
  return row.applied === names.length
}
