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

/** Asks again what a delivery has answered that was none: whoever declines a request themselves says why. */
export const askCancelAgain = (db: Db, order: string) => db`
  update order_requests set version = version + 1, status = 'open', decided_at = null, decided_by = null
  where id = (select id from order_requests
      where order_id = ${order} and kind = 'cancel' and status = 'declined' and reason = '' order by id desc limit 1)
    and not exists (select from order_requests where order_id = ${order} and status = 'open')`
