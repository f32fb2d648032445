import * as contract from '@our-print/contract/shop/savedViews.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as views from './savedViews.queries.ts'

export function savedViewRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, contract.listSavedViews, ({ db, actor, query }) => views.list(db, actor.id, query.list))
  serve(app, pool, contract.getSavedView, ({ db, actor, params }) => views.get(db, actor.id, params.id))
  serve(app, pool, contract.createSavedView, ({ db, actor, body }) => views.create(db, actor.id, body))
  serve(app, pool, contract.updateSavedView, ({ db, actor, params, body }) =>
    views.update(db, actor.id, params.id, body),
  )
  serve(app, pool, contract.deleteSavedView, async ({ db, actor, params }) => {
    await views.remove(db, actor.id, params.id)
    return null
  })
}
