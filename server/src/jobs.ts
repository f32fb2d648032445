import type { FastifyBaseLogger } from 'fastify'
import type { Ground } from './app.ts'
import * as images from './images/images.queries.ts'
import { forgetOldAnswers } from './lib/idempotency.ts'
import { foldCounts } from './orders/orderCounts.queries.ts'
import * as orderFiles from './orders/orderFiles.queries.ts'
import { foldSearchChanges, keepNextLetter, sweepSearches } from './orders/searchCounts.queries.ts'
import { foldCounts as foldScans } from './qrCodes/scans.queries.ts'
import * as sessions from './session/session.queries.ts'
import { sweepSkips } from './vouchers/upload.queries.ts'
import { foldCounts as foldVouchers } from './vouchers/voucherGroups.queries.ts'

/** What the server does on its own: each job waits for itself, and one that fails is tried again next time. */
export function startJobs(
  { pool, searchPool, storage }: Ground,
  log: FastifyBaseLogger,
): { stop(): Promise<void> } {
  const jobs = [
    every(1_000, 'fold order counts', () => foldCounts(pool)),
    every(1_000, 'fold scan counts', () => foldScans(pool)),
    every(1_000, 'fold voucher counts', () => foldVouchers(pool)),
    every(1_000, 'fold search changes', () => foldSearchChanges(pool)),
    every(5_000, 'keep letters', () => keepNextLetter(searchPool)),
    every(3_600_000, 'sweep', async () => {
      await forgetOldAnswers(pool)
      await sessions.sweep(pool)
      await sweepSkips(pool)
      await sweepSearches(pool)
      await storage.remove(await orderFiles.removeAbandoned(pool))
      await storage.remove(await images.removeUnshown(pool))
    }),
  ]
  return { stop: async () => void (await Promise.all(jobs.map((stop) => stop()))) }

  function every(ms: number, name: string, work: () => Promise<unknown>): () => Promise<void> {
    let running = Promise.resolve()
    let timer = setTimeout(run, ms).unref()
    function run() {
      running = work().then(
        () => {},
        (error: unknown) => log.error({ err: error, job: name }, 'job failed'),
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
