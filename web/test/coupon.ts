import type { Coupon, CouponUse } from '@our-print/contract/rewards/coupons.ts'
import { addDays, today } from '../src/base/format/format.ts'

/** A coupon that is valid today. */
export const coupon: Coupon = {
  id: '01900000-0000-7000-8000-0000000000c1',
  name: 'Diwali sale',
  code: 'DIWALI20',
  discount_percentage: 20,
  valid_from: addDays(today(), -10),
  valid_to: addDays(today(), 10),
  one_time_only: true,
  isfornew: false,
  usage_count: 3,
  given_away: 240.5,
  version: 2,
}

/** The same coupon with other days and another code. */
export const couponOf = (number: number, from: number, to: number): Coupon => ({
  ...coupon,
  id: `01900000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  code: `CODE${number}`,
  name: `Coupon ${number}`,
  valid_from: addDays(today(), from),
  valid_to: addDays(today(), to),
})

/** A use of the coupon that was given back. */
export const givenBack: CouponUse = {
  id: '01900000-0000-7000-8000-0000000000d1',
  coupon: coupon.id,
  code: coupon.code,
  order: '01900000-0000-7000-8000-0000000000e1',
  order_number: 1042,
  user: '01900000-0000-7000-8000-00000000000b',
  user_data: {
    id: '01900000-0000-7000-8000-00000000000b',
    first_name: 'Anita',
    last_name: 'Hegde',
    mobile: '+919000000005',
  },
  discount: 80.5,
  at: '2026-11-03T10:00:00Z',
  given_back_at: '2026-11-04T10:00:00Z',
}
