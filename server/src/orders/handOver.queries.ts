import type { Db } from '../database/db.ts'
import { invalid } from '../http/problem.ts'
import * as staff from '../staff/staff.queries.ts'

/**
 * Gives all open orders of one person to another, each with a line of history. Those on the road change hands too and
 * stay out for delivery: whoever takes them over has the parcels. Answers how many there were.
 */
export async function handOver(db: Db, actorId: string, from: string, to: string): Promise<number> {
  const giver = await staff.get(db, from)
  if (from === to) throw invalid('to', 'This is the same person')
  const taker = await staff.lockCourier(db, to)
  if (!taker) throw invalid('to', 'This is not an active staff user')
  // Locked by id, as a bulk change locks them: neither waits for the other for ever.
  const [{ moved }] = await db<[{ moved: number }]>`
    with held as materialized (
      select id, status from orders where assigned_user = ${from} and status in ('assigned', 'out-for-delivery')
      order by id for no key update
    ), given as (
      update orders o set assigned_user = ${to},
        assigned_at = case when o.status = 'assigned' then now() else o.assigned_at end
      from held where o.id = held.id returning o.id, o.status
    ), told as (
      insert into order_history (order_id, by, from_status, to_status, note)
      select id, ${actorId}, status, status, ${`Handed over from ${giver.full_name} to ${taker.full_name}`} from given
      returning 1)
    select count(*)::int as moved from told`
  return moved
}
