import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'

/** What a locked order costs, in paise: by its invoice or as it is priced, and its price alone. */
export async function read(db: Db, id: string) {
  const [order] = await db<[{ cost: number; payable: number; is_invoiced: boolean; status: OrderStatus }]>`
    select coalesce(invoiced, payable)::float8 as cost, payable::float8 as payable, invoiced is not null as is_invoiced, status
    from orders where id = ${id}`
  return order
}

/** Takes from the price of a locked order, in paise; what was calculated stays known, and its discount stays. */
export const lowerPrice = (db: Db, id: string, { amount, reason }: { amount: number; reason: string }) => db`
  update orders set version = version + 1, calculated_amount = coalesce(calculated_amount, amount),
    amount = amount - ${amount}, price_by_hand_reason = left(concat_ws(' · ', price_by_hand_reason, ${reason}::text), 200)
  where id = ${id}`
