import * as contract from '@our-print/contract/rewards/voucherImports.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { notFound } from '../../base/http/problem.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { importVouchers } from './importVouchers.ts'
import * as imports from './voucherImports.queries.ts'

export function voucherImportRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.importVouchers, ({ request, actor, query }) =>
    importVouchers(dependencies, request, actor, query),
  )
  serveList(
    app,
    dependencies,
    contract.listSkippedLines,
    { name: 'skipped-codes', of: { table: 'voucher_imports', missing: () => notFound('Import') } },
    {
      select: imports.selectSkips,
      list: imports.listSkips,
    },
  )
}
