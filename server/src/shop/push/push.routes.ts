import { pushKindsFor } from '@our-print/contract/shop/pushKinds.ts'
import * as contract from '@our-print/contract/shop/pushSubscriptions.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict, invalid } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { whyNotAllowed } from '../../base/outgoing/publicAddress.ts'
import { readToken } from '../../people/session/access.ts'
import { hashToken } from '../../people/session/session.queries.ts'
import * as push from './push.queries.ts'
import { isPublicKey, readPushKeys } from './pushKeys.ts'

export function pushRoutes(app: FastifyInstance, { pool, sender, sealer }: Dependencies): void {
  serve(app, pool, contract.listPushSubscriptions, async ({ db, actor }) => ({
    public_key: (await readPushKeys(sealer)).publicKey,
    kinds: [...pushKindsFor(actor)],
    subscriptions: await push.list(db, actor.id),
  }))
  serve(app, pool, contract.createPushSubscription, async ({ db, actor, body, request }) => {
    const { keys, ...subscription } = body
    const refused = whyNotAllowed(subscription.endpoint, sender.targets)
    if (refused) throw invalid('endpoint', refused)
    if (!isPublicKey(keys.p256dh)) throw invalid('keys.p256dh', 'This is not a public key')
    const { publicKey } = await readPushKeys(sealer)
    if (subscription.public_key !== publicKey)
      throw conflict('This device subscribed with an older key. Switch it off and on again.', 'old_key')
    const kinds = pushKindsFor(actor)
    const foreign = subscription.kinds.find((kind) => !kinds.includes(kind))
    if (foreign) throw invalid('kinds', `You cannot be told this: ${foreign}`)
    return push.put(db, hashToken(readToken(request)), { ...subscription, ...keys, person: actor.id })
  })
  serve(app, pool, contract.deletePushSubscription, async ({ db, actor, params }) => {
    await push.remove(db, actor.id, params.id)
    return null
  })
}
