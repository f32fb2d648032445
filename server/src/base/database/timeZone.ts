import type { Db, Pool } from './db.ts'

/**
 * The counters by day, and how each is counted again. `isolated`: from one snapshot, without locks. The others lock only their
 * own rows, and not for long: customers and uses of stock are few, and the audit is counted beside its writes.
 */
const recounts = {
  orders: { run: 'recount_orders', isolated: true },
  scans: { run: 'recount_scans', isolated: true },
  production: { run: 'recount_production_days', isolated: true },
  users: { run: 'recount_users', isolated: false },
  audit: { run: 'recount_audit', isolated: false },
  stock: { run: 'recount_stock_use', isolated: false },
} as const
type Recount = keyof typeof recounts

/**
 * Stores TIME_ZONE in the database. Where it changed, all counters by day are to be computed again (recountDays). The locks wait
 * for writes that use the old zone, so that whatever is written after this uses the new one; it takes a moment.
 */
export async function setTimeZone(pool: Pool, timeZone: string): Promise<void> {
  const [clock] = await pool<{ time_zone: string }[]>`select time_zone from shop_clock`
  if (clock?.time_zone === timeZone) return
  await pool.begin(async (tx) => {
    await tx`lock table orders, order_count_deltas, users, scans, print_jobs, order_costs, print_job_costs, production_deltas,
      stock_entries in share row exclusive mode`
    await tx`
      update shop_clock set time_zone = ${timeZone}, recounts = ${Object.keys(recounts)} where time_zone <> ${timeZone}`
  })
}

/** Whether counters by day are those of a time zone that was changed. */
export async function isRecounting(db: Db): Promise<boolean> {
  const [clock] = await db<
    { is_recounting: boolean }[]
  >`select recounts <> '{}' as is_recounting from shop_clock`
  return clock?.is_recounting ?? false
}

/**
 * Computes the counters again that still are those of the old time zone, each in a transaction of its own. Where another process
 * does it, or a fold came between, it is tried again at the next turn.
 */
export async function recountDays(pool: Pool): Promise<void> {
  for (;;) {
    const [next] = await pool<
      { name: Recount }[]
    >`select recounts[1] as name from shop_clock where recounts <> '{}'`
    if (!next) return
    const { run, isolated } = recounts[next.name]
    const isDone = await pool.begin(
      isolated ? 'isolation level repeatable read' : 'isolation level read committed',
      async (tx) => {
        const [{ locked }] = await tx<[{ locked: boolean }]>`
        select pg_try_advisory_xact_lock(hashtextextended('recount days', 0)) as locked`
        if (!locked) return false
        await tx`set local statement_timeout = 0`
        await tx`select ${tx(run)}()`
        await tx`update shop_clock set recounts = array_remove(recounts, ${next.name})`
        return true
      },
    )
    if (!isDone) return
  }
}
