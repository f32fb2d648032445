import * as contract from '@our-print/contract/shop/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as dashboard from './dashboard.queries.ts'

export function dashboardRoutes(app: FastifyInstance, { pool, quickPool }: Dependencies): void {
  serve(app, pool, contract.getDashboard, ({ query }) => dashboard.get(quickPool, query))
}
