import type { Pool } from './db.ts'

/**
 * Does a job that is due, unless another process is at it; whether it was done here. The lock lies on a connection of
 * its own, so a process that dies loses it, and as only a job's end is written down, the next process does it anew.
 */
export const runWhenDue = (
  pool: Pool,
  job: string,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<boolean> =>
  pool.begin(async (tx) => {
    const [{ mine }] = await tx<[{ mine: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`job ${job}`}, 0)) as mine`
    if (!mine) return false
    const [recent] = await tx`
      select 1 from job_runs where job = ${job} and ended_at > now() - ${everyMs}::int * interval '1 millisecond'`
    if (recent) return false
    await work()
    await tx`
      insert into job_runs (job, ended_at) values (${job}, clock_timestamp())
      on conflict (job) do update set ended_at = excluded.ended_at`
    return true
  }) as Promise<boolean>
