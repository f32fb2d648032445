import { setTimeout as pause } from 'node:timers/promises'
import { mostWebhooks, retryDays } from '@our-print/contract/shop/webhooks.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../base/database/db.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import type { Place } from '../../base/outgoing/place.ts'
import type { RequestSender } from '../../base/outgoing/sendRequest.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import * as deliveries from './deliveries.queries.ts'
import { tryDelivery } from './tryDelivery.ts'
import { openSecrets, unreadableSecret } from './webhookSecrets.ts'
import { findTarget, switchOff } from './webhooks.queries.ts'

/** Requests to one endpoint at the same time. */
const atOnce = 10
/** Milliseconds between two batches. */
const longestPause = 50

/** Ends early, and without an error, when the server stops. */
const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => {})

const mayNotHear = 'Who made it may not see any more what it is told. Whoever may can switch it on again.'

type Options = {
  pool: Pool
  /** Plans each statement anew: the best plan depends on how many deliveries wait now. */
  searchPool: Pool
  sender: RequestSender
  sealer: Sealer
  place: Place
  log: FastifyBaseLogger
  firstPauseSeconds: number
}

/**
 * Delivers what webhooks are to be told. One runner at a time works for each endpoint, in any process, and another one goes
 * on where a process died: so the deliveries of an endpoint go out in their sequence, and endpoints do not wait for one
 * another. What is not stored as delivered is sent again.
 */
export function createWebhookDeliverer(options: Options) {
  const { pool, searchPool, sender, sealer, place, log, firstPauseSeconds } = options
  const runners = createRunners(pool, log, {
    name: 'deliver',
    most: mostWebhooks,
    findDue: async () => ((await place.isKnown()) ? deliveries.findDueWebhooks(searchPool) : []),
    run,
  })

  async function run(webhook: string, lease: Lease): Promise<void> {
    while (lease.isHeld()) {
      const since = performance.now()
      if (!(await deliverBatch(webhook, lease.signal))) break
      // So that requests have most of the time; an endpoint that answers slowly costs none.
      await sleep(Math.min(2 * (performance.now() - since), longestPause), lease.signal)
    }
  }

  /** Sends what is due, at most as many at once; returns whether there was anything. */
  async function deliverBatch(webhook: string, signal: AbortSignal): Promise<boolean> {
    const due = await deliveries.findDue(searchPool, webhook, atOnce)
    if (due.length === 0) return false
    // Read after what is due: so nobody is told what happened after they were stopped.
    const target = await findTarget(pool, webhook)
    if (!target) return false
    if (!target.may_hear) {
      await stopSending(webhook, mayNotHear)
      return false
    }
    const secrets = await openSecrets(sealer, target)
    if (secrets.length === 0) {
      await stopSending(webhook, unreadableSecret)
      return false
    }
    const { url } = target
    const answered = await Promise.all(
      due.map((delivery) => tryDelivery({ sender, place }, { url, secrets }, delivery)),
    )
    // What this process itself broke off is no failure of the endpoint.
    const tried = signal.aborted ? answered.filter(({ error }) => error === null) : answered
    const isHopeless = await deliveries.saveTried(searchPool, tried, firstPauseSeconds)
    if (tried.some(({ status }) => status === 410)) {
      await stopSending(webhook, 'It answered 410: it wants no more deliveries.')
    } else if (isHopeless) {
      await giveUp(webhook)
    }
    return true
  }

  /** A few deliveries that are refused while others are accepted fail alone; an endpoint that accepts nothing is off. */
  async function giveUp(webhook: string): Promise<void> {
    const failed = await deliveries.failHopeless(searchPool, webhook)
    if (failed > 0) log.warn({ webhook, failed }, 'webhook deliveries failed')
    else await stopSending(webhook, `It accepted nothing for ${retryDays} days.`)
  }

  async function stopSending(webhook: string, reason: string): Promise<void> {
    const switched = await switchOff(pool, webhook, reason)
    if (switched.length > 0) log.warn({ webhook, reason }, 'webhook switched off')
  }

  return {
    start: () => runners.start(),
    async stop(): Promise<void> {
      const stopped = runners.stop()
      sender.close()
      await stopped
    },
  }
}
