import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { Db } from '../base/database/db.ts'

type Cost = { cost: number; payable: number; is_invoiced: boolean; has_tax: boolean; status: OrderStatus }

/** What a locked order costs, in paise: by its invoice or as it is priced, and its price, to which a tax may be added. */
export async function read(db: Db, id: string) {
  const [order] = await db<[Cost]>`
    select coalesce(invoiced, payable)::float8 as cost, payable::float8 as payable, invoiced is not null as is_invoiced,
      tax is not null as has_tax, status
    from orders where id = ${id}`
  return order
}

/**
 * Takes from what a locked order costs, in paise: from its price and the tax that was added to it, each its part. What was
 * calculated stays known, and its discount stays.
 */
export const lowerPrice = (db: Db, id: string, { amount, reason }: { amount: number; reason: string }) => db`
  update orders o set version = version + 1, calculated_amount = coalesce(calculated_amount, amount),
    amount = amount - (${amount} - p.tax), tax = o.tax - p.tax,
    price_by_hand_reason = left(concat_ws(' · ', price_by_hand_reason, ${reason}::text), 200)
  from (select id, coalesce(round(tax::numeric * ${amount} / nullif(payable, 0)), 0)::bigint as tax from orders
    where id = ${id}) p
  where o.id = p.id`
