import * as contract from '@our-print/contract/leads.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../database/db.ts'
import type { CsvExports } from '../http/csv.ts'
import type { Links } from '../http/links.ts'
import { serve } from '../http/route.ts'
import * as leads from './leads.queries.ts'

export function leadRoutes(
  app: FastifyInstance,
  pool: Pool,
  searchPool: Pool,
  links: Links,
  csv: CsvExports,
): void {
  serve(app, pool, contract.listLeads, async ({ query, request, reply }) =>
    query.format
      ? csv.send(reply, 'leads', contract.Lead, (db) => leads.select(db, query))
      : links.page(request, query, await leads.list(query.query ? searchPool : pool, query)),
  )
  serve(app, pool, contract.createLead, ({ db, body: { website, ...lead } }) =>
    website?.trim() ? leads.pretend(db) : leads.create(db, lead),
  )
  serve(app, pool, contract.getLead, ({ db, params }) => leads.get(db, params.id))
  serve(app, pool, contract.patchLead, ({ db, params, body }) => leads.change(db, params.id, body))
  serve(app, pool, contract.winLead, ({ db, params, body }) => leads.win(db, params.id, body))
  serve(app, pool, contract.winCompany, ({ db, params, body }) => leads.winCompany(db, params.id, body))
}
