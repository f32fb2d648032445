import type { CoinEntry } from '@our-print/contract/rewards/coins.ts'
import { timeInJson } from '../../base/database/days.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { conflict, notFound, unprocessable } from '../../base/http/problem.ts'

type NewEntry = { user_id: string; delta: number; reason: string; by: string }

const columns = (db: Db, at = db`e.at`) => db`
  e.id, ${at} as at, e.delta / 100.0::float8 as delta, e.reason, e.order_id as "order", o.number as order_number,
  e.purchased_voucher, s.full_name as by`

/**
 * Inserts a coin entry, `delta` in hundredths of a coin. The constraint coin_balances_not_below_zero prevents a balance
 * below zero, also with concurrent entries.
 */
async function insert(db: Db, entry: NewEntry): Promise<CoinEntry> {
  const [row] = await db<[CoinEntry]>`
    with e as (
      insert into coin_entries (user_id, delta, reason, by)
      values (${entry.user_id}, ${entry.delta}, ${entry.reason}, ${entry.by})
      returning *)
    select ${columns(db)} from e left join orders o on o.id = e.order_id left join staff_users s on s.id = e.by`
  return row
}

const isBalanceViolation = (error: unknown) => violatedConstraint(error) === 'coin_balances_not_below_zero'

type Change = { user_id: string; delta: number; reason: string; by: string }

/** Grants or deducts coins for a super admin; refuses to deduct more than the balance. */
export async function createManual(db: Db, { delta, ...entry }: Change): Promise<CoinEntry> {
  await checkCustomer(db, entry.user_id)
  try {
    const made = await insert(db, { ...entry, delta: Math.round(delta * 100) })
    // Coins that come with an order or a sale are told by the event of that.
    await db`
      select queue_event('customer.changed', 'customer', id, version, event_author()) from users
      where id = ${entry.user_id}`
    return made
  } catch (error) {
    if (isBalanceViolation(error)) throw unprocessable('delta', 'This customer does not have that many coins')
    throw error
  }
}

/**
 * Adds the coins that delivered orders earn by the current rate, rounded down to hundredths; no entry for zero. Balances
 * are locked by customer, so that two bulk changes cannot deadlock.
 */
export const earn = (db: Db, orderIds: string[], by: string) => db`
  insert into coin_entries (user_id, delta, reason, order_id, by)
  select o.user_id, e.coins, 'Order delivered', o.id, ${by}
  from orders o cross join configurations c
  cross join lateral (
    select floor(o.payable * round(c.coins_per_100_rupees::numeric * 100) / 10000)::bigint as coins) e
  where o.id = any(${orderIds}::uuid[]) and e.coins > 0
  order by o.user_id, o.id`

/** Locks the balances of the customers of orders in the same sequence. */
export const lockBalances = (db: Db, orderIds: string[]) => db`
  select 1 from coin_balances where user_id in (select user_id from orders where id = any(${orderIds}::uuid[]))
  order by user_id for no key update`

/** Reverses exactly what the order has earned, whatever the rate is now. */
export async function reverse(db: Db, orderId: string, by: string): Promise<void> {
  try {
    await db`
      insert into coin_entries (user_id, delta, reason, order_id, by)
      select user_id, -sum(delta), 'Delivery undone', order_id, ${by}
      from coin_entries where order_id = ${orderId} group by user_id, order_id having sum(delta) <> 0`
  } catch (error) {
    if (!isBalanceViolation(error)) throw error
    throw conflict(
      'The customer has spent the coins of this delivery already, so it cannot be undone.',
      'coins_spent',
    )
  }
}

/** Spends the cost of a sold voucher; no entry if it is free. */
export async function spend(db: Db, purchasedVoucher: string, by: string): Promise<void> {
  try {
    await db`
      insert into coin_entries (user_id, delta, reason, purchased_voucher, by)
      select user_id, -cost, 'Voucher purchased', id, ${by}
      from purchased_vouchers where id = ${purchasedVoucher} and cost > 0`
  } catch (error) {
    if (isBalanceViolation(error)) throw unprocessable('user_id', 'This customer has too few coins')
    throw error
  }
}

/** Gives back the coins of a sold voucher; a constraint allows this only once. */
export const giveBack = (db: Db, purchasedVoucher: string, by: string) => db`
  insert into coin_entries (user_id, delta, reason, purchased_voucher, by)
  select user_id, -delta, 'Voucher taken back', purchased_voucher, ${by}
  from coin_entries where purchased_voucher = ${purchasedVoucher} and delta < 0`

/** Computes balances again from the ledger, whose entries a merge of customers gave to another one. */
export async function recount(db: Db, users: string[]): Promise<void> {
  try {
    await db`
      with sums as (
        select u.id, coalesce(sum(e.delta) filter (where e.delta > 0), 0) as earned,
          coalesce(-sum(e.delta) filter (where e.delta < 0), 0) as spent
        from unnest(${users}::uuid[]) u (id) left join coin_entries e on e.user_id = u.id group by u.id
      ), gone as (
        delete from coin_balances b using sums s where b.user_id = s.id and (s.earned, s.spent) = (0, 0)
      )
      insert into coin_balances as b (user_id, earned, spent)
      select id, earned, spent from sums where (earned, spent) <> (0, 0) order by id
      on conflict (user_id) do update set earned = excluded.earned, spent = excluded.spent`
  } catch (error) {
    if (!isBalanceViolation(error)) throw error
    throw conflict(
      'Coins of the other customer have been spent since. Grant them again first, then undo the merge.',
      'coins_spent',
    )
  }
}

async function checkCustomer(db: Db, userId: string): Promise<void> {
  const [customer] = await db`select 1 from users where id = ${userId}`
  if (!customer) throw notFound('Customer')
}

type Coins = { user_id: string; earned: number; spent: number; balance: number; entries: CoinEntry[] }

/** The coin balance and the newest entries of a customer, in one statement, so that they agree. */
export async function get(db: Db, userId: string): Promise<Coins> {
  const [found] = await db<Coins[]>`
    select u.id as user_id, coalesce(b.earned, 0) / 100.0::float8 as earned,
      coalesce(b.spent, 0) / 100.0::float8 as spent,
      coalesce(b.earned - b.spent, 0) / 100.0::float8 as balance,
      coalesce((
        select json_agg(newest order by newest.id desc) from (
          select ${columns(db, timeInJson(db, db`e.at`))} from coin_entries e left join orders o on o.id = e.order_id
          left join staff_users s on s.id = e.by
          where e.user_id = u.id order by e.id desc limit 200) newest), '[]') as entries
    from users u left join coin_balances b on b.user_id = u.id where u.id = ${userId}`
  if (!found) throw notFound('Customer')
  return found
}
