import type { Coupon } from '@our-print/contract/rewards/coupons.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { asText, formatDay, includesFolded, today } from '../../base/format/format.ts'

export type CouponState = 'running' | 'upcoming' | 'expired'

/** A coupon is valid from the start of its first day to the end of its last one. */
export function stateOf({ valid_from, valid_to }: Pick<Coupon, 'valid_from' | 'valid_to'>): CouponState {
  const day = today()
  if (valid_to < day) return 'expired'
  return valid_from > day ? 'upcoming' : 'running'
}

export const audienceOf = ({ isfornew }: Pick<Coupon, 'isfornew'>) => (isfornew ? 'new users' : 'all users')

export const usageOf = ({ one_time_only }: Pick<Coupon, 'one_time_only'>) =>
  one_time_only ? 'one time' : asText('multi-time')

/** '12.5%' */
export const percent = (percentage: number) => `${percentage}%`

/** Whether a coupon's code or name matches the search. */
export const matchesCoupon = ({ code, name }: Pick<Coupon, 'code' | 'name'>, searchText: string) =>
  includesFolded(`${code}\n${name}`, searchText)

/** The changes between the version of a coupon that the person saw and the current one. */
export const couponChanges = (seen: Coupon, current: Coupon) =>
  differences([
    ['Name', seen.name, current.name],
    ['Code', seen.code, current.code],
    ['Discount', percent(seen.discount_percentage), percent(current.discount_percentage)],
    ['Start', formatDay(seen.valid_from), formatDay(current.valid_from)],
    ['End', formatDay(seen.valid_to), formatDay(current.valid_to)],
    ['Use', usageOf(seen), usageOf(current)],
    ['For', audienceOf(seen), audienceOf(current)],
  ])
