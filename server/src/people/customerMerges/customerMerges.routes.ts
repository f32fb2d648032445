import * as contract from '@our-print/contract/people/customerMerges.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as merges from './customerMerges.queries.ts'
import { merge, preview, undo } from './mergeCustomers.ts'

export function customerMergeRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.previewMerge, ({ db, params, query }) => preview(db, params.id, query.other))
  serve(app, pool, contract.mergeCustomers, ({ db, params, body, actor, request }) =>
    merge(db, params.id, body.other, { actor, requestId: request.id }),
  )
  serveList(app, dependencies, contract.listCustomerMerges, { name: 'merged-customers' }, merges)
  serve(app, pool, contract.getCustomerMerge, ({ db, params }) => merges.get(db, params.id))
  serve(app, pool, contract.undoCustomerMerge, ({ db, params, actor, request }) =>
    undo(db, params.id, { actor, requestId: request.id }),
  )
}
