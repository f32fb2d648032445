import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, Transaction } from '../database/db.ts'
import { applyMigration, createMigrationsTable } from '../database/migrate.ts'
import { OperatorError } from '../start/operatorError.ts'
import type { Manifest } from './backupFormat.ts'
import { leftOut, ownNames, sequencesOf, type Table, tablesOf } from './schema.queries.ts'

/** Everything of the shop's, for ourselves until the transaction ends. */
export async function lockAll(tx: Transaction): Promise<void> {
  const tables = await tablesOf(tx)
  await tx`set local lock_timeout = '10s'`
  if (tables.length > 0) await tx`lock table ${tx(tables.map(({ name }) => name))} in access exclusive mode`
}

/** Removes the empty shop, by the names that migrations give: what else is in the schema belongs to others. */
export async function dropShop(tx: Transaction): Promise<void> {
  const own = await ownNames()
  const functions = await tx<{ signature: string }[]>`
    select p.oid::regprocedure::text as signature from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and p.proname = any(${own.functions}::text[])
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  // With the triggers and defaults that use them.
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

/** The schema as it was when the backup was made. */
export async function buildSchema(tx: Transaction, migrations: Manifest['migrations']): Promise<void> {
  await createMigrationsTable(tx)
  for (const { name } of migrations) await applyMigration(tx, name)
}

/** What the tables of the backup must be: as many, with these columns. */
export async function expectTables(tx: Transaction, manifest: Manifest): Promise<Table[]> {
  const made = (await tablesOf(tx)).filter(({ name }) => !leftOut.includes(name))
  const told = (tables: Table[]) =>
    tables.map(({ name, columns }) => `${name}(${columns.toSorted().join()})`).toSorted()
  const [is, said] = [told(made), told(manifest.tables)]
  const odd = [
    ...said.filter((table) => !is.includes(table)),
    ...is.filter((table) => !said.includes(table)),
  ][0]
  if (odd) throw new OperatorError(`The backup does not fit its own schema: ${odd.replace(/\(.*/, '')}`)
  const sequences = await sequencesOf(tx)
  const strange = manifest.sequences.find(({ name }) => !sequences.includes(name))
  if (strange) throw new OperatorError(`The backup does not fit its own schema: ${strange.name}`)
  // In the order in which the backup has them.
  return manifest.tables
}

/** The statements that make the tables whole again. */
export type Rest = string[]

/**
 * Makes tables ready to take rows as they were: no trigger answers them, and foreign keys and indexes are made
 * afterwards, which is several times as fast and lets tables come in any order. All of this an ordinary owner may do.
 */
export async function loosen(tx: Transaction, tables: Table[]): Promise<Rest> {
  const names = tables.map(({ name }) => name)
  // Also those of tables that are left out: they may point to one that is loaded.
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
  for (const name of names) await tx`alter table ${tx(name)} disable trigger user`
  // What the migrations put there: the backup has it as the shop had made it.
  await tx`truncate ${tx(names)}`
  return [
    ...indexes.map(({ definition }) => definition),
    ...foreignKeys.map(
      ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
    ),
    ...names.map((name) => `alter table "${name}" enable trigger user`),
  ]
}

/** Builds the indexes, checks every foreign key, lets triggers answer again. */
export async function tighten(tx: Transaction, rest: Rest): Promise<void> {
  await tx`set local maintenance_work_mem = '256MB'`
  for (const statement of rest) await tx.unsafe(statement)
}

export async function setSequences(tx: Transaction, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await tx`select setval(${name}::regclass, ${last_value}::bigint, ${is_called})`
  }
}

/** Statistics of empty tables would mislead the planner until autovacuum has come by. */
export async function analyze(db: Pool): Promise<void> {
  const tables = await tablesOf(db)
  await db`vacuum (analyze) ${db(tables.map(({ name }) => name))}`.simple()
}

/** Takes the rows of one table after another, each as its parts come. */
export function createLoader(tx: Transaction, tables: Table[]) {
  let current: { table: string; stream: Writable; ended: Promise<unknown> } | undefined

  const begin = async (name: string) => {
    const table = tables.find((one) => one.name === name)
    if (!table) throw new OperatorError(`The backup does not fit its own schema: ${name}`)
    const stream = await tx`copy ${tx(name)} (${tx(table.columns)}) from stdin`.writable()
    const ended = once(stream, 'finish')
    // Seen when it is waited for.
    ended.catch(() => {})
    return { table: name, stream, ended }
  }
  const end = async () => {
    if (!current) return
    const { stream, ended } = current
    current = undefined
    stream.end()
    const late = new AbortController()
    // The driver never tells of an error in the last rows: the next statement, which waits for them, is refused then.
    const asked = sleep(500, undefined, { signal: late.signal }).then(() => tx`select 1`)
    asked.catch(() => {})
    await Promise.race([ended, asked]).finally(() => late.abort())
  }
  return {
    async rows(name: string, rows: Buffer): Promise<void> {
      if (current?.table !== name) await end()
      current ??= await begin(name)
      const { stream, ended } = current
      // The driver copies what it is given into one buffer, which keeps the size of the largest.
      for (let at = 0; at < rows.length; at += sliceBytes) {
        if (stream.write(rows.subarray(at, at + sliceBytes))) continue
        await Promise.race([once(stream, 'drain'), ended])
      }
    },
    end,
    /** Gives the connection back to other statements: none is taken while rows are on their way. */
    abandon() {
      current?.stream.destroy(new Error('abandoned'))
      current = undefined
    },
  }
}

const sliceBytes = 64 * 1024
