import { type BulkKind } from '@our-print/contract/entityKinds.ts'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import {
  type BulkAction,
  type BulkJob,
  type BulkJobRecord,
  type BulkJobStatus,
  type BulkOrderChange,
  type BulkOutcome,
  bulkJobDays,
  mostBulkJobs,
  mostBulkRecords,
} from '@our-print/contract/shop/bulkJobs.ts'
import type { Db, Fragment, Pool } from '../../base/database/db.ts'
import { countOf, defineList, orderBy, readRows, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { conflict, notFound, Problem, unprocessable } from '../../base/http/problem.ts'

type Filter = { kinds?: BulkKind[]; id?: string; status?: BulkJobStatus; query?: string; ordering?: Ordering }

/** `undone`: the status of the last undo of a job. */
const undone = (db: Db) => db`
  left join lateral (select u.status from bulk_jobs u where u.undoes = j.id order by u.id desc limit 1) undone on true`

const ended = (db: Db) => db`('done', 'cancelled', 'failed')`

/** A job that has ended and left something that can be undone, which was not undone in full. */
const canUndo = (db: Db) => db`
  j.status in ${ended(db)} and j.undoable > 0 and coalesce(undone.status in ('cancelled', 'failed'), true)`

const columns = (db: Db) => db`
  j.id, j.kind, j.action, j.change, case when a.id is not null then json_build_object('id', a.id, 'full_name', a.full_name) end
    as assigned_user_data,
  j.status, j.total, j.changed, j.unchanged, j.refused, ${canUndo(db)} as can_undo, j.undoes, j.error, j.created_by,
  s.full_name as created_by_name, j.created_at, j.started_at, j.ended_at`

const joined = (db: Db) => db`
  bulk_jobs j join staff_users s on s.id = j.created_by
  left join staff_users a on a.id = (j.change ->> 'assigned_user')::uuid ${undone(db)}`

const where = (db: Db, { kinds, id, status, query }: Filter) => db`where true
  ${kinds ? db`and j.kind = any(${kinds})` : db``}
  ${id ? db`and j.id = ${id}` : db``} ${status ? db`and j.status = ${status}` : db``}
  ${query ? db`and ${contains(db, db`search_text(s.full_name)`, query)}` : db``}`

export const { select, list } = defineList<Filter, BulkJob>((db, filter) => ({
  select: db`select ${columns(db)} from ${joined(db)}`,
  from: joined(db),
  where: where(db, filter),
  id: db`j.id`,
  sequence: sequenceOf(filter.ordering, {}, db`j.id`, '-id'),
}))

export async function get(db: Db, id: string): Promise<BulkJob> {
  const [job] = await db<BulkJob[]>`${select(db, { id })}`
  return job ?? missing()
}

const missing = (): never => {
  throw notFound('Bulk job')
}

type RecordFilter = { id: string; outcome?: BulkOutcome; query?: string; ordering?: Ordering }

const ofJob = (db: Db, { id, outcome, query }: RecordFilter) => db`where r.job_id = ${id}
  ${outcome ? db`and r.outcome = ${outcome}` : db``}
  ${query ? db`and ${contains(db, db`search_text(r.name || E'\n' || coalesce(r.message, ''))`, query)}` : db``}`

/** The whole report. */
export const selectRecords = (db: Db, filter: RecordFilter) => db`
  select r.position, r.record_id, r.name, r.outcome, r.code, r.message
  from bulk_job_records r ${ofJob(db, filter)}
  ${orderBy(db, sequenceOf(filter.ordering, {}, db`r.position`, 'id'))}`

export const listRecords = (db: Db, filter: RecordFilter & Slice): Promise<Rows<BulkJobRecord>> =>
  readRows(
    db,
    db`${selectRecords(db, filter)} limit ${filter.limit} offset ${filter.offset}`,
    countOf(db, db`bulk_job_records r ${ofJob(db, filter)}`),
  )

export type NewJob = {
  kind: BulkKind
  action: BulkAction
  change: BulkOrderChange | null
  filter: object
  /** The number that the person confirmed. */
  count: number
  created_by: string
  request_id: string
  undoes?: string
}

/** Creates a job with the records that `matching` selects by `id` and `name`, if they are as many as were confirmed. */
export async function create(db: Db, { count, ...job }: NewJob, matching: Fragment): Promise<BulkJob> {
  const most = mostBulkRecords.toLocaleString('en')
  const tooMany = () => unprocessable('count', `At most ${most} records at once. Filter the list.`)
  if (count > mostBulkRecords) throw tooMany()
  const id = await insertJob(db, { ...job, count })
  // The best plan depends on the values of the filter, as for a search.
  await db`set local plan_cache_mode = force_custom_plan`
  const { count: found } = await db`
    insert into bulk_job_records (job_id, position, record_id, name)
    select ${id}, row_number() over (), m.id, m.name from (${matching} limit ${mostBulkRecords + 1}) m`
  if (found > mostBulkRecords) throw tooMany()
  if (found !== count) throw countChanged(count, found)
  return get(db, id)
}

function countChanged(shown: number, found: number) {
  const [before, now] = [shown, found].map((number) => number.toLocaleString('en'))
  const message = `The list has changed: ${now} match now, not ${before}. Nothing was done.`
  return new Problem(409, 'count_changed', message, { current: { count: found } })
}

/** Keeps what is being done at once, as a job that does not wait for its turn, and returns its id. */
export async function createRun(db: Db, job: NewJob, matching: Fragment): Promise<string> {
  const id = await insertRow(db, job, { status: 'running' })
  await db`
    insert into bulk_job_records (job_id, position, record_id, name)
    select ${id}, row_number() over (), m.id, m.name from (${matching}) m`
  return id
}

async function insertJob(db: Db, job: NewJob): Promise<string> {
  // One at a time, so that the number of jobs stays exact.
  await db`select pg_advisory_xact_lock(hashtextextended('create bulk job', 0))`
  const unfinished = await db`select from bulk_jobs where status in ('queued', 'running')`
  if (unfinished.length >= mostBulkJobs)
    throw conflict(
      `${mostBulkJobs} bulk jobs are not finished yet. Wait until one has ended, or cancel one.`,
      'too_many_jobs',
    )
  return insertRow(db, job)
}

async function insertRow(db: Db, { count, change, filter, ...job }: NewJob, more = {}): Promise<string> {
  const row = {
    ...job,
    ...more,
    total: count,
    filter: db.json(filter as never),
    change: change && db.json(change),
  }
  const [{ id }] = await db<[{ id: string }]>`insert into bulk_jobs ${db(row)} returning id`
  return id
}

/** Ends a job between two portions. */
export async function cancel(db: Db, id: string): Promise<BulkJob> {
  const { count } = await db`
    update bulk_jobs set status = 'cancelled', ended_at = now() where id = ${id} and status in ('queued', 'running')`
  const job = await get(db, id)
  if (count === 0) throw conflict('This bulk job has ended already.', 'ended')
  return job
}

/** Ends all jobs that have not ended; returns how many. */
export async function cancelAll(db: Db): Promise<number> {
  const { count } = await db`
    update bulk_jobs set status = 'cancelled', ended_at = now() where status in ('queued', 'running')`
  return count
}

/** Creates the job that undoes another: over the records that it changed and that no undo has reached. */
export async function undo(
  db: Db,
  id: string,
  { id: created_by }: { id: string },
  request_id: string,
): Promise<BulkJob> {
  // Locked, so that only one of two undos is created.
  const [locked] = await db<
    { kind: BulkKind }[]
  >`select kind from bulk_jobs where id = ${id} for no key update`
  if (!locked) missing()
  const { can_undo, undoes, status } = await get(db, id)
  if (!can_undo) throw conflict(undoRefusal(undoes, status), 'not_undoable')
  const [{ source, count }] = await db<[{ source: string; count: number }]>`
    with source as (
      select coalesce((select u.id from bulk_jobs u where u.undoes = ${id} order by u.id desc limit 1), ${id}) as id)
    select (select id from source) as source, count(*)::int as count from bulk_job_records r
    where r.job_id = (select id from source) and ${isUndoable(db, id)}`
  const job = { kind: locked?.kind ?? 'order', action: 'undo', change: null, filter: {}, undoes: id } as const
  const undo = await insertJob(db, { ...job, count, created_by, request_id })
  await db`
    insert into bulk_job_records (job_id, position, record_id, name, undo, stamp)
    select ${undo}, row_number() over (order by r.position), r.record_id, r.name, r.undo, r.stamp
    from bulk_job_records r where r.job_id = ${source} and ${isUndoable(db, id)}`
  return get(db, undo)
}

/** Of the job itself: what it changed and can be changed back. Of a cancelled undo: what it did not reach. */
const isUndoable = (db: Db, original: string) => db`
  r.stamp is not null and case when r.job_id = ${original} then r.outcome = 'changed' else r.outcome is null end`

function undoRefusal(undoes: string | null, status: BulkJobStatus): string {
  if (undoes) return 'This bulk job is an undo itself.'
  if (status === 'queued' || status === 'running')
    return 'This bulk job has not ended. Cancel it first, or wait for its end.'
  return 'There is nothing left to undo.'
}

/** Deletes jobs that ended long ago with their records; the records in pieces. */
export async function sweepBulkJobs(pool: Pool, piece = 5_000): Promise<void> {
  const isOld = () => pool`ended_at < now() - ${bulkJobDays}::int * interval '1 day'`
  for (;;) {
    const { count } = await pool`
      delete from bulk_job_records where (job_id, position) in (
        select r.job_id, r.position from bulk_job_records r
        where r.job_id = any(array(select id from bulk_jobs where ${isOld()})) limit ${piece})`
    if (count === 0) break
  }
  await pool`delete from bulk_jobs where ${isOld()}`
}
