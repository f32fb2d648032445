import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../database/db.ts'
import { createFailureLog } from './failureLog.ts'
import { type Lease, workOn } from './leases.ts'

/** Work that runs once at a time for each key, in any process. */
export interface RunnerKind {
  /** Names the work in the log. */
  name: string
  /** The most keys that one process works on at once. */
  most: number
  /** The keys that have something to do now. */
  findDue(): Promise<string[]>
  /** Works until nothing is due or the lease is lost. What an earlier runner left half done is found in the tables. */
  run(key: string, lease: Lease): Promise<void>
}

/**
 * Runs work for keys, over all processes at most one runner for each key. The state of the work is in the tables of its
 * feature. A runner whose process dies is replaced after some ten seconds.
 */
export function createRunners(pool: Pool, log: FastifyBaseLogger, kind: RunnerKind) {
  const { name, most } = kind
  const running = new Map<string, Promise<void>>()
  // What fails is due again at once: a key that cannot be read would fill the disk with lines.
  const failures = createFailureLog(log)
  const stopping = new AbortController()

  return {
    /** Starts the runners of all keys that have something to do. To be called again and again. */
    async start(): Promise<void> {
      const room = most - running.size
      const due = (await kind.findDue()).map((key) => `${name} ${key}`).filter((key) => !running.has(key))
      if (room <= 0 || due.length === 0 || stopping.signal.aborted) return
      const works = await workOn(pool, due, { most: room, signal: stopping.signal }, (key, lease) =>
        kind.run(key.slice(name.length + 1), lease),
      )
      for (const [key, work] of works) {
        const ended = work
          .then(
            () => failures.worked(key),
            (error: unknown) => failures.failed(key, error),
          )
          .finally(() => running.delete(key))
        running.set(key, ended)
      }
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}
