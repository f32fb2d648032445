import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Transaction } from '../../base/database/db.ts'
import { createSchemaTables } from '../../base/database/migrate.ts'
import { readMigrations } from '../../base/database/sqlFiles.ts'
import { OperatorError } from '../../base/operatorError.ts'
import type { Manifest } from './backupFormat.ts'
import { excludedTables, sequencesOf, shopObjects, type Table, tablesOf } from './schema.queries.ts'

/** Locks all of the shop's tables exclusively until the transaction ends. */
export async function lockAll(tx: Transaction): Promise<void> {
  const tables = await tablesOf(tx)
  await tx`set local lock_timeout = '10s'`
  if (tables.length > 0) await tx`lock table ${tx(tables.map(({ name }) => name))} in access exclusive mode`
}

/** Drops the empty shop, by the names in the SQL files: anything else in the schema belongs to others. */
export async function dropShop(tx: Transaction): Promise<void> {
  const own = await shopObjects()
  const functions = await tx<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname = any(${own.functions}::text[])
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  // Cascades to the triggers and defaults that use them.
  for (const { signature } of functions) await tx.unsafe(`drop routine if exists ${signature} cascade`)
  const relations = await tx<{ name: string; kind: string }[]>`
    select c.relname as name, case c.relkind when 'v' then 'view' when 'm' then 'materialized view'
      when 'S' then 'sequence' else 'table' end as kind
    from pg_class c where c.relnamespace = current_schema()::regnamespace and (
      c.relkind in ('v', 'm') and c.relname = any(${own.views}::text[])
      or c.relkind in ('r', 'p') and c.relname = any(${own.tables}::text[])
      or c.relkind = 'S' and c.relname = any(${own.sequences}::text[]))`
  const drop = async (kind: string) => {
    const names = relations.filter((relation) => relation.kind === kind).map(({ name }) => name)
    if (names.length > 0) await tx.unsafe(`drop ${kind} ${names.map((name) => `"${name}"`).join(', ')}`)
  }
  for (const kind of ['view', 'materialized view', 'table', 'sequence']) await drop(kind)
  const types = await tx<{ name: string }[]>`
    select typname as name from pg_type
    where typnamespace = current_schema()::regnamespace and typtype in ('c', 'd', 'e') and typname = any(${own.types}::text[])`
  for (const { name } of types) await tx`drop type ${tx(name)}`
}

/** Creates the tables that the backup had, without triggers: rows are loaded as they were. */
export async function buildTables(tx: Transaction, migrations: Manifest['migrations']): Promise<void> {
  await createSchemaTables(tx)
  for (const { name, text } of await readMigrations())
    if (migrations.some((one) => one.name === name)) await tx.unsafe(text)
}

/** Checks that the backup has exactly the tables, columns and sequences of its schema. */
export async function checkTables(tx: Transaction, manifest: Manifest): Promise<Table[]> {
  const made = (await tablesOf(tx)).filter(({ name }) => !excludedTables.includes(name))
  const describe = (tables: Table[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted()
  const [actual, listed] = [describe(made), describe(manifest.tables)]
  const different = [
    ...listed.filter((table) => !actual.includes(table)),
    ...actual.filter((table) => !listed.includes(table)),
  ][0]
  if (different)
    throw new OperatorError(`The backup does not fit its own schema: ${different.replace(/\(.*/, '')}`)
  const sequences = await sequencesOf(tx)
  const unknown = manifest.sequences.find(({ name }) => !sequences.includes(name))
  if (unknown) throw new OperatorError(`The backup does not fit its own schema: ${unknown.name}`)
  // In the backup's order.
  return manifest.tables
}

/**
 * Prepares empty tables for loading: drops foreign keys and indexes. Creating these afterwards is several times faster, and
 * tables can be loaded in any order. Needs no superuser. Returns the statements for finishTables.
 */
export async function prepareTables(tx: Transaction, tables: Table[]): Promise<string[]> {
  const names = tables.map(({ name }) => name)
  // Also those of excluded tables that refer to a loaded one.
  const foreignKeys = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      and confrelid = any(${names}::text[]::regclass[])
    order by conrelid::regclass::text, conname`
  const indexes = await tx<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    where c.oid is null and i.indrelid = any(${names}::text[]::regclass[])
    order by i.indexrelid::regclass::text`
  for (const { table, name } of foreignKeys) await tx.unsafe(`alter table ${table} drop constraint ${name}`)
  for (const { name } of indexes) await tx.unsafe(`drop index ${name}`)
  // Rows that the migrations inserted: the backup has its own.
  await tx`truncate ${tx(names)}`
  return [
    ...indexes.map(({ definition }) => definition),
    ...foreignKeys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
  ]
}

/** Creates the indexes and foreign keys, which checks every key. */
export async function finishTables(tx: Transaction, statements: string[]): Promise<void> {
  await tx`set local maintenance_work_mem = '256MB'`
  for (const statement of statements) await tx.unsafe(statement)
}

export async function setSequences(tx: Transaction, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await tx`select setval(${name}::regclass, ${last_value}::bigint, ${is_called})`
  }
}

/** Numbers new audit entries after the restored ones; transaction numbers of this database may be lower. */
export async function continueAudit(tx: Transaction): Promise<void> {
  await tx`select rebase_audit()`
}

/** Without this the planner would use the statistics of empty tables until autovacuum runs. */
export async function analyze(db: Pool): Promise<void> {
  const tables = await tablesOf(db)
  await db`vacuum (analyze) ${db(tables.map(({ name }) => name))}`.simple()
}

/** Loads the rows of one table after another with COPY. */
export function createLoader(tx: Transaction, tables: Table[]) {
  let current: { table: string; stream: Writable; ended: Promise<unknown> } | undefined

  const begin = async (name: string) => {
    const table = tables.find((one) => one.name === name)
    if (!table) throw new OperatorError(`The backup does not fit its own schema: ${name}`)
    const stream = await tx`copy ${tx(name)} (${tx(table.columns)}) from stdin`.writable()
    const ended = once(stream, 'finish')
    // Rejections are handled where it is awaited.
    ended.catch(() => {})
    return { table: name, stream, ended }
  }
  const end = async () => {
    if (!current) return
    const { stream, ended } = current
    current = undefined
    stream.end()
    const timeout = new AbortController()
    // The driver does not report an error in the last rows, but then it rejects the next statement.
    const probe = sleep(500, undefined, { signal: timeout.signal }).then(() => tx`select 1`)
    probe.catch(() => {})
    await Promise.race([ended, probe]).finally(() => timeout.abort())
  }
  return {
    async rows(name: string, rows: Buffer): Promise<void> {
      if (current?.table !== name) await end()
      current ??= await begin(name)
      const { stream, ended } = current
      // In slices: the driver copies each chunk into one buffer, which keeps the size of the largest.
      for (let at = 0; at < rows.length; at += sliceBytes) {
        if (stream.write(rows.subarray(at, at + sliceBytes))) continue
        await Promise.race([once(stream, 'drain'), ended])
      }
    },
    end,
    /** Aborts the COPY, so that the connection can run other statements. */
    abandon() {
      current?.stream.destroy(new Error('abandoned'))
      current = undefined
    },
  }
}

const sliceBytes = 64 * 1024
