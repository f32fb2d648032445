import type { Db, Fragment } from './db.ts'
import { phoneSpellings } from './phones.ts'

// The database folds what is stored and what is looked for with one function, fold_text (0002_search_text.sql), so that both
// sides always agree: NFKC, without invisible characters, without regard to case. In a search, % and _ are letters.

/** Whether a text that is folded already holds the words. Written as its trigram index is, or that is not used. */
export const holds = (db: Db, folded: Fragment, words: string) => db`${folded} like search_pattern(${words})`

/** As `holds`, for a text with phone numbers in it: they are found in every usual spelling. */
export const holdsOrCalls = (db: Db, folded: Fragment, words: string): Fragment =>
  phoneSpellings(words).reduce(
    (found: Fragment, one) => db`${found} or ${holds(db, folded, one)}`,
    holds(db, folded, words),
  )
