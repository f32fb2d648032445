import type { Db, Fragment } from '../database/db.ts'
import { phoneVariants } from '../database/phones.ts'
import { containsOrPhone } from '../database/search.ts'

/** The texts to look for: the query and, if it may be a phone number, its other spellings. */
export function queryVariants(query: string): string[] {
  const text = query.trim().toLowerCase()
  return [text, ...phoneVariants(text)]
}

/** Whether the trigram index helps: for less than three characters in a row it would be read completely. */
export const canUseTrigramIndex = (query: string) =>
  queryVariants(query).every((words) => /[a-z0-9]{3}/.test(words))

/** Condition: the search text `w` of an order contains the query; % and _ are ordinary characters. */
export const matchesByIndex = (db: Db, query: string) => anyOf(db, query, db`w.words`)

/**
 * The same without the trigram index, for orders that were found in another way. Another collation than the index has
 * keeps PostgreSQL from using it, and does not change what `like` finds.
 */
export const matchesWithoutIndex = (db: Db, query: string) => anyOf(db, query, db`w.words collate "C"`)

const anyOf = (db: Db, query: string, folded: Fragment) =>
  db`(${containsOrPhone(db, folded, query.trim().toLowerCase())})`

/**
 * Condition: the search text of an order `o` contains the query. A scalar subquery is evaluated order by order;
 * `exists` may become a join that reads the search text of all orders.
 */
export const orderMatches = (db: Db, query: string) => db`
  (select ${matchesWithoutIndex(db, query)} from order_search w where w.order_id = o.id)`
