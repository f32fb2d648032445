import type { Order } from '@our-print/contract/orders/orders.ts'

/** An address on one line. */
export const addressLine = ({ address }: Pick<Order, 'address'>) =>
  address
    ? [address.line1, address.line2, address.city, address.state, address.pincode]
        .filter((part) => part !== '')
        .join(', ')
    : 'no address'

/** Why a delivery failed, as a tap: what its button says, and what the note of the move keeps, in every language. */
export type Reason = { stored: string; label: string }

/** The notes begin with them, so that they can be counted. */
export const failedReasons: readonly Reason[] = [
  { stored: 'Nobody home', label: 'Nobody home' },
  { stored: 'Wrong address', label: 'Wrong address' },
  { stored: 'Refused', label: 'Refused' },
  { stored: 'Asked for later', label: 'Asked for later' },
]

/** The note of a move: the reason, and what was typed besides. */
export const noteWithReason = (reason: string, typed: string) =>
  typed.trim() === '' ? reason : `${reason}: ${typed.trim()}`

/** A reason fits in front, within the length of a note. */
export const longestTyped = 950
