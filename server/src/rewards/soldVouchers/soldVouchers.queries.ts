import type { Ordering } from '@our-print/contract/paging.ts'
import type { SoldVoucher, soldVoucherOrderings } from '@our-print/contract/rewards/soldVouchers.ts'
import type { Db } from '../../base/database/db.ts'
import { countOf, defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains, everyWord } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'
import * as customers from '../../people/customers/customers.queries.ts'
import type { WithImageId } from '../vouchers/imageUrl.ts'
import { companiesNamed } from '../vouchers/voucherSearch.queries.ts'

type Filter = {
  user_id?: string
  client_id?: string
  voided?: boolean
  query?: string
  ordering?: Ordering<(typeof soldVoucherOrderings)[number]>
}

export type SoldVoucherRow = WithImageId<SoldVoucher>

export const columns = (db: Db) => db`
  p.id, p.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
    'mobile', u.mobile) as user_data,
  p.client_id as client, c.name as client_name, p.voucher_info_id as "voucherInfoId", p.voucher_code,
  p.voucher_detail, p.cost / 100.0::float8 as cost, p.purchased_at, p.expiry_date, p.image_id, s.full_name as by,
  p.voided_at, w.full_name as voided_by, p.void_reason, p.version`

export const joined = (db: Db) => db`
  join users u on u.id = p.user_id join live_clients c on c.id = p.client_id left join staff_users s on s.id = p.by
  left join staff_users w on w.id = p.voided_by`

const where = (db: Db, { user_id, client_id, voided, query }: Filter) => db`where true
  ${user_id ? db`and p.user_id = ${user_id}` : db``}
  ${client_id ? db`and p.client_id = ${client_id}` : db``}
  ${voided === undefined ? db`` : voided ? db`and p.voided_at is not null` : db`and p.voided_at is null`}
  ${query ? db`and ${everyWord(db, query, (word) => matches(db, word))}` : db``}`

/** One statement per index, as `or` would use none of them. A trigram index cannot find fewer than three letters. */
function matches(db: Db, query: string) {
  const code = contains(db, db`search_text(code_key(voucher_code))`, query)
  const company = db`client_id in (${companiesNamed(db, query)})`
  const customer = db`user_id in (select u.id from users u where ${customers.matchesQuery(db, query)})`
  if (query.length < 3) return db`${code} or ${company} or ${customer}`
  return db`p.id in (
    select id from purchased_vouchers where ${code} union select id from purchased_vouchers where ${company}
    union select id from purchased_vouchers where ${customer})`
}

export const { select, list } = defineList<Filter, SoldVoucherRow>((db, filter) => ({
  select: db`select ${columns(db)} from purchased_vouchers p ${joined(db)}`,
  from: db`purchased_vouchers p`,
  where: where(db, filter),
  counted: countFromCounters(db, filter),
  id: db`p.id`,
  // UUIDv7 ids are in the order of creation.
  sequence: sequenceOf(
    filter.ordering,
    { purchased_at: db`p.id`, expiry_date: db`p.expiry_date` },
    db`p.id`,
    '-purchased_at',
  ),
}))

/**
 * The count from the counters of assigned vouchers if they cover the filter: each sale assigns a voucher for good, so the
 * numbers are equal. Voided sales are few and have their own index.
 */
function countFromCounters(db: Db, filter: Filter) {
  const { client_id, user_id, voided, query } = filter
  const taken = db`(
    select count(*) from purchased_vouchers where voided_at is not null
    ${client_id ? db`and client_id = ${client_id}` : db``})`
  return query || user_id || voided
    ? countOf(db, db`purchased_vouchers p ${where(db, filter)}`)
    : db`
      select (coalesce(sum(assigned), 0) ${voided === false ? db`- ${taken}` : db``})::int as count
      from ${client_id ? db`stock_of_client(${client_id})` : db`voucher_stock`}`
}

export async function get(db: Db, id: string): Promise<SoldVoucherRow> {
  const [voucher] = await db<SoldVoucherRow[]>`
    select ${columns(db)} from purchased_vouchers p ${joined(db)} where p.id = ${id}`
  if (!voucher) throw notFound('Purchased voucher')
  return voucher
}
