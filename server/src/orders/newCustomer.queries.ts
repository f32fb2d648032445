import type { Db } from '../base/database/db.ts'
import { tellOfOrders } from '../customer/messages/tellFacts.queries.ts'
import { addNote } from './orderHistory.queries.ts'

/**
 * What it means that an order is of another customer now: the link of the one before leads nowhere, and the new one is told.
 * After the order was written. A merge is no such change: it is the same person.
 */
export async function passOn(db: Db, by: string, order: string): Promise<void> {
  // Deleted, because a message makes no link in place of a revoked one, and that to the new customer needs its own.
  const ended = await db`delete from order_links where order_id = ${order} and revoked_at is null returning 1`
  if (ended.length > 0) await addNote(db, by, order, 'Customer’s link revoked')
  await tellOfOrders(db, 'order_taken', [order])
}
