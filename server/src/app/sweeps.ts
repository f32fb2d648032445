import type { FastifyBaseLogger } from 'fastify'
import { deletePassed } from '../base/database/auditTrail.ts'
import type { Pool } from '../base/database/db.ts'
import { sweepStorage } from '../base/files/sweepStorage.ts'
import type { Resources } from '../base/http/dependencies.ts'
import { sweepIdempotencyKeys } from '../base/http/idempotency.ts'
import type { FailureLog } from '../base/queue/failureLog.ts'
import { trustsClock } from '../base/queue/leases.queries.ts'
import { runWhenDue } from '../base/queue/leases.ts'
import { sweep as sweepMessages } from '../customer/messages/messages.queries.ts'
import { expire as expireApprovals } from '../money/approvals/approvals.queries.ts'
import * as orderFiles from '../orders/orderFiles.queries.ts'
import { sweepQuoteFiles } from '../orders/quoteFiles.queries.ts'
import { sweepSkippedCustomers } from '../people/customerImports/customerImports.queries.ts'
import { sweepMergeRows } from '../people/customerMerges/customerMerges.queries.ts'
import * as sessions from '../people/session/session.queries.ts'
import { sweepLimits } from '../people/session/signInLimits.queries.ts'
import * as images from '../rewards/images/images.queries.ts'
import { sweepSkips } from '../rewards/voucherImports/voucherImports.queries.ts'
import { emptyBin } from '../shop/bin/emptyBin.ts'
import { sweepBulkJobs } from '../shop/bulkJobs/bulkJobs.queries.ts'
import { sweep as sweepViewers } from '../shop/events/orderViewers.queries.ts'
import { sweep as sweepDeliveries } from '../shop/webhooks/deliveries.queries.ts'

const hour = 3_600_000
/** Reads the names of all files, and so is due once a day. */
const daily = 'stored files'

/** What the server removes by itself once an hour, by name. */
export const sweepsOf = (
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  log: FastifyBaseLogger,
  {
    accessDays,
    orderFilesMonths,
  }: { accessDays?: number | undefined; orderFilesMonths?: number | undefined },
): Record<string, () => Promise<unknown>> => ({
  'idempotency keys': () => sweepIdempotencyKeys(pool),
  sessions: () => sessions.sweep(pool),
  'sign-in limits': () => sweepLimits(pool),
  'skipped lines of imports': () => sweepSkips(pool),
  'skipped customers of imports': () => sweepSkippedCustomers(pool),
  'rows of old merges': () => sweepMergeRows(pool),
  uploads: () => orderFiles.sweepUploads(pool),
  'files of ended quotes': () => sweepQuoteFiles(pool),
  ...(orderFilesMonths !== undefined && {
    'files of old orders': () => orderFiles.removeOld(pool, orderFilesMonths),
  }),
  images: () => images.sweepUnused(pool),
  bin: () => emptyBin(pool),
  'bulk jobs': () => sweepBulkJobs(pool),
  'webhook deliveries': () => sweepDeliveries(pool),
  messages: () => sweepMessages(pool),
  viewers: () => sweepViewers(pool),
  approvals: () => expireApprovals(pool),
  ...(accessDays !== undefined && { 'audit of reading': () => deletePassed(pool, accessDays) }),
  [daily]: () => sweepStorage(pool, storage, log),
})

/**
 * Runs those that are due, one after another, unless the clock has jumped ahead. Each stands alone: one that fails is tried
 * again, and the others go on.
 */
export async function runSweeps(
  pool: Pool,
  sweeps: Record<string, () => Promise<unknown>>,
  failures: FailureLog,
): Promise<void> {
  if (!(await trustsClock(pool))) return
  for (const [name, work] of Object.entries(sweeps)) {
    const job = `sweep ${name}`
    try {
      await runWhenDue(pool, job, name === daily ? 24 * hour : hour, work)
      failures.worked(job)
    } catch (error) {
      failures.failed(job, error)
    }
  }
}
