import * as contract from '@our-print/contract/shop/audit.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { servePage } from '../../base/http/servePage.ts'
import * as audit from './audit.queries.ts'

/** Values are JSON text in a file: they have other fields in each row. */
const columns = contract.AuditEntry.omit({ names: true }).extend({ before: z.string(), after: z.string() })

export function auditRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { searchPool } = dependencies
  servePage(app, dependencies, contract.listAudit, { name: 'audit', columns }, ({ query }) => ({
    select: (db) => audit.select(db, query),
    page: () => audit.list(searchPool, query),
  }))
}
