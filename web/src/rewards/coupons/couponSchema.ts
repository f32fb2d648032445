import { CouponForm } from '@our-print/contract/rewards/coupons.ts'
import { z } from 'zod'

/** The contract's schema, which compares the days only when all else is valid. The form compares them at once. */
export const couponSchema = CouponForm.check(
  z.refine(({ valid_from, valid_to }) => !isDay(valid_from) || !isDay(valid_to) || valid_to >= valid_from, {
    path: ['valid_to'],
    message: 'The end cannot be before the start',
    when: () => true,
  }),
)
const isDay = (day: unknown) => typeof day === 'string' && day !== ''
