import { orderStatusLabels } from '@our-print/contract/orders/orderMoves.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { asText, formatDateTime, rupees, yesNo } from '../../base/format/format.ts'
import { fullPromiseText } from '../promises/promiseText.ts'

/** An address on one line. */
export const addressLine = ({ address }: Pick<Order, 'address'>) =>
  address
    ? [address.line1, address.line2, address.city, address.state, address.pincode]
        .filter((part) => part !== '')
        .join(', ')
    : 'no address'

/** The changes between the version of an order that the person saw and the current one, one sentence each. */
export function orderChanges(seen: Order, current: Order): string[] {
  const facts: [string, string, string][] = [
    ['Status', orderStatusLabels[seen.status], orderStatusLabels[current.status]],
    ['Delivery staff', staff(seen), staff(current)],
    ['Title', `“${seen.title}”`, `“${current.title}”`],
    ['Notes', quoted(seen.notes), quoted(current.notes)],
    ['Address', addressLine(seen), addressLine(current)],
    ['Copies', String(seen.copies), String(current.copies)],
    ['Payable', payable(seen), payable(current)],
    ['Promised', promise(seen), promise(current)],
    ['Ready for pick-up', yesNo(seen.is_ready), yesNo(current.is_ready)],
    ['Failed attempts', String(seen.attempts), String(current.attempts)],
  ]
  const changed = facts.flatMap(([what, before, after]) =>
    before === after ? [] : [`${what}: ${before} → ${after}`],
  )
  if (changed.length === 0) changed.push('A detail of the order was changed and changed back.')
  const last = current.history?.at(-1)
  if (seen.status !== current.status && last?.by) changed.push(`By ${last.by}, ${formatDateTime(last.at)}`)
  return changed
}

const staff = ({ assigned_user_data }: Order) => assigned_user_data?.full_name ?? asText('nobody')
const promise = (order: Order) => fullPromiseText(order) || 'no time'
const payable = ({ payable }: Order) => (payable === null ? asText('hidden') : rupees(payable))
const quoted = (text: string) => (text ? `“${text}”` : asText('none'))

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
