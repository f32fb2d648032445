import type { Address } from '@our-print/contract/values.ts'

/** A whole address in one line. */
export const addressText = ({ line1, line2, city, state, pincode, country }: Address) =>
  [line1, line2, city, state, pincode, country].filter(Boolean).join(', ')
