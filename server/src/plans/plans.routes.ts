import * as contract from '@our-print/contract/plans.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { serve } from '../http/route.ts'
import * as plans from './plans.queries.ts'
import * as userPlans from './userPlans.queries.ts'

export function planRoutes(
  app: FastifyInstance,
  pool: Pool,
  searchPool: Pool,
  links: Links,
  csv: CsvExports,
): void {
  serve(app, pool, contract.listPlans, async ({ db, query, request, reply }) =>
    query.format
      ? csv.send(reply, 'subscription-plans', contract.Plan, (db) => plans.select(db, query))
      : links.page(request, query, await plans.list(db, query)),
  )
  serve(app, pool, contract.getPlan, ({ db, params }) => plans.get(db, params.id))
  serve(app, pool, contract.createPlan, ({ db, body }) => plans.create(db, body))
  serve(app, pool, contract.savePlan, ({ db, params, body }) => plans.save(db, params.id, body))
  serve(app, pool, contract.removePlan, async ({ db, params }) => {
    await plans.remove(db, params.id)
    return null
  })

  serve(app, pool, contract.listUserPlans, async ({ query, request, reply }) =>
    query.format
      ? csv.send(reply, 'user-subscription-plans', contract.UserPlan, (db) => userPlans.select(db, query))
      : links.page(request, query, await userPlans.list(query.query ? searchPool : pool, query)),
  )
  serve(app, pool, contract.getUserPlan, ({ db, params }) => userPlans.get(db, params.id))
  serve(app, pool, contract.sellPlan, ({ db, body }) => userPlans.sell(db, body))
  serve(app, pool, contract.patchUserPlan, ({ db, params, body }) => userPlans.change(db, params.id, body))
}
