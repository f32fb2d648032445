import type { Output } from '@our-print/contract/endpoint.ts'
import type { createPrintJobs, PrintJob } from '@our-print/contract/printing/printJobs.ts'
import type { Transaction } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import { cancelWaiting } from '../../printing/printJobs/changeJobs.queries.ts'
import { type Choice, createJobs, type Documents } from '../../printing/printJobs/createJobs.ts'
import { selectNamesOf } from '../../printing/printJobs/printJobs.queries.ts'
import * as jobs from './bulkJobs.queries.ts'
import * as portions from './portions.queries.ts'

/** What waits for its printer can still be cancelled. */
const waits = ({ state }: PrintJob) => state === 'queued' || state === 'held'

/**
 * Prints orders, and keeps what was made as a bulk job that is done: so it is reported, and undone, as every other act on
 * many records. Its records are the print jobs, and the orders of which none was made.
 */
export async function printSelected(
  tx: Transaction,
  actor: Actor,
  choice: Choice,
  documents: Documents,
  request_id: string,
): Promise<Output<typeof createPrintJobs>> {
  const results = await createJobs(tx, choice, documents, actor.id)
  const made = results.flatMap((result) => result.jobs)
  if (!made.some(waits)) return { results, bulk_job: null }
  const refused = results.filter(({ ok, number }) => !ok && number !== null)
  const records: portions.RecordResult[] = [
    ...made.map((job) => ({
      id: job.id,
      outcome: 'changed' as const,
      ...(waits(job) && { stamp: job.state }),
    })),
    ...refused.map(({ order, code, message }) => ({ id: order, outcome: 'refused' as const, code, message })),
  ]
  const id = await jobs.createRun(
    tx,
    {
      kind: 'print_job',
      action: 'print',
      change: null,
      filter: {},
      count: records.length,
      created_by: actor.id,
      request_id,
    },
    selectNamesOf(tx, { jobs: made.map((job) => job.id), orders: refused.map(({ order }) => order) }),
  )
  await portions.saveResults(tx, { id }, records)
  return { results, bulk_job: id }
}

/** Cancels the jobs that have not begun. */
export async function undoPrinting(
  tx: Transaction,
  records: portions.WaitingRecord[],
): Promise<portions.RecordResult[]> {
  const ids = records.map(({ record_id }) => record_id)
  const cancelled = await cancelWaiting(tx, ids)
  return ids.map((id) => (cancelled.has(id) ? { id, outcome: 'changed' } : { id, ...hasBegun }))
}

const hasBegun = {
  outcome: 'refused',
  code: 'changed_since',
  message: 'This job has begun, or has ended already, so it was left as it is.',
} as const
