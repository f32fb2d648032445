import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { TextInput } from '../../base/form/TextInput.tsx'
import { CheckCircle } from '../../base/icons/frame.tsx'
import type { CouponCheck } from './useCouponCheck.ts'

/** The coupon code, and below it the discount or why there is none. */
export const CouponInput = ({ check }: { check: CouponCheck }) => (
  <Box aria-live="polite">
    <TextInput
      name="coupon_code"
      label="Coupon code"
      capitals
      optional
      problem={check.state === 'refused' ? check.reason : undefined}
      hint={hintOf(check)}
    />
  </Box>
)

function hintOf({ state, reason }: CouponCheck): ReactNode {
  switch (state) {
    case 'no customer':
      return 'Choose the customer first: some coupons are not for everyone.'
    case 'checking':
      return 'Checking the code…'
    case 'failed':
      return `The code could not be checked now. It is checked when the order is taken. ${reason ?? ''}`
    case 'valid':
      return (
        <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.5, color: 'success.main' }}>
          <CheckCircle sx={{ fontSize: 14 }} />
          Valid for this customer
        </Box>
      )
    default:
      return undefined
  }
}
