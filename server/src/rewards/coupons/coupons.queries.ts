import type { Ordering } from '@our-print/contract/paging.ts'
import type { Coupon, CouponForm } from '@our-print/contract/rewards/coupons.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, notFound } from '../../base/http/problem.ts'

const columns = (db: Db) => db`
  c.id, c.name, c.code, c.discount_percentage::float8 as discount_percentage, c.valid_from, c.valid_to,
  c.one_time_only, c.isfornew, c.usage_count, c.given_away / 100.0::float8 as given_away, c.version`

type Filter = { query?: string | undefined; ordering?: Ordering | undefined }

export const { select, list: page } = defineList<Filter, Coupon>((db, { query, ordering }) => ({
  select: db`select ${columns(db)} from live_coupons c`,
  from: db`live_coupons c`,
  where: query
    ? db`where ${contains(db, db`search_text(c.code || E'\n' || c.name)`, query)}`
    : db`where true`,
  id: db`c.id`,
  sequence: sequenceOf(ordering, { created_at: db`c.created_at` }, db`c.id`, '-created_at'),
}))

export const list = (db: Db, filter: Filter): Promise<Coupon[]> => db<Coupon[]>`${select(db, filter)}`

export async function get(db: Db, id: string): Promise<Coupon> {
  const [coupon] = await db<Coupon[]>`select ${columns(db)} from live_coupons c where c.id = ${id}`
  if (!coupon) throw notFound('Coupon')
  return coupon
}

type Sent = z.output<typeof CouponForm>

const asRow = (coupon: Sent) => ({
  name: coupon.name,
  code: coupon.code,
  discount_percentage: coupon.discount_percentage,
  valid_from: coupon.valid_from,
  valid_to: coupon.valid_to,
  one_time_only: coupon.one_time_only,
  isfornew: coupon.isfornew,
})

/** Creates a coupon; an existing code, in any case, violates a named constraint. */
export async function create(db: Db, sent: Sent): Promise<Coupon> {
  const [row] = await db<[{ id: string }]>`insert into coupons ${db(asRow(sent))} returning id`
  return get(db, row.id)
}

/** Updates a coupon; orders that used it keep their discount. */
export async function update(db: Db, id: string, sent: Sent): Promise<Coupon> {
  const current = await lockRecord(db, { table: 'live_coupons', name: 'Coupon', get }, id, sent.version)
  refuseChangedFields({ id: sent.id }, current)
  await db`update coupons set version = version + 1, ${db(asRow(sent))} where id = ${id}`
  return get(db, id)
}

/** Moves a coupon to the bin; its uses keep the code and the discount. */
export async function remove(db: Db, id: string): Promise<void> {
  const gone = await db`
    update coupons set deleted_at = now() where id = ${id} and deleted_at is null returning 1`
  if (gone.length === 0) throw notFound('Coupon')
}

/** Restores coupons. Orders that were cancelled meanwhile have given their uses back. */
export async function restore(db: Db, ids: string[]): Promise<void> {
  const [taken] = await db<{ code: string }[]>`
    select d.code from coupons d join live_coupons c on code_key(c.code) = code_key(d.code)
    where d.id = any(${ids}) order by d.code limit 1`
  if (taken) {
    throw conflict(
      `Another coupon has the code ${taken.code} now. Delete that one or give it another code, then restore this one.`,
      'taken',
    )
  }
  await db`update coupons set deleted_at = null where id = any(${ids})`
}

/** Deletes coupons that have left the bin; a piece of them. */
export const purge = (db: Db, piece: number) => db`
  delete from coupons where id in (
    select c.id from coupons c
    where c.deleted_at is not null and not exists (select from bin b where b.id = c.id) limit ${piece})`
