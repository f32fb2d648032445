import * as contract from '@our-print/contract/shop/webhooks.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'
import { inActorTransaction, serve } from '../../base/http/route.ts'
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
    const id = await webhooks.newId(db)
    const { secret, sealed } = await newSecret(sealer, id)
    return { ...(await webhooks.create(db, actor.id, { ...body, id, secret_sealed: sealed })), secret }
  })
  serve(app, pool, contract.updateWebhook, ({ db, params, body }) => {
    checkUrl(body.url)
    return webhooks.update(db, params.id, body)
  })
  serve(app, pool, contract.deleteWebhook, async ({ db, params }) => {
    await webhooks.remove(db, params.id)
    return null
  })
  serve(app, pool, contract.rotateSecret, async ({ db, params }) => {
    const { secret, sealed } = await newSecret(sealer, params.id)
    return { ...(await webhooks.rotateSecret(db, params.id, sealed)), secret }
  })

  serve(app, pool, contract.testWebhook, async ({ actor, params, request }) => {
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

  servePage(app, dependencies, contract.listDeliveries, { name: 'deliveries' }, ({ params, query }) => ({
    select: (db) => deliveries.select(db, { ...query, webhook: params.id }),
    page: (db) => deliveries.list(db, { ...query, webhook: params.id }),
  }))
  serve(app, pool, contract.getDelivery, ({ db, params }) => deliveries.get(db, params.id, params.delivery))
  serve(app, pool, contract.replayDelivery, ({ db, params }) =>
    deliveries.replay(db, params.id, params.delivery),
  )
  serve(app, pool, contract.replayPeriod, async ({ db, params, body }) => {
    await webhooks.get(db, params.id)
    return { replayed: await deliveries.replayPeriod(db, params.id, body) }
  })
}
