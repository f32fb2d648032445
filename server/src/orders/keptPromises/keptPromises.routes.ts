import { getKeptPromises } from '@our-print/contract/orders/keptPromises.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as keptPromises from './keptPromises.queries.ts'

export function keptPromiseRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, getKeptPromises, ({ db, query }) => keptPromises.get(db, query))
}
