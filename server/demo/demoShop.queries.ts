import type { Db, Pool } from '../src/database/db.ts'
import type { Day } from './calendar.ts'

/** Nobody has worked in this shop yet; that there are accounts to sign in with does not count. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [row] = await db<[{ empty: boolean }]>`
    select not exists (select from users) and not exists (select from orders) and not exists (select from leads)
      and not exists (select from subscription_plans) and not exists (select from clients)
      and not exists (select from qr_codes) and not exists (select from coupons) as empty`
  return row.empty
}

/** Lets one process at a time fill the shop, until its transaction ends. */
export const waitForTurn = (db: Db) => db`select pg_advisory_xact_lock(hashtext('demo shop'))`

export async function findSuperAdmin(db: Db): Promise<string | null> {
  const [admin] = await db<{ id: string }[]>`
    select id from staff_users where is_superuser order by created_at, id limit 1`
  return admin?.id ?? null
}

/** The shop's days from so many ago to the one of this moment, each with when it starts. */
export const listDays = (db: Db, now: Date, daysAgo: number) => db<Day[]>`
  select extract(isodow from d)::int as weekday, (extract(epoch from day_start(d::date)) * 1000)::float8 as starts,
    d::date as date
  from generate_series(shop_day(${now.toISOString()})::timestamp - ${daysAgo} * interval '1 day',
    shop_day(${now.toISOString()})::timestamp, interval '1 day') d order by d`

/** Does for all rows at once what their triggers do for one. */
export async function indexAndCount(db: Db): Promise<void> {
  await db`
    insert into order_search (order_id, order_type, created_at, words)
    select o.id, o.order_type, o.created_at, order_search_words(o, u) from orders o join users u on u.id = o.user_id`
  await db`select recount_orders(), recount_users(), rebalance_coins(), recount_vouchers(), recount_scans()`
}

/** Tells the planner what is there now, and marks every page as seen by all. */
export async function settle(pool: Pool, tables: string[]): Promise<void> {
  for (const table of tables) await pool`vacuum analyze ${pool(table)}`
}
