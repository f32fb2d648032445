import type { Db, Fragment } from './db.ts'
import { phoneVariants } from './phones.ts'

// The database folds stored text and search text with the same function, fold_text: NFKC, no invisible characters, no
// case. % and _ are ordinary characters in a search.

/**
 * Whether a folded text contains the query. Write `folded` exactly as its trigram index does, or the index is not used.
 */
export const contains = (db: Db, folded: Fragment, query: string) =>
  db`${folded} like search_pattern(${query})`

/** As `contains`, for a text with phone numbers in it: a number is found in every usual spelling. */
export const containsOrPhone = (db: Db, folded: Fragment, query: string): Fragment =>
  queryVariants(query)
    .map((spelling) => contains(db, folded, spelling))
    .reduce((found, more) => db`${found} or ${more}`)

/**
 * The texts to look for: the query and, if it may be a phone number, its other spellings. A text that contains another
 * one is left out, since the other one finds the same rows.
 */
export function queryVariants(query: string): string[] {
  const all = [query, ...phoneVariants(query)]
  return all.filter((text) => !all.some((other) => other !== text && text.includes(other)))
}
