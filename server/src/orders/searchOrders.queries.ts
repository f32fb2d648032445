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
  hitsByIndex,
  matches,
  maxIndexHits,
  orderMatches,
  type Sought,
} from './orderText.queries.ts'
import { filterByStaff, type StaffFilter } from './personOrders.queries.ts'

/** Milliseconds in which the hits of a common query are counted exactly, or not at all. */
const mostCountMs = 600
/** Where they are not counted exactly, this many are. */
const leastHits = 3_000

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
  const hits = isInText(filter)
    ? db`
      select f.order_id as id, f.created_at from found f
      where f.order_type = any(${order_types}) ${withinDays(db, db`f.created_at`, filter)}`
    : joinFound(db, db`o.order_type = any(${order_types}) ${ofFilter(db, filter)}`)
  return (
    (await searchByIndex(db, hits, filter, query)) ?? (await searchByScan(searchDb, filter, query, countMs))
  )
}

/** Whether the search text has all that is asked for: it has neither what changes nor what is rarely asked for. */
const isInText = (filter: Filter) =>
  !filter.statuses && isCounted(filter) && indexedField(filter) === undefined && !isSortedByReading(filter)

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
  array(select h.id::text from hits h ${orderBy(db, sequenceIn(db, db`h`, ordering))}
    limit ${limit} offset ${offset}) as ids`

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
  const { order_types } = filter
  const ofText = (columns: Fragment) => db`
    select ${columns} from order_search w where ${matches(db, query)} and w.order_type = any(${order_types})
      ${withinDays(db, db`w.created_at`, filter)}`
  return isInText(filter)
    ? ofText(db`w.order_id as id, w.created_at`)
    : db`
      select o.id, o.created_at, o.payable, o.due, o.promised_at from orders o join (${ofText(db`w.order_id`)}) w on w.order_id = o.id
      where o.order_type = any(${order_types}) ${ofFilter(db, filter)}`
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
