import type { Db, Fragment, Pool } from '../src/base/database/db.ts'
import type { Day } from './calendar.ts'

/** An id as it would have been made at a time of the past: lists of the newest first are sorted by their ids. */
export const idAt = (db: Db, time: Fragment) => db`
  encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from ${time}) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid`

/** Whether nobody has entered anything yet; staff users and super admins do not count. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [row] = await db<[{ empty: boolean }]>`
    select not exists (select from users) and not exists (select from orders) and not exists (select from leads)
      and not exists (select from subscription_plans) and not exists (select from clients)
      and not exists (select from qr_codes) and not exists (select from coupons)
      and not exists (select from printers) as empty`
  return row.empty
}

/** Lets one process at a time fill the shop; released with the transaction. */
export const acquireLock = (db: Db) => db`select pg_advisory_xact_lock(hashtext('demo shop'))`

export async function findSuperAdmin(db: Db): Promise<string | null> {
  const [admin] = await db<{ id: string }[]>`
    select id from staff_users where is_superuser order by created_at, id limit 1`
  return admin?.id ?? null
}

/** The shop's days from this many days ago to today, each with its start. */
export const listDays = (db: Db, now: Date, daysAgo: number) => db<Day[]>`
  select extract(isodow from d)::int as weekday, (extract(epoch from day_start(d::date)) * 1000)::float8 as starts,
    d::date as date
  from generate_series(shop_day(${now.toISOString()})::timestamp - ${daysAgo} * interval '1 day',
    shop_day(${now.toISOString()})::timestamp, interval '1 day') d order by d`

/** Does for all rows at once what intake and the triggers do for each row. */
export async function indexAndCount(db: Db): Promise<void> {
  await db`
    insert into customer_addresses (user_id, address, used_at)
    select user_id, address, max(created_at) from orders where address is not null group by user_id, address`
  await db`select rebuild_search(), recount_figures(), rebalance_coins()`
}

/** Updates the planner's statistics and the visibility map. */
export async function analyze(pool: Pool, tables: string[]): Promise<void> {
  for (const table of tables) await pool`vacuum analyze ${pool(table)}`
}
