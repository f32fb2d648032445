import type { Db, Fragment } from '../database/db.ts'
import { phoneVariants } from '../database/phones.ts'
import { containsOrPhone } from '../database/search.ts'

/** What the words of an order are held against: the query, and where it may be a phone number its other spellings. */
export function queryVariants(query: string): string[] {
  const text = query.trim().toLowerCase()
  return [text, ...phoneVariants(text)]
}

/** Whether the trigram index helps: it knows nothing of two letters, and would be read as a whole. */
export const canUseTrigramIndex = (query: string) =>
  queryVariants(query).every((words) => /[a-z0-9]{3}/.test(words))

/** That the words `w` of an order hold the query; % and _ are letters. */
export const matchesByIndex = (db: Db, query: string) => anyOf(db, query, db`w.words`)

/**
 * The same, read from the words themselves: for orders that were found in another way. In another collation than the
 * trigram index has, which therefore is not used; it means the same to `like`.
 */
export const matchesWithoutIndex = (db: Db, query: string) => anyOf(db, query, db`w.words collate "C"`)

const anyOf = (db: Db, query: string, folded: Fragment) =>
  db`(${containsOrPhone(db, folded, query.trim().toLowerCase())})`

/**
 * That the words of an order `o` hold the query. A subquery that yields a value is looked up order by order; `exists`
 * may become a join, for which all words of the shop are read.
 */
export const orderMatches = (db: Db, query: string) => db`
  (select ${matchesWithoutIndex(db, query)} from order_search w where w.order_id = o.id)`
