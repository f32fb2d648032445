import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import { addServerEntries } from '../base/database/auditTrail.ts'
import type { Db, Pool } from '../base/database/db.ts'
import { inJobTransaction } from '../base/database/jobTransaction.ts'
import { confirmKeys } from '../base/files/reservedKeys.ts'
import { type Removable, refuseRemoved } from '../base/http/problem.ts'

export type StoredFile = Upload & { storage_key: string; order_id: string | null }
type KeptFile = StoredFile & Removable

export type NewFile = {
  id: string
  name: string
  content_type: string
  size: number
  page_count: number
  storage_key: string
  sha256: string
  uploaded_by: string
  position: number
  /** To be printed, if it is not a picture of a proof of delivery. */
  kind?: 'print' | 'photo' | 'signature'
}

const columns = (db: Db) => db`id, name, content_type, size, page_count`

/** Adds the rows of files that are stored under reserved keys, and ends their reservation. */
export async function create(db: Db, files: NewFile[]): Promise<void> {
  if (files.length === 0) return
  const inserted = db`insert into order_files ${db(files)}`.execute()
  const keys = files.map(({ storage_key }) => storage_key)
  await Promise.all([inserted, confirmKeys(db, keys)])
}

/** Locks the uploads of a signed-in user, and the files of a quote; returns them in the sequence of `ids`. */
export async function lockUploads(
  db: Db,
  ids: string[],
  uploader: string,
  quote?: string,
): Promise<(Upload & { sha256: string })[]> {
  const isUpload = db`quote_id is null and request_id is null and uploaded_by = ${uploader}`
  const isOf = quote ? db`(quote_id = ${quote} or ${isUpload})` : isUpload
  const rows = await db<(Upload & { sha256: string })[]>`
    select ${columns(db)}, sha256 from order_files
    where id = any(${ids}::uuid[]) and order_id is null and removed_at is null and ${isOf} order by id for update`
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Adds uploads to an order, in this sequence, with the pages to print if not all. */
export const addToOrder = (
  db: Db,
  files: readonly { id: string; page_ranges?: string | null }[],
  orderId: string,
) => db`
  update order_files f set order_id = ${orderId}, position = t.position, page_ranges = t.page_ranges
  from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map(({ page_ranges }) => page_ranges ?? null)}::text[])
    with ordinality as t (id, page_ranges, position) where f.id = t.id`

/**
 * Takes files off an order that is changed; a trigger schedules the removal of their bytes. Those that a cancelled print job
 * names keep their row.
 */
export async function takeOff(db: Db, orderId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db`
    update order_files f set order_id = null, storage_key = null, removed_at = now()
    where order_id = ${orderId} and id = any(${[...ids]}::uuid[]) and kind = 'print'
      and exists (select from print_jobs where file_id = f.id)`
  await db`delete from order_files where order_id = ${orderId} and id = any(${[...ids]}::uuid[]) and kind = 'print'`
}

/** Deletes uploads, of everyone or of one uploader; a trigger schedules the removal of their stored files. */
export async function removeUploads(db: Db, ids: string[], uploader?: string): Promise<string[]> {
  const rows = await db<{ storage_key: string }[]>`
    delete from order_files where id = any(${ids}) and order_id is null and quote_id is null and request_id is null
      ${uploader === undefined ? db`` : db`and uploaded_by = ${uploader}`}
    returning storage_key`
  return rows.map(({ storage_key }) => storage_key)
}

/** Deletes uploads that no order took in time, by default within a day; of everyone or of one uploader. */
export const sweepUploads = (db: Db, seconds = 86_400, uploader?: string) => db`
  delete from order_files f
  where order_id is null and quote_id is null and request_id is null and removed_at is null
    and not exists (select from request_confirmations v
      where f.id = any(v.files) and v.request_id is null and v.expires_at > now())
    ${uploader === undefined ? db`` : db`and uploaded_by = ${uploader}`}
    and f.created_at < now() - ${seconds} * interval '1 second'`

/**
 * Removes the files of orders that were delivered or cancelled so many months ago, in portions, with an entry in the audit for
 * each order; a trigger schedules the removal of their bytes. Proofs of delivery stay, and so does what a print job still
 * needs. Returns how many were removed.
 */
export async function removeOld(pool: Pool, months: number, portion = 500): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await inJobTransaction(pool, (tx) => removePortion(tx, months, portion))
    removed += count
    if (count < portion) return removed
  }
}

async function removePortion(db: Db, months: number, portion: number): Promise<number> {
  const removed = await db<{ order: string; name: string }[]>`
    update order_files set storage_key = null, removed_at = now() where id in (
      select f.id from order_files f join orders o on o.id = f.order_id
      where f.kind = 'print' and f.removed_at is null and f.created_at < now() - make_interval(months => ${months})
        and case o.status when 'delivered' then o.delivered_at when 'cancelled' then o.cancelled_at end
          < now() - make_interval(months => ${months})
        and not exists (select from print_jobs j where j.order_id = o.id and j.finished_at is null)
      order by f.created_at limit ${portion} for update of f skip locked)
    returning order_id as order, name`
  const orders = Map.groupBy(removed, ({ order }) => order)
  const entries = [...orders].map(([id, files]) => ({ id, after: { files: files.map(({ name }) => name) } }))
  if (entries.length > 0) await addServerEntries(db, { action: 'remove files', entity: 'orders' }, entries)
  return removed.length
}

export async function get(db: Db, orderId: string, id: string): Promise<StoredFile | undefined> {
  const [file] = await db<KeptFile[]>`
    select ${columns(db)}, storage_key, removed_at, order_id from order_files
    where id = ${id} and order_id = ${orderId}`
  return file && refuseRemoved(file)
}

export type PrintedFile = Omit<StoredFile, 'order_id'> & { sha256: string; page_ranges: string | null }

/** The files that an order prints, in their sequence. 410 when one was removed. */
export async function listPrinted(db: Db, orderId: string): Promise<PrintedFile[]> {
  const files = await db<(PrintedFile & Removable)[]>`
    select ${columns(db)}, storage_key, removed_at, sha256, page_ranges from order_files
    where order_id = ${orderId} and kind = 'print' order by position`
  return files.map(refuseRemoved)
}

/** Deletes the pictures of an order's proof of delivery; a trigger schedules the removal of their stored files. */
export async function removePictures(db: Db, orderId: string): Promise<string[]> {
  const rows = await db<{ storage_key: string }[]>`
    delete from order_files where order_id = ${orderId} and kind <> 'print' returning storage_key`
  return rows.map(({ storage_key }) => storage_key)
}
