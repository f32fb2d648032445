import * as contract from '@our-print/contract/dashboard.ts'
import type { FastifyInstance } from 'fastify'
import type { Pool } from '../lib/db.ts'
import { invalid } from '../lib/problem.ts'
import { serve } from '../lib/route.ts'
import * as dashboard from './dashboard.queries.ts'

const longestRange = 731

export function dashboardRoutes(app: FastifyInstance, pool: Pool): void {
  serve(app, pool, contract.getDashboard, async ({ query }) => {
    const { from_date, to_date } = query
    if (from_date && to_date) {
      const days = (Date.parse(to_date) - Date.parse(from_date)) / 86_400_000 + 1
      if (days < 1) throw invalid('to_date', 'The end is before the start')
      if (days > longestRange) throw invalid('from_date', 'At most two years at once')
    }
    return dashboard.get(pool, query)
  })
}
