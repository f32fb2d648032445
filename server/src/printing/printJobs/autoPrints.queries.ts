import type { Db } from '../../base/database/db.ts'

// Orders that were taken in and wait to be printed by themselves.

export type AutoPrint = { order_id: string; created_by: string }

/** Lets an order print by itself; in the transaction that takes it in. */
export const add = (db: Db, order: string, created_by: string) => db`
  insert into auto_prints (order_id, created_by) values (${order}, ${created_by})`

/** The next order whose turn it is, read without a lock. */
export async function findDue(db: Db): Promise<AutoPrint | undefined> {
  const [due] = await db<AutoPrint[]>`
    select order_id, created_by from auto_prints where next_try_at <= now() order by next_try_at, order_id limit 1`
  return due
}

/** Takes an order in the transaction that makes its jobs. False if another process has made them. */
export async function take(db: Db, order: string): Promise<boolean> {
  const { count } = await db`delete from auto_prints where order_id = ${order}`
  return count > 0
}

/**
 * Whether an order is still to be printed, and no person has begun with it; locked, so that nobody does meanwhile. One that has
 * left the shop by the time that its turn comes was printed elsewhere.
 */
export async function isWanted(db: Db, order: string): Promise<boolean> {
  const rows =
    await db`select from orders where id = ${order} and status in ('confirmed', 'assigned') for no key update`
  if (rows.length === 0) return false
  // What was cancelled before it printed anything, as by a change of the order, is no beginning.
  const begun = await db`
    select from print_jobs where order_id = ${order} and not (state = 'cancelled' and impressions_done = 0) limit 1`
  return begun.length === 0
}

/** Puts an order off after a failure, each time longer; returns how often it failed. */
export async function postpone(db: Db, order: string): Promise<number> {
  const [row] = await db<{ failures: number }[]>`
    update auto_prints set failures = failures + 1,
      next_try_at = clock_timestamp() + least(300, 2 ^ least(failures, 10)) * interval '1 second'
    where order_id = ${order} returning failures`
  return row?.failures ?? 0
}

/** Lets none of them print; returns how many. */
export async function dropAll(db: Db): Promise<number> {
  const { count } = await db`delete from auto_prints`
  return count
}
