import * as contract from '@our-print/contract/orders/ticketScans.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { servePage } from '../../base/http/servePage.ts'
import { scanTicket } from './scanTicket.ts'
import * as scans from './ticketScans.queries.ts'

export function ticketScanRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.createTicketScan, ({ db, actor, body }) => scanTicket(db, actor, body))
  servePage(app, dependencies, contract.listTicketScans, { name: 'ticket-scans' }, ({ query }) => ({
    select: (db) => scans.select(db, query),
    page: (db) => scans.list(db, query),
  }))
}
