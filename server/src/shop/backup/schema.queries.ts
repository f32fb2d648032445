import type { Db } from '../../base/database/db.ts'
import { appliedNames } from '../../base/database/migrate.ts'
import { readMigrations, readObjects } from '../../base/database/sqlFiles.ts'
import { OperatorError } from '../../base/operatorError.ts'

/** The names of what the files in server/sql create. Anything else in the database is neither backed up nor changed. */
export interface ShopObjects {
  tables: string[]
  views: string[]
  sequences: string[]
  types: string[]
  functions: string[]
}

const createStatements =
  /\bcreate\s+(?:or\s+replace\s+)?(?:unlogged\s+|materialized\s+)?(table|view|sequence|type|domain|function|procedure)\s+(?:if\s+not\s+exists\s+)?([a-z_][a-z0-9_]*)/gi
const renameStatements =
  /\balter\s+(table|view|sequence|type|function)\s+[^;]*?\brename\s+to\s+([a-z_][a-z0-9_]*)/gi

/** Makes a trigger function of this table: 0_changes.sql. */
const records = /\brecord_changes\('([a-z_]+)'/g

/** Makes a view of its name, and a trigger function of the table whose rows it counts: 0_figures.sql. */
const figures = /\bdefine_figure\('([a-z_]+)', '([a-z_]+)'/g

/** Every name that a migration or a file of objects gives to something; a test compares them with the schema. */
export async function shopObjects(): Promise<ShopObjects> {
  const files = [...(await readMigrations()), ...(await readObjects())]
  const made = files.flatMap(({ text }) => [
    ...text.matchAll(createStatements),
    ...text.matchAll(renameStatements),
  ])
  const named = (...kinds: string[]) => [
    ...new Set(
      made.filter(([, kind]) => kinds.includes(kind?.toLowerCase() ?? '')).map(([, , name]) => name ?? ''),
    ),
  ]
  const recorded = files.flatMap(({ text }) => [...text.matchAll(records)])
  const declared = files.flatMap(({ text }) => [...text.matchAll(figures)])
  return {
    // Created by migrate.ts.
    tables: ['migrations', 'sql_objects', ...named('table')],
    views: [...named('view'), ...declared.map(([, figure]) => figure ?? '')],
    sequences: named('sequence'),
    types: named('type', 'domain'),
    functions: [
      ...named('function', 'procedure'),
      ...recorded.map(([, table]) => `record_${table}`),
      ...declared.map(([, , source]) => `count_rows_of_${source}`),
    ],
  }
}

/**
 * Tables that a backup does not contain; after a restore they have what the migrations insert.
 * sessions: a session that was ended since, of a stolen device or a former colleague, must not be valid again.
 * file_removals and shop_storage: about the storage that the backup was made from.
 * audit_positions: about the transaction numbers of a database.
 * sql_objects: a restore applies the objects of its own version.
 * sign_in_failures, sign_in_pressure, leases: about the minutes before the backup.
 * shop_places: where the shop ran. What would reach machines outside is stopped by the restore instead.
 * push_subscriptions, push_messages: devices are told what happens until their session ends.
 * event_queue, events, event_horizon, order_viewers: open pages read everything again after a restore. The rest is
 * computed again.
 */
export const excludedTables = [
  'sessions',
  'file_removals',
  'shop_storage',
  'sign_in_failures',
  'sign_in_pressure',
  'leases',
  'audit_positions',
  'sql_objects',
  'shop_places',
  'event_queue',
  'events',
  'event_horizon',
  'order_viewers',
  'push_subscriptions',
  'push_messages',
]

export interface Table {
  name: string
  columns: string[]
}

/** The shop's tables with their columns, except generated ones. */
export async function tablesOf(db: Db): Promise<Table[]> {
  const { tables } = await shopObjects()
  return db<Table[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and c.relname = any(${tables}::text[]) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`
}

/** The sequences of the shop, also those of identity columns. */
export async function sequencesOf(db: Db): Promise<string[]> {
  const { tables, sequences } = await shopObjects()
  const rows = await db<{ name: string }[]>`
    select s.relname as name from pg_class s
    where s.relnamespace = current_schema()::regnamespace and s.relkind = 'S' and (
      s.relname = any(${sequences}::text[])
      or exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
        where d.objid = s.oid and d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
          and d.deptype in ('a', 'i') and t.relname = any(${tables}::text[])))
    order by s.relname`
  return rows.map(({ name }) => name)
}

export type Migration = { name: string; sha256: string }

/** The applied migrations of a database, with their hashes. */
export async function appliedMigrations(db: Db): Promise<Migration[]> {
  const known = await knownMigrations()
  return (await appliedNames(db)).map((name) => {
    const migration = known.get(name)
    if (!migration) {
      throw new OperatorError(`The database was used by ${versionLabel(name, known)}: use that version`)
    }
    return migration
  })
}

/** Names the version that has an unknown migration: a newer one if the migration comes after all known ones. */
export function versionLabel(name: string, known: Map<string, Migration>): string {
  const isNewer = [...known.keys()].every((one) => one < name)
  return isNewer ? 'a newer version of Our Print' : `another version of Our Print, which has ${name}`
}

/** The migrations of this program by name. */
export async function knownMigrations(): Promise<Map<string, Migration>> {
  const migrations = await readMigrations()
  return new Map(migrations.map(({ name, sha256 }) => [name, { name, sha256 }]))
}
