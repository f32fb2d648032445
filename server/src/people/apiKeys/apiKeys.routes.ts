import * as contract from '@our-print/contract/people/apiKeys.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import * as apiKeys from './apiKeys.queries.ts'
import { newKeyAct, refuseLackedScopes } from './newKeyAct.ts'

export function apiKeyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listApiKeys, { name: 'api-keys' }, apiKeys)
  serve(app, pool, contract.getApiKey, ({ db, params }) => apiKeys.get(db, params.id))
  const createKey = actsOf(app).guard(newKeyAct, async ({ db, actor, body }, approved) => {
    refuseLackedScopes(actor, body.scopes)
    return apiKeys.create(db, actor.id, body, approved?.kept as apiKeys.Secret | undefined)
  })
  serve(app, pool, contract.createApiKey, createKey)
  serve(app, pool, contract.deleteApiKey, async ({ db, params }) => {
    await apiKeys.remove(db, params.id)
    return null
  })
}
