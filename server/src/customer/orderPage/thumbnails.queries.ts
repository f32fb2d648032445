import type { Db } from '../../base/database/db.ts'

/** A stored picture of a page, from 1. */
export async function find(db: Db, file: string, page: number): Promise<Buffer | undefined> {
  const [found] = await db<{ image: Buffer }[]>`
    select image from file_thumbnails where file_id = ${file} and page = ${page}`
  return found?.image
}

type PrintFile = { name: string; content_type: string; storage_key: string; removed_at: string | null }

/** A file that an order prints, with those before it of which pages are shown. */
export const listFiles = (db: Db, order: string) => db<(PrintFile & { id: string; page_count: number })[]>`
  select id, name, content_type, storage_key, removed_at, page_count from order_files
  where order_id = ${order} and kind = 'print' order by position`

/** Keeps the pictures of a file’s first pages, unless another process was faster. */
export const save = (db: Db, file_id: string, images: readonly Buffer[]) => db`
  insert into file_thumbnails ${db(images.map((image, at) => ({ file_id, page: at + 1, image })))} on conflict do nothing`
