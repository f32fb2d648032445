import type { Slice } from '@our-print/contract/paging.ts'
import { withinDays } from '../base/database/days.ts'
import type { Db, Fragment } from '../base/database/db.ts'
import type { TextRows } from '../base/database/jsonText.ts'
import { orderBy } from '../base/database/pages.ts'
import type { Actor } from '../base/http/route.ts'
import {
  type Filter,
  isByAmount,
  isCounted,
  isOldestFirst,
  type OrderOrdering,
  ofFilter,
} from './orderFilter.queries.ts'
import { getByIds } from './orders.queries.ts'
import {
  canUseTrigramIndex,
  findByIndex,
  hitsByIndex,
  matches,
  maxIndexHits,
  orderMatches,
} from './orderText.queries.ts'
import { filterByStaff, type StaffFilter } from './personOrders.queries.ts'
import { daysOf, hitsByDay, searchKey } from './searchCounts.queries.ts'

// More hits or orders to read than this: the search is counted, so that the next one is faster.
const minCachedHits = 3_000
// So many orders are still read in an acceptable time.
const maxScannedOrders = 15_000

/** The orders of one page in its sequence, and how many the whole list has. */
type Page = { count: number; ids: string[] }
/** Called with a search that was slow, so that its hits are counted before it is repeated. */
type CacheSearch = (query: string) => void

/** The orders whose search text contains the query, and their count. */
export async function search(
  db: Db,
  actor: Actor,
  searchDb: Db,
  filter: Filter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<TextRows> {
  const { count, ids } = await findPage(db, searchDb, filter, query, cacheSearch)
  return { count, results: await getByIds(db, actor, ids) }
}

/** The same among the orders of one staff user. */
export async function searchForStaff(
  db: Db,
  actor: Actor,
  searchDb: Db,
  filter: StaffFilter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<TextRows> {
  const { count, ids } = await findPageForStaff(db, searchDb, filter, query, cacheSearch)
  return { count, results: await getByIds(db, actor, ids) }
}

/**
 * A rare query is found by the trigram indexes, a common one is counted by day (see decision 018). `searchDb` plans its
 * statements for each query, which takes as long as running one that reads few orders.
 */
async function findPage(
  db: Db,
  searchDb: Db,
  filter: Filter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page> {
  const { order_types, statuses } = filter
  if (order_types.length === 0 || statuses?.length === 0) return { count: 0, ids: [] }
  const isInText = !statuses && isCounted(filter) && !isByAmount(filter)
  // The search text has all that is asked for, except what changes and what is rarely asked for.
  const hits = isInText
    ? db`
      select f.order_id, f.created_at from found f
      where f.order_type = any(${order_types}) ${withinDays(db, db`f.created_at`, filter)}`
    : joinFound(db, db`o.order_type = any(${order_types}) ${ofFilter(db, filter)}`)
  const found = await searchByIndex(db, hits, filter, query, cacheSearch)
  if (found) return found
  return isCounted(filter) && !isByAmount(filter)
    ? searchByDay(db, searchDb, filter, query, cacheSearch)
    : searchByScan(searchDb, filter, query)
}

/** The orders of one staff user are few enough to be read for a common query. */
async function findPageForStaff(
  db: Db,
  searchDb: Db,
  filter: StaffFilter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page> {
  const where = filterByStaff(db, filter)
  const found = await searchByIndex(db, joinFound(db, where), filter, query, cacheSearch)
  const all = db`select o.id as order_id, o.created_at, o.payable from orders o where ${where} and ${orderMatches(db, query)}`
  return found ?? readPage(searchDb, filter, all)
}

/** Those orders `found` that meet a condition, by their id: a join might read all orders that meet it. */
const joinFound = (db: Db, where: Fragment) => db`
  select o.order_id, o.created_at, o.payable from found f cross join lateral (
    select o.id as order_id, o.created_at, o.payable from orders o where o.id = f.order_id and ${where} offset 0) o
  where true`

/**
 * The ids and numbers of a whole list, newest first. The hits of a search are found first and then looked up one by one:
 * where the statistics are old, a join would compare every order with every hit.
 */
export function selectNames(db: Db, { order_types, query, ...filter }: Filter & { query?: string }) {
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

type SortedSlice = Slice & { ordering?: OrderOrdering }

const readPage = async (db: Db, slice: SortedSlice, hits: Fragment): Promise<Page> => {
  const [page] = await db<[Page]>`with hits as materialized (${hits}) select ${pageOf(db, slice)}`
  return page
}

const pageOf = (db: Db, { limit, offset, ordering }: SortedSlice) => db`
  (select count(*)::int from hits) as count,
  array(select h.order_id::text from hits h ${sequenceOf(db, db`h`, ordering)}
    limit ${limit} offset ${offset}) as ids`

/** The sequence of hits in `table`. */
const sequenceOf = (db: Db, table: Fragment, ordering: OrderOrdering = '-created_at') =>
  orderBy(db, {
    by: [isByAmount({ ordering }) ? db`${table}.payable` : db`${table}.created_at`, db`${table}.order_id`],
    descending: ordering.startsWith('-'),
  })

/**
 * The orders of the customers who match, and those whose number or title matches. `hits` selects from them (`found`).
 * Undefined if the indexes cannot be used, or if the query is common.
 */
async function searchByIndex(
  db: Db,
  hits: Fragment,
  filter: SortedSlice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page | undefined> {
  if (!canUseTrigramIndex(query)) return undefined
  const isKept = db`exists (select from kept_searches where search = ${searchKey(query)})`
  // Filtered only afterwards: the indexes are slow for a common word, however short the range is.
  const [page] = await db<[Page & { found: number; is_kept: boolean }]>`
    with ${findByIndex(db, query, isKept)},
    hits as materialized (${hits} and (select found from size) <= ${maxIndexHits})
    select ${pageOf(db, filter)}, (select found from size) as found, ${isKept} as is_kept`
  if (page.is_kept) return undefined
  if (page.found > minCachedHits) cacheSearch(query)
  return page.found > maxIndexHits ? undefined : page
}

/** By day: counted days are not read again, and the page is read only from the days that contain it. */
async function searchByDay(
  db: Db,
  searchDb: Db,
  filter: Filter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page> {
  const { limit, offset, ordering } = filter
  const direction = isOldestFirst(filter) ? db`` : db`desc`
  const [found] = await db<[Page & { unread: number }]>`
    with ${daysOf(db, filter, query)}, ${hitsByDay(db, filter)},
    unread as materialized (
      select d.day, d.orders from days d where not exists (select from known k where k.day = d.day)
    ), few as materialized (
      select day from unread where (select coalesce(sum(orders), 0) from unread) <= ${maxScannedOrders}
    ), read as materialized (
      select d.day, h.hits from few d cross join lateral (
        select count(*)::int as hits from (${ofDay(db, filter, query)} offset 0) h) h
    ), ranked as materialized (
      select day, hits, sum(hits) over (order by day ${direction}) - hits as before
      from (select day, hits from known union all select day, hits from read) d where hits > 0
    ), page_days as materialized (
      select day, before from ranked where before < ${limit + offset} and before + hits > ${offset}
        and (select coalesce(sum(orders), 0) from unread) <= ${maxScannedOrders})
    select (select coalesce(sum(orders), 0)::int from unread) as unread,
      (select coalesce(sum(hits), 0)::int from ranked) as count,
      array(
        select h.order_id::text from page_days d cross join lateral (
          ${ofDay(db, filter, query)}
          order by created_at ${direction}, order_id ${direction} limit ${limit + offset} - d.before) h
        ${sequenceOf(db, db`h`, ordering)}
        limit ${limit} offset ${offset} - (select coalesce(min(before), 0) from page_days)) as ids`
  if (found.unread > minCachedHits) cacheSearch(query)
  return found.unread <= maxScannedOrders ? found : searchByScan(searchDb, filter, query)
}

/** Reads all orders of the list: for a common query that was not counted yet, or that is filtered by an option. */
async function searchByScan(db: Db, filter: Filter & Slice, query: string): Promise<Page> {
  const { order_types, statuses, limit, offset, ordering } = filter
  if (statuses || !isCounted(filter) || isByAmount(filter)) {
    const hits = db`
      select o.id as order_id, o.created_at, o.payable from order_search w join orders o on o.id = w.order_id
      where ${matches(db, query)} and w.order_type = any(${order_types}) ${withinDays(db, db`w.created_at`, filter)}
        and o.order_type = any(${order_types}) ${ofFilter(db, filter)}`
    return readPage(db, filter, hits)
  }
  const hits = db`
    from order_search w
    where ${matches(db, query)} and w.order_type = any(${order_types}) ${withinDays(db, db`w.created_at`, filter)}`
  // Counting alone runs on several processors; the page of a common query is among the newest orders.
  const [page] = await db<[Page]>`
    select (select count(*)::int ${hits}) as count,
      array(select w.order_id::text ${hits} ${sequenceOf(db, db`w`, ordering)}
        limit ${limit} offset ${offset}) as ids`
  return page
}

/**
 * The orders of the day `d.day` that contain the query, found by their time. Add `limit` or `offset`, which keep the
 * planner from joining the days with all orders of the shop.
 */
function ofDay(db: Db, { order_types, statuses }: Filter, query: string) {
  const within = (at: ReturnType<Db>) => db`${at} >= day_start(d.day) and ${at} < day_start(d.day + 1)`
  return statuses
    ? db`
      select o.id as order_id, o.created_at from orders o
      where o.order_type = any(${order_types}) and o.status = any(${statuses}) and ${within(db`o.created_at`)}
        and ${orderMatches(db, query)}`
    : db`
      select w.order_id, w.created_at from order_search w
      where w.order_type = any(${order_types}) and ${within(db`w.created_at`)} and ${matches(db, query)}`
}
