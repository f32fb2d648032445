import * as contract from '@our-print/contract/clients.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import { serve } from '../http/route.ts'
import { removeClients } from './removeClients.queries.ts'

/** Deleting a company stands here, above both: its codes go with it. */
export function removeClientRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, pool, contract.deleteClients, async ({ db, query }) => {
    await removeClients(db, query.client_id)
    return null
  })
}
