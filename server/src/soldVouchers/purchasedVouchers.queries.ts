import type { Rows, Slice } from '@our-print/contract/paging.ts'
import type { PurchasedVoucher } from '@our-print/contract/soldVouchers.ts'
import type { Db } from '../database/db.ts'
import { holds } from '../database/search.ts'
import { notFound } from '../http/problem.ts'
import * as users from '../users/users.queries.ts'
import type { Pictured } from '../vouchers/presentImage.ts'

type Filter = { user_id?: string; client_id?: string; voided?: boolean; query?: string }

/** A purchase as it lies in the database: its picture is an id. */
export type PurchasedVoucherRow = Pictured<PurchasedVoucher>

export const columns = (db: Db) => db`
  p.id, p.user_id as "user",
  json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
    'mobile', u.mobile) as user_data,
  p.client_id as client, c.name as client_name, p.voucher_info_id as "voucherInfoId", p.voucher_code,
  p.voucher_detail, p.cost / 100.0::float8 as cost, p.purchased_at, p.expiry_date, p.image_id, s.full_name as by,
  p.voided_at, w.full_name as voided_by, p.void_reason, p.version`

export const joined = (db: Db) => db`
  join users u on u.id = p.user_id join clients c on c.id = p.client_id left join staff_users s on s.id = p.by
  left join staff_users w on w.id = p.voided_by`

const where = (db: Db, { user_id, client_id, voided, query }: Filter) => {
  const words = query?.trim()
  return db`where true
    ${user_id ? db`and p.user_id = ${user_id}` : db``}
    ${client_id ? db`and p.client_id = ${client_id}` : db``}
    ${voided === undefined ? db`` : voided ? db`and p.voided_at is not null` : db`and p.voided_at is null`}
    ${words ? db`and (${matches(db, words)})` : db``}`
}

/** Each has an index of its own, and is asked for itself; two letters are everywhere, and no index knows them. */
function matches(db: Db, words: string) {
  const code = holds(db, db`code_key(voucher_code)`, words)
  const company = db`client_id in (select id from clients where ${holds(db, db`fold_text(name)`, words)})`
  const customer = db`user_id in (select u.id from users u where ${users.matches(db, words)})`
  if (words.length < 3) return db`${code} or ${company} or ${customer}`
  return db`p.id in (
    select id from purchased_vouchers where ${code} union select id from purchased_vouchers where ${company}
    union select id from purchased_vouchers where ${customer})`
}

/** The whole list, newest first. */
export const select = (db: Db, filter: Filter) => db`
  select ${columns(db)} from purchased_vouchers p ${joined(db)} ${where(db, filter)} order by p.id desc`

/** One page of purchases, whose ids are found first: what is skipped is not looked up elsewhere. */
export async function list(db: Db, filter: Filter & Slice): Promise<Rows<PurchasedVoucherRow>> {
  const results = await db<PurchasedVoucherRow[]>`
    select ${columns(db)} from purchased_vouchers p ${joined(db)}
    where p.id = any(array(
      select p.id from purchased_vouchers p ${where(db, filter)}
      order by p.id desc limit ${filter.limit} offset ${filter.offset}))
    order by p.id desc`
  return { count: await count(db, filter), results }
}

/**
 * How many there are. A code is assigned by its purchase, and for ever, so assigned codes are purchases. Those taken
 * back are few and have an index of their own.
 */
async function count(db: Db, filter: Filter): Promise<number> {
  const { client_id, user_id, voided, query } = filter
  const ofClient = client_id ? db`where client_id = ${client_id}` : db``
  const taken = db`(
    select count(*) from purchased_vouchers where voided_at is not null
    ${client_id ? db`and client_id = ${client_id}` : db``})`
  const [row] =
    query?.trim() || user_id || voided
      ? await db<[{ count: number }]>`
        select count(*)::int as count from purchased_vouchers p ${where(db, filter)}`
      : await db<[{ count: number }]>`
        select (coalesce(sum(assigned), 0) ${voided === false ? db`- ${taken}` : db``})::int as count from (
          select assigned from voucher_counts ${ofClient}
          union all
          select assigned from voucher_count_deltas ${ofClient}) n`
  return row.count
}

export async function get(db: Db, id: string): Promise<PurchasedVoucherRow> {
  const [voucher] = await db<PurchasedVoucherRow[]>`
    select ${columns(db)} from purchased_vouchers p ${joined(db)} where p.id = ${id}`
  if (!voucher) throw notFound('Purchased voucher')
  return voucher
}
