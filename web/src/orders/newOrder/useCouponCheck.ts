import { validateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'
import { useDebounced } from '../../base/form/useDebounced.ts'

type CouponRequest = {
  code: string
  user: string
  /** Rupees; undefined while the price is not known. */
  amount: number | undefined
}

export type CouponCheck = {
  state: 'none' | 'no customer' | 'checking' | 'valid' | 'refused' | 'failed'
  /** The discount in paise; while another amount is checked, the discount of the previous amount. */
  discount: number
  /** Why there is no discount, or why the check failed. */
  reason: string | undefined
}

const pauseMs = 300

/** Requests a coupon's discount for this customer and amount, after the three have not changed for a moment. */
export function useCouponCheck({ code: typed, user, amount }: CouponRequest): CouponCheck {
  const wanted = typed.trim()
  const code = useDebounced(wanted, pauseMs)
  const settled = useDebounced(amount, pauseMs)
  // A code that is too long is an error of the form.
  const asks = wanted !== '' && wanted.length <= 50
  const reply = useQuery({
    ...query(validateCoupon, { body: { code, user_id: user, amount: settled ?? 0 } }),
    enabled: asks && wanted === code && amount === settled && user !== '',
    placeholderData: keepPreviousData,
  })
  const checkOf = (state: CouponCheck['state'], reason?: string): CouponCheck => ({
    state,
    reason,
    discount: 0,
  })
  if (!asks) return checkOf('none')
  if (user === '') return checkOf('no customer')
  if (wanted !== code) return checkOf('checking')
  const discount = reply.data && amount !== undefined ? Math.min(reply.data.discount, amount) * 100 : 0
  const current = { ...checkOf('checking'), discount: Math.round(discount) }
  if (amount !== settled || reply.isPending || reply.isPlaceholderData) return current
  if (!reply.data) return checkOf('failed', reply.error?.message)
  if (!reply.data.valid) return checkOf('refused', reply.data.reason ?? 'This coupon is not valid')
  return { ...current, state: 'valid' }
}
