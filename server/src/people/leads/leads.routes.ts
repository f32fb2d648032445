import * as contract from '@our-print/contract/people/leads.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { serveList } from '../../base/http/servePage.ts'
import * as leads from './leads.queries.ts'

export function leadRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool } = dependencies
  serveList(app, dependencies, contract.listLeads, { name: 'leads' }, leads)
  serve(app, pool, contract.createLead, ({ db, body: { website, ...lead } }) =>
    website?.trim() ? leads.createNothing(db) : leads.create(db, lead),
  )
  serve(app, pool, contract.enterLead, async ({ db, body, request }) => {
    const { id } = await leads.create(db, body)
    const lead = await leads.get(db, id)
    return request.hidesRecord ? { ...lead, doubles: null } : lead
  })
  serve(app, pool, contract.getLead, ({ db, params }) => leads.get(db, params.id))
  serve(app, pool, contract.updateLead, ({ db, params, body, request }) =>
    // A refusal of wrong doubles would tell whether there are any.
    leads.update(db, params.id, request.hidesRecord ? { ...body, doubles: undefined } : body),
  )
  serve(app, pool, contract.deleteLead, async ({ db, params }) => {
    await leads.remove(db, params.id)
    return null
  })
  serve(app, pool, contract.winAsCustomer, ({ db, params, body }) => leads.winAsCustomer(db, params.id, body))
  serve(app, pool, contract.winAsCompany, ({ db, params, body }) => leads.winAsCompany(db, params.id, body))
}
