import { can } from '@our-print/contract/people/abilities.ts'
import type { Db } from '../../base/database/db.ts'
import { type Done, doneNow, whenDone } from '../../base/database/doneTimes.ts'
import type { Actor } from '../../base/http/route.ts'
import { enterDay, isClosed } from '../cash/openDay.queries.ts'

/**
 * When the money changed hands. Its day may be closed by the time a phone could send it: the money is in the courier’s hand
 * all the same, so it counts today. Whoever dates a payment in the office chooses another day.
 */
export async function whenPaid(
  db: Db,
  actor: Actor,
  { happened_at: said }: { happened_at?: string | undefined },
  { at_delivery = false }: { at_delivery?: boolean },
): Promise<Done> {
  if (said === undefined) {
    await enterDay(db)
    return doneNow
  }
  const [{ now }] = await db<[{ now: string }]>`select clock_timestamp() as now`
  const done = whenDone(said, now)
  const isSentLater = at_delivery || !can(actor, 'payments')
  if (isSentLater && done.happened_at !== null && (await isClosed(db, done.happened_at))) {
    await enterDay(db)
    return { happened_at: null, said_at: said }
  }
  await enterDay(db, done.happened_at ?? undefined)
  return done
}
