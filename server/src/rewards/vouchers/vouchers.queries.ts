import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { Voucher, voucherOrderings } from '@our-print/contract/rewards/vouchers.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { fromNearerEnd, orderBy, type Sequence } from '../../base/database/pages.ts'
import { contains, everyWord } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import type { WithImageId } from './imageUrl.ts'
import { companiesNamed, costContains, isCost } from './voucherSearch.queries.ts'

type Filter = {
  client_id?: string
  /** The id of a voucher group. */
  id?: string
  is_assigned?: boolean
  query?: string
  ordering?: Ordering<(typeof voucherOrderings)[number]>
}

export type VoucherRow = WithImageId<Voucher>

// The version is the sum of the voucher's and its group's, so that an update of either makes an older copy stale.
const columns = (db: Db) => db`
  v.id, v.voucher_info_id as "voucherInfoId", v.voucher_code, v.is_assigned, v.is_active, v.client_id as client,
  c.name as client_name, coalesce(p.voucher_detail, i.voucher_detail) as voucher_detail,
  coalesce(p.cost, i.cost) / 100.0::float8 as cost, coalesce(p.expiry_date, i.expiry_date) as expiry_date,
  case when p.id is null then i.image_id else p.image_id end as image_id, i.is_single, i.created_on,
  v.version + i.version - 1 as version`

const joined = (db: Db) => db`
  join live_voucher_infos i on i.id = v.voucher_info_id join live_clients c on c.id = v.client_id
  left join purchased_vouchers p on p.voucher_id = v.id`

const where = (db: Db, { client_id, id, is_assigned, query }: Filter) => db`where true
  ${client_id ? db`and v.client_id = ${client_id}` : db``}
  ${id ? db`and v.voucher_info_id = ${id}` : db``}
  ${is_assigned === undefined ? db`` : is_assigned ? db`and v.is_assigned` : db`and not v.is_assigned`}
  ${query ? db`and ${everyWord(db, query, (word) => matches(db, word))}` : db``}`

/**
 * By company, code or cost; for a sold voucher the cost of its sale. Codes have no trigram index, because it would make
 * large imports slow, so a search reads all codes.
 */
function matches(db: Db, query: string) {
  const named = db`${contains(db, db`search_text(v.code_key)`, query)} or v.client_id in (${companiesNamed(db, query)})`
  if (!isCost(query)) return named
  const costs = costContains(db, db`cost`, query)
  return db`${named}
    or (not v.is_assigned and v.voucher_info_id in (select id from live_voucher_infos where ${costs}))
    or (v.is_assigned and v.id in (select voucher_id from purchased_vouchers where ${costs}))`
}

/**
 * By group, then by code: UUIDv7 ids are in the order of creation. The last day of a code is that of its group, which is
 * joined as `i` if `byExpiry`.
 */
const sequenceOf = (db: Db, ordering: Filter['ordering'] = '-created_on'): Sequence => ({
  by: [...(ordering.endsWith('expiry_date') ? [db`i.expiry_date`] : []), db`v.voucher_info_id`, db`v.id`],
  descending: ordering.startsWith('-'),
})

/** The whole list. */
export const select = (db: Db, filter: Filter) => db`
  select ${columns(db)} from live_vouchers v ${joined(db)} ${where(db, filter)}
  ${orderBy(db, sequenceOf(db, filter.ordering))}`

/** The ids and codes of the whole list. */
export const selectNames = (db: Db, filter: Filter) => db`
  select v.id, v.voucher_code as name from live_vouchers v ${where(db, filter)}
  ${orderBy(db, sequenceOf(db))}`

export async function list(db: Db, filter: Filter & Slice): Promise<Rows<VoucherRow>> {
  const { count, ids } = filter.query ? await search(db, filter) : await page(db, filter)
  const results = await db<VoucherRow[]>`
    select ${columns(db)} from live_vouchers v ${joined(db)} where v.id = any(${ids})
    order by array_position(${ids}::uuid[], v.id)`
  return { count, results }
}

type Page = { count: number; ids: string[] }

const idsIn = (db: Db, from: Fragment, { ordering, limit, offset }: Filter & Slice, reversed = false) => {
  const group = ordering?.endsWith('expiry_date')
    ? db`join live_voucher_infos i on i.id = v.voucher_info_id`
    : db``
  return db`
    array(select v.id from ${from} ${group} ${orderBy(db, sequenceOf(db, ordering), reversed)}
      limit ${limit} offset ${offset})`
}

// For deeper pages, walking the index of all vouchers reads fewer rows.
const maxGroupScan = 1000

/**
 * The ids of a page, found group by group. During an import, up to a million uncommitted vouchers are the newest in the
 * index, and reading the vouchers directly would skip all of them; the groups are few. The condition on the group is
 * written as a range of one value, so that only the index of the group can give the order.
 */
function idsByGroup(db: Db, filter: Filter & Slice, reversed = false) {
  const { client_id, id, is_assigned, ordering, limit, offset } = filter
  const sequence = sequenceOf(db, ordering)
  const inGroup: Sequence = { ...sequence, by: [db`v.voucher_info_id`, db`v.id`] }
  return db`
    array(
      select v.id from live_voucher_infos i cross join lateral (
        select v.voucher_info_id, v.id from vouchers v
        where v.voucher_info_id >= i.id and v.voucher_info_id <= i.id
          ${is_assigned === undefined ? db`` : is_assigned ? db`and v.is_assigned` : db`and not v.is_assigned`}
        ${orderBy(db, inGroup, reversed)} limit ${limit + offset}) v
      where true ${client_id ? db`and i.client_id = ${client_id}` : db``} ${id ? db`and i.id = ${id}` : db``}
      ${orderBy(db, sequence, reversed)} limit ${limit} offset ${offset})`
}

/** Reads all codes once, for the page and the count. */
async function search(db: Db, filter: Filter & Slice): Promise<Page> {
  const [found] = await db<[Page]>`
    with v as materialized (select v.voucher_info_id, v.id from live_vouchers v ${where(db, filter)})
    select (select count(*)::int from v) as count, ${idsIn(db, db`v`, filter)} as ids`
  return found
}

async function page(db: Db, filter: Filter & Slice): Promise<Page> {
  const { is_assigned, limit, offset, ordering } = filter
  const byExpiry = ordering?.endsWith('expiry_date')
  if (!byExpiry && (is_assigned === true || limit + offset > maxGroupScan)) {
    const ids = idsIn(db, db`live_vouchers v ${where(db, filter)}`, filter)
    const [found] = await db<[Page]>`select (${counted(db, filter)}) as count, ${ids} as ids`
    return found
  }
  if (!byExpiry) {
    const [found] = await db<[Page]>`
      select (${counted(db, filter)}) as count, ${idsByGroup(db, filter)} as ids`
    return found
  }
  const [{ count }] = await db<[{ count: number }]>`select (${counted(db, filter)}) as count`
  const { reversed, ...slice } = fromNearerEnd(filter, count)
  const [{ ids }] = await db<[Page]>`select ${idsByGroup(db, { ...filter, ...slice }, reversed)} as ids`
  return { count, ids: reversed ? ids.toReversed() : ids }
}

/** The count comes from counters, not from rows. */
function counted(db: Db, { client_id, id, is_assigned }: Filter) {
  const column = is_assigned === undefined ? db`codes` : is_assigned ? db`assigned` : db`codes - assigned`
  const ofGroup = db`
    voucher_figures where voucher_info_id = ${id ?? null} and period = 'ever' and exists (
      select from live_voucher_infos where id = ${id ?? null} ${client_id ? db`and client_id = ${client_id}` : db``})`
  const voucherStock = id ? ofGroup : client_id ? db`stock_of_client(${client_id})` : db`voucher_stock`
  return db`select coalesce(sum(${column}), 0)::int from ${voucherStock}`
}

export async function get(db: Db, id: string): Promise<VoucherRow> {
  const [voucher] = await db<VoucherRow[]>`
    select ${columns(db)} from live_vouchers v ${joined(db)} where v.id = ${id}`
  if (!voucher) throw notFound('Voucher')
  return voucher
}
