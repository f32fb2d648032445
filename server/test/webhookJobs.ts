import { createLogger } from '../src/app/start/logger.ts'
import { createSealer } from '../src/base/database/sealer.ts'
import { knownPlace } from '../src/base/outgoing/place.ts'
import { createRequestSender } from '../src/base/outgoing/sendRequest.ts'
import { publish } from '../src/shop/events/events.queries.ts'
import { createWebhookDeliverer } from '../src/shop/webhooks/deliverWebhooks.ts'
import type { Api } from './api.ts'

type Options = {
  firstPauseSeconds?: number
  /** As after a restore without the key of the secrets. */
  withoutKey?: boolean
}

function open(api: Api, { firstPauseSeconds = 0.05, withoutKey = false }: Options) {
  const log = createLogger('error', process.stderr)
  return createWebhookDeliverer({
    pool: api.db,
    searchPool: api.resources.searchPool,
    sender: createRequestSender({ http: true, loopback: true, timeoutMs: 1000 }),
    sealer: withoutKey ? createSealer(async () => undefined) : api.resources.sealer,
    place: knownPlace,
    log,
    firstPauseSeconds,
  })
}

/** What a server process does by itself, until it is stopped: publishes events and delivers them. */
export function runWebhookJobs(api: Api, options: Options = {}) {
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
