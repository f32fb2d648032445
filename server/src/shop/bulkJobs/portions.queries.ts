import { type BulkKind } from '@our-print/contract/entityKinds.ts'
import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { BulkAction, BulkOrderChange, BulkOutcome } from '@our-print/contract/shop/bulkJobs.ts'
import type { Db } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import type { Change } from '../../orders/updateOrders.ts'

/** A job whose next portion is due. */
export type DueJob = {
  id: string
  kind: BulkKind
  action: BulkAction
  change: BulkOrderChange | null
  /** How many records have a result. */
  reached: number
  request_id: string
  /** Null if the person who created it is not active any more. */
  actor: (Actor & { abilities: Ability[] | null }) | null
  created_by_name: string
}

/** How a record is changed back: an order, or the tags of a customer. */
export type Undo = Change | { tags: string[] }

/** A record that has no result yet. */
export type WaitingRecord = {
  position: number
  record_id: string
  undo: Undo | null
  stamp: string | null
}

/** The result of a record. `stamp`: how the job left it, if it can be undone. */
export type RecordResult = {
  id: string
  outcome: BulkOutcome
  code?: string | null
  message?: string | null
  undo?: Undo | null
  stamp?: string | null
}

/** Whether there is a portion to run now, read without a lock. */
export async function isDue(db: Db): Promise<boolean> {
  const due = await db`
    select from bulk_jobs where status in ('queued', 'running') and next_run_at <= now() limit 1`
  return due.length > 0
}

/**
 * Locks the job whose turn it is until the end of the transaction. A process that dies releases the lock, and what it had
 * not committed is as if it had never been done.
 */
export async function lockDue(db: Db): Promise<DueJob | undefined> {
  const [job] = await db<DueJob[]>`
    select j.id, j.kind, j.action, j.change, j.changed + j.unchanged + j.refused as reached, j.request_id,
      case when s.is_active then json_build_object('id', s.id, 'email', s.email, 'full_name', s.full_name,
        'is_superuser', s.is_superuser, 'abilities', (select abilities from ability_sets a where a.id = s.ability_set))
        end as actor,
      s.full_name as created_by_name
    from bulk_jobs j join staff_users s on s.id = j.created_by
    where j.status in ('queued', 'running') and j.next_run_at <= now()
    order by j.next_run_at, j.id limit 1 for no key update of j`
  return job
}

/** The next records of a job. */
export const nextRecords = (db: Db, { id, reached }: DueJob, portion: number) => db<WaitingRecord[]>`
  select position, record_id, undo, stamp from bulk_job_records
  where job_id = ${id} and position > ${reached} and position <= ${reached + portion} order by position`

/** Stores the results of a portion, and ends the job if it was the last one. */
export async function saveResults(
  db: Db,
  { id }: Pick<DueJob, 'id'>,
  results: RecordResult[],
): Promise<void> {
  const column = <K extends keyof RecordResult>(name: K) => results.map((result) => result[name] ?? null)
  await db`
    with saved as (
      update bulk_job_records r
      set outcome = n.outcome, code = n.code, message = n.message, undo = coalesce(n.undo, r.undo),
        stamp = coalesce(n.stamp, r.stamp)
      from unnest(${column('id')}::uuid[], ${column('outcome')}::text[], ${column('code')}::text[],
        ${column('message')}::text[], ${results.map(({ undo }) => (undo ? JSON.stringify(undo) : null))}::text[]::jsonb[],
        ${column('stamp')}::text[]) n (record_id, outcome, code, message, undo, stamp)
      where r.job_id = ${id} and r.record_id = n.record_id
      returning r.outcome, n.stamp)
    update bulk_jobs j
    set changed = j.changed + n.changed, unchanged = j.unchanged + n.unchanged, refused = j.refused + n.refused,
      undoable = j.undoable + n.undoable, failures = 0, next_run_at = clock_timestamp(),
      started_at = coalesce(j.started_at, now())
    from (
      select count(*) filter (where outcome = 'changed') as changed, count(*) filter (where outcome = 'unchanged') as unchanged,
        count(*) filter (where outcome = 'refused') as refused, count(*) filter (where stamp is not null) as undoable
      from saved) n
    where j.id = ${id}`
  await db`
    update bulk_jobs set status = case when changed + unchanged + refused = total then 'done' else 'running' end,
      ended_at = case when changed + unchanged + refused = total then now() end
    where id = ${id} and (status = 'queued' or changed + unchanged + refused = total)`
}

/** Ends a job that cannot go on. */
export const fail = (db: Db, id: string, error: string) => db`
  update bulk_jobs set status = 'failed', error = ${error}, ended_at = now()
  where id = ${id} and status in ('queued', 'running')`

/** Puts off the next portion of a job after a failure, each time longer; returns how often it failed. */
export async function postpone(db: Db, id: string): Promise<number> {
  const [job] = await db<{ failures: number }[]>`
    update bulk_jobs set failures = failures + 1,
      next_run_at = clock_timestamp() + (failures + 1) * interval '2 seconds'
    where id = ${id} and status in ('queued', 'running') returning failures`
  return job?.failures ?? 0
}
