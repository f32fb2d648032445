import * as contract from '@our-print/contract/customer/orderPage.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as orderLinks from './orderLinks.queries.ts'

export function orderLinkRoutes(app: FastifyInstance, { pool, sealer, links }: Dependencies): void {
  const tools = { sealer, links }
  serve(app, pool, contract.getOrderLink, ({ db, params }) => orderLinks.get(db, tools, params.id))
  serve(app, pool, contract.createOrderLink, ({ db, params, actor, body }) =>
    (body?.renew === false ? orderLinks.make : orderLinks.renew)(db, tools, params.id, actor.id),
  )
  serve(app, pool, contract.revokeOrderLink, async ({ db, params, actor }) => {
    await orderLinks.revoke(db, params.id, actor.id)
    return null
  })
}
