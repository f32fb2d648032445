import type { Db } from '../base/database/db.ts'

type QuotedFile = { id: string; page_ranges: string | null }

/** Makes these the files of a quote, in this sequence; what it had besides is an upload again, which is swept a day after it came. */
export async function setFiles(db: Db, quote: string, files: readonly QuotedFile[]): Promise<void> {
  const ids = files.map(({ id }) => id)
  await db`update order_files set quote_id = null where quote_id = ${quote} and id <> all(${ids}::uuid[])`
  await db`
    update order_files f set quote_id = ${quote}, position = t.position, page_ranges = t.page_ranges
    from unnest(${ids}::uuid[], ${files.map(({ page_ranges }) => page_ranges)}::text[])
      with ordinality as t (id, page_ranges, position) where f.id = t.id`
}

/** Takes the files of a quote back from the order that it became. */
export const giveBackFiles = (db: Db, quote: string) => db`
  update order_files set order_id = null where quote_id = ${quote} and order_id is not null`

/** Removes the files of quotes that ended unconfirmed so many days ago; a trigger schedules the removal of their bytes. */
export const sweepQuoteFiles = (db: Db, days = 30) => db`
  update order_files set storage_key = null, removed_at = now() where id in (
    select f.id from order_files f join quotes q on q.id = f.quote_id
    where f.order_id is null and f.removed_at is null and q.order_id is null
      and (q.valid_until < shop_day(now()) - ${days}::int or q.withdrawn_at < now() - make_interval(days => ${days}))
    limit 1000 for update of f skip locked)`
