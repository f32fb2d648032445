import * as contract from '@our-print/contract/shop/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict, forbidden, invalid, notFound } from '../../base/http/problem.ts'
import { type Actor, inActorTransaction, serve } from '../../base/http/route.ts'
import { serveList, servePage } from '../../base/http/servePage.ts'
import { whyNotAllowed } from '../../base/outgoing/publicAddress.ts'
import * as deliveries from './deliveries.queries.ts'
import { tryDelivery } from './tryDelivery.ts'
import { newSecret, openSecrets, unreadableSecret } from './webhookSecrets.ts'
import * as webhooks from './webhooks.queries.ts'

export function webhookRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, sender, sealer } = dependencies
  const checkUrl = (url: string | undefined) => {
    const refused = url !== undefined && whyNotAllowed(url, sender.targets)
    if (refused) throw invalid('url', refused)
  }

  serveList(app, dependencies, contract.listWebhooks, { name: 'webhooks' }, webhooks)
  serve(app, pool, contract.getWebhook, ({ db, params }) => webhooks.get(db, params.id))
  serve(app, pool, contract.createWebhook, async ({ db, actor, body }) => {
    checkUrl(body.url)
    refuseUnseen(actor, body.event_types)
    const id = await webhooks.newId(db)
    const { secret, sealed } = await newSecret(sealer, id)
    return { ...(await webhooks.create(db, actor.id, { ...body, id, secret_sealed: sealed })), secret }
  })
  serve(app, pool, contract.updateWebhook, async ({ db, actor, params, body }) => {
    checkUrl(body.url)
    await refuseUnseenOf(db, actor, params.id)
    refuseUnseen(actor, body.event_types ?? [])
    return webhooks.update(db, actor.id, params.id, body)
  })
  serve(app, pool, contract.deleteWebhook, async ({ db, actor, params }) => {
    await refuseUnseenOf(db, actor, params.id)
    await webhooks.remove(db, params.id)
    return null
  })
  serve(app, pool, contract.rotateSecret, async ({ db, actor, params }) => {
    await refuseUnseenOf(db, actor, params.id)
    const { secret, sealed } = await newSecret(sealer, params.id)
    return { ...(await webhooks.rotateSecret(db, params.id, sealed)), secret }
  })

  serve(app, pool, contract.testWebhook, async ({ actor, params, request }) => {
    await refuseUnseenOf(pool, actor, params.id)
    await dependencies.place.check()
    const target = await webhooks.findTarget(pool, params.id, true)
    if (!target) throw notFound('Webhook')
    const secrets = await openSecrets(sealer, target)
    if (secrets.length === 0) throw conflict(unreadableSecret, 'secret_unreadable')
    const delivery = await inActorTransaction(pool, request, (tx) =>
      deliveries.createTest(tx, params.id, actor.id),
    )
    // Outside of a transaction: the answer may take 15 seconds.
    const { url } = target
    await deliveries.saveTest(pool, await tryDelivery(dependencies, { url, secrets }, delivery))
    return deliveries.get(pool, params.id, delivery.id)
  })

  const file = { name: 'deliveries', of: { table: 'webhooks', missing: () => notFound('Webhook') } }
  servePage(app, dependencies, contract.listDeliveries, file, async (call) => {
    const { actor, params, query } = call
    await refuseUnseenOf(pool, actor, params.id)
    return {
      select: (db) => deliveries.select(db, { ...query, webhook: params.id }),
      page: (db) => deliveries.list(db, { ...query, webhook: params.id }),
    }
  })
  serve(app, pool, contract.getDelivery, async ({ db, actor, params }) => {
    await refuseUnseenOf(db, actor, params.id)
    return deliveries.get(db, params.id, params.delivery)
  })
  serve(app, pool, contract.replayDelivery, async ({ db, actor, params }) => {
    await refuseUnseenOf(db, actor, params.id)
    return deliveries.replay(db, params.id, params.delivery)
  })
  serve(app, pool, contract.replayPeriod, async ({ db, actor, params, body }) => {
    await webhooks.get(db, params.id)
    await refuseUnseenOf(db, actor, params.id)
    return { replayed: await deliveries.replayPeriod(db, params.id, body) }
  })
}

/** Nobody lets another system hear of what they may not see themselves. */
function refuseUnseen(actor: Actor, types: readonly string[]): void {
  const unseen = webhooks.unseenBy(actor, types)
  if (unseen.length > 0)
    throw forbidden(`You cannot pass on what you may not see yourself: ${unseen.join(', ')}`)
}

/** The same for a webhook that somebody else made: its log names records, and its address could be changed. */
async function refuseUnseenOf(db: Db, actor: Actor, id: string): Promise<void> {
  if (!actor.is_superuser) refuseUnseen(actor, (await webhooks.get(db, id)).event_types)
}
