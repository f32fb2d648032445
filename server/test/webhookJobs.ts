import type { Webhook } from '@our-print/contract/shop/webhooks.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { createLogger } from '../src/app/start/logger.ts'
import type { Pool } from '../src/base/database/db.ts'
import { createSealer } from '../src/base/database/sealer.ts'
import { knownPlace } from '../src/base/outgoing/place.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { publish } from '../src/shop/events/events.queries.ts'
import { createWebhookDeliverer } from '../src/shop/webhooks/deliverWebhooks.ts'
import { type Api, useApi } from './api.ts'
import { openReceiver } from './receiver.ts'

type Options = {
  firstPauseSeconds?: number
  /** As after a restore without the key of the secrets. */
  withoutKey?: boolean
  searchPool?: Pool
}

function open(api: Api, { firstPauseSeconds = 0.05, withoutKey = false, searchPool }: Options) {
  const log = createLogger('error', process.stderr)
  return createWebhookDeliverer({
    pool: api.db,
    searchPool: searchPool ?? api.resources.searchPool,
    sender: createRequestSender({ http: true, loopback: true, timeoutMs: 60_000 }),
    sealer: withoutKey ? createSealer(async () => undefined) : api.resources.sealer,
    place: knownPlace,
    log,
    firstPauseSeconds,
  })
}

/** What a server process does by itself, until it is stopped: publishes events and delivers them. */
function runWebhookJobs(api: Api, options: Options = {}) {
  const deliverer = open(api, options)
  const state = { isOpen: true }
  const loop = (async () => {
    while (state.isOpen) {
      await publish(api.db)
      await deliverer.start()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  return {
    async stop() {
      state.isOpen = false
      await loop
      await deliverer.stop()
    },
  }
}

export const webhooksUrl = '/api/webhooks/'
export type CreatedWebhook = Webhook & { secret: string }

/** A shop without webhooks, whose receivers and jobs end with each test. */
export function useWebhooks() {
  const api = useApi()
  const admin = api.as('admin')
  const closing: (() => unknown)[] = []
  beforeEach(async () => {
    // Earlier changes are nobody's news.
    await publish(api.db)
    await api.db`delete from webhooks`
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })
  return {
    api,
    admin,
    receive: async (...answer: Parameters<typeof openReceiver>) => {
      const receiver = await openReceiver(...answer)
      closing.push(receiver.close)
      return receiver
    },
    create: async (to: string, fields: object = {}): Promise<CreatedWebhook> => {
      const webhook = { url: to, event_types: ['lead.created', 'lead.changed'], ...fields }
      const reply = await admin.post(webhooksUrl, webhook)
      expect([reply.statusCode, reply.json()]).toMatchObject([201, {}])
      return reply.json()
    },
    run: (options: Options = { firstPauseSeconds: 0.01 }) => {
      const jobs = runWebhookJobs(api, options)
      closing.push(() => jobs.stop())
      return jobs
    },
  }
}
