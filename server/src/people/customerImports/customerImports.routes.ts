import * as contract from '@our-print/contract/people/customerImports.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as imports from './customerImports.queries.ts'
import { importCustomers } from './importCustomers.ts'

export function customerImportRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, dependencies.pool, contract.importCustomers, ({ request, actor, query }) =>
    importCustomers(dependencies, request, actor, query),
  )
  const file = {
    name: 'skipped-customers',
    of: { table: 'customer_imports', missing: () => notFound('Import') },
  }
  serveList(app, dependencies, contract.listSkippedCustomers, file, imports)
}
