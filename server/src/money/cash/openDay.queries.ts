import type { Db } from '../../base/database/db.ts'
import { conflict } from '../../base/http/problem.ts'

/**
 * Begins to move money on a day, by default today, which must not be closed. Whoever closes a day waits until all that
 * began before is entered, and what comes later finds the day closed.
 */
export async function enterDay(db: Db, happened_at?: string): Promise<void> {
  if (!(await isClosed(db, happened_at))) return
  // With today all days before it are closed: no other day is left, and who delivers chooses none.
  if (happened_at === undefined || (await isClosed(db)))
    throw conflict('Today is closed: money can be entered again tomorrow.', 'day_closed')
  throw conflict(
    'The money of this day is counted and closed. Date the payment on another day.',
    'day_closed',
  )
}

/** Keeps all others from moving money until the transaction ends. */
export const stopMoney = (db: Db) => db`select pg_advisory_xact_lock(hashtext('day_closes'))`

/** Whether the day of this time, by default today, is closed; nobody closes it before the transaction ends. */
export async function isClosed(db: Db, happened_at?: string): Promise<boolean> {
  await db`select pg_advisory_xact_lock_shared(hashtext('day_closes'))`
  const [{ is_closed }] = await db<[{ is_closed: boolean }]>`
    select exists (select from day_closes
      where day >= shop_day(coalesce(${happened_at ?? null}::timestamptz, now()))) as is_closed`
  return is_closed
}
