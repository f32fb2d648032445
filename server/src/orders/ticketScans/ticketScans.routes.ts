import * as contract from '@our-print/contract/orders/ticketScans.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import { scanTicket } from './scanTicket.ts'
import * as scans from './ticketScans.queries.ts'

export function ticketScanRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serve(app, pool, contract.createTicketScan, ({ db, actor, body }) => scanTicket(db, actor, body))
  serveList(app, dependencies, contract.listTicketScans, { name: 'ticket-scans' }, scans)
}
