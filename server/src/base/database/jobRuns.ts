import type { Pool } from './db.ts'

/**
 * Runs a job that is due, unless another process is running it; returns whether it ran here. The advisory lock belongs to
 * a transaction, so a process that dies releases it. Only the end of a job is recorded, so the next process runs it again.
 */
export const runWhenDue = (
  pool: Pool,
  job: string,
  everyMs: number,
  work: () => Promise<unknown>,
): Promise<boolean> =>
  pool.begin(async (tx) => {
    const [{ isLocked }] = await tx<[{ isLocked: boolean }]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`job ${job}`}, 0)) as "isLocked"`
    if (!isLocked) return false
    const [recent] = await tx`
      select 1 from job_runs where job = ${job} and ended_at > now() - ${everyMs}::int * interval '1 millisecond'`
    if (recent) return false
    await work()
    await tx`
      insert into job_runs (job, ended_at) values (${job}, clock_timestamp())
      on conflict (job) do update set ended_at = excluded.ended_at`
    return true
  }) as Promise<boolean>
