import * as contract from '@our-print/contract/rewards/clients.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { serve, withIdempotentWrite } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as clients from './clients.queries.ts'
import { deleteClients } from './deleteClients.queries.ts'

export function clientRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listClients, { name: 'companies' }, clients)
  serve(app, pool, contract.getClient, ({ db, params }) => clients.get(db, params.id))
  serve(app, pool, contract.createClient, async ({ request }) => {
    const { fields, body } = await readForm(request, contract.createClient)
    return withIdempotentWrite(pool, request, body, (db) => clients.create(db, fields))
  })
  serve(app, pool, contract.updateClient, async ({ request, query }) => {
    const { fields, body } = await readForm(request, contract.updateClient)
    return withIdempotentWrite(pool, request, body, (db) => clients.update(db, query.client_id, fields))
  })
  serve(app, pool, contract.deleteClients, async ({ db, query }) => {
    await deleteClients(db, query.client_id)
    return null
  })
}
