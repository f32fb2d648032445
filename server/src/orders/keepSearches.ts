import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../database/db.ts'
import { keep } from './searchCounts.queries.ts'

/**
 * Counts the hits of dear searches after they were answered, one at a time: what comes meanwhile asks again when it is
 * looked for again. A failure costs nobody anything but time.
 */
export function createSearchKeeper(searchPool: Pool, log: FastifyBaseLogger) {
  let running: Promise<void> | undefined
  return (query: string): void => {
    running ??= keep(searchPool, query)
      .catch((error: unknown) => log.warn({ err: error }, 'hits of a search not kept'))
      .finally(() => {
        running = undefined
      })
  }
}
