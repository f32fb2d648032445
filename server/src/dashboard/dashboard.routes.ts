import * as contract from '@our-print/contract/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../http/dependencies.ts'
import { serve } from '../http/route.ts'
import * as dashboard from './dashboard.queries.ts'

export function dashboardRoutes(app: FastifyInstance, { quickPool }: Dependencies): void {
  serve(app, quickPool, contract.getDashboard, ({ db, query }) => dashboard.get(db, query))
}
