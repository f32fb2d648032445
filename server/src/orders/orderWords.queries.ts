import type { Db, Fragment } from '../database/db.ts'
import { phoneSpellings } from '../database/phones.ts'
import { containsOrPhone } from '../database/search.ts'

/** What the words of an order are held against: the query, and where it may be a phone number its other spellings. */
export function wordsOf(query: string): string[] {
  const text = query.trim().toLowerCase()
  return [text, ...phoneSpellings(text)]
}

/** Whether the trigram index helps: it knows nothing of two letters, and would be read as a whole. */
export const isIndexed = (query: string) => wordsOf(query).every((words) => /[a-z0-9]{3}/.test(words))

/** That the words `w` of an order hold the query; % and _ are letters. */
export const matches = (db: Db, query: string) => anyOf(db, query, db`w.words`)

/**
 * The same, read from the words themselves: for orders that were found in another way. In another collation than the
 * trigram index has, which therefore is not used; it means the same to `like`.
 */
export const matchesOf = (db: Db, query: string) => anyOf(db, query, db`w.words collate "C"`)

const anyOf = (db: Db, query: string, folded: Fragment) =>
  db`(${containsOrPhone(db, folded, query.trim().toLowerCase())})`

/**
 * That the words of an order `o` hold the query. A subquery that yields a value is looked up order by order; `exists`
 * may become a join, for which all words of the shop are read.
 */
export const hasWords = (db: Db, query: string) => db`
  (select ${matchesOf(db, query)} from order_search w where w.order_id = o.id)`
