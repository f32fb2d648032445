import { can } from '@our-print/contract/people/abilities.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import { hasTerms, readQuery } from '../base/database/search.ts'
import type { Actor } from '../base/http/route.ts'

/** What is looked for; `ownWords` only in numbers and titles, by who does not see customers' data. */
export type Sought = string | { ownWords: string }

/** What the actor looks for with a query: nobody finds an order by what they do not see of it. */
export const soughtBy = (actor: Actor, text: string): Sought =>
  can(actor, 'customers') ? text : { ownWords: text }

const termsOf = (query: Sought) =>
  typeof query === 'string' ? readQuery(query) : readQuery(query.ownWords, { phones: false })

/** The number and title of an order `w`. */
export const titleText = (db: Db) => db`left(w.words, w.title_length)`

/** All that an order `w` itself says, without its customer. Written exactly as in its trigram index. */
export const ownText = (db: Db) => db`left(w.words, w.own_length)`

/** Marks that a search does not compare. */
const withoutMarks = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '')
const isIndexed = (text: string) => /[a-z0-9]{3}/i.test(withoutMarks(text))

/** Whether the trigram index helps: for less than three characters in a row it would be read completely. */
export function canUseTrigramIndex(query: Sought): boolean {
  const { words, phones } = termsOf(query)
  return words.some((spellings) => spellings.every(isIndexed)) && phones.every(isIndexed)
}

/** Condition: the search text `w` of an order has what the query asks for. Uses no index. */
export const matches = (db: Db, query: Sought) =>
  hasTerms(db, typeof query === 'string' ? db`w.words` : titleText(db), termsOf(query))

/**
 * Condition: the search text of an order `o` has what the query asks for. A scalar subquery is evaluated order by order;
 * `exists` may become a join that reads the search text of all orders.
 */
export const orderMatches = (db: Db, query: Sought) => db`
  (select ${matches(db, query)} from order_search w where w.order_id = o.id)`

/** Condition: a text has what the query asks for, by its trigram index. */
const matchesByIndex = (db: Db, indexed: Fragment, query: Sought) =>
  hasTerms(db, indexed, termsOf(query), hasByIndex)

/** In a subquery the pattern is computed once, also by a plan that was made without it. */
const hasByIndex = (db: Db, indexed: Fragment, text: string) =>
  db`${indexed} like (select search_pattern(${text}))`

/** Condition: the words of a customer `c` match, by the trigram index. */
const customerMatches = (db: Db, query: Sought) =>
  typeof query === 'string' ? matchesByIndex(db, db`c.words`, query) : db`false`

/** Condition: the words of an order `w` itself match, by their trigram index: those of them that are looked through. */
const ownWordsMatch = (db: Db, query: Sought) =>
  typeof query === 'string'
    ? matchesByIndex(db, ownText(db), query)
    : db`(${matchesByIndex(db, ownText(db), query)} and ${matches(db, query)})`

/** Condition: the words of an order `w` and its customer match, by the trigram index of both. */
const allWordsMatch = (db: Db, query: Sought) => matchesByIndex(db, db`w.words`, query)

/**
 * Whether each word is of the order or each of its customer: it is if it is one, and what is only looked for in the order.
 * Found faster in two smaller indexes than in that of both.
 */
export const isOfOne = (query: Sought) => typeof query !== 'string' || readQuery(query).words.length === 1

/** More hits of the trigram indexes are found faster without them. */
export const maxIndexHits = 20_000
/** So many orders of customers are read from an index alone. */
const mostOfCustomers = 60_000

/**
 * `customers` who are found, all orders `of_customers`, and those `of_words` of other customers; none if `not` holds. The
 * orders of customers are read anew from their index wherever they are used: to keep many takes as long.
 */
export const findParts = (db: Db, query: Sought, not = db`false`) => db`
  customers as materialized (
    select c.user_id from customer_search c where not ${not} and ${customerMatches(db, query)}
    limit ${maxIndexHits + 1}
  ), of_customers as not materialized (
    select w.order_id, w.order_type, w.created_at from order_search w
    where w.user_id = any(array(select user_id from customers)) limit ${mostOfCustomers + 1}
  ), of_words as materialized (
    select w.order_id, w.order_type, w.created_at from order_search w
    where not ${not} and ${ownWordsMatch(db, query)} and w.user_id not in (select user_id from customers)
    limit ${maxIndexHits + 1}
  )`

/** `size.is_whole`: whether the parts have all hits, and not too many. `orders` is how many `of_customers` has. */
export const sizeOfParts = (db: Db, orders: Fragment) => db`
  size as materialized (
    select (select count(*) from customers) <= ${maxIndexHits} and (select count(*) from of_words) <= ${maxIndexHits}
      and ${orders} <= ${mostOfCustomers} as is_whole
  )`

/**
 * `found`: the orders that the trigram indexes find; none if `not` holds. `size.is_whole`: whether these are all of them,
 * and not too many.
 */
export const findByIndex = (db: Db, query: Sought, not = db`false`) =>
  isOfOne(query)
    ? db`
  ${findParts(db, query, not)}, found as not materialized (
    select * from of_customers union all select * from of_words
  ), ${sizeOfParts(db, db`(select count(*) from of_customers)`)}`
    : db`
  found as materialized (
    select w.order_id, w.order_type, w.created_at from order_search w
    where not ${not} and ${allWordsMatch(db, query)} limit ${maxIndexHits + 1}
  ), size as materialized (select count(*) <= ${maxIndexHits} as is_whole from found)`

/** The orders that the query finds by the trigram indexes, however many. */
export const hitsByIndex = (db: Db, query: Sought) =>
  isOfOne(query)
    ? db`
  select w.order_id from order_search w where ${ownWordsMatch(db, query)}
  union
  select w.order_id from order_search w
  where w.user_id = any(array(select c.user_id from customer_search c where ${customerMatches(db, query)}))`
    : db`select w.order_id from order_search w where ${allWordsMatch(db, query)}`

/** Condition: the query finds the order `id`. For a whole list, of which a search returns a page. */
export const isFound = (db: Db, query: Sought) =>
  canUseTrigramIndex(query) ? db`id in (${hitsByIndex(db, query)})` : db`${orderMatches(db, query)}`
