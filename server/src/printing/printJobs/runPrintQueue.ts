import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { FileMissing } from '../../base/files/storedFile.ts'
import type { Resources } from '../../base/http/dependencies.ts'
import { Problem } from '../../base/http/problem.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import type { IppClient } from '../ipp/ippClient.ts'
import { IppError } from '../ipp/ippError.ts'
import { openPrinter } from '../printers/openPrinter.ts'
import { followJob } from './followJob.ts'
import { postponedText } from './jobSentences.ts'
import * as queue from './printerQueue.queries.ts'

/** Printers that one process looks after at once. */
const mostPrinters = 50

type Options = {
  dependencies: Resources
  log: FastifyBaseLogger
  /** Seconds between two looks at a job. */
  pollSeconds: number
}

/**
 * Prints what is in the queue. One runner at a time works for each printer, in any process, so printers do not wait for one
 * another; where a process died, another one asks the printer what became of its job.
 */
export function createPrintQueue({ dependencies, log, pollSeconds }: Options) {
  const { pool, place } = dependencies

  /** Looks after one printer until nothing is due. */
  async function run(printerId: string, lease: Lease): Promise<void> {
    const runner = randomUUID()
    const printer = await queue.nameOf(pool, printerId)
    let client: IppClient | undefined
    if (!lease.isHeld()) return
    await queue.takeOver(pool, printerId, runner)
    try {
      while (lease.isHeld()) {
        const active = await queue.findActive(pool, printerId, runner)
        if (active === 'waits') return
        const job = active ?? (await queue.claim(pool, printerId, runner))
        if (!job) return
        try {
          client ??= await openPrinter(dependencies, printerId)
          await followJob({ dependencies, client, lease, printer }, job)
        } catch (error) {
          if (lease.signal.aborted) return
          await handleFailure(job, error)
          // Its address or password may be another one by now.
          client?.close()
          client = undefined
        }
        await pause(pollSeconds * 1000, undefined, { signal: lease.signal }).catch(() => {})
      }
    } finally {
      client?.close()
    }
  }

  async function handleFailure(job: queue.ActiveJob, error: unknown): Promise<void> {
    const { impressions_done, sheets_done } = job
    const fail = (message: string, reason: string) =>
      queue.finish(pool, job, { state: 'failed', reasons: [reason], message, impressions_done, sheets_done })
    const postpone = (reason: string, message: string) =>
      queue.postpone(pool, job, reason, postponedText(job, message))
    if (error instanceof IppError) {
      if (error.kind === 'refused' && job.state === 'sending')
        await fail(error.message, error.status ?? 'refused')
      else await postpone(error.kind, error.message)
    } else if (error instanceof FileMissing) {
      await fail('The file is not stored any more.', 'document-unavailable')
    } else if (error instanceof Problem && error.status !== 503) {
      await fail(error.message, error.code)
    } else {
      log.error({ err: error, job: job.id }, 'a print job failed')
      await postpone(queue.ourFault, 'It could not be printed.')
    }
  }

  return createRunners(pool, log, {
    name: 'print',
    most: mostPrinters,
    findDue: async () => ((await place.isKnown()) ? queue.findDuePrinters(pool) : []),
    run,
  })
}
