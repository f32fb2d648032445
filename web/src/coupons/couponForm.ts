import { zodResolver } from '@hookform/resolvers/zod'
import { type Coupon, CouponForm } from '@our-print/contract/coupons.ts'
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form'

/** The form's fields, named as on the wire; the two flags are choices between two words. */
export type CouponFields = {
  name: string
  code: string
  discount_percentage: number | null
  valid_from: string | null
  valid_to: string | null
  one_time_only: 'once' | 'multi'
  isfornew: 'new' | 'all'
}

/** What is sent of them. */
export type CouponBody = Omit<CouponForm, 'id' | 'version' | 'usage_count' | 'given_away'>

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

/** Whether something the coupon cannot do without is still empty. */
export const hasEmpty = (values: CouponFields) =>
  mustBeFilled.some((name) => values[name] === null || String(values[name]).trim() === '')

/** Days are sent as the day plus T00:00. */
const asTime = (day: string | null) => (day ? `${day}T00:00` : '')

// What was typed and is no number is sent as no number, so that it is not called missing.
const asSent = (percentage: number | null) =>
  percentage === null ? '' : Number.isNaN(percentage) ? 'no number' : percentage

const bodyOf = (values: CouponFields): CouponBody => ({
  name: values.name.trim(),
  code: values.code.trim(),
  discount_percentage: asSent(values.discount_percentage),
  valid_from: asTime(values.valid_from),
  valid_to: asTime(values.valid_to),
  one_time_only: values.one_time_only === 'once',
  isfornew: values.isfornew === 'new',
})

const check = zodResolver(CouponForm) as unknown as Resolver<CouponBody>

const resolveCoupon: Resolver<CouponFields, unknown, CouponBody> = async (values, context, options) => {
  const body = bodyOf(values)
  const { errors } = await check(body, context, options as never)
  const found = errors as FieldErrors<CouponFields>
  // The schema compares the days only once everything else is right, which is late for whoever chooses them.
  if (values.valid_from && values.valid_to && values.valid_to < values.valid_from)
    found.valid_to ??= { type: 'custom', message: 'The end cannot be before the start' }
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values: body, errors: {} }
}

/** The form of a coupon, checked as the server checks it. */
export const useCouponForm = (defaultValues: CouponFields) =>
  useForm<CouponFields, unknown, CouponBody>({ resolver: resolveCoupon, mode: 'onTouched', defaultValues })
