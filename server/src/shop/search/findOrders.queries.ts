import { can } from '@our-print/contract/people/abilities.ts'
import { type SearchHit, searchHits } from '@our-print/contract/shop/search.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import { ownText, titleText } from '../../orders/orderText.queries.ts'
import {
  anywhere,
  containsTerms,
  exact,
  indexedRows,
  indexFinds,
  matchName,
  matchOfText,
  newestRows,
  prefix,
  reversedDigits,
} from './matches.queries.ts'
import type { SearchTerms } from './searchTerms.ts'

// So many customers are asked for their newest orders.
const maxCustomers = 100
const mostDigits = 12
/** A word that so many of the newest orders have is common: its customers are not looked up. */
const commonRows = 50

/**
 * Orders by number, by the phone number's last digits, and by their words and those of their customer. What the newest orders
 * have is found in them; only rarer words are looked up in the indexes, where the newest orders of a customer come first. Who
 * does not see customers' data finds orders by number and title.
 */
export async function findOrders(db: Db, terms: SearchTerms, actor: Actor): Promise<SearchHit[]> {
  const isByCustomer = can(actor, 'customers')
  const words = isByCustomer ? db`w.words` : titleText(db)
  const found = [
    db`select id, created_at, match from newest`,
    db`select id, created_at, match from indexed`,
    ...(terms.number ? [byNumber(db, terms.number)] : []),
    ...(isByCustomer && terms.lastDigits
      ? [ofCustomers(db, byLastDigits(db, terms), db`${prefix}::int`)]
      : []),
    ...(isByCustomer ? [ofCustomers(db, byWords(db, terms))] : []),
  ].reduce((all, more) => db`${all} union all ${more}`)
  return db<SearchHit[]>`
    with newest as materialized (
      select w.order_id as id, w.created_at, ${matchOfText(db, words, terms)} as match
      from (select * from order_search order by created_at desc, order_id desc limit ${newestRows}) w
      where ${containsTerms(db, words, terms)}
    ), indexed as materialized (
      select w.order_id as id, w.created_at, ${matchOfText(db, words, terms)} as match
      from order_search w
      where (select count(*) from newest) < ${searchHits}
        and ${indexFinds(db, isByCustomer ? words : ownText(db), terms)} and ${containsTerms(db, words, terms)}
      limit ${indexedRows}
    ), best as materialized (
      select id, created_at, min(match) as match from (${found}) f
      group by id, created_at order by min(match), created_at desc, id desc limit ${searchHits})
    select 'order' as kind, o.id, o.number, o.title, trim(u.first_name || ' ' || u.last_name) as subtitle,
      ${isByCustomer ? db`u.mobile` : db`null`} as mobile, o.status, o.order_type, o.promised_at,
      ${matchName(db, db`b.match`)}
    from best b join orders o on o.id = b.id join users u on u.id = o.user_id
    order by b.match, b.created_at desc, b.id desc`
}

/** The order with this number, and the newest whose numbers begin with it. */
const byNumber = (db: Db, digits: string) => db`
  select id, created_at, ${exact}::int from orders where number = ${digits}::bigint
  union all
  select o.id, o.created_at, ${anywhere}::int from generate_series(1, ${mostDigits - digits.length}::int) more cross join lateral (
    select id, created_at from orders
    where number >= ${digits}::bigint * (10 ^ more)::bigint and number < (${digits}::bigint + 1) * (10 ^ more)::bigint
    order by number desc limit ${searchHits}) o`

const byLastDigits = (db: Db, terms: SearchTerms) => db`
  select id from users where reverse(mobile) collate "C" like ${reversedDigits(db, terms)} limit ${maxCustomers}`

const byWords = (db: Db, terms: SearchTerms) => db`
  select c.user_id as id, ${matchOfText(db, db`c.words`, terms)} as match from customer_search c
  where (select count(*) from newest) < ${commonRows} and ${indexFinds(db, db`c.words`, terms)} limit ${maxCustomers}`

/** The newest orders of each of these customers. */
const ofCustomers = (db: Db, customers: Fragment, match = db`c.match`) => db`
  select o.id, o.created_at, ${match} from (${customers}) c cross join lateral (
    select id, created_at from orders where user_id = c.id order by created_at desc limit ${searchHits}) o`
