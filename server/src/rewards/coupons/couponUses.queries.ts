import { discountInPaise, toPaise } from '@our-print/contract/orders/price.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { CouponUse } from '@our-print/contract/rewards/coupons.ts'
import { formatDay } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { unprocessable } from '../../base/http/problem.ts'
import { whyNotActive } from '../../people/customers/activeCustomers.ts'
import { isSamePerson } from '../../people/customers/customers.queries.ts'

/** A coupon use whose order is not created yet. Discount in paise. */
export type PendingUse = Pick<CouponFacts, 'code' | 'discount_percentage' | 'one_time_only'> & {
  coupon_id: string
  discount: number
}

type UseRequest = {
  code: string
  user: string
  amount: number
  /** An order that exists already and gets the coupon. */
  order?: string
  /** The discount in paise that a quote promised: the coupon may have been changed since. */
  said?: number | undefined
}
type CouponFacts = {
  id: string
  code: string
  discount_percentage: number
  one_time_only: boolean
  isfornew: boolean
  valid_from: string
  valid_to: string
  today: string
}

const columns = (db: Db) => db`
  id, code, discount_percentage::float8 as discount_percentage, one_time_only, isfornew, valid_from, valid_to,
  shop_day(now()) as today`

/**
 * Counts a use of a coupon for a new order of `amount` paise; 422 with the reason if it is not valid. The coupon's row
 * is locked until the transaction ends, so that concurrent uses are each counted exactly once.
 */
export async function reserve(db: Db, { code, user, amount, order, said }: UseRequest): Promise<PendingUse> {
  const [coupon] = await db<CouponFacts[]>`
    select ${columns(db)} from live_coupons where code_key(code) = code_key(${code}) for no key update`
  if (coupon?.isfornew) await lockCustomer(db, user)
  const reason = await refusalReason(db, coupon, user, order)
  if (!coupon || reason) throw unprocessable('coupon_code', reason ?? unknownCoupon)
  const { id: coupon_id, one_time_only } = coupon
  const discount = said ?? discountInPaise(amount, coupon.discount_percentage)
  const discount_percentage = percentageOf(discount, amount, coupon)
  await db`
    update coupons set usage_count = usage_count + 1, given_away = given_away + ${discount} where id = ${coupon_id}`
  return { coupon_id, code: coupon.code, discount, discount_percentage, one_time_only }
}

/** That of the coupon where it gives this discount; else what the discount says, so that it follows a changed amount. */
function percentageOf(discount: number, amount: number, coupon: CouponFacts): number {
  if (discount === discountInPaise(amount, coupon.discount_percentage)) return coupon.discount_percentage
  return Math.min(100, Math.max(0.01, Math.round((discount * 10_000) / amount) / 100))
}

/** Creates the coupon use after its order was created. */
export const create = (db: Db, use: PendingUse, orderId: string, user: string) => db`
  insert into coupon_uses (coupon_id, code, order_id, user_id, discount, discount_percentage, one_time_only)
  values (${use.coupon_id}, ${use.code}, ${orderId}, ${user}, ${use.discount}, ${use.discount_percentage},
    ${use.one_time_only})`

/** Gives back the coupon uses of cancelled orders, each once; the rows stay. The caller has locked the coupons. */
export const giveBack = (db: Db, orderIds: string[]) => db`
  with given as (
    update coupon_uses set given_back_at = now() where order_id = any(${orderIds}::uuid[]) and given_back_at is null
    returning coupon_id, discount
  ), sums as (
    select coupon_id, count(*) as uses, sum(discount) as discount from given group by coupon_id)
  update coupons c set usage_count = c.usage_count - sums.uses, given_away = c.given_away - sums.discount
  from sums where c.id = sums.coupon_id`

/** Locks the coupon of an order, and the one that it is to have, in the sequence of all. */
export const lockBoth = (db: Db, orderId: string, code: string | null) => db`
  select 1 from coupons
  where id in (select coupon_id from coupon_uses where order_id = ${orderId})
    or (deleted_at is null and code_key(code) = code_key(${code}))
  order by id for no key update`

/** Takes the coupon off an order that is changed, as if it had never been used on it. The caller has locked it. */
export const remove = (db: Db, orderId: string) => db`
  with removed as (delete from coupon_uses where order_id = ${orderId} and given_back_at is null returning coupon_id, discount)
  update coupons c set usage_count = c.usage_count - 1, given_away = c.given_away - removed.discount
  from removed where c.id = removed.coupon_id`

/**
 * The discount of an order's coupon for another amount, in paise, by the percentage with which it was used; that of a coupon
 * that is gone stays. The caller has locked it.
 */
export async function changeAmount(db: Db, orderId: string, amount: number): Promise<number> {
  const [use] = await db<{ coupon_id: string | null; discount: number; percentage: number | null }[]>`
    select u.coupon_id, u.discount, coalesce(u.discount_percentage, c.discount_percentage)::float8 as percentage
    from coupon_uses u left join coupons c on c.id = u.coupon_id where u.order_id = ${orderId}`
  if (!use) return 0
  const discount =
    use.coupon_id === null || use.percentage === null
      ? Math.min(use.discount, amount)
      : discountInPaise(amount, use.percentage)
  await db`update coupon_uses set discount = ${discount} where order_id = ${orderId}`
  await db`update coupons set given_away = given_away + ${discount - use.discount} where id = ${use.coupon_id}`
  return discount
}

/**
 * Locks the coupons of orders in one sequence, so that two changes of many orders cannot deadlock. Also those in the bin:
 * they may be restored, with exact counts.
 */
export const lockCoupons = (db: Db, orderIds: string[]) => db`
  select 1 from coupons
  where id in (select coupon_id from coupon_uses where order_id = any(${orderIds}::uuid[]))
  order by id for no key update`

/** The discount of a code for an amount in rupees, or why it is not valid; does not use the coupon. */
export async function validate(
  db: Db,
  { code, user_id, amount }: { code: string; user_id: string; amount: number },
) {
  const [coupon] = await db<CouponFacts[]>`
    select ${columns(db)} from live_coupons where code_key(code) = code_key(${code})`
  const reason = await refusalReason(db, coupon, user_id)
  if (!coupon || reason)
    return { valid: false, discount: 0, payable: amount, reason: reason ?? unknownCoupon }
  const paise = toPaise(amount)
  const discount = discountInPaise(paise, coupon.discount_percentage)
  return { valid: true, discount: discount / 100, payable: (paise - discount) / 100, reason: null }
}

const unknownCoupon = 'There is no such coupon'

async function refusalReason(
  db: Db,
  coupon: CouponFacts | undefined,
  user: string,
  order?: string,
): Promise<string | undefined> {
  if (!coupon) return unknownCoupon
  const { today, valid_from, valid_to } = coupon
  if (today < valid_from) return `This coupon is valid from ${formatDay(valid_from)}`
  if (today > valid_to) return `This coupon ended on ${formatDay(valid_to)}`
  const [person] = await db<{ is_active: boolean; has_used: boolean; has_ordered: boolean }[]>`
    select u.is_active,
      exists (select from users same join coupon_uses c on c.user_id = same.id
        where ${isSamePerson(db)} and c.coupon_id = ${coupon.id} and c.given_back_at is null) as has_used,
      exists (select from users same join orders o on o.user_id = same.id
        where ${isSamePerson(db)} and o.status <> 'cancelled'
          and o.id is distinct from ${order ?? null}) as has_ordered
    from users u where u.id = ${user}`
  if (!person?.is_active) return whyNotActive(person)
  if (coupon.one_time_only && person.has_used) return 'This customer has used this coupon already'
  if (coupon.isfornew && person.has_ordered)
    return 'This coupon is for new customers; this one has ordered before'
  return undefined
}

/** Of two concurrent first orders only one may be the first. Some customers have two records, so all are locked. */
const lockCustomer = (db: Db, user: string) => db`
  select 1 from users where id in (select same.id from users u join users same on ${isSamePerson(db)} where u.id = ${user})
  order by id for no key update`

type Filter = { coupon_id?: string; user_id?: string; query?: string; ordering?: Ordering<'at'> }

const searchable = (db: Db) => db`
  search_text(c.code || E'\n' || u.first_name || ' ' || u.last_name || E'\n' || u.mobile || E'\n' || o.number)`

const where = (db: Db, { coupon_id, user_id, query }: Filter) => db`where true
  ${coupon_id ? db`and c.coupon_id = (select id from live_coupons where id = ${coupon_id})` : db``}
  ${user_id ? db`and c.user_id = ${user_id}` : db``}
  ${query ? db`and (${containsOrPhone(db, searchable(db), query)})` : db``}`

const sources = (db: Db) => db`
  coupon_uses c join users u on u.id = c.user_id join orders o on o.id = c.order_id`

export const { select, list } = defineList<Filter, CouponUse>((db, filter) => ({
  select: db`
    select c.id, (select k.id from live_coupons k where k.id = c.coupon_id) as coupon, c.code, c.order_id as "order", o.number as order_number, c.user_id as "user",
      json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name, 'mobile', u.mobile)
        as user_data,
      c.discount / 100.0::float8 as discount, c.at, c.given_back_at
    from ${sources(db)}`,
  from: filter.query ? sources(db) : db`coupon_uses c`,
  where: where(db, filter),
  id: db`c.id`,
  // UUIDv7 ids are in the order of creation.
  sequence: sequenceOf(filter.ordering, { at: db`c.id` }, db`c.id`, '-at'),
}))
