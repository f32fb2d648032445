import type { Db } from '../base/database/db.ts'
import type { OrderDue } from './orderPayments.ts'

/** Those of the orders that have no proof of their present delivery, where the shop requires one. */
export async function findUnproven(db: Db, orders: string[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set()
  const unproven = await db<{ id: string }[]>`
    select id from orders o
    where id = any(${orders}::uuid[]) and exists (select from configurations where proof_of_delivery = 'required')
      and not exists (select from delivery_proofs p
        where p.order_id = o.id and p.created_at >= coalesce(o.out_for_delivery_at, '-infinity'))`
  return new Set(unproven.map(({ id }) => id))
}

/** Whether an order may be delivered unpaid; read only where one is delivered. */
export async function readUnpaidRule(db: Db, orders: string[]): Promise<OrderDue['unpaid_delivery']> {
  if (orders.length === 0) return 'always'
  const [{ unpaid_delivery }] = await db<[Pick<OrderDue, 'unpaid_delivery'>]>`
    select unpaid_delivery from configurations`
  return unpaid_delivery
}
