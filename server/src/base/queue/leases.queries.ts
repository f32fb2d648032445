import type { Db } from '../database/db.ts'

/** Seconds after the last sign of life of a holder, after which its work is given to another process. */
export const leaseSeconds = 10

const nextEnd = (db: Db) => db`clock_timestamp() + ${leaseSeconds}::int * interval '1 second'`

/** Takes at most so many of these keys that are free; returns which. */
export async function take(db: Db, holder: string, keys: string[], most: number): Promise<string[]> {
  // Inserted in one sequence, so that two processes never wait for each other.
  const taken = await db<{ key: string }[]>`
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
