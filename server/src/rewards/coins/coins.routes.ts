import * as contract from '@our-print/contract/rewards/coins.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import * as coins from './coins.queries.ts'
import { grantCoinsAct } from './grantCoinsAct.queries.ts'

export function coinRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, contract.getCoins, ({ db, query }) => coins.get(db, query.user_id))
  const change = actsOf(app).guard(grantCoinsAct, ({ db, params, body, actor }) =>
    coins.createManual(db, { ...body, user_id: params.id, by: actor.id }),
  )
  serve(app, pool, contract.createCoinEntry, change)
}
