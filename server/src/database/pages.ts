import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { Db, Fragment } from './db.ts'

/**
 * One page of a list and the exact length of the list. `rows` selects the whole list in its order, `counted` its
 * length as `count`: from counters where the database keeps them, else by `countOf`.
 */
export const readPage = <T extends object>(
  db: Db,
  rows: Fragment,
  counted: Fragment,
  { limit, offset }: Slice,
): Promise<Rows<T>> => readRows(db, db`${rows} limit ${limit} offset ${offset}`, counted)

/** As `readPage`, where the statement itself finds the rows of the page. */
export async function readRows<T extends object>(
  db: Db,
  page: Fragment,
  counted: Fragment,
): Promise<Rows<T>> {
  const results = await db<T[]>`${page}`
  const [{ count }] = await db<[{ count: number }]>`${counted}`
  return { count, results }
}

/** Counts the rows of a list one by one. `source` is what follows `from`, with its `where`. */
export const countOf = (db: Db, source: Fragment) => db`select count(*)::int as count from ${source}`

/** The same page with each row presented as it is answered. */
export const presentRows = <Row, Item>(
  { count, results }: Rows<Row>,
  present: (row: Row) => Item,
): Rows<Item> => ({
  count,
  results: results.map((row) => present(row)),
})
