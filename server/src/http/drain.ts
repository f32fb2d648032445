import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { overloaded } from './problem.ts'

/** Lets a server stop without dropping anyone: requests under way finish, new ones are answered 503. */
export type Drain = {
  watch(app: FastifyInstance): void
  /** How many requests have begun and not ended. */
  underWay(): number
  /** Resolves when nothing is under way any more, or after the grace period. */
  stop(graceMs: number): Promise<void>
}

export function createDrain(): Drain {
  let stopping = false
  let open = 0
  let onIdle = () => {}

  return {
    watch(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (stopping) {
          void reply.header('connection', 'close')
          throw overloaded()
        }
        open++
        // 'close' comes however the request ends, also when the client went away.
        reply.raw.once('close', () => {
          open--
          if (open === 0) onIdle()
        })
      })
    },
    underWay: () => open,
    async stop(graceMs) {
      stopping = true
      if (open === 0) return
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
      })
      await Promise.race([idle, sleep(graceMs, undefined, { ref: false })])
    },
  }
}
