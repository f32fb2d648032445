import type { Slice } from '@our-print/contract/paging.ts'
import { withinDays } from '../database/days.ts'
import type { Db, Fragment } from '../database/db.ts'
import { JsonText, type TextRows } from '../http/jsonText.ts'
import type { Actor } from '../http/route.ts'
import { type Filter, filterByStaff, getByIds, type StaffFilter } from './orders.queries.ts'
import { canUseTrigramIndex, matchesByIndex, matchesWithoutIndex, orderMatches } from './orderText.queries.ts'
import { daysOf, hitsByDay, searchKey } from './searchCounts.queries.ts'

// Limits at which a search still takes an acceptable time.
const maxIndexHits = 3_000
const maxScannedOrders = 15_000

type Page = { count: number; ids: string[] }
/** Called with a search that was slow, so that its hits are counted before it is repeated. */
type CacheSearch = (query: string) => void

/**
 * The orders whose search text contains the query, newest first, and their count. A rare query is found by the trigram
 * index; a common one is counted by day (see decision 018). `searchDb` is a pool of its own, because only these
 * statements must be planned for each query.
 */
export async function search(
  db: Db,
  actor: Actor,
  searchDb: Db,
  filter: Filter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<TextRows> {
  if (filter.order_types.length === 0) return { count: 0, results: new JsonText('[]') }
  const { count, ids } =
    (await searchByIndex(searchDb, ofTypes(searchDb, filter), filter, query, cacheSearch)) ??
    (await searchByDay(searchDb, filter, query, cacheSearch))
  return { count, results: await getByIds(db, actor, ids) }
}

/** The same among the orders of one staff user, which are few enough to be read for a common query. */
export async function searchForStaff(
  db: Db,
  actor: Actor,
  searchDb: Db,
  filter: StaffFilter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<TextRows> {
  const whose = db`and ${filterByStaff(db, filter)}`
  const few = await searchByIndex(searchDb, whose, filter, query, cacheSearch)
  const { count, ids } =
    few ??
    (await readPage(
      searchDb,
      filter,
      db`
      select o.id as order_id, o.created_at from orders o
      where true ${whose} ${ofStatusAndRange(db, filter)} and ${orderMatches(db, query)}`,
    ))
  return { count, results: await getByIds(db, actor, ids) }
}

const ofTypes = (db: Db, { order_types }: Filter) => db`and o.order_type = any(${order_types})`

type Range = Pick<Filter, 'status' | 'from_date' | 'to_date'>

const ofStatusAndRange = (db: Db, { status, ...range }: Range) => db`
  ${status ? db`and o.status = ${status}` : db``} ${withinDays(db, db`o.created_at`, range)}`

const readPage = async (db: Db, { limit, offset }: Slice, hits: Fragment): Promise<Page> => {
  const [page] = await db<[Page]>`with hits as materialized (${hits}) select ${pageOf(db, { limit, offset })}`
  return page
}

const pageOf = (db: Db, { limit, offset }: Slice) => db`
  (select count(*)::int from hits) as count,
  array(select order_id::text from hits order by created_at desc, order_id desc limit ${limit} offset ${offset}) as ids`

/** By the trigram index; undefined if it cannot be used or the query is common. */
async function searchByIndex(
  db: Db,
  whose: Fragment,
  filter: Range & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page | undefined> {
  if (!canUseTrigramIndex(query)) return undefined
  // The limit is outside of a materialized part; otherwise the planner would scan orders until it meets enough of them.
  const [found] = await db<[Page & { is_few: boolean; is_kept: boolean }]>`
    with found as materialized (
      select w.order_id from order_search w
      where not exists (select from kept_searches where search = ${searchKey(query)}) and ${matchesByIndex(db, query)}
    ), few as materialized (
      select order_id from found limit ${maxIndexHits + 1}
    ), hits as materialized (
      select o.id as order_id, o.created_at from few f join orders o on o.id = f.order_id
      where (select count(*) from few) <= ${maxIndexHits} ${whose} ${ofStatusAndRange(db, filter)})
    select ${pageOf(db, filter)}, (select count(*) from few) <= ${maxIndexHits} as is_few,
      exists (select from kept_searches where search = ${searchKey(query)}) as is_kept`
  if (found.is_kept) return undefined
  // The index is slow for a common word, however short the range is.
  if (!found.is_few) cacheSearch(query)
  return found.is_few ? found : undefined
}

/** By day: counted days are not read again, and the page is read only from the days that contain it. */
async function searchByDay(
  db: Db,
  filter: Filter & Slice,
  query: string,
  cacheSearch: CacheSearch,
): Promise<Page> {
  const { limit, offset } = filter
  const [found] = await db<[Page & { unread: number }]>`
    with ${daysOf(db, filter, query)}, ${hitsByDay(db, filter)},
    unread as materialized (
      select d.day, d.orders from days d where not exists (select from known k where k.day = d.day)
    ), few as materialized (
      select day from unread where (select coalesce(sum(orders), 0) from unread) <= ${maxScannedOrders}
    ), read as materialized (
      select d.day, h.hits from few d cross join lateral (
        select count(*)::int as hits from (${ofDay(db, filter, query)}) h) h
    ), ranked as materialized (
      select day, hits, sum(hits) over (order by day desc) - hits as before
      from (select day, hits from known union all select day, hits from read) d where hits > 0
    ), page_days as materialized (
      select day, before from ranked where before < ${limit + offset} and before + hits > ${offset}
        and (select coalesce(sum(orders), 0) from unread) <= ${maxScannedOrders})
    select (select coalesce(sum(orders), 0)::int from unread) as unread,
      (select coalesce(sum(hits), 0)::int from ranked) as count,
      array(
        select h.order_id::text from page_days d cross join lateral (${ofDay(db, filter, query)}) h
        order by h.created_at desc, h.order_id desc
        limit ${limit} offset ${offset} - (select coalesce(min(before), 0) from page_days)) as ids`
  if (found.unread > maxIndexHits) cacheSearch(query)
  return found.unread <= maxScannedOrders ? found : searchByScan(db, filter, query)
}

/** Reads all orders of the range: for a common query that was not counted yet. */
const searchByScan = (db: Db, filter: Filter & Slice, query: string): Promise<Page> => {
  const { order_types, status, ...range } = filter
  return readPage(
    db,
    filter,
    db`
    select w.order_id, w.created_at from order_search w
    ${status ? db`join orders o on o.id = w.order_id and o.status = ${status}` : db``}
    where ${canUseTrigramIndex(query) ? matchesByIndex(db, query) : matchesWithoutIndex(db, query)} and w.order_type = any(${order_types})
      ${withinDays(db, db`w.created_at`, range)}`,
  )
}

/**
 * The orders of the day `d.day` that contain the query, found by their time. `offset 0` keeps the planner from joining
 * the days with all orders of the shop.
 */
function ofDay(db: Db, { order_types, status }: Filter, query: string) {
  const within = (at: ReturnType<Db>) => db`${at} >= day_start(d.day) and ${at} < day_start(d.day + 1)`
  return status
    ? db`
      select o.id as order_id, o.created_at from orders o
      where o.order_type = any(${order_types}) and o.status = ${status} and ${within(db`o.created_at`)}
        and ${orderMatches(db, query)} offset 0`
    : db`
      select w.order_id, w.created_at from order_search w
      where w.order_type = any(${order_types}) and ${within(db`w.created_at`)} and ${matchesWithoutIndex(db, query)}
      offset 0`
}
