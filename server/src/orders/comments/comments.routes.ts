import * as contract from '@our-print/contract/orders/orderComments.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { refuseUnseen } from '../seesOrder.queries.ts'
import * as comments from './comments.queries.ts'

export function commentRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  servePage(
    app,
    dependencies,
    contract.listOrderComments,
    { name: 'comments' },
    async ({ actor, params, query }) => {
      await refuseUnseen(pool, actor, params.id)
      const filter = { ...query, actor, order: params.id }
      return { select: (db) => comments.select(db, filter), page: (db) => comments.list(db, filter) }
    },
  )
  serve(app, pool, contract.listMentionable, async ({ db, actor, params }) => ({
    people: await comments.listPeople(db, actor, params.id),
  }))
  serve(app, pool, contract.addOrderComment, ({ db, actor, params, body }) =>
    comments.add(db, actor, params.id, body),
  )
  servePage(app, dependencies, contract.listOwnMentions, { name: 'mentions' }, ({ actor, query }) => ({
    select: (db) => comments.own.select(db, { ...query, actor }),
    page: (db) => comments.own.list(db, { ...query, actor }),
  }))
  serve(app, pool, contract.markMentionsSeen, async ({ db, actor, body }) => ({
    seen: await comments.markSeen(db, actor, body.order),
  }))
}
