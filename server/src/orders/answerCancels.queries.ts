import type { Db } from '../base/database/db.ts'

/**
 * Answers what customers asked for by cancel requests of orders whose end has come: cancelled as wished, or delivered all the
 * same. One that somebody decides at this moment is left to them, so that neither waits for the other.
 */
export const answerCancels = (
  db: Db,
  by: string,
  orders: readonly string[],
  to: 'cancelled' | 'delivered',
) => db`
  update order_requests set version = version + 1, status = ${to === 'cancelled' ? 'accepted' : 'declined'}, decided_at = now(),
    decided_by = ${by}
  where id in (
    select id from order_requests where order_id = any(${[...orders]}::uuid[]) and status = 'open' and kind = 'cancel'
    order by id for update skip locked)`
