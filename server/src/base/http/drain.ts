import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { overloaded } from './problem.ts'

/** A graceful shutdown: requests in progress finish, new ones get 503. */
export type Drain = {
  watch(app: FastifyInstance): void
  /** Called when the shutdown begins, to end what would not end by itself. */
  onStop(work: () => Promise<void>): void
  /** Number of requests in progress. */
  underWay(): number
  /** Resolves when no request is in progress any more, or after the grace period. */
  stop(graceMs: number): Promise<void>
}

export function createDrain(): Drain {
  let stopping = false
  let open = 0
  let onIdle = () => {}
  const atStop: (() => Promise<void>)[] = []

  return {
    watch(app) {
      app.addHook('onRequest', (_request, reply, done) => {
        if (stopping) {
          void reply.header('connection', 'close')
          return done(overloaded())
        }
        open++
        // 'close' is emitted however the request ends, also when the client disconnects.
        reply.raw.once('close', () => {
          open--
          if (open === 0) onIdle()
        })
        done()
      })
    },
    onStop: (work) => void atStop.push(work),
    underWay: () => open,
    async stop(graceMs) {
      stopping = true
      await Promise.all(atStop.map((work) => work()))
      if (open === 0) return
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
      })
      await Promise.race([idle, sleep(graceMs, undefined, { ref: false })])
    },
  }
}
