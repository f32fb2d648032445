import type { Pool } from './db.ts'

/**
 * Runs a job if it is due and no other process is running it; returns whether it ran. The lock ends with its
 * connection, and only completed runs are recorded, so a job whose process dies is run again by the next process.
 */
export const runWhenDue = (
  pool: Pool,
  job: string,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<boolean> =>
  pool.begin(async (tx) => {
    const [{ acquired }] = await tx<[{ acquired: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`job ${job}`}, 0)) as acquired`
    if (!acquired) return false
    const [recent] = await tx`
      select 1 from job_runs where job = ${job} and ended_at > now() - ${everyMs}::int * interval '1 millisecond'`
    if (recent) return false
    await work()
    await tx`
      insert into job_runs (job, ended_at) values (${job}, clock_timestamp())
      on conflict (job) do update set ended_at = excluded.ended_at`
    return true
  }) as Promise<boolean>
