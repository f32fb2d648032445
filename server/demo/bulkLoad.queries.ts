import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { copyLine } from '../src/database/copyText.ts'
import type { Transaction } from '../src/database/db.ts'

type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

/**
 * Does the work with these tables bare: no triggers, no foreign keys, no indexes but their keys. All come back
 * after it, which checks and builds them for all rows at once, many times faster than row by row. What the triggers
 * would have done is the work's own affair. Needs only to own the tables.
 */
export async function withBareTables(tx: Transaction, tables: string[], work: () => Promise<void>) {
  const parts = await tx<{ off: string; on: string }[]>`
    with t as (select c.oid, c.oid::regclass as name from pg_class c
      where c.relname = any(${tables}) and pg_table_is_visible(c.oid))
    select format('alter table %s disable trigger user', name) as off,
      format('alter table %s enable trigger user', name) as on from t
    union all
    select format('alter table %s drop constraint %I', name, conname),
      format('alter table %s add constraint %I %s', name, conname, pg_get_constraintdef(c.oid))
      from t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f'
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
      from t join pg_index i on i.indrelid = t.oid
      where not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x'))`
  await tx`set local maintenance_work_mem = '128MB'`
  for (const { off } of parts) await tx.unsafe(off)
  await work()
  for (const { on } of parts) await tx.unsafe(on)
}

// COPY ends with a short packet that waits for the one before to be acknowledged, which takes longer than few rows do.
const few = 2_000

/** Adds rows to a table; the first names the columns. */
export async function copy(tx: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  if (rows.length <= few) {
    const values = rows.map((row) => `(${Object.values(row).map(literal).join()})`).join()
    // Not a tagged statement, which its connection would keep prepared.
    await tx.unsafe(`insert into ${table} ("${columns.join('","')}") values ${values}`)
    return
  }
  const target = await tx`copy ${tx(table)} (${tx(columns)}) from stdin`.writable()
  await pipeline(Readable.from(batches(rows)), target)
}

const literal = (cell: Cell) =>
  cell === null ? 'null' : typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell)

const batchSize = 500

/** COPY's text format, some rows at a time: a write for each row would cost more than the row. */
function* batches(rows: readonly Row[]): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const lines = rows.slice(start, start + batchSize).map((row) => copyLine(Object.values(row)))
    yield Buffer.from(lines.join(''))
  }
}
