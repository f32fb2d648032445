import type { Db, Pool } from './db.ts'

/**
 * Stores TIME_ZONE in the database. Where it changed, everything that is counted by day is to be computed again (recountDays).
 * The locks wait for writes that use the old zone, so that whatever is written after this uses the new one; it takes a moment.
 */
export async function setTimeZone(pool: Pool, timeZone: string): Promise<void> {
  const [clock] = await pool<{ time_zone: string }[]>`select time_zone from shop_clock`
  if (clock?.time_zone === timeZone) return
  await pool.begin(async (tx) => {
    const figures = await tx<{ name: string; source: string }[]>`
      select name, source from figures where periods <> '{ever}' order by name`
    const sources = new Set(figures.map(({ source }) => source))
    await tx`lock table ${tx([...sources])} in share row exclusive mode`
    const recounts = figures.map(({ name }) => name)
    await tx`update shop_clock set time_zone = ${timeZone}, recounts = ${recounts} where time_zone <> ${timeZone}`
  })
}

/** Whether something is counted that a changed time zone, or a changed declaration of a figure, has made wrong. */
export async function isRecounting(db: Db): Promise<boolean> {
  const [clock] = await db<
    { is_recounting: boolean }[]
  >`select recounts <> '{}' as is_recounting from shop_clock`
  return clock?.is_recounting ?? false
}

/**
 * Counts the figures again that shop_clock names, each in a transaction of its own, from one snapshot and without locks. Where
 * another process does it, or a fold came between, it is tried again at the next turn.
 */
export async function recountDays(pool: Pool): Promise<void> {
  for (;;) {
    const [next] = await pool<
      { name: string }[]
    >`select recounts[1] as name from shop_clock where recounts <> '{}'`
    if (!next) return
    const isDone = await pool.begin('isolation level repeatable read', async (tx) => {
      const [{ locked }] = await tx<[{ locked: boolean }]>`
        select pg_try_advisory_xact_lock(hashtextextended('recount days', 0)) as locked`
      if (!locked) return false
      await tx`set local statement_timeout = 0`
      await tx`select recount_figure(${next.name})`
      await tx`update shop_clock set recounts = array_remove(recounts, ${next.name})`
      return true
    })
    if (!isDone) return
  }
}

/**
 * A sentence where the clock is behind what the shop has written: it was wrong then, or it is now. Minutes are for machines
 * that differ.
 */
export async function findWrongClock(db: Db): Promise<string | undefined> {
  const [behind] = await db<{ now: string; at: string }[]>`
    select date_trunc('second', now()) as now, date_trunc('second', at) as at from (select at from audit_entries order by at desc limit 1) newest
    where at > now() + interval '10 minutes'`
  if (!behind) return undefined
  return `The clock says ${behind.now}, but the audit has an entry of ${behind.at}: set the clock, orders and payments get its time`
}
