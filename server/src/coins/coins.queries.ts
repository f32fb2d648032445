import type { CoinEntry } from '@our-print/contract/coins.ts'
import { brokenConstraint, type Db } from '../lib/db.ts'
import { conflict, notFound, refused } from '../lib/problem.ts'

type NewEntry = { user_id: string; delta: number; reason: string; by: string }

const columns = (db: Db) => db`
  e.id, e.at, e.delta / 100.0::float8 as delta, e.reason, e.order_id as "order", o.number as order_number,
  e.purchased_voucher, s.full_name as by`

/**
 * Adds a line to a customer's ledger, `delta` in hundredths of a coin. A balance below zero breaks
 * coin_balances_not_below_zero, however many spend at once.
 */
async function add(db: Db, entry: NewEntry): Promise<CoinEntry> {
  const [row] = await db<[CoinEntry]>`
    with e as (
      insert into coin_entries (user_id, delta, reason, by)
      values (${entry.user_id}, ${entry.delta}, ${entry.reason}, ${entry.by})
      returning *)
    select ${columns(db)} from e left join orders o on o.id = e.order_id left join staff_users s on s.id = e.by`
  return row
}

const breaksBalance = (error: unknown) => brokenConstraint(error) === 'coin_balances_not_below_zero'

type Change = { user_id: string; delta: number; reason: string; by: string }

/** A super admin grants coins or deducts them; more than there are is refused. */
export async function change(db: Db, { delta, ...entry }: Change): Promise<CoinEntry> {
  await checkCustomer(db, entry.user_id)
  try {
    return await add(db, { ...entry, delta: Math.round(delta * 100) })
  } catch (error) {
    if (breaksBalance(error)) throw refused('delta', 'This customer does not have that many coins')
    throw error
  }
}

/** Adds what a delivered order earns by the rate of this moment, in hundredths, rounded down; nothing adds no line. */
export const earn = (db: Db, orderId: string, by: string) => db`
  insert into coin_entries (user_id, delta, reason, order_id, by)
  select o.user_id, e.coins, 'Order delivered', o.id, ${by}
  from orders o cross join configurations c
  cross join lateral (
    select floor(o.payable * round(c.coins_per_100_rupees::numeric * 100) / 10000)::bigint as coins) e
  where o.id = ${orderId} and e.coins > 0`

/** Takes back exactly what the order earned and has not lost yet, whatever the rate is now. */
export async function takeBack(db: Db, orderId: string, by: string): Promise<void> {
  try {
    await db`
      insert into coin_entries (user_id, delta, reason, order_id, by)
      select user_id, -sum(delta), 'Delivery undone', order_id, ${by}
      from coin_entries where order_id = ${orderId} group by user_id, order_id having sum(delta) <> 0`
  } catch (error) {
    if (!breaksBalance(error)) throw error
    throw conflict(
      'The customer has spent the coins of this delivery already, so it cannot be undone.',
      'coins_spent',
    )
  }
}

async function checkCustomer(db: Db, userId: string): Promise<void> {
  const [customer] = await db`select 1 from users where id = ${userId}`
  if (!customer) throw notFound('Customer')
}

/** A customer's coins with the newest lines of their ledger. */
export async function get(db: Db, userId: string) {
  await checkCustomer(db, userId)
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
