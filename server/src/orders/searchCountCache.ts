import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../base/database/db.ts'
import { countSearch } from './searchCounts.queries.ts'

/**
 * Caches the counts of expensive searches after their response, one at a time; a search that comes meanwhile is cached
 * when it is repeated. A failure costs only time.
 */
export function createSearchCache(searchPool: Pool, log: FastifyBaseLogger) {
  let running: Promise<void> | undefined
  return (query: string): void => {
    running ??= countSearch(searchPool, query)
      .catch((error: unknown) => log.warn({ err: error }, 'hits of a search were not counted'))
      .finally(() => {
        running = undefined
      })
  }
}
