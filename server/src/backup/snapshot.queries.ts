import type { Readable } from 'node:stream'
import type { Db, Transaction } from '../database/db.ts'
import { resumeAfterCopy } from '../database/postgresDriver.ts'
import { leftOut, sequencesOf, type Table, tablesOf } from './schema.queries.ts'

/** How values are written: alike for every server, whatever its own settings. Time limits are for requests, not for us. */
export async function setUp(connection: Db): Promise<void> {
  await connection.unsafe(`
    set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
    set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0; set lock_timeout = '60s';
    set idle_in_transaction_session_timeout = 0`)
}

/**
 * The tables to copy, locked so that nobody changes their shape. Within a transaction this comes first: only a
 * snapshot that is taken after the locks sees each table as it is.
 */
export async function lockTables(tx: Transaction, tables: Table[]): Promise<void> {
  await tx`lock table ${tx(tables.map(({ name }) => name))} in access share mode`
}

export const tablesToCopy = async (db: Db): Promise<Table[]> =>
  (await tablesOf(db)).filter(({ name }) => !leftOut.includes(name))

export async function describe(
  tx: Transaction,
): Promise<{ at: string; postgresql: string; timeZone: string }> {
  const [row] = await tx<[{ at: string; postgresql: string; timeZone: string }]>`
    select now() as at, current_setting('server_version') as postgresql, time_zone as "timeZone" from shop_clock`
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

/** The rows of a table in the text format of COPY, which every version writes and reads alike. */
export const copyOut = async (tx: Transaction, { name, columns }: Table): Promise<Readable> =>
  resumeAfterCopy(await tx`copy ${tx(name)} (${tx(columns)}) to stdout`.readable())

// Bytes are stored after their row. Until something shows a row, its upload may be under way.
const shownBy: Record<string, string> = {
  voucher_infos: 'image_id',
  purchased_vouchers: 'image_id',
  qr_codes: 'image_id',
}

/**
 * The files that the snapshot's rows name, sorted by key: key, size, and whether the shop shows it, so that its bytes
 * must be there. An older schema may lack some of the tables.
 */
export async function copyFileList(tx: Transaction, tables: Table[]): Promise<Readable | undefined> {
  const has = (name: string) => tables.some((table) => table.name === name)
  const shown = Object.entries(shownBy)
    .filter(([table]) => has(table))
    .map(([table, column]) => `exists (select from ${table} where ${table}.${column} = i.id)`)
  const sources = [
    ...(has('order_files')
      ? ['select storage_key, size, order_id is not null as is_shown from order_files']
      : []),
    ...(has('images') ? [`select storage_key, size, ${shown.join(' or ') || 'false'} from images i`] : []),
  ]
  if (sources.length === 0) return undefined
  const list = tx.unsafe(
    `copy (select storage_key, max(size), bool_or(is_shown) from (${sources.join(' union all ')}) f
        group by storage_key order by storage_key collate "C") to stdout`,
  )
  return resumeAfterCopy(await list.readable())
}

/** Whether the connection is still the one that holds removals back. */
export async function backendOf(connection: Db): Promise<number> {
  const [row] = await connection<[{ pid: number }]>`select pg_backend_pid() as pid`
  return row.pid
}
