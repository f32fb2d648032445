import type { Ordering } from '@our-print/contract/paging.ts'
import type { VoucherGroup, voucherGroupOrderings } from '@our-print/contract/rewards/vouchers.ts'
import { refusePast, today } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, type ListSql, type Sequence, sequenceOf } from '../../base/database/pages.ts'
import { contains, everyWord } from '../../base/database/search.ts'
import { notFound, unprocessable } from '../../base/http/problem.ts'
import type { WithImageId } from './imageUrl.ts'
import { companiesNamed, costContains, isCost } from './voucherSearch.queries.ts'

type Filter = {
  client_id?: string
  available?: boolean
  query?: string
  ordering?: Ordering<(typeof voucherGroupOrderings)[number]>
}

export type VoucherGroupRow = WithImageId<VoucherGroup>

const joinCounts = (db: Db) => db`
  cross join lateral (
    select coalesce(sum(f.codes), 0) as codes, coalesce(sum(f.available), 0) as available from voucher_figures f
    where f.voucher_info_id = i.id and f.period = 'ever') n`

const available = (db: Db) => db`
  case when i.expiry_date >= ${today(db)} then n.available else 0 end`

const columns = (db: Db) => db`
  i.id, i.client_id as client, c.name as client_name, i.voucher_detail, i.cost / 100.0::float8 as cost, i.expiry_date,
  i.image_id, i.is_single, n.codes::int as codes,
  (${available(db)})::int as available, i.created_on, i.version`

const where = (db: Db, filter: Filter) => db`where true
  ${filter.client_id ? db`and i.client_id = ${filter.client_id}` : db``}
  ${filter.available === undefined ? db`` : db`and (${available(db)} > 0) = ${filter.available}`}
  ${filter.query ? db`and ${everyWord(db, filter.query, (word) => matches(db, word))}` : db``}`

const matches = (db: Db, query: string) => db`
  ${contains(db, db`search_text(i.voucher_detail)`, query)} or i.client_id in (${companiesNamed(db, query)})
  ${isCost(query) ? db`or ${costContains(db, db`i.cost`, query)}` : db``}`

function listOf(db: Db, filter: Filter): ListSql {
  const counts = filter.available === undefined ? db`` : joinCounts(db)
  return {
    select: db`
      select ${columns(db)} from live_voucher_infos i join live_clients c on c.id = i.client_id ${joinCounts(db)}`,
    from: db`live_voucher_infos i ${counts}`,
    where: where(db, filter),
    id: db`i.id`,
    sequence: groupSequence(db, filter.ordering),
  }
}

/** UUIDv7 ids are in the order of creation. */
const groupSequence = (db: Db, ordering: Filter['ordering']): Sequence =>
  sequenceOf(
    ordering,
    { created_on: db`i.id`, expiry_date: db`i.expiry_date`, cost: db`i.cost` },
    db`i.id`,
    '-created_on',
  )

export const { select, list } = defineList<Filter, VoucherGroupRow>(listOf)

export async function get(db: Db, id: string): Promise<VoucherGroupRow> {
  const [group] = await db<VoucherGroupRow[]>`
    select ${columns(db)} from live_voucher_infos i join live_clients c on c.id = i.client_id ${joinCounts(db)} where i.id = ${id}`
  if (!group) throw notFound('Voucher group')
  return group
}

/**
 * Shared lock on a group, for a sale or a void; updates and deletions of vouchers need the exclusive lock. An advisory
 * lock, because with a row lock an exclusive waiter could wait forever while new shared locks are granted.
 */
export const lockGroupShared = (db: Db, id: string) => db`
  select pg_advisory_xact_lock_shared(hashtextextended('voucher group ' || ${id}::text, 0))`

/** Exclusive lock on groups, acquired before their vouchers are locked; all writers use this order to avoid deadlocks. */
export async function lockGroupsExclusive(db: Db, ids: string[]): Promise<void> {
  await db`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('voucher group ' || id, 0) as key from unnest(${ids}::text[]) g (id)
      order by 1) k`
  await db`select from voucher_infos where id = any(${ids}) order by id for update`
}

/** Locks all groups of the companies in the order that all writers use. */
export async function lockGroupsOfClients(db: Db, clients: string[]): Promise<void> {
  await db`select from voucher_infos where client_id = any(${clients}) order by id for update`
}

/** Deletes the companies' groups; their codes stay as they are, since nobody reads codes of a deleted group. */
export async function removeGroupsOfClients(db: Db, clients: string[]): Promise<void> {
  await db`
    update voucher_infos set deleted_at = now() where client_id = any(${clients}) and deleted_at is null`
}

/** Restores the groups that were deleted with their company; those that had lost their last code before stay deleted. */
export async function restoreGroupsOfClients(db: Db, clients: string[]): Promise<void> {
  await db`
    update voucher_infos i set deleted_at = null from clients c
    where c.id = i.client_id and c.id = any(${clients}) and i.deleted_at = c.deleted_at`
}

type NewGroup = {
  client: string
  voucher_detail: string
  cost: number
  expiry_date: string
  image_id?: string | undefined
  is_single: boolean
}

/** Creates a group without vouchers; refuses an expiry date in the past. */
export async function create(db: Db, group: NewGroup): Promise<string> {
  const [client] = await db`select 1 from live_clients where id = ${group.client} for key share`
  if (!client) throw unprocessable('client', 'There is no such company')
  await refusePast(db, group.expiry_date, 'expiry_date')
  const [row] = await db<[{ id: string }]>`
    insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, image_id, is_single)
    values (${group.client}, ${group.voucher_detail}, ${Math.round(group.cost * 100)}, ${group.expiry_date},
      ${group.image_id ?? null}, ${group.is_single})
    returning id`
  return row.id
}

/**
 * Creates vouchers in a group and returns the codes that were new to its company. Inserts in the order of the unique
 * index, so that two writers of the same codes cannot deadlock.
 */
export async function createVouchers(db: Db, group: string, codes: string[]): Promise<string[]> {
  const added = await db<{ voucher_code: string }[]>`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select i.id, i.client_id, w.code
    from live_voucher_infos i cross join (
      select code from unnest(${codes}::text[]) with ordinality w (code, place)
      order by code_key(code) collate "C", place) w
    where i.id = ${group}
    on conflict (client_id, code_key) do nothing returning voucher_code`
  return added.map(({ voucher_code }) => voucher_code)
}

/** The keys of codes: two spellings of one code have the same key. */
export async function codeKeys(db: Db, codes: string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select code_key(code) as key from unnest(${codes}::text[]) with ordinality w (code, place) order by place`
  return rows.map(({ key }) => key)
}
