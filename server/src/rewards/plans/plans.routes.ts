import * as contract from '@our-print/contract/rewards/plans.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as plans from './plans.queries.ts'
import * as soldPlans from './soldPlans.queries.ts'

export function planRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listPlans, { name: 'subscription-plans' }, plans)
  serve(app, pool, contract.getPlan, ({ db, params }) => plans.get(db, params.id))
  serve(app, pool, contract.createPlan, ({ db, body }) => plans.create(db, body))
  serve(app, pool, contract.updatePlan, ({ db, params, body }) => plans.update(db, params.id, body))
  serve(app, pool, contract.deletePlan, async ({ db, params }) => {
    await plans.remove(db, params.id)
    return null
  })

  serveList(app, dependencies, contract.listSoldPlans, { name: 'user-subscription-plans' }, soldPlans)
  serve(app, pool, contract.getSoldPlan, ({ db, params }) => soldPlans.get(db, params.id))
  serve(app, pool, contract.sellPlan, ({ db, body }) => soldPlans.sell(db, body))
  serve(app, pool, contract.updateSoldPlan, ({ db, params, body }) => soldPlans.update(db, params.id, body))
}
