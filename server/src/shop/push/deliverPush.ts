import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../base/database/db.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import type { Links } from '../../base/http/links.ts'
import type { Place } from '../../base/outgoing/place.ts'
import type { RequestSender } from '../../base/outgoing/sendRequest.ts'
import type { Lease } from '../../base/queue/leases.ts'
import { createRunners } from '../../base/queue/runners.ts'
import * as push from './push.queries.ts'
import { type PushKeys, readPushKeys } from './pushKeys.ts'
import { quietMinutes } from './quietHours.ts'
import { sendPush } from './sendPush.ts'

/** Devices that one process serves at once. */
const atOnce = 20
const longestPauseSeconds = 3600

type Options = {
  pool: Pool
  sender: RequestSender
  sealer: Sealer
  place: Place
  links: Links
  log: FastifyBaseLogger
  firstPauseSeconds?: number
  /** For tests: what the clock says. */
  clock?: () => Date
}

/**
 * Tells devices what is queued for them: one runner for each, in any process, so a slow push service delays no other and
 * nothing is told by two. What was sent and not noted is sent again under the same id, and replaces the first on the device.
 */
export function createPushDeliverer(options: Options) {
  const {
    pool,
    sender,
    sealer,
    place,
    links,
    log,
    firstPauseSeconds = 30,
    clock = () => new Date(),
  } = options
  const runners = createRunners(pool, log, {
    name: 'push',
    most: atOnce,
    findDue: async () => ((await place.isKnown()) ? push.findDueDevices(pool) : []),
    run,
  })

  async function run(device: string, lease: Lease): Promise<void> {
    const keys = await readPushKeys(sealer)
    while (lease.isHeld()) {
      const target = await push.findTarget(pool, device)
      if (!target) return
      if (target.public_key !== keys.publicKey) {
        await push.removeGone(pool, device)
        return
      }
      const minutes = quietMinutes(target, clock(), target.zone)
      if (minutes > 0) {
        await push.waitFor(pool, device, minutes)
        return
      }
      const due = await push.findDue(pool, device)
      if (due.length === 0) return
      for (const message of due) if (lease.isHeld()) await deliver(keys, target, message, lease)
    }
  }

  async function deliver(keys: PushKeys, target: push.Target, message: push.DueMessage, lease: Lease) {
    if (message.is_old) {
      await push.drop(pool, message.id)
      return
    }
    const { status, error } = await sendPush({ sender, place, links, keys }, target, message)
    // What this process itself broke off is tried again by another one.
    if (lease.signal.aborted && error !== null) return
    if (status === 404 || status === 410) {
      await push.removeGone(pool, target.id)
      return
    }
    if (error !== null) log.warn({ key: target.id, reason: error }, 'a device was not told')
    // Too large, or not understood: it would be no better the next time.
    if (error === null || status === 400 || status === 413) {
      await push.drop(pool, message.id)
      return
    }
    const pause = Math.min(firstPauseSeconds * 2 ** message.attempts, longestPauseSeconds)
    await push.tryLater(pool, message.id, pause)
  }

  return { start: () => runners.start(), stop: () => runners.stop() }
}
