import { z } from 'zod'
import { asNumber, Flag, Rupees, text } from '../values.ts'

/** What is charged besides printing, as lamination or typing. */
export const OrderLine = z
  .strictObject({
    text: text(100),
    quantity: z.int('This must be a whole number').min(1, 'At least 1').max(10_000, 'At most 10,000'),
    /** The price of one, in rupees. */
    price: Rupees,
  })
  .meta({ id: 'OrderLine' })
export type OrderLine = z.output<typeof OrderLine>

export const OrderLines = z.array(OrderLine).max(20, 'At most 20 lines')

/** What an order costs: `payable` = `amount` − `discount` + `tax`. */
export const OrderPrice = {
  amount: Rupees.nullable(),
  discount: Rupees.nullable(),
  coupon_code: z.string().nullable(),
  /** What is added to its price; 0 where prices contain the tax. */
  tax: Rupees.nullable(),
  payable: Rupees.nullable(),
  lines: OrderLines.nullable(),
  /** The amount before the coupon that a person set in place of the calculated one; null if nobody did. */
  price_by_hand: Rupees.nullable(),
  price_by_hand_reason: z.string().nullable(),
  /** What the prices give for the order, also where the amount is by hand. */
  calculated_amount: Rupees.nullable(),
}

/** What lists of orders are filtered by; for who sees prices. */
export const priceFilters = {
  payable_from: asNumber(Rupees).optional(),
  payable_to: asNumber(Rupees).optional(),
  /** Only orders whose price a person set, or nobody did. */
  price_by_hand: Flag.optional(),
  /** Only orders with further lines, or without. */
  lines: Flag.optional(),
}
