import { getFloor } from '@our-print/contract/printing/floor.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import * as floor from './floor.queries.ts'

export function floorRoutes(app: FastifyInstance, { pool }: Dependencies): void {
  serve(app, pool, getFloor, () => floor.read(pool))
}
