import type { Db, Pool } from '../base/database/db.ts'
import type { Filter } from './orderFilter.queries.ts'
import {
  canUseTrigramIndex,
  findByIndex,
  isFound,
  matches,
  maxIndexHits,
  searchTexts,
} from './orderText.queries.ts'

/** The cache key of a search: equal for all spellings of one query. */
export const searchKey = (query: string) => searchTexts(query).join('\n')

type Range = Pick<Filter, 'from_date' | 'to_date'>

/**
 * The days of a range with their number of orders and their stamp (see the table search_changes), and the cached hits of a
 * search whose stamp is still current. All come from one snapshot, so the counts are exact.
 */
export function daysOf(db: Db, { from_date, to_date }: Range, query: string) {
  const within = db`
    ${from_date ? db`and starts >= ${from_date}` : db``} ${to_date ? db`and starts <= ${to_date}` : db``}`
  return db`
    days as materialized (
      select c.day, c.orders, coalesce(s.stamp, 0) # coalesce(m.stamp, 0) as stamp
      from (
        select starts as day, sum(orders)::int as orders from order_counts where period = 'day' ${within}
        group by starts having sum(orders) <> 0) c
      left join search_stamps s on s.day = c.day
      left join (select day, bit_xor(stamp) as stamp from search_changes group by day) m on m.day = c.day
    ), kept as materialized (
      select d.day, c.order_type, c.status, c.orders
      from search_counts c join days d on d.day = c.day and d.stamp = c.stamp where c.search = ${searchKey(query)}
    )`
}

/** The cached hits that belong to a list, by day. */
export const hitsByDay = (db: Db, { order_types, statuses }: Pick<Filter, 'order_types' | 'statuses'>) => db`
  known as materialized (
    select day, coalesce(sum(orders) filter (
      where order_type = any(${order_types}) ${statuses ? db`and status = any(${statuses})` : db``}), 0)::int as hits
    from kept group by day
  )`

// Up to this many changed days are read one by one; if more have changed, all orders are read once.
const scanThreshold = 20

/** Counts the hits of a search by day, type and status, for all days that changed since the last time. */
export const countSearch = (db: Pool, query: string): Promise<void> =>
  db.begin(async (tx) => {
    // One at a time, or a day could get some counts of this statement and some of another.
    await tx`select pg_advisory_xact_lock(hashtext(${`count search ${searchKey(query)}`}))`
    const [{ changed }] = await tx<[{ changed: number }]>`
      with ${daysOf(tx, {}, query)}
      select count(*)::int as changed from days d where not exists (select from kept k where k.day = d.day)`
    const isRare = changed > scanThreshold && (await isFewByIndex(tx, query))
    const hits = changed > scanThreshold ? hitsOfAllDays(tx, query, isRare) : hitsOfChangedDays(tx, query)
    await tx`
      with ${daysOf(tx, {}, query)}, changed as materialized (
        select day, stamp from days d where not exists (select from kept k where k.day = d.day)
      ), hits as materialized (${hits})
      insert into search_counts (search, day, order_type, status, orders, stamp)
      select ${searchKey(query)}, d.day, coalesce(h.order_type, 'print'), coalesce(h.status, 'confirmed'),
        coalesce(h.orders, 0), d.stamp
      from changed d left join hits h on h.day = d.day
      on conflict (search, day, order_type, status) do update set orders = excluded.orders, stamp = excluded.stamp`
    await tx`
      insert into kept_searches (search) values (${searchKey(query)})
      on conflict (search) do update set kept_at = now()`
  })

const hitsOfChangedDays = (db: Db, query: string) => db`
  select d.day, h.* from changed d cross join lateral (
    select w.order_type, o.status, count(*) as orders
    from order_search w join orders o on o.id = w.order_id
    where w.created_at >= day_start(d.day) and w.created_at < day_start(d.day + 1) and ${matches(db, query)}
    group by 1, 2) h`

/** By place among the days' starts: shop_day() of each hit would take longer than finding it. */
const hitsOfAllDays = (db: Db, query: string, isRare: boolean) => db`
  select (select array_agg(day order by day) from days)[h.place] as day, h.order_type, h.status, h.orders
  from (
    select width_bucket(w.created_at, (select array_agg(day_start(day) order by day) from days)) as place,
      w.order_type, o.status, count(*) as orders
    from order_search w join orders o on o.id = w.order_id
    where ${isRare ? isFound(db, query) : matches(db, query)} group by 1, 2, 3) h`

async function isFewByIndex(db: Db, query: string): Promise<boolean> {
  if (!canUseTrigramIndex(query)) return false
  const [{ found }] = await db<[{ found: number }]>`
    with ${findByIndex(db, query, db`false`)} select found from size`
  return found <= maxIndexHits
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('')
// With fewer orders, every search reads all of them fast enough.
const letterThreshold = 30_000

/** Counts the hits of one letter that was not counted within a day; returns whether there was one. */
export async function countNextLetter(db: Pool): Promise<boolean> {
  const [next] = await db<{ letter: string }[]>`
    select l.letter from unnest(${letters}::text[]) l (letter)
    where (select sum(orders) from order_counts where period = 'ever') > ${letterThreshold}
      and not exists (
        select from kept_searches where search = l.letter and kept_at > now() - interval '1 day')
    order by l.letter limit 1`
  if (next) await countSearch(db, next.letter)
  return next !== undefined
}

const maxSearches = 300

/** Deletes the counts of the searches with the oldest update, beyond the maximum. */
export const sweepSearchCounts = (db: Pool) => db`
  with gone as (
    delete from kept_searches where search in (
      select search from kept_searches order by kept_at desc offset ${maxSearches}) returning search)
  delete from search_counts c using gone where c.search = gone.search`
