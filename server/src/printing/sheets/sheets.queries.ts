import type { Db } from '../../base/database/db.ts'
import type { CheckedType } from '../../base/files/checkingProcess.ts'
import type { Removable } from '../../base/http/problem.ts'
import type { SheetFile, SheetOptions } from './planSheets.ts'

/** A file to print, and where its bytes are. */
export type StoredSheetFile = SheetFile &
  Removable & { content_type: CheckedType; storage_key: string; sha256: string }

/** How an order is printed. */
export async function findOrder(
  db: Db,
  id: string,
): Promise<{ options: SheetOptions; files: StoredSheetFile[] } | undefined> {
  const [order] = await db<SheetOptions[]>`
    select layout, fit, bundle, sides, paper_size, color from orders where id = ${id}`
  if (!order) return undefined
  const files = await db<StoredSheetFile[]>`
    select id, name, page_count, page_ranges, content_type, storage_key, removed_at, sha256 from order_files
    where order_id = ${id} and kind = 'print' order by position`
  return { options: order, files }
}

/** Files to print, in the sequence of `ids`; fewer, if one is not there. */
export async function findFiles(db: Db, ids: string[]): Promise<StoredSheetFile[]> {
  const files = await db<StoredSheetFile[]>`
    select id, name, page_count, page_ranges, content_type, storage_key, removed_at, sha256 from order_files
    where id = any(${ids}::uuid[]) and kind = 'print'`
  return ids.flatMap((id) => files.find((file) => file.id === id) ?? [])
}
