import type { Db } from '../base/database/db.ts'

/** Gives a request the uploads of its visitor, in this sequence; false if one is gone or belongs to another one. */
export async function take(
  db: Db,
  request: string,
  ids: readonly string[],
  uploader: string,
): Promise<boolean> {
  const taken = await db`
    update order_files f set request_id = ${request}, position = t.position
    from unnest(${[...ids]}::uuid[]) with ordinality as t (id, position)
    where f.id = t.id and f.uploaded_by = ${uploader} and f.request_id is null and f.order_id is null
      and f.removed_at is null returning 1`
  return taken.length === ids.length
}

/** Makes the files of a request uploads: of who takes them into an order, or of nobody, and then they go within a day. */
export async function release(db: Db, request: string, uploader: string): Promise<string[]> {
  const files = await db<{ id: string; position: number }[]>`
    update order_files set request_id = null, uploaded_by = ${uploader} where request_id = ${request} returning id, position`
  return files.toSorted((one, other) => one.position - other.position).map((file) => file.id)
}

/** Whether all are uploads of their visitor that no request has. */
export async function areFree(db: Db, ids: readonly string[], uploader: string): Promise<boolean> {
  const free = await db`
    select from order_files where id = any(${[...ids]}::uuid[]) and uploaded_by = ${uploader} and request_id is null
      and order_id is null and removed_at is null`
  return free.length === ids.length
}

/** Removes the files of what was not confirmed in time; a trigger schedules the removal of their bytes. */
export const removeUnconfirmed = (db: Db, uploader: string) => db`
  delete from order_files f using request_confirmations v
  where f.id = any(v.files) and v.request_id is null and v.expires_at <= now()
    and f.uploaded_by = ${uploader} and f.request_id is null and f.order_id is null and f.quote_id is null
    and not exists (select from request_confirmations w
      where f.id = any(w.files) and w.request_id is null and w.expires_at > now())`
