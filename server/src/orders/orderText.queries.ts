import type { Db, Fragment } from '../base/database/db.ts'
import { containsOrPhone, queryVariants } from '../base/database/search.ts'

/** The texts that a search of orders looks for: equal for all spellings of one query. */
export const searchTexts = (query: string) => queryVariants(query.trim().toLowerCase())

/**
 * Whether the trigram indexes help: for less than three characters in a row they would be read completely. A text of
 * several lines may begin in the words of an order and end in those of its customer, which have an index each.
 */
export const canUseTrigramIndex = (query: string) =>
  searchTexts(query).every((text) => /[a-z0-9]{3}/.test(text) && !text.includes('\n'))

/** Condition: the search text `w` of an order contains the query; % and _ are ordinary characters. Uses no index. */
export const matches = (db: Db, query: string) =>
  db`(${containsOrPhone(db, db`w.words`, query.trim().toLowerCase())})`

/**
 * Condition: the search text of an order `o` contains the query. A scalar subquery is evaluated order by order;
 * `exists` may become a join that reads the search text of all orders.
 */
export const orderMatches = (db: Db, query: string) => db`
  (select ${matches(db, query)} from order_search w where w.order_id = o.id)`

/** Condition: the words of a customer `c` contain the query, by the trigram index. */
const customerMatches = (db: Db, query: string) => matchesByIndex(db, db`c.words`, query)

/** Condition: the number or title of an order `w` contains the query, by the trigram index. */
const ownWordsMatch = (db: Db, query: string) => matchesByIndex(db, db`left(w.words, w.own_length)`, query)

/** In a subquery the pattern is computed once, also by a plan that was made without it. */
const matchesByIndex = (db: Db, indexed: Fragment, query: string) =>
  db`(${searchTexts(query)
    .map((text) => db`${indexed} like (select search_pattern(${text}))`)
    .reduce((found, more) => db`${found} or ${more}`)})`

/** More hits are found faster without the indexes. */
export const maxIndexHits = 20_000

/**
 * `found`: the orders of the customers who match, and the other orders whose number or title matches, by the trigram
 * indexes; none if `not` holds. `size`: how many these are; if there are more than `maxIndexHits`, some are missing.
 */
export const findByIndex = (db: Db, query: string, not = db`false`) => db`
  customers as materialized (
    select c.user_id from customer_search c where not ${not} and ${customerMatches(db, query)}
    limit ${maxIndexHits + 1}
  ), found as materialized (
    select w.order_id, w.order_type, w.created_at from order_search w
    where w.user_id = any(array(select user_id from customers))
    union all
    select w.order_id, w.order_type, w.created_at from order_search w
    where not ${not} and ${ownWordsMatch(db, query)} and w.user_id not in (select user_id from customers)
    limit ${maxIndexHits + 1}
  ), size as materialized (
    select greatest((select count(*) from customers), (select count(*) from found))::int as found
  )`

/** The orders that the query finds by the trigram indexes, however many. */
export const hitsByIndex = (db: Db, query: string) => db`
  select w.order_id from order_search w where ${ownWordsMatch(db, query)}
  union
  select w.order_id from order_search w
  where w.user_id = any(array(select c.user_id from customer_search c where ${customerMatches(db, query)}))`

/** Condition: the query finds the order `id`. For a whole list, of which a search returns a page. */
export const isFound = (db: Db, query: string) =>
  canUseTrigramIndex(query)
    ? db`
      id in (
        select w.order_id from order_search w where ${ownWordsMatch(db, query)}
        union all
        select w.order_id from order_search w
        where w.user_id in (select c.user_id from customer_search c where ${customerMatches(db, query)}))`
    : db`${orderMatches(db, query)}`
