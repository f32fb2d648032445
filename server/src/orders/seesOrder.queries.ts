import { seesAllOrders } from '@our-print/contract/people/mayCall.ts'
import type { Db } from '../base/database/db.ts'
import { notFound } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'

/** What decides which orders a person sees, and which parts of them. */
export type Reader = Pick<Actor, 'id' | 'is_superuser' | 'abilities' | 'scopes'>

/** Condition: the person may see the order `o`. */
export const seesOrder = (db: Db, actor: Reader) =>
  seesAllOrders(actor) ? db`true` : db`o.assigned_user = ${actor.id}`

/** 404 unless the person may see the order: for lists that stand under it. */
export async function refuseUnseen(db: Db, actor: Reader, id: string): Promise<void> {
  const [found] = await db`select 1 from orders o where o.id = ${id} and ${seesOrder(db, actor)}`
  if (!found) throw notFound('Order')
}
