import type { Db } from '../base/database/db.ts'
import { invalid } from '../base/http/problem.ts'
import type { Actor } from '../base/http/route.ts'
import * as staff from '../people/staff/staff.queries.ts'
import { tell } from '../shop/push/tell.queries.ts'
import { refuseTaking } from './moveOrders.queries.ts'

/**
 * Hands over all open orders of a staff user to another one, each with a history entry. Orders out for delivery keep
 * this status, because the other one takes over the parcels. Returns how many orders there were.
 */
export async function handOver(db: Db, actor: Actor, from: string, to: string): Promise<number> {
  refuseTaking(actor, to)
  const fromUser = await staff.get(db, from)
  if (from === to) throw invalid('to', 'This is the same person')
  const toUser = await staff.lockStaffUser(db, to)
  if (!toUser) throw invalid('to', 'This is not an active staff user')
  // Locked in sequence of id, as bulk changes do, to avoid deadlocks.
  const moved = await db<{ order_id: string }[]>`
    with held as materialized (
      select id, status from orders where assigned_user = ${from} and status in ('assigned', 'out-for-delivery')
      order by id for no key update
    ), given as (
      update orders o set version = o.version + 1, assigned_user = ${to},
        assigned_at = case when o.status = 'assigned' then now() else o.assigned_at end
      from held where o.id = held.id returning o.id, o.status
    ), told as (
      insert into order_history (order_id, by, from_status, to_status, note)
      select id, ${actor.id}, status, status, ${`Handed over from ${fromUser.full_name} to ${toUser.full_name}`} from given
      returning order_id)
    select order_id from told`
  await tell(
    db,
    moved.flatMap(({ order_id: record }) => [
      { kind: 'order_taken' as const, record, person: from },
      { kind: 'order_given' as const, record, person: to },
    ]),
  )
  return moved.length
}
