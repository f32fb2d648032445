import { getPreflight } from '@our-print/contract/printing/preflight.ts'
import type { FastifyInstance } from 'fastify'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { serve } from '../../base/http/route.ts'
import { preflightFile } from './preflightFile.ts'

export function preflightRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  serve(app, dependencies.pool, getPreflight, ({ params }) => preflightFile(dependencies, params.id))
}
