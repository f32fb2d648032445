import { type SearchHit, searchHits } from '@our-print/contract/shop/search.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
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
 * Orders by number, by the phone number's last digits or the name of their customer, and by title. What the newest orders
 * have is found in them; only rarer words are looked up in the indexes of titles and customers.
 */
export async function findOrders(db: Db, terms: SearchTerms): Promise<SearchHit[]> {
  const found = [
    db`select id, created_at, match from newest`,
    db`select id, created_at, match from titled`,
    ...(terms.number ? [byNumber(db, terms.number)] : []),
    ...(terms.lastDigits ? [ofCustomers(db, byLastDigits(db, terms), db`${prefix}::int`)] : []),
    ofCustomers(db, byWords(db, terms)),
  ].reduce((all, more) => db`${all} union all ${more}`)
  return db<SearchHit[]>`
    with newest as materialized (
      select w.order_id as id, w.created_at, ${matchOfText(db, db`w.words`, terms)} as match
      from (select * from order_search order by created_at desc, order_id desc limit ${newestRows}) w
      where ${containsTerms(db, db`w.words`, terms)}
    ), titled as materialized (
      select w.order_id as id, w.created_at, ${matchOfText(db, db`left(w.words, w.own_length)`, terms)} as match
      from order_search w
      where (select count(*) from newest) < ${searchHits}
        and ${indexFinds(db, db`left(w.words, w.own_length)`, terms)}
      limit ${indexedRows}
    ), best as materialized (
      select id, created_at, min(match) as match from (${found}) f
      group by id, created_at order by min(match), created_at desc, id desc limit ${searchHits})
    select 'order' as kind, o.id, o.number, o.title, trim(u.first_name || ' ' || u.last_name) as subtitle, u.mobile,
      o.status, o.order_type, ${matchName(db, db`b.match`)}
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
