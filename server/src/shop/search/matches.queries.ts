import { type SearchHit, searchHits } from '@our-print/contract/shop/search.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { has, hasTerms } from '../../base/database/search.ts'
import type { Actor } from '../../base/http/route.ts'
import type { SearchTerms } from './searchTerms.ts'

/** Finds the best hits of one kind. */
export type Find = (db: Db, terms: SearchTerms, actor: Actor) => Promise<SearchHit[]>

/** Indexes of `searchMatches` in the contract. */
export const exact = 0
export const prefix = 1
export const anywhere = 2

/** So many of the newest rows are read for every query: they find the words that are too common or too short for an index. */
export const newestRows = 1000
/** So many rows are read of those that an index finds. */
export const indexedRows = 300

/** Condition: a folded text has what is looked for. One or two letters are in nearly every text, so they must begin a word. */
export const containsTerms = (db: Db, folded: Fragment, terms: SearchTerms): Fragment =>
  hasTerms(db, folded, terms, (_, text, word) =>
    word.length > 2 ? has(db, text, word) : beginsWord(db, text, word),
  )

// A regular expression, because a trigram index looks it up together with other words. It does not use \m.
const beginsWord = (db: Db, folded: Fragment, word: string) => db`
  ${folded} ~ (E'(^|[ \\n])' || regexp_replace(search_text(${word}), '([].^$*+?(){}|\\\\[])', '\\\\\\1', 'g'))`

/** Condition: the trigram index of a folded text finds the query. */
export const indexFinds = (db: Db, folded: Fragment, terms: SearchTerms): Fragment =>
  terms.isIndexed ? containsTerms(db, folded, terms) : db`false`

/** How well a folded text of several lines matches: as a whole line, each word as the start of a word, or otherwise. */
export const matchOfText = (db: Db, folded: Fragment, { text, words }: SearchTerms) => db`
  case when strpos(E'\n' || ${folded} || E'\n', E'\n' || search_text(${text}) || E'\n') > 0 then ${exact}::int
    when ${words
      .map(
        ([word = '']) =>
          db`strpos(translate(E'\n' || ${folded}, E'\n', ' '), ' ' || search_text(${word})) > 0`,
      )
      .reduce((found, more) => db`${found} and ${more}`)} then ${prefix}::int
    else ${anywhere}::int end`

/** How well a phone number in E.164 matches; null if it is not the one that is searched for. */
export const matchOfPhone = (db: Db, mobile: Fragment, { phone, lastDigits }: SearchTerms) => db`
  case when ${mobile} = ${phone}::text then ${exact}::int
    when right(${mobile}, ${lastDigits?.length ?? 0}::int) = ${lastDigits}::text then ${prefix}::int end`

/** The pattern of numbers with these last digits, for an index of reversed numbers. */
export const reversedDigits = (db: Db, { lastDigits }: SearchTerms) => db`reverse(${lastDigits}::text) || '%'`

const mostRows = { newest: newestRows, indexed: indexedRows }

type Searched = {
  /** The table, under the alias `x`. */
  table: Fragment
  /** A UUIDv7: the newest rows have the last ids. */
  id?: Fragment
  /** What is searched, in the case of the table. */
  text?: Fragment
  /** The same folded, written exactly as its trigram index, or the index is not used. */
  folded: Fragment
  mobile?: Fragment
  /** How many rows are read of the newest, and of those that the index finds. */
  most?: { newest: number; indexed: number }
}

/**
 * `found`: the ids of the newest rows that contain the query, and of those that the trigram index finds, with their match.
 * The index is not asked for a word that is common among the newest rows: it would read all that have it.
 */
export function findByText(db: Db, terms: SearchTerms, searched: Searched): Fragment {
  const { table, id = db`x.id`, text, folded, mobile = db`null`, most = mostRows } = searched
  const match = (words: Fragment, phone: Fragment) =>
    db`coalesce(${matchOfPhone(db, phone, terms)}, ${matchOfText(db, words, terms)})`
  // Folded in a query of its own, which `offset 0` keeps apart: else each use of the words would fold them again.
  return db`
    newest as materialized (
      select id, ${match(db`words`, db`mobile`)} as match
      from (
        select id, mobile, ${text ? db`search_text(words)` : db`words`} as words from (
          select ${id} as id, ${mobile}::text as mobile, ${text ?? folded} as words from ${table}
          order by ${id} desc limit ${most.newest}) x offset 0) x
      where ${containsTerms(db, db`words`, terms)}
    ), indexed as materialized (
      select ${id} as id, ${match(folded, db`${mobile}::text`)} as match from ${table}
      where (select count(*) from newest) < ${searchHits} and ${indexFinds(db, folded, terms)}
      limit ${most.indexed}
    ), found as (select * from newest union all select * from indexed)`
}

/** `best`: the hits of `found`, the best match first, then the newest. */
export const bestOf = (db: Db, found: Fragment) => db`
  best as materialized (
    select id, min(match) as match from (${found}) f group by id order by min(match), id desc limit ${searchHits})`

/** The match of a row of `best` as the contract names it. */
export const matchName = (db: Db, match: Fragment) => db`
  (array['exact', 'prefix', 'contains'])[${match} + 1] as match`
