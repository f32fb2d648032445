import type { Readable } from 'node:stream'
import type { Db, Transaction } from '../../base/database/db.ts'
import { resumeAfterCopy } from '../../base/database/postgresDriver.ts'
import { excludedTables, sequencesOf, type Table, tablesOf } from './schema.queries.ts'

/** Makes the text format of values independent of the server's settings, and removes the time limits meant for requests. */
export async function configureSession(connection: Db): Promise<void> {
  await connection.unsafe(`
    set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '60s';
    set idle_in_transaction_session_timeout = 0`)
}

/**
 * Locks the tables against schema changes. Must come first in its transaction, so that the snapshot is taken after the
 * locks.
 */
export async function lockTables(tx: Transaction, tables: Table[]): Promise<void> {
  await tx`lock table ${tx(tables.map(({ name }) => name))} in access share mode`
}

export const tablesToCopy = async (db: Db): Promise<Table[]> =>
  (await tablesOf(db)).filter(({ name }) => !excludedTables.includes(name))

/** `currency` is null in a shop of a version that had none, which is saved before its upgrade. */
type Described = { at: string; postgresql: string; timeZone: string; currency: string | null }

export async function describe(tx: Transaction): Promise<Described> {
  const [row] = await tx<[Described]>`
    select now() as at, current_setting('server_version') as postgresql, time_zone as "timeZone",
      to_jsonb(shop_clock) ->> 'currency' as currency
    from shop_clock`
  return row
}

export async function readSequences(tx: Transaction) {
  const names = await sequencesOf(tx)
  return Promise.all(
    names.map(async (name) => {
      const [row] = await tx<[{ last_value: string; is_called: boolean }]>`
        select last_value::text, is_called from ${tx(name)}`
      return { name, ...row }
    }),
  )
}

/** The rows of a table in COPY's text format, which is the same in every version of PostgreSQL. */
export const copyTable = async (tx: Transaction, { name, columns }: Table): Promise<Readable> =>
  resumeAfterCopy(await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable())

const images = { voucher_infos: 'image_id', purchased_vouchers: 'image_id', qr_codes: 'image_id' }

/**
 * The tables that name stored files, each with the rows whose file must be in the storage: the columns of other tables, or its
 * own, that say so. The upload of any other row may still be in progress. A test compares them with the schema.
 */
export const namingTables: Record<string, { own?: readonly string[]; others?: Record<string, string> }> = {
  order_files: { own: ['order_id', 'quote_id', 'request_id'] },
  images: { others: images },
  complaint_photos: { own: ['complaint_id'] },
  courier_task_pictures: { own: ['task_id'] },
  invoice_files: { own: ['invoice_id'] },
}

/**
 * The files that the snapshot's rows name, sorted by key: key, size, and whether another row refers to it, so that it must
 * be in the storage. An older schema may lack some of the tables and columns.
 */
export async function copyFileList(tx: Transaction, tables: Table[]): Promise<Readable | undefined> {
  const columnsOf = (name: string) => tables.find((table) => table.name === name)?.columns
  const sources = Object.entries(namingTables).flatMap(([name, { own = [], others = {} }]) => {
    const columns = columnsOf(name)
    if (!columns) return []
    const shown = [
      ...own.filter((column) => columns.includes(column)).map((column) => `f.${column} is not null`),
      ...Object.entries(others)
        .filter(([table]) => columnsOf(table))
        .map(([table, column]) => `exists (select from ${table} where ${table}.${column} = f.id)`),
    ]
    return `select storage_key, size, ${shown.join(' or ') || 'false'} as is_shown from ${name} f
      where storage_key is not null`
  })
  if (sources.length === 0) return undefined
  const list = tx.unsafe(
    `copy (select storage_key, max(size), bool_or(is_shown) from (${sources.join(' union all ')}) f
        group by storage_key order by storage_key collate "C") to stdout`,
  )
  return resumeAfterCopy(await list.readable())
}

/** The connection's backend. If it changed, the lock of acquireBackupLock was lost with the connection. */
export async function backendPid(connection: Db): Promise<number> {
  const [row] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`
  return row.pid
}
