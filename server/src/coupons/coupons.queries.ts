import type { Coupon, CouponForm } from '@our-print/contract/coupons.ts'
import type { z } from 'zod'
import type { Db } from '../database/db.ts'
import { lockRecord, refuseChangedFields } from '../database/versions.ts'
import { notFound } from '../http/problem.ts'

const columns = (db: Db) => db`
  c.id, c.name, c.code, c.discount_percentage::float8 as discount_percentage, c.valid_from, c.valid_to,
  c.one_time_only, c.isfornew, c.usage_count, c.given_away / 100.0::float8 as given_away, c.version`

export const select = (db: Db) => db`
  select ${columns(db)} from coupons c order by c.created_at desc, c.id desc`

export const list = (db: Db): Promise<Coupon[]> => db<Coupon[]>`${select(db)}`

export async function get(db: Db, id: string): Promise<Coupon> {
  const [coupon] = await db<Coupon[]>`select ${columns(db)} from coupons c where c.id = ${id}`
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
  const current = await lockRecord(db, { table: 'coupons', name: 'Coupon', get }, id, sent.version)
  refuseChangedFields({ id: sent.id }, current)
  await db`update coupons set ${db(asRow(sent))} where id = ${id}`
  return get(db, id)
}

/** Deletes a coupon; its uses keep the code and the discount. */
export async function remove(db: Db, id: string): Promise<void> {
  const gone = await db`delete from coupons where id = ${id} returning 1`
  if (gone.length === 0) throw notFound('Coupon')
}
