import type { Scope } from '@our-print/contract/people/apiKeys.ts'
import * as contract from '@our-print/contract/people/apiKeys.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { scopeEndpoints } from '@our-print/contract/people/scopeEndpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { forbidden } from '../../base/http/problem.ts'
import { type Actor, serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { actsOf } from '../../money/approvals/acts.ts'
import * as apiKeys from './apiKeys.queries.ts'
import { newKeyAct } from './newKeyAct.ts'

export function apiKeyRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listApiKeys, { name: 'api-keys' }, apiKeys)
  serve(app, pool, contract.getApiKey, ({ db, params }) => apiKeys.get(db, params.id))
  const createKey = actsOf(app).guard(newKeyAct, async ({ db, actor, body }, kept) => {
    refuseLackedScopes(actor, body.scopes)
    return apiKeys.create(db, actor.id, body, kept as apiKeys.Secret | undefined)
  })
  serve(app, pool, contract.createApiKey, createKey)
  serve(app, pool, contract.deleteApiKey, async ({ db, params }) => {
    await apiKeys.remove(db, params.id)
    return null
  })
}

/** Nobody gives a key what they may not do themselves. */
function refuseLackedScopes(actor: Actor, scopes: readonly Scope[]): void {
  const lacked = scopes.filter((scope) =>
    scopeEndpoints[scope].some((one) => one.config.access === 'admin' && !mayCall(actor, one)),
  )
  if (lacked.length > 0) throw forbidden(`You cannot give what you may not do yourself: ${lacked.join(', ')}`)
}
