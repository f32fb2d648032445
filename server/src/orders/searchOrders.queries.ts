import { mostSortedOrders } from '@our-print/contract/orders/orderLists.ts'
import type { Slice } from '@our-print/contract/paging.ts'
import { withinDays } from '../base/database/days.ts'
import { type Db, type Fragment, isStatementTimeout, type Pool } from '../base/database/db.ts'
import { fromNearerEnd, orderBy } from '../base/database/pages.ts'
import type { TextRows } from '../base/http/jsonText.ts'
import type { Actor } from '../base/http/route.ts'
import {
  branches,
  type Filter,
  indexedField,
  isCounted,
  isSortedByReading,
  ofFilter,
  sequenceIn,
  tooManyToSort,
} from './orderFilter.queries.ts'
import { getByIds } from './orders.queries.ts'
import {
  canUseTrigramIndex,
  findByIndex,
  findParts,
  hitsByIndex,
  isOfOne,
  matches,
  maxIndexHits,
  orderMatches,
  type Sought,
  sizeOfParts,
} from './orderText.queries.ts'
import { filterByStaff, type StaffFilter } from './personOrders.queries.ts'

/** Milliseconds in which the hits of a common query are counted exactly, or not at all. */
const mostCountMs = 600
/** Where they are not counted exactly, this many are. */
const leastHits = 3_000
/** For a page of more orders of customers than this, the newest orders are read until it is full, at most so many. */
const manyOfCustomers = 2_000
const mostNewest = 5_000

/** The orders of one page in its sequence, and how many the whole list has: at least so many if `isCountExact` is false. */
type Page = { count: number; isCountExact?: false; ids: string[] }

/** The orders whose search text contains the query, and their count, which may take `countMs` milliseconds. */
export async function search(
  db: Db,
  actor: Actor,
  searchDb: Pool,
  filter: Filter & Slice,
  query: Sought,
  countMs = mostCountMs,
): Promise<TextRows> {
  const { ids, ...counted } = await findPage(db, searchDb, filter, query, countMs)
  return { ...counted, results: await getByIds(db, actor, ids) }
}

/** The same among the orders of one staff user. */
export async function searchForStaff(
  db: Db,
  actor: Actor,
  searchDb: Db,
  filter: StaffFilter & Slice,
  query: Sought,
): Promise<TextRows> {
  const { count, ids } = await findPageForStaff(db, searchDb, filter, query)
  return { count, results: await getByIds(db, actor, ids) }
}

/**
 * A rare query is found by the trigram indexes, for a common one the orders are read (see decision 018). `searchDb` plans
 * its statements for each query, which takes as long as running one that reads few orders.
 */
async function findPage(
  db: Db,
  searchDb: Pool,
  filter: Filter & Slice,
  query: Sought,
  countMs: number,
): Promise<Page> {
  const { order_types, statuses } = filter
  if (order_types.length === 0 || statuses?.length === 0) return { count: 0, ids: [] }
  const found =
    isInText(filter) && isOfOne(query)
      ? await searchCustomers(db, filter, query)
      : await searchByIndex(db, hitsOfFound(db, filter), filter, query)
  return found ?? searchByScan(searchDb, filter, query, countMs)
}

/** The orders `found` that are in the list. */
const hitsOfFound = (db: Db, filter: Filter) =>
  isInText(filter)
    ? db`select f.order_id as id, f.created_at from found f where ${ofText(db, db`f`, filter)}`
    : joinFound(db, db`o.order_type = any(${filter.order_types}) ${ofFilter(db, filter)}`)

/** Whether the search text has all that is asked for: it has neither what changes nor what is rarely asked for. */
const isInText = (filter: Filter) =>
  !filter.statuses && isCounted(filter) && indexedField(filter) === undefined && !isSortedByReading(filter)

/** Condition: a row of the search text is in a list of which that has all. The usual list is of one type: that is compared faster. */
const ofText = (db: Db, row: Fragment, filter: Filter) => {
  const [type, ...others] = filter.order_types
  const ofTypes = others.length === 0 ? db`= ${type as string}` : db`= any(${filter.order_types})`
  return db`${row}.order_type ${ofTypes} ${withinDays(db, db`${row}.created_at`, filter)}`
}

/** The orders of one staff user are few enough to be read for a common query. */
async function findPageForStaff(
  db: Db,
  searchDb: Db,
  filter: StaffFilter & Slice,
  query: Sought,
): Promise<Page> {
  const where = filterByStaff(db, filter)
  const found = await searchByIndex(db, joinFound(db, where), filter, query)
  const all = db`select o.id, o.created_at, o.payable, o.due, o.promised_at from orders o where ${where} and ${orderMatches(db, query)}`
  return found ?? readPage(searchDb, filter, all)
}

/** Those orders `found` that meet a condition, by their id: a join might read all orders that meet it. */
const joinFound = (db: Db, where: Fragment) => db`
  select o.id, o.created_at, o.payable, o.due, o.promised_at from found f cross join lateral (
    select o.id, o.created_at, o.payable, o.due, o.promised_at from orders o where o.id = f.order_id and ${where} offset 0) o
  where true`

/**
 * The ids and numbers of a whole list, newest first. The hits of a search are found first and then looked up one by one:
 * where the statistics are old, a join would compare every order with every hit.
 */
export function selectNames(db: Db, { order_types, query, ...filter }: Filter & { query?: Sought }) {
  const where = db`o.order_type = any(${order_types}) ${ofFilter(db, filter)}`
  if (!query || !canUseTrigramIndex(query)) {
    const more = query ? db`and ${orderMatches(db, query)}` : db``
    return db`
      select o.id, o.number::text as name from orders o where ${where} ${more} order by o.created_at desc, o.id desc`
  }
  return db`
    with found as materialized (${hitsByIndex(db, query)})
    select o.id, o.name from found f cross join lateral (
      select o.id, o.number::text as name, o.created_at from orders o where o.id = f.order_id and ${where} offset 0) o
    order by o.created_at desc, o.id desc`
}

type SortedSlice = Slice & Pick<Filter, 'ordering'>

const readPage = async (db: Db, slice: SortedSlice, hits: Fragment): Promise<Page> => {
  const [page] = await db<[Page]>`with hits as materialized (${hits}) select ${pageOf(db, slice)}`
  return page
}

const pageOf = (db: Db, { limit, offset, ...ordering }: SortedSlice) => db`
  (select count(*)::int from hits) as count,
  array(select h.id from hits h ${orderBy(db, sequenceIn(db, db`h`, ordering))}
    limit ${limit} offset ${offset})::text[] as ids`

/**
 * The orders of the customers who match, and those whose number or title matches. `hits` selects from them (`found`).
 * Undefined if the indexes cannot be used, or if the query is common.
 */
async function searchByIndex(
  db: Db,
  hits: Fragment,
  filter: SortedSlice,
  query: Sought,
): Promise<Page | undefined> {
  if (!canUseTrigramIndex(query)) return undefined
  // Filtered only afterwards: the indexes are slow for a common word, however short the range is.
  const [{ is_whole, ...page }] = await db<[Page & { is_whole: boolean }]>`
    with ${findByIndex(db, query)},
    hits as materialized (${hits} and (select is_whole from size))
    select ${pageOf(db, filter)}, (select is_whole from size) as is_whole`
  return is_whole ? page : undefined
}

/**
 * The same where the search text has the whole list. The orders of customers who are found are counted by their index. A
 * page of many is found faster among the newest orders than by sorting them, unless those customers have few of these.
 */
async function searchCustomers(db: Db, filter: Filter & Slice, query: Sought): Promise<Page | undefined> {
  if (!canUseTrigramIndex(query)) return undefined
  const { limit, offset } = filter
  const where = (row: Fragment) => ofText(db, row, filter)
  const sequence = orderBy(db, sequenceIn(db, db`w`, filter))
  const [{ is_whole, ...page }] = await db<[Page & { is_whole: boolean }]>`
    with ${findParts(db, query)},
    counted as materialized (
      select count(*) as orders, count(*) filter (where ${where(db`f`)}) as hits from of_customers f
    ), ${sizeOfParts(db, db`(select orders from counted)`)},
    newest as materialized (
      select n.id, n.created_at from (
        select w.id, w.user_id, w.created_at from (select order_id as id, user_id, order_type, created_at from order_search) w
        where ${where(db`w`)} and (select is_whole from size) and (select hits from counted) > ${manyOfCustomers}
        ${sequence} limit ${mostNewest}) n
      -- Looked up in a hash of the customers: a join might not follow the sequence.
      where (n.user_id in (select user_id from customers)) is true limit ${limit + offset}
    ), page as materialized (
      select count(*) = ${limit + offset} as is_full from newest
    ), hits as not materialized (
      select id, created_at from newest where (select is_full from page)
      union all
      select f.order_id, f.created_at from of_customers f
      where ${where(db`f`)} and (select is_whole from size) and not (select is_full from page)
      union all
      select f.order_id, f.created_at from of_words f where ${where(db`f`)} and (select is_whole from size)
    )
    select ((select hits from counted) + (select count(*) from of_words f where ${where(db`f`)}))::int as count,
      array(select w.id from hits w ${sequence} limit ${limit} offset ${offset})::text[] as ids,
      (select is_whole from size) as is_whole`
  return is_whole ? page : undefined
}

/**
 * Reads the words of the orders of the list: all of them for the count, on several processors, and for the page as many as
 * are needed from the nearer end.
 */
async function searchByScan(db: Pool, filter: Filter & Slice, query: Sought, countMs: number): Promise<Page> {
  const { limit, offset } = filter
  const count = await countWithin(db, hitsOf(db, filter, query), countMs)
  if (isSortedByReading(filter) && (count === undefined || count > mostSortedOrders)) throw tooManyToSort()
  if (count === undefined) return readUncounted(db, filter, query)
  if (offset >= count) return { count, ids: [] }
  const { reversed, ...slice } = fromNearerEnd({ limit, offset }, count)
  const isRare = count <= maxIndexHits || isSortedByReading(filter)
  const ids = await readIds(db, { ...filter, ...slice }, query, { isRare, reversed })
  return { count, ids: reversed ? ids.toReversed() : ids }
}

/** The number of hits; undefined where counting them takes longer. */
const countWithin = (db: Pool, hits: Fragment, ms: number): Promise<number | undefined> =>
  db
    .begin(async (tx) => {
      await tx`select set_config('statement_timeout', ${String(ms)}, true)`
      const [{ count }] = await tx<[{ count: number }]>`select count(*)::int as count from (${hits}) h`
      return count
    })
    .catch((error: unknown) => {
      if (isStatementTimeout(error)) return undefined
      throw error
    })

/** A page of hits that are not counted: reads as far as is needed to know whether more follow, and how many are there at least. */
async function readUncounted(db: Db, filter: Filter & Slice, query: Sought): Promise<Page> {
  const { limit, offset } = filter
  const most = Math.max(limit, leastHits - offset) + 1
  const ids = await readIds(db, { ...filter, limit: most }, query)
  // Behind the last page: the first one tells what the list has.
  if (ids.length === 0 && offset > 0)
    return { ...(await readUncounted(db, { ...filter, offset: 0 }, query)), ids: [] }
  const page = ids.slice(0, limit)
  return ids.length < most
    ? { count: offset + ids.length, ids: page }
    : { count: Math.max(leastHits, offset + limit + 1), isCountExact: false, ids: page }
}

/** All hits, with what they are sorted by. */
function hitsOf(db: Db, filter: Filter, query: Sought) {
  const found = (columns: Fragment) => db`
    select ${columns} from order_search w where ${matches(db, query)} and ${ofText(db, db`w`, filter)}`
  return isInText(filter)
    ? found(db`w.order_id as id, w.created_at`)
    : db`
      select o.id, o.created_at, o.payable, o.due, o.promised_at from orders o join (${found(db`w.order_id`)}) w on w.order_id = o.id
      where o.order_type = any(${filter.order_types}) ${ofFilter(db, filter)}`
}

/** Some hits in their sequence. Common ones are found by reading the list order by order, rare ones are sorted. */
async function readIds(
  db: Db,
  filter: Filter & Slice,
  query: Sought,
  { isRare = false, reversed = false } = {},
): Promise<string[]> {
  const hits =
    isRare || isInText(filter)
      ? hitsOf(db, filter, query)
      : branches(db, filter, db`and ${orderMatches(db, query)}`, reversed)
  const found = await db<{ id: string }[]>`
    select h.id from (${hits}) h ${orderBy(db, sequenceIn(db, db`h`, filter), reversed)}
    limit ${filter.limit} offset ${filter.offset}`
  return found.map(({ id }) => id)
}
