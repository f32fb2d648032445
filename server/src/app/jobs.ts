import type { FastifyBaseLogger } from 'fastify'
import { foldDeltas } from '../base/database/foldDeltas.ts'
import { recountDays } from '../base/database/timeZone.ts'
import { runFileRemovals } from '../base/files/fileRemovals.ts'
import type { ProcessFolder } from '../base/files/processFolder.ts'
import type { Resources } from '../base/http/dependencies.ts'
import { createFailureLog } from '../base/queue/failureLog.ts'
import { forgetFarPauses } from '../base/queue/leases.queries.ts'
import { runWhenDue } from '../base/queue/leases.ts'
import { giveUpOld } from '../customer/messages/messages.queries.ts'
import { createMessageSender } from '../customer/messages/runMessages.ts'
import { tellOfEndingPlans } from '../customer/messages/tellFacts.queries.ts'
import { linkFor } from '../customer/orderPage/orderLinks.queries.ts'
import { sweep as sweepConfirmations } from '../customer/orderRequests/confirmations.queries.ts'
import { codeFor } from '../customer/orderRequests/requestCodes.ts'
import { drawIssued } from '../money/invoices/invoiceFiles.ts'
import { issueMonths, issueQueued } from '../money/invoices/issueDue.ts'
import { createAutoPrinter } from '../printing/autoPrint/runAutoPrints.ts'
import { pollPrinters } from '../printing/printers/pollPrinters.ts'
import { createPrintQueue } from '../printing/printJobs/runPrintQueue.ts'
import { readCounters } from '../printing/production/printerReadings.queries.ts'
import { createSealWarning, keepSeals, type SealTargets, sealAudit } from '../shop/audit/sealAudit.ts'
import { createBulkRunner } from '../shop/bulkJobs/runBulkJobs.ts'
import { publish as publishEvents, sweep as sweepEvents } from '../shop/events/events.queries.ts'
import { createPushDeliverer } from '../shop/push/deliverPush.ts'
import { createWebhookDeliverer } from '../shop/webhooks/deliverWebhooks.ts'
import { runSweeps, sweepsOf } from './sweeps.ts'

/**
 * Starts the background jobs. A job never overlaps with itself, and a failed one runs again after its interval. Several
 * processes on one database do not run the same fold or sweep at the same time: folds lock in the database, the others have
 * leases.
 */
export function startJobs(
  resources: Resources,
  log: FastifyBaseLogger,
  {
    incoming,
    audit,
    webhookRetrySeconds = 5,
    messageRetrySeconds = 30,
    printPollSeconds = 1,
    orderFilesMonths,
  }: {
    incoming?: ProcessFolder
    audit?: { seals: SealTargets; accessDays: number }
    webhookRetrySeconds?: number
    messageRetrySeconds?: number
    printPollSeconds?: number
    orderFilesMonths?: number | undefined
  } = {},
): { stop(): Promise<void> } {
  const { pool, searchPool, storage, sender, sealer, place, links } = resources
  const failures = createFailureLog(log)
  const sweeps = sweepsOf(resources, log, { accessDays: audit?.accessDays, orderFilesMonths })
  const stopping = new AbortController()
  const webhooks = createWebhookDeliverer({
    pool,
    searchPool,
    sender,
    sealer,
    place,
    log,
    firstPauseSeconds: webhookRetrySeconds,
  })
  const messages = createMessageSender({
    resources,
    log,
    firstPauseSeconds: messageRetrySeconds,
    linkFor: (db, order) => linkFor(db, resources, order),
    codeFor: (db, confirmation) => codeFor(db, sealer, confirmation),
  })
  const push = createPushDeliverer({ pool, sender, sealer, place, links, log })
  const printQueue = createPrintQueue({ dependencies: resources, log, pollSeconds: printPollSeconds })
  const bulkJobs = createBulkRunner(pool, log)
  const autoPrinter = createAutoPrinter(resources, log)
  const warnOfLateSeals = createSealWarning(pool, log)
  const jobs = [
    every(1_000, 'run bulk jobs', () => bulkJobs.start()),
    every(1_000, 'fold figures', () => foldDeltas(pool)),
    every(1_000, 'recount days', () => recountDays(pool)),
    every(60_000, 'read printer counters', () => readCounters(pool)),
    // While nobody reads events: see createEventHub.
    every(1_000, 'publish events', () => publishEvents(pool)),
    every(20_000, 'forget far pauses', () => forgetFarPauses(pool)),
    every(60_000, 'drop old events', () => sweepEvents(pool)),
    every(500, 'deliver webhooks', webhooks.start),
    every(500, 'send messages', messages.start),
    every(60_000, 'give up messages', () => giveUpOld(pool)),
    every(60_000, 'sweep unconfirmed requests', () => sweepConfirmations(pool)),
    every(60_000, 'tell of ending plans', () =>
      runWhenDue(pool, 'tell of ending plans', 3_600_000, () => tellOfEndingPlans(pool)),
    ),
    every(1_000, 'tell devices', push.start),
    every(500, 'print', () => printQueue.start()),
    every(1_000, 'auto-print', () => autoPrinter.start()),
    every(3_000, 'seal the audit', async () => {
      await sealAudit(pool, stopping.signal)
      await warnOfLateSeals()
      if (audit) await keepSeals(pool, place, audit.seals)
    }),
    every(1_000, 'remove stored files', () => runFileRemovals(pool, storage, log)),
    every(15_000, 'remove unfinished files', async () => {
      await incoming?.removeAbandoned()
      await storage.removeUnfinished()
    }),
    every(1_000, 'issue invoices', () => issueQueued(pool)),
    every(1_000, 'draw invoices', () => drawIssued(resources, log)),
    every(60_000, 'issue invoices of a month', () => issueMonths(pool)),
    // Checked more often, so that another process takes over soon if one dies.
    every(10_000, 'ask printers', () =>
      runWhenDue(pool, 'ask printers', 30_000, () => pollPrinters(resources, stopping.signal)),
    ),
    // Checked more often than they are due, so that another process takes over soon if one dies.
    every(60_000, 'sweep', () => runSweeps(pool, sweeps, failures)),
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all([
        webhooks.stop(),
        messages.stop(),
        push.stop(),
        printQueue.stop(),
        autoPrinter.stop(),
        bulkJobs.stop(),
      ])
      await Promise.all(jobs.map((stop) => stop()))
    },
  }

  function every(ms: number, name: string, work: () => Promise<unknown>): () => Promise<void> {
    let running = Promise.resolve()
    let timer = setTimeout(run, ms).unref()
    function run() {
      running = work().then(
        () => failures.worked(name),
        (error: unknown) => failures.failed(name, error),
      )
      void running.then(() => {
        timer = setTimeout(run, ms).unref()
      })
    }
    return () => {
      clearTimeout(timer)
      return running.then(() => clearTimeout(timer))
    }
  }
}
