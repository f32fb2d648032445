import { mostSkippedRows, type Ordering, type Rows, type Slice } from '@our-print/contract/paging.ts'
import { invalid, type Problem } from '../http/problem.ts'
import type { Db, Fragment } from './db.ts'

/** The record under which a list stands: its table, and the refusal where it is not there. */
export type Parent = { table: string; missing: () => Problem }

/** 404 unless the record of this id is there: a list under it would be empty, as if there were nothing yet. */
export async function refuseMissing(db: Db, { table, missing }: Parent, id: string): Promise<void> {
  const [found] = await db`select 1 from ${db(table)} where id = ${id}`
  if (!found) throw missing()
}

/** How rows are sorted: by expressions that all have one direction, the last of which is unique. */
export type Sequence = { by: readonly Fragment[]; descending: boolean }

/** A list whose rows have an id. A page finds the ids first, so that nothing is read for the rows that it skips. */
export type List = {
  /** What a row has: `select … from …`, without its condition. */
  select: Fragment
  /** Where the ids are found, if that is not all that `select` reads: `users u`. */
  from: Fragment
  /** `where …`; may use what is in both. */
  where: Fragment
  id: Fragment
  sequence: Sequence
}

/**
 * The sequence that a request asks for by `field` or `-field`, or else the usual one; ties are sorted by `id`, which is the
 * order of creation.
 */
export function sequenceOf<Field extends string>(
  ordering: Ordering<NoInfer<Field>> | undefined,
  fields: Record<Field, Fragment>,
  id: Fragment,
  usual: Ordering<NoInfer<Field>>,
): Sequence {
  const chosen = ordering ?? usual
  const descending = chosen.startsWith('-')
  const field = descending ? chosen.slice(1) : chosen
  return { by: field === 'id' ? [id] : [fields[field as Field], id], descending }
}

/** `order by …`, or the opposite of it. */
export const orderBy = (db: Db, { by, descending }: Sequence, reversed = false) => {
  const direction = descending === reversed ? db`` : db`desc`
  return db`order by ${by.map((expression, index) => (index === 0 ? db`${expression} ${direction}` : db`, ${expression} ${direction}`))}`
}

/** A list as SQL, and its length as `count` where the database keeps it. */
export type ListSql = List & { counted?: Fragment | undefined }

/** A list of its SQL, its sequences and its filter: `select` is the whole of it, for a file, and `list` a page of it. */
export const defineList = <Filter extends object, Row extends object>(
  sqlOf: (db: Db, filter: Filter) => ListSql,
) => ({
  select: (db: Db, filter: Filter): Fragment => selectAll(db, sqlOf(db, filter)),
  list: (db: Db, filter: Filter & Slice): Promise<Rows<Row>> => {
    const { counted, ...list } = sqlOf(db, filter)
    return readPage(db, list, counted ?? countOf(db, db`${list.from} ${list.where}`), filter)
  },
})

/** The whole list. */
export const selectAll = (db: Db, { select, where, sequence }: List) =>
  db`${select} ${where} ${orderBy(db, sequence)}`

/**
 * One page of a list and the exact length of the list. `counted` selects the length as `count`: from counters where the
 * database keeps them, else by `countOf`.
 */
export async function readPage<T extends object>(
  db: Db,
  list: List,
  counted: Fragment,
  slice: Slice,
): Promise<Rows<T>> {
  const [{ count }] = await db<[{ count: number }]>`${counted}`
  if (slice.offset >= count) return { count, results: [] }
  const results = await db<T[]>`
    ${list.select} where ${list.id} = any(array(${idsOf(db, list, slice, count)})) ${orderBy(db, list.sequence)}`
  return { count, results }
}

/** The ids of a page, from the nearer end of the list. */
const idsOf = (db: Db, { id, from, where, sequence }: List, slice: Slice, count: number) => {
  const { reversed, limit, offset } = fromNearerEnd(slice, count)
  return db`select ${id} from ${from} ${where} ${orderBy(db, sequence, reversed)} limit ${limit} offset ${offset}`
}

// Before this offset it makes no difference.
const nearOffset = 1000

/** The same rows counted from the end of the list, if that is nearer: skipping rows costs time. */
export function fromNearerEnd({ limit, offset }: Slice, count: number): Slice & { reversed: boolean } {
  const left = count - offset
  return offset > nearOffset && left > 0 && left - limit < offset
    ? { reversed: true, limit: Math.min(limit, left), offset: Math.max(0, left - limit) }
    : { reversed: false, limit, offset }
}

/** Refuses a page that is too far from both ends of its list; `offset` is from the nearer end. */
export function refuseDeepPage({ offset }: Slice): void {
  if (offset <= mostSkippedRows) return
  const most = mostSkippedRows.toLocaleString('en')
  throw invalid('offset', `This page is more than ${most} rows from both ends of the list. Filter the list.`)
}

/** As `readPage`, where the statement itself finds the rows of the page. */
export async function readRows<T extends object>(
  db: Db,
  page: Fragment,
  counted: Fragment,
): Promise<Rows<T>> {
  const results = await db<T[]>`${page}`
  const [{ count }] = await db<[{ count: number }]>`${counted}`
  return { count, results }
}

/** Counts the rows of a list one by one. `source` is what follows `from`, with its `where`. */
export const countOf = (db: Db, source: Fragment) => db`select count(*)::int as count from ${source}`

/** The same page with each row presented as it is answered. */
export const presentRows = <Row, Item>(
  { count, results }: Rows<Row>,
  present: (row: Row) => Item,
): Rows<Item> => ({
  count,
  results: results.map((row) => present(row)),
})
