import type { CoinEntry } from '@our-print/contract/coins.ts'
import type { Db } from '../lib/db.ts'

type NewEntry = { user_id: string; delta: number; reason: string; order_id?: string; by?: string }

const columns = (db: Db) => db`
  e.id, e.at, e.delta / 100.0::float8 as delta, e.reason, e.order_id as "order", o.number as order_number,
  e.purchased_voucher, s.full_name as by`

/**
 * Adds a line to a customer's ledger, `delta` in hundredths of a coin. A balance below zero breaks
 * coin_balances_not_below_zero, however many spend at once.
 */
export async function add(db: Db, entry: NewEntry): Promise<CoinEntry> {
  const [row] = await db<[CoinEntry]>`
    with e as (
      insert into coin_entries (user_id, delta, reason, order_id, by)
      values (${entry.user_id}, ${entry.delta}, ${entry.reason}, ${entry.order_id ?? null}, ${entry.by ?? null})
      returning *)
    select ${columns(db)} from e left join orders o on o.id = e.order_id left join staff_users s on s.id = e.by`
  return row
}

/** What the order's lines add up to: what was earned for it and not taken back. */
export async function earnedFor(db: Db, orderId: string): Promise<number> {
  const [row] = await db<[{ sum: number }]>`
    select coalesce(sum(delta), 0)::bigint as sum from coin_entries where order_id = ${orderId}`
  return row.sum
}

export async function get(db: Db, userId: string) {
  const [[balance], entries] = await Promise.all([
    db<{ earned: number; spent: number }[]>`
      select earned / 100.0::float8 as earned, spent / 100.0::float8 as spent
      from coin_balances where user_id = ${userId}`,
    db<CoinEntry[]>`
      select ${columns(db)} from coin_entries e left join orders o on o.id = e.order_id
      left join staff_users s on s.id = e.by
      where e.user_id = ${userId} order by e.id desc limit 200`,
  ])
  const { earned, spent } = balance ?? { earned: 0, spent: 0 }
  return { user_id: userId, earned, spent, balance: Math.round((earned - spent) * 100) / 100, entries }
}
