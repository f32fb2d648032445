import { OperatorError } from '../operatorError.ts'
import type { Db, Pool, Transaction } from './db.ts'
import { readMigrations, readObjects, type SqlFile } from './sqlFiles.ts'
import { refuseUnusable } from './usableDatabase.ts'

/** Creates the tables that hold what has been applied: the names of migrations, and the hash of each file of objects. */
export async function createSchemaTables(db: Db): Promise<void> {
  await db`create table if not exists migrations (name text primary key, at timestamptz not null default now())`
  await db`create table if not exists sql_objects (name text primary key, hash text not null)`
}

/** Refuses a database in which no shop can be, or that has the tables of another program. */
export async function refuseOtherUse(db: Db): Promise<void> {
  const [first] = await readMigrations()
  const made = [...(first?.text ?? '').matchAll(/^create (?:unlogged )?table (\w+)/gm)]
  await refuseUnusable(db, ['migrations', ...made.map(([, name = '']) => name)])
}

/** The names of the applied migrations, in order. */
export async function appliedNames(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from migrations order by name collate "C"`
  return rows.map(({ name }) => name)
}

/** Waits until no other process changes the schema; released when the transaction ends. */
export const lockSchema = (tx: Transaction) =>
  tx`select pg_advisory_xact_lock(hashtext('our-print migrations'))`

/**
 * Brings the schema up to date, completely or not at all, and returns the names of the migrations that it applied. The lock
 * makes a second process wait, which then finds nothing to do.
 */
export const migrate = (pool: Pool): Promise<string[]> => pool.begin((tx) => migrateIn(tx))

/** The same in the caller's transaction. */
export async function migrateIn(tx: Transaction): Promise<string[]> {
  await lockSchema(tx)
  await refuseOtherUse(tx)
  await createSchemaTables(tx)
  const [migrations, objects, before] = [await readMigrations(), await readObjects(), await appliedNames(tx)]
  const missing = migrations.filter(({ name }) => !before.includes(name))
  const unknown = before.find((one) => !migrations.some(({ name }) => name === one))
  // A newer version has migrated this database: its objects fit its tables, and its schema has everything that this one needs.
  if (unknown && missing.length === 0) return []
  if (unknown) {
    const version =
      missing[0] === migrations[0]
        ? 'was made by a version of Our Print before 1.0, which this version cannot read'
        : `has the schema of another version of Our Print (${unknown})`
    throw new OperatorError(
      `The database ${version}: start that version, or set DATA_DIR or DATABASE_URL to a new database`,
    )
  }
  for (const { name, text } of missing) {
    await tx.unsafe(text)
    await tx`insert into migrations (name) values (${name})`
  }
  // All of them, and after each migration: a trigger goes with its table, and a view has the columns of its table.
  if (missing.length > 0 || !(await hasObjects(tx, objects))) await applyObjects(tx, objects)
  return missing.map(({ name }) => name)
}

/** Creates all functions, triggers and views, or replaces them. */
async function applyObjects(tx: Transaction, objects: SqlFile[]): Promise<void> {
  // Functions call functions of later files.
  await tx`set local check_function_bodies = off`
  for (const { text } of objects) await tx.unsafe(text)
  await tx`delete from sql_objects`
  await tx`insert into sql_objects ${tx(objects.map(({ name, sha256 }) => ({ name, hash: sha256 })))}`
}

async function hasObjects(db: Db, objects: SqlFile[]): Promise<boolean> {
  const rows = await db<{ name: string; hash: string }[]>`select name, hash from sql_objects`
  return objects.every(({ name, sha256 }) => rows.some((row) => row.name === name && row.hash === sha256))
}

/** Whether every migration of this version of the program has been applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  const names = (await readMigrations()).map(({ name }) => name)
  const [row] = await pool<[{ applied: number }]>`
    select count(*)::int as applied from migrations where name = any(${names})`
  return row.applied === names.length
}

/** Whether a start has nothing to apply. */
export async function isUpToDate(pool: Pool): Promise<boolean> {
  return (await isMigrated(pool)) && (await hasObjects(pool, await readObjects()))
}
