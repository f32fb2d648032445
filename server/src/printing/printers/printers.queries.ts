import { toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import type { Printer, printerOrderings } from '@our-print/contract/printing/printers.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'

type Filter = {
  query?: string
  is_active?: boolean
  ordering?: Ordering<(typeof printerOrderings)[number]>
}

const columns = (db: Db) => db`
  p.id, p.name, p.uri, p.username, p.password_sealed is not null as has_password,
  upper(regexp_replace(encode(p.certificate, 'hex'), '(..)(?=.)', '\\1:', 'g')) as certificate, p.is_active,
  p.prints_color, p.prints_duplex, p.paper_sizes, p.click_bw / 100.0::float8 as click_bw,
  p.click_color / 100.0::float8 as click_color, p.status, p.seen_at, p.created_at, p.version`

const where = (db: Db, { query, is_active }: Filter) => db`where true
  ${is_active === undefined ? db`` : db`and p.is_active = ${is_active}`}
  ${query ? db`and ${contains(db, db`search_text(p.name || E'\n' || p.uri)`, query)}` : db``}`

export const { select, list } = defineList<Filter, Printer>((db, filter) => ({
  select: db`select ${columns(db)} from printers p`,
  from: db`printers p`,
  where: where(db, filter),
  id: db`p.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`p.created_at`, name: db`fold_text(p.name) collate "C"` },
    db`p.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<Printer> {
  const [printer] = await db<Printer[]>`select ${columns(db)} from printers p where p.id = ${id}`
  if (!printer) throw notFound('Printer')
  return printer
}

/** Of whom a sealed password is. */
export const ownerOf = (id: string) => `printer ${id}`

const bytesOf = (fingerprint: string) => Buffer.from(fingerprint.replaceAll(':', ''), 'hex')

type Given = Omit<
  Printer,
  'id' | 'has_password' | 'status' | 'seen_at' | 'created_at' | 'version' | 'username' | 'certificate'
> & { username: string | null; password: string | null; certificate: string | null }

/** Creates a printer; a name that another one has violates a named constraint. */
export async function create(db: Db, sealer: Sealer, printer: Given): Promise<Printer> {
  const { password, certificate, click_bw, click_color, ...rest } = printer
  const [{ id }] = await db<[{ id: string }]>`select uuid_v7() as id`
  await db`insert into printers ${db({
    ...rest,
    id,
    click_bw: toPaise(click_bw),
    click_color: toPaise(click_color),
    certificate: certificate && bytesOf(certificate),
    password_sealed: password === null ? null : await sealer.seal(password, ownerOf(id)),
  })}`
  return get(db, id)
}

type Patch = Partial<Printer> & { password?: string | null }

/** Changes a printer. A kept password is not sent to another address: it is typed again, or removed. */
export async function update(db: Db, sealer: Sealer, id: string, patch: Patch): Promise<Printer> {
  const { version, password, name, uri, username, certificate, is_active, ...more } = patch
  const { prints_color, prints_duplex, paper_sizes, click_bw, click_color, ...readOnly } = more
  const current = await lockRecord(db, { table: 'printers', name: 'Printer', get }, id, version)
  // What changes by itself between reading and sending back is no fault; nor is what the password changes.
  const { status, seen_at, has_password, ...sent } = readOnly
  refuseChangedFields(sent, current)
  if (uri !== undefined && uri !== current.uri && current.has_password && password === undefined) {
    throw invalid('password', 'Type the password again, because the address is another one')
  }
  const wanted = {
    name,
    uri,
    username,
    certificate,
    is_active,
    prints_color,
    prints_duplex,
    click_bw,
    click_color,
  }
  const changed = changedFields(wanted, current)
  const row = {
    ...changed,
    ...(changed.click_bw !== undefined && { click_bw: toPaise(changed.click_bw) }),
    ...(changed.click_color !== undefined && { click_color: toPaise(changed.click_color) }),
    ...(changed.certificate && { certificate: bytesOf(changed.certificate) }),
    ...(paper_sizes && paper_sizes.join() !== current.paper_sizes.join() && { paper_sizes }),
    ...(password !== undefined && {
      password_sealed: password === null ? null : await sealer.seal(password, ownerOf(id)),
    }),
    // Another device: what the old one said is not true of it.
    ...(changed.uri !== undefined && { status: null, seen_at: null }),
  }
  if (Object.keys(row).length === 0) return current
  await db`update printers set version = version + 1, ${db(row)} where id = ${id}`
  return get(db, id)
}

/** Deletes a printer that no print job names, nor was to move to. Its toner stays. */
export async function remove(db: Db, id: string): Promise<void> {
  // Locked against a concurrent new job.
  const [printer] = await db`select 1 from printers where id = ${id} for update`
  if (!printer) throw notFound('Printer')
  const [used] = await db`select 1 from print_jobs where printer_id = ${id} or move_to = ${id} limit 1`
  if (used) {
    throw conflict('This printer has print jobs and cannot be deleted. Deactivate it instead.', 'in_use')
  }
  await db`update stock_items set version = version + 1, printer_id = null where printer_id = ${id}`
  await db`delete from printers where id = ${id}`
}

/** How a printer is reached. */
export type Connection = {
  id: string
  uri: string
  username: string | null
  password_sealed: Buffer | null
  certificate: Buffer | null
}

export async function readConnection(db: Db, id: string): Promise<Connection> {
  const [connection] = await db<Connection[]>`
    select id, uri, username, password_sealed, certificate from printers where id = ${id}`
  if (!connection) throw notFound('Printer')
  return connection
}

/** What the poller needs of each active printer. */
export type Watched = Connection & { status: PrinterStatus | null; seconds_since_seen: number | null }

export const listWatched = (db: Db) => db<Watched[]>`
  select id, uri, username, password_sealed, certificate, status,
    extract(epoch from now() - seen_at)::float8 as seconds_since_seen
  from printers where is_active order by id`

/**
 * Keeps what a printer answered, unless its address was changed meanwhile. Returns what was kept before; a row if it is kept.
 * Read under its own lock: what an update returns of the row before it, PostgreSQL tells from 18 on only.
 */
export const saveStatus = (db: Db, { id, uri }: Connection, status: PrinterStatus, isSeen: boolean) => db<
  { before: PrinterStatus | null }[]
>`
  with kept as materialized (select id, status from printers where id = ${id} and uri = ${uri} for no key update)
  update printers p set status = ${db.json(status)} ${isSeen ? db`, seen_at = now()` : db``}
  from kept where p.id = kept.id returning kept.status as before`

/** Keeps only that a printer answered as before; nobody is told. */
export const saveSeen = (db: Db, { id, uri }: Connection) =>
  db`update printers set seen_at = now() where id = ${id} and uri = ${uri}`

/** Deactivates all active printers; returns their names. */
export async function deactivateAll(db: Db): Promise<string[]> {
  const stopped = await db<{ name: string }[]>`
    update printers set version = version + 1, is_active = false where is_active returning name`
  return stopped.map(({ name }) => name).toSorted()
}

/** The addresses of the shop's printers. */
export async function addresses(db: Db): Promise<string[]> {
  const rows = await db<{ uri: string }[]>`select uri from printers`
  return rows.map(({ uri }) => uri)
}
