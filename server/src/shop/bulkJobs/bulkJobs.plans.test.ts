import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { beforeAll, expect, inject, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { type Read, readsOf } from '../../../test/plans.ts'
import { createLogger } from '../../app/start/logger.ts'
import { portionSize, runPortion } from './runBulkJobs.ts'

const api = useApi({}, { template: inject('largeUrl') })
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
let waiting = 0

beforeAll(async () => {
  // Many ended jobs, so that their records must not be read.
  await api.db`
    with job as (
      insert into bulk_jobs (kind, action, filter, status, total, changed, created_by, request_id, ended_at)
      select 'order', 'update', '{}', 'done', 20, 20, ${api.people.admin.id}, 'x', now() from generate_series(1, 3000)
      returning id)
    insert into bulk_job_records (job_id, position, record_id, name, outcome)
    select job.id, n, uuid_v7(), n::text, 'changed' from job, generate_series(1, 20) n`
  await api.db`vacuum (analyze) bulk_jobs, bulk_job_records`
  waiting = (await admin.get('/api/all-orders/?status=confirmed')).json().count
})

const rowsRead = (reads: Read[], table: string) =>
  reads.filter((read) => read.table === table).reduce((sum, { rows }) => sum + rows, 0)

test('a job reads what matches, and a portion what it changes', async () => {
  let job = {} as BulkJob
  const creation = await readsOf(api.db, async () => {
    const body = { count: waiting, assigned_user: api.people.staff.id }
    job = (await admin.post('/api/all-orders/bulk-jobs/?status=confirmed', body)).json()
  })
  expect(job.total).toBe(waiting)
  // Found by index, and joined with their numbers.
  expect(rowsRead(creation, 'orders')).toBeLessThanOrEqual(2 * waiting)
  expect(rowsRead(creation, 'bulk_job_records')).toBeLessThanOrEqual(2 * waiting)

  for (const kind of ['change', 'undo'] as const) {
    if (kind === 'undo') {
      await admin.post(`/api/bulk-jobs/${job.id}/cancel/`)
      await admin.post(`/api/bulk-jobs/${job.id}/undo/`)
    }
    const portion = await readsOf(api.db, async () => expect(await runPortion(api.db, silent)).toBe(true))
    // The records of the portion are read once, and looked up once for their results.
    expect(rowsRead(portion, 'bulk_job_records')).toBeLessThanOrEqual(3 * portionSize)
    // Locked and read before, moved (with a look at each), and looked at after: each of these locks first, and then reads.
    expect(rowsRead(portion, 'orders')).toBeLessThanOrEqual(9 * portionSize)
    expect(rowsRead(portion, 'bulk_jobs')).toBeLessThanOrEqual(20)
  }
})

test('looking for a job that is due reads no ended one', async () => {
  const reads = await readsOf(api.db, () => runPortion(api.db, silent))
  expect(rowsRead(reads, 'bulk_jobs')).toBeLessThanOrEqual(3)
})
