import type { Db } from '../database/db.ts'

/** Seconds after the last sign of life of a holder, after which its work is given to another process. */
export const leaseSeconds = 10

/** Statements that overlap read the clock one after the other. */
const slackMs = 5_000

const nextEnd = (db: Db) => db`clock_timestamp() + ${leaseSeconds}::int * interval '1 second'`

/**
 * Takes at most so many of these keys that are free; returns which. What is taken for longer than any holder asks, or was
 * to rest for longer than `restMs`, is from a clock that was ahead and has been set back: it is free after a holder's time,
 * so that one that lives keeps it.
 */
export async function take(
  db: Db,
  holder: string,
  keys: string[],
  most: number,
  restMs = 0,
): Promise<string[]> {
  const longestMs = Math.max(leaseSeconds * 1000, restMs) + slackMs
  // Inserted in one sequence, so that two processes never wait for each other.
  const taken = await db<{ key: string }[]>`
    with ahead as (
      update leases set free_at = ${nextEnd(db)} where key in (
        select key from leases
        where key = any(${keys}::text[]) and free_at > now() + ${longestMs}::float8 * interval '1 millisecond'
        for update skip locked))
    insert into leases as l (key, holder, free_at)
    select k.key, ${holder}, ${nextEnd(db)} from unnest(${keys}::text[]) k (key)
    where not exists (select from leases held where held.key = k.key and held.free_at > now())
    order by k.key limit ${most}
    on conflict (key) do update set holder = excluded.holder, free_at = excluded.free_at where l.free_at <= now()
    returning key`
  return taken.map(({ key }) => key)
}

/** A sign of life; false if it is not the holder's any more. */
export async function extend(db: Db, holder: string, key: string): Promise<boolean> {
  const held = await db`
    update leases set free_at = ${nextEnd(db)} where key = ${key} and holder = ${holder} returning 1`
  return held.length > 0
}

/** Lets everybody take the key when so many milliseconds have passed. */
export const giveBack = (db: Db, holder: string, key: string, restMs: number) => db`
  update leases set holder = null, free_at = clock_timestamp() + ${restMs}::int * interval '1 millisecond'
  where key = ${key} and holder = ${holder}`

/** Makes due what a clock that was ahead has put off, and was set back since. */
export const forgetFarPauses = (db: Db) => db`select forget_far_pauses()`

/** Days between two looks at the clock from which on it is not believed, and how long it is given to be set right. */
const [jumpDays, waitDays] = [2, 1]

/**
 * Whether what is old by the clock may be removed. Where nobody has looked for days the shop was off, or the clock is ahead:
 * then it waits for a day, because what is gone does not come back once the clock is set right.
 */
export async function trustsClock(db: Db): Promise<boolean> {
  const [{ trusted }] = await db<[{ trusted: boolean }]>`
    with seen as (
      select coalesce((select free_at < now() - make_interval(days => ${jumpDays}) from leases where key = 'clock seen'), false) as jumped
    ), looked as (
      insert into leases (key, free_at) values ('clock seen', now())
      on conflict (key) do update set free_at = excluded.free_at
    ), waits as (
      insert into leases (key, free_at) select 'clock jumped', now() + make_interval(days => ${waitDays}) from seen where jumped
      on conflict (key) do update set free_at = excluded.free_at)
    -- A wait that is longer than any began while the clock was ahead, and it was set back.
    select not jumped and not exists (select from leases
      where key = 'clock jumped' and free_at > now() and free_at <= now() + make_interval(days => ${waitDays})) as trusted
    from seen`
  return trusted
}
