import type { Coupon } from '@our-print/contract/rewards/coupons.ts'
import type { z } from 'zod'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import type { couponSchema } from './couponSchema.ts'

/** The form's fields, named as in the request; the two flags are radio choices. */
export type CouponFields = {
  name: string
  code: string
  discount_percentage: number | null
  valid_from: string | null
  valid_to: string | null
  one_time_only: 'once' | 'multi'
  isfornew: 'new' | 'all'
}

export const emptyCoupon: CouponFields = {
  name: '',
  code: '',
  discount_percentage: null,
  valid_from: null,
  valid_to: null,
  one_time_only: 'multi',
  isfornew: 'all',
}

export const valuesOf = (coupon: Coupon): CouponFields => ({
  name: coupon.name,
  code: coupon.code,
  discount_percentage: coupon.discount_percentage,
  valid_from: coupon.valid_from,
  valid_to: coupon.valid_to,
  one_time_only: coupon.one_time_only ? 'once' : 'multi',
  isfornew: coupon.isfornew ? 'new' : 'all',
})

const mustBeFilled = ['name', 'code', 'discount_percentage', 'valid_from', 'valid_to'] as const

/** Whether a required field is still empty. */
export const hasEmpty = (values: CouponFields) =>
  mustBeFilled.some((name) => values[name] === null || String(values[name]).trim() === '')

const schema = lazyFile(async () => (await import('./couponSchema.ts')).couponSchema)
export type CheckedCoupon = z.output<typeof couponSchema>

// Empty fields become undefined, so that the schema reports them as missing and not as invalid.
const prepare = (fields: CouponFields) => ({
  name: fields.name,
  code: fields.code.trim(),
  discount_percentage: Number.isNaN(fields.discount_percentage)
    ? 'no number'
    : (fields.discount_percentage ?? ''),
  valid_from: fields.valid_from ?? '',
  valid_to: fields.valid_to ?? '',
  one_time_only: fields.one_time_only === 'once',
  isfornew: fields.isfornew === 'new',
})

/** The form of a coupon, checked as the server checks it. */
export const useCouponForm = (defaultValues: CouponFields) =>
  useContractForm(schema, { defaultValues, prepare })

/** The request body: days with T00:00 appended. */
export const bodyOf = (coupon: CheckedCoupon) => ({
  ...coupon,
  valid_from: `${coupon.valid_from}T00:00`,
  valid_to: `${coupon.valid_to}T00:00`,
})
