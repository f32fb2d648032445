import { setTimeout as sleep } from 'node:timers/promises'
import { bulkChangeOf, mayCall } from '@our-print/contract/people/mayCall.ts'
import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable, type Pool, type Transaction } from '../../base/database/db.ts'
import { type Actor, prepareTransaction } from '../../base/http/route.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import { changeMatchingOrders, undoOrderChanges } from './changeMatchingOrders.ts'
import { deleteMatching, restoreMatching } from './deleteMatchingRecords.ts'
import * as portions from './portions.queries.ts'
import { undoPrinting } from './printSelected.ts'
import { undoTags } from './tagSelected.ts'

/** Records of one transaction: few enough that others do not wait for the locks of their records. */
export const portionSize = 100
/** After so many failures of one portion in a row its job fails. */
const mostFailures = 5

/** Runs bulk jobs, one portion at a time in the whole shop, whichever process does it. */
export const createBulkRunner = (pool: Pool, log: FastifyBaseLogger) =>
  createRunners(pool, log, {
    name: 'bulk jobs',
    most: 1,
    findDue: async () => ((await portions.isDue(pool)) ? ['all'] : []),
    run: (_, lease) => runBulkJobs(pool, log, lease),
  })

/**
 * Runs bulk jobs in turns until none is due. Between two portions it pauses as long as the last one took, so that requests
 * have at least half of the time.
 */
export async function runBulkJobs(pool: Pool, log: FastifyBaseLogger, lease: Lease): Promise<void> {
  while (lease.isHeld()) {
    const since = performance.now()
    if (!(await runPortion(pool, log))) return
    await sleep(performance.now() - since, undefined, { signal: lease.signal }).catch(() => {})
  }
}

/** Runs the next portion that is due; returns whether there was one. Its changes and their results are committed together. */
export async function runPortion(pool: Pool, log: FastifyBaseLogger): Promise<boolean> {
  if (!(await portions.isDue(pool))) return false
  let id: string | undefined
  try {
    await pool.begin(async (tx) => {
      const job = await portions.lockDue(tx)
      id = job?.id
      if (job) await runNext(tx, job)
    })
    return id !== undefined
  } catch (error) {
    // Without the database nothing can be noted; the next run tries again.
    if (id === undefined || isDatabaseUnavailable(error)) throw error
    log.error({ err: error, bulk_job: id }, 'portion of a bulk job failed')
    const failures = await portions.postpone(pool, id)
    if (failures >= mostFailures)
      await portions.fail(pool, id, 'Something went wrong on our side. The rest was not changed.')
    return true
  }
}

async function runNext(tx: Transaction, job: portions.DueJob): Promise<void> {
  const { created_by_name } = job
  const actor = job.actor && { ...job.actor, abilities: job.actor.abilities ?? [] }
  if (!actor || !mayCall(actor, bulkChangeOf[job.kind])) {
    await portions.fail(tx, job.id, `${created_by_name} may no longer do this. The rest was not changed.`)
    return
  }
  await prepareTransaction(tx, actor, job.request_id, { waitsForLocks: true })
  const records = await portions.nextRecords(tx, job, portionSize)
  await portions.saveResults(tx, job, await resultsOf(tx, actor, job, records))
}

function resultsOf(
  tx: Transaction,
  actor: Actor,
  { kind, action, change }: portions.DueJob,
  records: portions.WaitingRecord[],
): Promise<portions.RecordResult[]> {
  if (kind === 'print_job') return undoPrinting(tx, records)
  if (kind === 'customer') return undoTags(tx, records)
  if (kind === 'order') {
    return action === 'undo'
      ? undoOrderChanges(tx, actor, records)
      : changeMatchingOrders(tx, actor, change ?? {}, records)
  }
  return action === 'undo' ? restoreMatching(tx, actor, records) : deleteMatching(tx, kind, records)
}
