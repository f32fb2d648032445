import { listsOfViews } from '@our-print/contract/people/mayCall.ts'
import * as contract from '@our-print/contract/shop/savedViews.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { type Actor, serve } from '../../base/http/route.ts'
import * as views from './savedViews.queries.ts'

export function savedViewRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, contract.listSavedViews, ({ db, actor, query }) =>
    views.list(db, readerOf(actor), query.list),
  )
  serve(app, pool, contract.getSavedView, ({ db, actor, params }) =>
    views.get(db, readerOf(actor), params.id),
  )
  serve(app, pool, contract.createSavedView, ({ db, actor, body }) => views.create(db, readerOf(actor), body))
  serve(app, pool, contract.updateSavedView, ({ db, actor, params, body }) =>
    views.update(db, readerOf(actor), params.id, body),
  )
  serve(app, pool, contract.deleteSavedView, async ({ db, actor, params }) => {
    await views.remove(db, readerOf(actor), params.id)
    return null
  })
}

const readerOf = (actor: Actor): views.Reader => ({ id: actor.id, lists: listsOfViews(actor) })
