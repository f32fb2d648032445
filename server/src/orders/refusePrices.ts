import type { Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { toPaise } from '@our-print/contract/orders/price.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import { forbidden } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'

const prices = ['lines', 'coupon_code', 'price_by_hand', 'price_by_hand_reason', 'prices']

/** Prices are changed by who sees them, and set by hand by who may give discounts. */
export function refusePrices(actor: Actor, changes: OrderUpdate): void {
  const changed = Object.keys(changes)
  if (changed.some((field) => prices.includes(field)) && !can(actor, 'prices'))
    throw forbidden('You do not see prices, so you cannot change them.')
  if (changed.some((field) => field.startsWith('price_by_hand')) && !can(actor, 'discounts'))
    throw forbidden('You cannot set a price by hand. Ask somebody who gives discounts.')
}

/**
 * A price by hand was set for what the order was then: only who gives discounts keeps it for more, for other files or for
 * another customer. `calculated` is what the changed order would cost, in paise.
 */
export function refuseKeptPrice(
  actor: Actor,
  before: Pick<Order, 'price_by_hand' | 'calculated_amount'>,
  changed: readonly string[],
  calculated: number,
): void {
  if (before.price_by_hand === null || can(actor, 'discounts')) return
  const isOther = changed.includes('files') || changed.includes('user')
  if (isOther || calculated > toPaise(before.calculated_amount ?? 0))
    throw forbidden('The price of this order was set by hand. Ask somebody who gives discounts.')
}
