import { listArrivalWindows } from '@our-print/contract/orders/arrivalWindows.ts'
import { getPromiseProposal } from '@our-print/contract/orders/promiseProposal.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { freeWindows } from '../../shop/configurations/arrivalWindows.queries.ts'
import { readFacts } from './measure.queries.ts'
import { propose } from './propose.ts'

export function promiseRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, getPromiseProposal, async ({ db, query }) => propose(query, await readFacts(db)))
  serve(app, pool, listArrivalWindows, ({ db }) => freeWindows(db))
}
