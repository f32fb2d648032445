import { contains, type Db } from '../lib/db.ts'
import { phoneWords } from '../lib/phoneWords.ts'

/** What the words of an order are held against: mobile numbers are kept without spacing, so they are looked for so, too. */
export function patternsOf(query: string): string[] {
  const text = query.trim().toLowerCase()
  const number = phoneWords(text)
  return [text, ...(number && number !== text ? [number] : [])].map(contains)
}

/** Whether the trigram index helps: it knows nothing of two letters, and would be read as a whole. */
export const isIndexed = (query: string) => patternsOf(query).every((pattern) => /[a-z0-9]{3}/.test(pattern))

/** That the words `w` of an order hold the query; % and _ are letters. */
export const matches = (db: Db, query: string) => anyOf(db, query, db`w.words`)

/**
 * The same, read from the words themselves: for orders that were found in another way. In another collation than the
 * trigram index has, which therefore is not used; it means the same to `like`.
 */
export const matchesOf = (db: Db, query: string) => anyOf(db, query, db`w.words collate "C"`)

function anyOf(db: Db, query: string, words: ReturnType<Db>) {
  return db`(${patternsOf(query).map(
    (pattern, index) => db`${index > 0 ? db`or` : db``} ${words} like ${pattern}`,
  )})`
}

/**
 * That the words of an order `o` hold the query. A subquery that yields a value is looked up order by order; `exists`
 * may become a join, for which all words of the shop are read.
 */
export const hasWords = (db: Db, query: string) => db`
  (select ${matchesOf(db, query)} from order_search w where w.order_id = o.id)`
