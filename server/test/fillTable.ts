import type { Db } from '../src/base/database/db.ts'

/** Values that the constraints of a table demand, as SQL. */
const demanded: Record<string, Record<string, string>> = {
  api_keys: { scopes: `array['leads:write']` },
  audit_seals_kept: { target: `'file'` },
  bulk_jobs: { kind: `'order'`, action: `'update'`, status: `'cancelled'`, ended_at: 'now()' },
  order_links: { revoked_at: 'now()' },
  messages: { user_id: '(select id from users limit 1)', state: `'sent'`, channel: `'sms'` },
  request_confirmations: { channel: `'sms'` },
  order_requests: { kind: `'new'`, mobile: `'+919800000000'`, wanted: `'{}'` },
  file_thumbnails: { file_id: '(select id from order_files limit 1)', page: '1' },
  file_preflights: { refusal: `'damaged'` },
  stock_entries: { kind: `'correction'`, reason: `'counted'` },
  ticket_scans: { purpose: `'press'`, result: `'accepted'` },
}

type Column = { name: string; type: string; refers: string | null; field: string | null }

/** Inserts one row into each table that has none; one that others refer to may be filled after them. */
export async function fillTables(db: Db, tables: string[]): Promise<void> {
  const refused: string[] = []
  for (const table of tables) {
    const [row] = await db`select from ${db(table)} limit 1`
    if (!row) await fillTable(db, table).catch(() => refused.push(table))
  }
  for (const table of refused) await fillTable(db, table)
}

/** Inserts one row into a table: references to rows that exist, and the plainest value of each type. */
async function fillTable(db: Db, table: string): Promise<void> {
  const columns = await db<Column[]>`
    select a.attname as name, format_type(a.atttypid, null) as type, c.confrelid::regclass::text as refers, f.attname as field
    from pg_attribute a
    left join pg_constraint c on c.conrelid = a.attrelid and c.contype = 'f' and c.conkey[1] = a.attnum
    left join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef
      and a.attidentity = '' and a.attgenerated = ''`
  const values = new Map(
    columns.map(({ name, type, refers, field }) => [
      name,
      refers ? `(select ${field} from ${refers} limit 1)` : (plain[type] ?? `''`),
    ]),
  )
  for (const [name, value] of Object.entries(demanded[table] ?? {})) values.set(name, value)
  await db.unsafe(
    values.size === 0
      ? `insert into ${table} default values`
      : `insert into ${table} (${[...values.keys()].join(', ')}) values (${[...values.values()].join(', ')})`,
  )
}

const plain: Record<string, string> = {
  uuid: 'uuid_v7()',
  integer: '1',
  bigint: '1',
  smallint: '1',
  numeric: '1',
  boolean: 'false',
  date: 'current_date',
  'timestamp with time zone': 'now()',
  bytea: `decode(repeat('00', 32), 'hex')`,
  text: `'x'`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'uuid[]': `'{}'`,
}
