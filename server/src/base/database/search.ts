import type { Db, Fragment } from './db.ts'
import { phoneVariants } from './phones.ts'

// The database folds stored text and search text with the same function, search_text: NFKC, no invisible characters, no
// case, no accents. % and _ are ordinary characters in a search.

/** A text has it if it has every word, in any sequence and anywhere; or one of the phone numbers that the query is. */
export type Terms = {
  /** Each word in the spellings that it may have. */
  words: string[][]
  /** The spellings of a phone number that has spaces in it. */
  phones: string[]
}

/** Longer queries are looked for as they stand. */
const mostWords = 12

/** Reads a query. `phones` says whether the text has phone numbers, which are found in every usual spelling. */
export function readQuery(query: string, { phones = true } = {}): Terms {
  const text = query.trim()
  const words = wordsOf(text)
  const spellings = (one: string) => (phones ? queryVariants(one) : [one])
  const numbers = phones && words.length > 1 ? phoneVariants(text) : []
  return { words: words.map(spellings), phones: numbers }
}

/** The words to look for, none of them inside another one, which is found only with it. */
function wordsOf(text: string): string[] {
  // '#1042 Thesis · Asha Rao' is how an order is shown, and people write 'order 1042' and 'Rao, Asha'.
  const words = text
    .replace(/(^|\s)order\s+(?=#?\d)/gi, '$1')
    .split(/\s+/u)
    .map((word) => word.replace(/^#(?=\d)|[,;]+$/g, '').toLowerCase())
    .filter((word) => /[\p{L}\p{N}%_\\]/u.test(word))
  const needed = [...new Set(words)].filter((word, _, all) =>
    all.every((other) => other === word || !other.includes(word)),
  )
  return needed.length === 0 || needed.length > mostWords ? [text] : needed
}

/** Whether one text, folded with search_text, has a spelling. Write `folded` as its trigram index does, or that is not used. */
export const has = (db: Db, folded: Fragment, spelling: string) =>
  db`${folded} like search_pattern(${spelling})`

/** Condition: a folded text has what the query asks for. `hasOne` says how one spelling is looked for. */
export function hasTerms(
  db: Db,
  folded: Fragment,
  { words, phones }: Terms,
  hasOne: typeof has = has,
): Fragment {
  const any = (spellings: string[]) =>
    db`(${spellings.map((one) => hasOne(db, folded, one)).reduce((found, more) => db`${found} or ${more}`)})`
  const all = words.map(any).reduce((found, more) => db`${found} and ${more}`)
  return phones.length > 0 ? db`(${any(phones)} or (${all}))` : db`(${all})`
}

/** Condition: a folded text has every word of the query. */
export const contains = (db: Db, folded: Fragment, query: string) =>
  hasTerms(db, folded, readQuery(query, { phones: false }))

/** As `contains`, for a text with phone numbers in it: a number is found in every usual spelling. */
export const containsOrPhone = (db: Db, folded: Fragment, query: string): Fragment =>
  hasTerms(db, folded, readQuery(query))

/**
 * Condition: every word of the query meets one; for what is searched in several tables. A phone number in several parts may
 * meet it as a whole, too.
 */
export function everyWord(db: Db, query: string, condition: (word: string) => Fragment): Fragment {
  const { words, phones } = readQuery(query)
  const all = words
    .map(([word = query]) => db`(${condition(words.length === 1 ? query.trim() : word)})`)
    .reduce((met, more) => db`${met} and ${more}`)
  return phones.length > 0 ? db`((${condition(query)}) or (${all}))` : db`(${all})`
}

/**
 * The texts to look for: the query and, if it may be a phone number, its other spellings. A text that contains another
 * one is left out, since the other one finds the same rows.
 */
export function queryVariants(query: string): string[] {
  const all = [query, ...phoneVariants(query)]
  return all.filter((text) => !all.some((other) => other !== text && text.includes(other)))
}
