import * as contract from '@our-print/contract/clients.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import { readForm } from '../http/form.ts'
import type { Links } from '../http/links.ts'
import { keepingAnswer, serve } from '../http/route.ts'
import * as clients from './clients.queries.ts'
import { removeClients } from './removeClients.queries.ts'

export function clientRoutes(
  app: FastifyInstance,
  pool: Pool,
  searchPool: Pool,
  links: Links,
  csv: CsvExports,
): void {
  serve(app, pool, contract.listClients, async ({ query, request, reply }) =>
    query.format
      ? csv.send(reply, 'companies', contract.Client, (db) => clients.select(db, query))
      : links.page(request, query, await clients.list(query.query ? searchPool : pool, query)),
  )
  serve(app, pool, contract.getClient, ({ db, params }) => clients.get(db, params.id))
  serve(app, pool, contract.createClient, async ({ request }) => {
    const { fields, bodyHash } = await readForm(request, contract.createClient)
    return keepingAnswer(pool, request, bodyHash, (db) => clients.create(db, fields))
  })
  serve(app, pool, contract.updateClient, async ({ request, query }) => {
    const { fields, bodyHash } = await readForm(request, contract.updateClient)
    return keepingAnswer(pool, request, bodyHash, (db) => clients.change(db, query.client_id, fields))
  })
  serve(app, pool, contract.deleteClients, async ({ db, query }) => {
    await removeClients(db, query.client_id)
    return null
  })
}
