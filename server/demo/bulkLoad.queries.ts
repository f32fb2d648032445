import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { copyLine } from '../src/base/database/copyText.ts'
import type { Transaction } from '../src/base/database/db.ts'

type Cell = string | number | boolean | null
export type Row = Record<string, Cell>

/**
 * Runs `work` while these tables have no triggers, no foreign keys and no indexes but their primary keys. All are
 * restored afterwards, which checks and builds them for all rows at once, many times faster than row by row. `work` must
 * do what the triggers would have done. The caller must own the tables.
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

// For few rows INSERT is faster: the last packet of a COPY waits for the acknowledgement of the one before.
const fewRows = 2_000

/** Adds rows to a table; the first names the columns. */
export async function copy(tx: Transaction, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  if (rows.length <= fewRows) {
    const values = rows.map((row) => `(${Object.values(row).map(literal).join()})`).join()
    // A tagged statement would be prepared and kept by its connection.
    await tx.unsafe(`insert into ${table} ("${columns.join('","')}") values ${values}`)
    return
  }
  const target = await tx`copy ${tx(table)} (${tx(columns)}) from stdin`.writable()
  await pipeline(Readable.from(batches(rows)), target)
}

const literal = (cell: Cell) =>
  cell === null ? 'null' : typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell)

const batchSize = 500

/** Rows in the text format of COPY, in batches: one write per row would be slower. */
function* batches(rows: readonly Row[]): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += batchSize) {
    const lines = rows.slice(start, start + batchSize).map((row) => copyLine(Object.values(row)))
    yield Buffer.from(lines.join(''))
  }
}
