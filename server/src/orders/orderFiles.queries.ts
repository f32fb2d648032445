import type { Upload } from '@our-print/contract/orderFiles.ts'
import type { Db } from '../database/db.ts'
import { confirmKeys } from '../files/reservedKeys.ts'

export type StoredFile = Upload & { storage_key: string; order_id: string | null }

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

/** Locks the uploads of a signed-in user; returns them in the sequence of `ids`. */
export async function lockUploads(
  db: Db,
  ids: string[],
  uploader: string,
): Promise<(Upload & { sha256: string })[]> {
  const rows = await db<(Upload & { sha256: string })[]>`
    select ${columns(db)}, sha256 from order_files
    where id = any(${ids}::uuid[]) and order_id is null and uploaded_by = ${uploader} order by id for update`
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

/** Deletes uploads, of everyone or of one uploader; a trigger schedules the removal of their stored files. */
export async function removeUploads(db: Db, ids: string[], uploader?: string): Promise<string[]> {
  const rows = await db<{ storage_key: string }[]>`
    delete from order_files where id = any(${ids}) and order_id is null
      ${uploader === undefined ? db`` : db`and uploaded_by = ${uploader}`}
    returning storage_key`
  return rows.map(({ storage_key }) => storage_key)
}

/** Deletes uploads that no order took in time, by default within a day. */
export const sweepUploads = (db: Db, seconds = 86_400) => db`
  delete from order_files where order_id is null and created_at < now() - ${seconds} * interval '1 second'`

export async function get(db: Db, orderId: string, id: string): Promise<StoredFile | undefined> {
  const [file] = await db<StoredFile[]>`
    select ${columns(db)}, storage_key, order_id from order_files where id = ${id} and order_id = ${orderId}`
  return file
}

/** Deletes the pictures of an order's proof of delivery; a trigger schedules the removal of their stored files. */
export async function removePictures(db: Db, orderId: string): Promise<string[]> {
  const rows = await db<{ storage_key: string }[]>`
    delete from order_files where order_id = ${orderId} and kind <> 'print' returning storage_key`
  return rows.map(({ storage_key }) => storage_key)
}
