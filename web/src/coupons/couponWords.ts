import { type Coupon, listCoupons } from '@our-print/contract/coupons.ts'
import { call } from '../api/call.ts'
import { differences } from '../api/useChange.ts'
import { showDay, today } from '../format/dates.ts'
import { holds } from '../format/foldText.ts'

export type CouponState = 'running' | 'upcoming' | 'expired'

/** A coupon holds from the start of its first day to the end of its last one. */
export function stateOf({ valid_from, valid_to }: Pick<Coupon, 'valid_from' | 'valid_to'>): CouponState {
  const day = today()
  if (valid_to < day) return 'expired'
  return valid_from > day ? 'upcoming' : 'running'
}

export const audienceOf = ({ isfornew }: Pick<Coupon, 'isfornew'>) => (isfornew ? 'new users' : 'all users')

export const usageOf = ({ one_time_only }: Pick<Coupon, 'one_time_only'>) =>
  one_time_only ? 'one time' : 'multi-time'

/** '12.5%' */
export const percent = (percentage: number) => `${percentage}%`

/** Whether a coupon is what someone looks for by code or name. */
export const isMeant = ({ code, name }: Pick<Coupon, 'code' | 'name'>, words: string) =>
  holds(`${code}\n${name}`, words)

/** A coupon as it is now: all of them are one list. */
export const findCoupon = async ({ id }: Pick<Coupon, 'id'>): Promise<Coupon | undefined> =>
  (await call(listCoupons, { querystring: {} })).find((coupon) => coupon.id === id)

/** What differs between a coupon as it was seen and as it is. */
export const couponChanges = (seen: Coupon, now: Coupon) =>
  differences([
    ['Name', seen.name, now.name],
    ['Code', seen.code, now.code],
    ['Discount', percent(seen.discount_percentage), percent(now.discount_percentage)],
    ['Start', showDay(seen.valid_from), showDay(now.valid_from)],
    ['End', showDay(seen.valid_to), showDay(now.valid_to)],
    ['Use', usageOf(seen), usageOf(now)],
    ['For', audienceOf(seen), audienceOf(now)],
  ])
