import { setTimeout as pause } from 'node:timers/promises'
import { mostWebhooks, retryDays } from '@our-print/contract/webhooks/webhooks.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { RequestSender } from '../outgoing/sendRequest.ts'
import * as deliveries from './deliveries.queries.ts'
import { openQueue, type Queue } from './queue.ts'
import { tryDelivery } from './tryDelivery.ts'
import { findTarget, switchOff } from './webhooks.queries.ts'

/** Requests to one endpoint at the same time. */
const atOnce = 10
/** Milliseconds between two batches. */
const longestPause = 50

/** Ends early, and without an error, when the server stops. */
const sleep = (ms: number, { signal }: AbortController) => pause(ms, undefined, { signal }).catch(() => {})

type Options = {
  pool: Pool
  /** Plans each statement anew: the best plan depends on how many deliveries wait now. */
  searchPool: Pool
  sender: RequestSender
  log: FastifyBaseLogger
  firstPauseSeconds: number
}

/**
 * Delivers what webhooks are to be told. The queue runs one job at a time for each endpoint, in any process, and starts it
 * anew where a process died: so the deliveries of an endpoint go out in their sequence, and endpoints do not wait for one
 * another. What is not stored as delivered is sent again.
 */
export function createWebhookDeliverer({ pool, searchPool, sender, log, firstPauseSeconds }: Options) {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let queue: Promise<Queue> | undefined

  /** Starts the jobs of all endpoints that have something to send. */
  async function start(): Promise<void> {
    const due = await deliveries.findDueWebhooks(searchPool)
    if (due.length === 0 || stopping.signal.aborted) return
    // Opened at the first use: a shop without webhooks needs none of it.
    queue ??= openQueue(pool, log)
    queue.catch(() => {
      queue = undefined
    })
    const opened = await queue
    for (const webhook of due) if (!running.has(webhook)) await opened.add(webhook)
    for (const job of await opened.take(mostWebhooks)) {
      const work = run(opened, job).catch((error: unknown) => {
        log.error({ err: error, webhook: job.webhook }, 'delivery of a webhook failed')
      })
      running.set(job.webhook, work)
      void work.then(() => running.delete(job.webhook))
    }
  }

  async function run(opened: Queue, { id, webhook }: { id: string; webhook: string }): Promise<void> {
    const lease = opened.keep(id)
    const mayGoOn = () => lease.isHeld() && !stopping.signal.aborted
    try {
      while (mayGoOn()) {
        const since = performance.now()
        if (!(await deliverBatch(webhook))) break
        // So that requests have most of the time; an endpoint that answers slowly costs none.
        await sleep(Math.min(2 * (performance.now() - since), longestPause), stopping)
      }
    } finally {
      lease.end()
      await opened.finish(id)
    }
  }

  /** Sends what is due, at most as many at once; returns whether there was anything. */
  async function deliverBatch(webhook: string): Promise<boolean> {
    const target = await findTarget(pool, webhook)
    if (!target) return false
    const due = await deliveries.findDue(searchPool, webhook, atOnce)
    if (due.length === 0) return false
    const answered = await Promise.all(due.map((delivery) => tryDelivery(sender, target, delivery)))
    // What this process itself broke off is no failure of the endpoint.
    const tried = stopping.signal.aborted ? answered.filter(({ error }) => error === null) : answered
    const isHopeless = await deliveries.saveTried(searchPool, tried, firstPauseSeconds)
    const isGone = tried.some(({ status }) => status === 410)
    if (isHopeless || isGone) {
      const reason = isGone
        ? 'It answered 410: it wants no more deliveries.'
        : `A delivery was not accepted for ${retryDays} days.`
      const switched = await switchOff(pool, webhook, reason)
      if (switched.length > 0) log.warn({ webhook, reason }, 'webhook switched off')
    }
    return true
  }

  return {
    start,
    async stop(): Promise<void> {
      stopping.abort()
      sender.close()
      await Promise.all(running.values())
      await queue?.then((opened) => opened.close()).catch(() => {})
    },
  }
}
