import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseUnavailable } from '../database/db.ts'

type Log = Pick<FastifyBaseLogger, 'error' | 'info'>
type Outage = { names: Set<string>; failures: number; loggedAt: number }

const hour = 3_600_000

/**
 * Logs failures of work that is tried again and again: the first one in full, then their number once an hour, and when it
 * works again. While the database is away, which fails all of it, there is one such line for all.
 */
export function createFailureLog(log: Log, now: () => number = Date.now) {
  const outages = new Map<string, Outage>()
  const database = 'the database'

  return {
    failed(name: string, error: unknown): void {
      const isAway = isDatabaseUnavailable(error)
      const key = isAway ? database : name
      const outage = outages.get(key)
      if (!outage) {
        log.error({ err: error, job: name }, isAway ? 'jobs wait for the database' : 'job failed')
        outages.set(key, { names: new Set([name]), failures: 1, loggedAt: now() })
        return
      }
      outage.names.add(name)
      outage.failures++
      if (now() - outage.loggedAt < hour) return
      log.error({ err: error, job: name }, `still so, after ${outage.failures} failures`)
      outage.loggedAt = now()
    },

    worked(name: string): void {
      for (const key of [name, database]) {
        const outage = outages.get(key)
        // Some jobs need no database: their success says nothing of it.
        if (!outage?.names.has(name)) continue
        outages.delete(key)
        log.info(
          `${key === database ? 'Jobs run again' : `The job '${name}' works again`}, after ${outage.failures} failures`,
        )
      }
    },
  }
}

export type FailureLog = ReturnType<typeof createFailureLog>
