import * as contract from '@our-print/contract/people/customers.ts'
import type { FastifyInstance } from 'fastify'
import { addView } from '../../base/database/auditTrail.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as customers from './customers.queries.ts'

export function customerRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, auditViews } = dependencies
  serveList(app, dependencies, contract.listUsers, { name: 'users' }, customers)
  serve(app, pool, contract.createUser, ({ db, body }) => customers.create(db, body))
  serve(app, pool, contract.getUser, async ({ db, actor, params, request }) => {
    const user = await customers.get(db, params.id)
    if (auditViews)
      await addView(db, { actor: actor.id, entity: 'users', entity_id: user.id, request_id: request.id })
    return user
  })
  serve(app, pool, contract.updateUser, ({ db, params, body }) => customers.update(db, params.id, body))
}
