import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { overloaded } from './problem.ts'

/** Lets a server stop without dropping anyone: requests under way finish, new ones are answered 503. */
export type Drain = {
  watch(app: FastifyInstance): void
  /** Resolves when nothing is under way any more, or after the grace period. */
  stop(graceMs: number): Promise<void>
}

export function createDrain(): Drain {
  let stopping = false
  let underWay = 0
  let onIdle = () => {}

  return {
    watch(app) {
      app.addHook('onRequest', async (_request, reply) => {
        if (stopping) {
          void reply.header('connection', 'close')
          throw overloaded()
        }
        underWay++
        // 'close' comes however the request ends, also when the client went away.
        reply.raw.once('close', () => {
          underWay--
          if (underWay === 0) onIdle()
        })
      })
    },
    async stop(graceMs) {
      stopping = true
      if (underWay === 0) return
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve
      })
      await Promise.race([idle, sleep(graceMs, undefined, { ref: false })])
    },
  }
}
