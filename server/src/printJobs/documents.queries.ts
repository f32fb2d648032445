import type { Db } from '../database/db.ts'
import type { SheetDocument } from './documents.ts'

export const list = (db: Db, order: string) => db<SheetDocument[]>`
  select f.id as file, f.name, f.page_count as impressions,
    case o.color when 'bw' then 0 when 'color' then f.page_count
      else least(f.page_count, coalesce(o.color_pages, 0)) end as color_impressions,
    o.sides = 'double' as duplex, 'long' as binding_edge
  from order_files f join orders o on o.id = f.order_id
  where f.order_id = ${order} and f.kind = 'print' order by f.position, f.id`

export async function findKey(db: Db, order: string, file: string | null): Promise<string | undefined> {
  const [row] = await db<{ storage_key: string }[]>`
    select storage_key from order_files where order_id = ${order} and id = ${file} and kind = 'print'`
  return row?.storage_key
}
